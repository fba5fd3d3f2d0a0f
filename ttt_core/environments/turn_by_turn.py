"""The game for two learners who move in turn, for PettingZoo."""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ttt_core.environments.start_and_view import (
    RENDER_MODES,
    check_render_mode,
    rendered,
    show,
    start_by,
)
from ttt_core.game.board import EMPTY, SIDES, pettingzoo_planes
from ttt_core.game.graph import DRAWN, N_OPEN, boards, graph

PLAYERS = ("player_1", "player_2")


def ordered_environment(render_mode: str | None) -> AECEnv:
    """Return the environment behind the wrappers that ``tictactoe_v3`` has."""
    game = TurnByTurn(render_mode)
    ends_illegal_moves = wrappers.TerminateIllegalWrapper(game, illegal_reward=-1)
    in_bounds = wrappers.AssertOutOfBoundsWrapper(ends_illegal_moves)
    return wrappers.OrderEnforcingWrapper(in_bounds)


class TurnByTurn(AECEnv):  # type: ignore[misc]
    """See `ttt_core.environments.pettingzoo`."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "name": "tictactoe_v3",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, render_mode: str | None = None) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.possible_agents = list(PLAYERS)
        self.observation_spaces = {
            player: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (3, 3, 2), np.int8),
                    "action_mask": spaces.Box(0, 1, (9,), np.int8),
                }
            )
            for player in PLAYERS
        }
        self.action_spaces = {player: spaces.Discrete(9) for player in PLAYERS}
        self.reset()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of a player's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of a player's actions: the nine cells."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; with ``options={"board": "X--|-O-|---"}``, there.

        Nothing is random, so the seed changes nothing.
        """
        self._position = start_by(options)
        self.agents = self.possible_agents[:]
        self.agent_selection = PLAYERS[graph().side[self._position]]
        self.rewards = dict.fromkeys(PLAYERS, 0)
        self._cumulative_rewards = dict.fromkeys(PLAYERS, 0)
        self.terminations = dict.fromkeys(PLAYERS, False)
        self.truncations = dict.fromkeys(PLAYERS, False)
        self.infos: dict[str, dict[str, Any]] = {player: {} for player in PLAYERS}
        show(self.render_mode, self._position)

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """Return the board as a player sees it, and the mask of its legal moves."""
        board, side = boards()[self._position], SIDES[PLAYERS.index(agent)]
        free = [agent == self.agent_selection and mark == EMPTY for mark in board]
        return {
            "observation": pettingzoo_planes(board, side),
            "action_mask": np.array(free, np.int8),
        }

    def step(self, action: int | None) -> None:
        """Play a cell for the player whose turn it is."""
        mover = self.agent_selection
        if self.terminations[mover] or self.truncations[mover]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._position = int(graph().child[self._position, action])
        if self._position >= N_OPEN:
            winner = int(graph().result[self._position - N_OPEN])
            if winner != DRAWN:
                self.rewards = {PLAYERS[winner]: 1, PLAYERS[1 - winner]: -1}
            self.terminations = dict.fromkeys(PLAYERS, True)
            self._accumulate_rewards()
        self.agent_selection = PLAYERS[1 - PLAYERS.index(mover)]
        show(self.render_mode, self._position)

    def render(self) -> str | None:
        """Return the board as a text of three lines, in the mode ``"ansi"``."""
        return rendered(self.render_mode, self._position)
