"""The game against a fixed opponent, for Gymnasium."""

from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import InvalidAction, ResetNeeded
from numpy.typing import NDArray

from ttt_core.environments.start_and_view import (
    RENDER_MODES,
    check_render_mode,
    rendered,
    show,
    start_by,
)
from ttt_core.evaluation.policy import Player, Policy, as_policy, uniform
from ttt_core.game.board import SIDES, Side, other, pattern
from ttt_core.game.graph import N_OPEN, boards, graph, legal

Observation = NDArray[np.float32]
_NO_MOVES = np.zeros(9, np.bool_)
_NAME = "TicTacToe-v0"


class AgainstOpponent(gymnasium.Env[Observation, np.int64]):
    """See `ttt_core.environments.gymnasium`."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - as in Gymnasium

    def __init__(
        self,
        opponent: Player | Policy | None = None,
        side: Side | Literal["random"] = "X",
        render_mode: str | None = None,
    ) -> None:
        if side not in (*SIDES, "random"):
            raise ValueError(f"The side must be 'X', 'O' or 'random', not {side!r}.")
        check_render_mode(render_mode)
        self.observation_space = spaces.Box(-1.0, 1.0, (9,), np.float32)
        self.action_space = spaces.Discrete(9)
        self.render_mode = render_mode
        self.spec = EnvSpec(
            _NAME,
            entry_point=f"{__name__}:AgainstOpponent",
            kwargs={"opponent": opponent, "side": side, "render_mode": render_mode},
        )
        self._policy = as_policy(uniform() if opponent is None else opponent)
        self._sides = SIDES if side == "random" else (side,)
        self._side: Side = self._sides[0]
        self._position = 0
        self._over = True
        self._resigned = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game; the opponent makes the first move if the learner is O.

        With ``options={"board": "X--|-O-|---"}`` it begins there, and the learner is to move: its
        side must be that of the board, or ``"random"``.
        """
        super().reset(seed=seed)
        self._position = start_by(options)
        begins_there = "board" in (options or {})
        if begins_there:
            self._side = self._side_to_move()
        else:
            self._side = self._sides[int(self.np_random.integers(len(self._sides)))]
        self._over = False
        self._resigned = self._side == "O" and not begins_there and self._reply()
        show(self.render_mode, self._position)
        return self._observation(), self._info()

    def step(
        self, action: int | np.integer[Any]
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play a cell, and the opponent's reply.

        Raises
        ------
        gymnasium.error.InvalidAction
            If it is not a whole number from 0 to 8.
        gymnasium.error.ResetNeeded
            If no game has begun, or the last one is over.
        """
        if not self.action_space.contains(action):
            raise InvalidAction(f"An action must be a whole number from 0 to 8, not {action!r}.")
        if self._over:
            raise ResetNeeded("The game is over, or none has begun: call reset() first.")
        if self._resigned:  # the opponent, at its first move
            reward = 1.0
        elif not self._free()[action]:
            reward = -1.0
        else:
            self._position = int(graph().child[self._position, action])
            if self._position < N_OPEN and self._reply():
                reward = 1.0
            elif self._position < N_OPEN:
                show(self.render_mode, self._position)
                return self._observation(), 0.0, False, False, self._info()
            else:
                reward = self._reward()
        self._over = True
        show(self.render_mode, self._position)
        return self._observation(), reward, True, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which cells are free, a boolean array (9,): MaskablePPO asks for it."""
        return self._free().copy()

    def render(self) -> str | None:
        """Return the board as a text of three lines, in the mode ``"ansi"``."""
        return rendered(self.render_mode, self._position)

    def _side_to_move(self) -> Side:
        side = SIDES[graph().side[self._position]]
        if side not in self._sides:
            board = pattern(boards()[self._position])
            raise ValueError(
                f"On the board {board} {side} is to move, but the learner is {self._sides[0]}."
            )
        return side

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


gymnasium.register(_NAME, entry_point=f"{__name__}:AgainstOpponent")
