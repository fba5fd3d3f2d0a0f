"""The game against a fixed opponent, for Gymnasium."""

from typing import Any, Literal, SupportsInt

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.envs.registration import EnvSpec
from numpy.typing import NDArray

from ttt_core.evaluation.policy import Player, Policy, as_policy
from ttt_core.game.board import SIDES, Side, other, pattern
from ttt_core.game.graph import N_OPEN, boards, graph, legal

Observation = NDArray[np.float32]
_NO_MOVES = np.zeros(9, np.bool_)


class AgainstOpponent(gymnasium.Env[Observation, np.int64]):
    """See `ttt_core.environments.gymnasium`."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - as in Gymnasium

    def __init__(
        self,
        opponent: Player | Policy,
        side: Side | Literal["random"] = "X",
        render_mode: str | None = None,
    ) -> None:
        if side not in (*SIDES, "random"):
            raise ValueError(f"The side must be 'X', 'O' or 'random', not {side!r}.")
        self.observation_space = spaces.Box(-1.0, 1.0, (9,), np.float32)
        self.action_space = spaces.Discrete(9)
        self.render_mode = render_mode
        self.spec = EnvSpec(
            "TicTacToe-v0",
            entry_point=f"{__name__}:AgainstOpponent",
            kwargs={"opponent": opponent, "side": side},
        )
        self._policy = as_policy(opponent)
        self._sides = SIDES if side == "random" else (side,)
        self._side: Side = self._sides[0]
        self._position = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game; the opponent makes the first move if the learner is O."""
        super().reset(seed=seed)
        self._position = 0
        self._side = self._sides[int(self.np_random.integers(len(self._sides)))]
        if self._side == "O":
            self._reply()
        return self._observation(), self._info()

    def step(self, action: SupportsInt) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play a cell, and the opponent's reply."""
        cell = int(action)
        if not self._free()[cell]:
            return self._observation(), -1.0, True, False, self._info()
        self._position = int(graph().child[self._position, cell])
        resigned = self._position < N_OPEN and self._reply()
        over = resigned or self._position >= N_OPEN
        reward = 1.0 if resigned else self._reward() if over else 0.0
        return self._observation(), reward, over, False, self._info()

    def render(self) -> str:
        """Return the board as a text of three lines."""
        return pattern(boards()[self._position]).replace("|", "\n")

    def _reply(self) -> bool:
        """Play the opponent's move; return whether it resigned instead."""
        chances = self._policy[self._position]
        cell = int(self.np_random.choice(len(chances), p=chances / chances.sum()))
        if cell == 9:
            return True
        self._position = int(graph().child[self._position, cell])
        return False

    def _reward(self) -> float:
        winner = (*SIDES, None)[graph().result[self._position - N_OPEN]]
        return {self._side: 1.0, other(self._side): -1.0, None: 0.0}[winner]

    def _observation(self) -> Observation:
        value = {self._side: 1.0, other(self._side): -1.0, "-": 0.0}
        return np.array([value[mark] for mark in boards()[self._position]], np.float32)

    def _free(self) -> NDArray[np.bool_]:
        return legal()[self._position] if self._position < N_OPEN else _NO_MOVES

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._free().astype(np.int8)}
