"""The work of an agent that plays game after game and learns from them, for a worker process."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

import ttt_core as ttt
from ttt_core.evaluation import RESIGNING, Policy, policy
from ttt_core.game import Outcome, Side, boards, position_of, walk
from ttt_core.game import board as rules
from ttt_core.learning import epsilon_after
from ttt_ui.visit.kept import Count

SWAP_EVERY = 100
"""Games after which the agent changes sides against another player."""

_NEGLIGIBLE = 1e-6


@dataclass
class Tally:
    """What has happened since the statistics were last reset."""

    # The number of games by your agent's side, which is X in self-play, and by result.
    results: dict[Side, dict[Outcome, Count]] = field(default_factory=dict)
    # The agent's moves, and how many of them were exploratory.
    moves: Count = 0
    explorations: Count = 0

    def count(self, side: Side, result: Outcome) -> None:
        of_side = self.results.setdefault(side, {})
        of_side[result] = of_side.get(result, 0) + 1

    @property
    def games(self) -> int:
        return sum(sum(of_side.values()) for of_side in self.results.values())

    def ended(self, result: Outcome) -> int:
        """Return how many games had this result, on either side."""
        return sum(of_side.get(result, 0) for of_side in self.results.values())

    @property
    def agent_wins(self) -> int:
        """The games won by the agent, on either side."""
        return sum(of_side.get(side, 0) for side, of_side in self.results.items())

    @property
    def agent_losses(self) -> int:
        """The games won by its opponent, on either side."""
        return sum(of_side.get(rules.other(side), 0) for side, of_side in self.results.items())


@dataclass
class Stage:
    """The game on the board, and the statistics."""

    number: int = 0  # counts the games from 0
    moves: list[int] = field(default_factory=list)
    resigned: bool = False
    explored: bool = False  # the last move
    agent_side: Side = rules.X  # against another player
    tally: Tally = field(default_factory=Tally)

    @property
    def board(self) -> str:
        return boards()[walk(self.moves)[-1]]

    @property
    def result(self) -> Outcome | None:
        """How the game ended; None while it is open."""
        board = self.board
        return rules.other(rules.side_to_move(board)) if self.resigned else rules.outcome(board)


class Terms(NamedTuple):
    """On what terms the agent plays."""

    opponent: Policy | None  # None in self-play
    explores: bool
    learns: bool


def training_epsilon(agent: ttt.Agent) -> float:
    """Return the agent's exploration rate in its next training game; 0 if it is negligible.

    Its schedule continues where its last run ended; games that it has watched count too.
    """
    games = agent.stats.games - sum(run.games for run in agent.training[:-1])
    epsilon = epsilon_after(agent.config, max(games, 0), agent.stats.distinct_games)
    return epsilon if epsilon > _NEGLIGIBLE else 0.0


def play_on(
    agent: ttt.Agent, stage: Stage, terms: Terms, moves: int, random: np.random.Generator
) -> tuple[ttt.Agent, Stage, np.random.Generator]:
    """Play so many moves; return the agent, the stage and the random numbers after it."""
    return play_moves(agent, stage, terms, moves, random), stage, random


def play_moves(
    agent: ttt.Agent, stage: Stage, terms: Terms, moves: int, random: np.random.Generator
) -> ttt.Agent:
    """Play moves on the stage; return the agent, which has learned from the games that ended."""
    own, epsilon = agent.policy(), training_epsilon(agent) if terms.explores else 0.0
    for _ in range(moves):
        if stage.result is not None:
            stage.number, stage.moves, stage.resigned = stage.number + 1, [], False
        is_own = terms.opponent is None or rules.side_to_move(stage.board) == stage.agent_side
        stage.explored = is_own and bool(random.random() < epsilon)
        if stage.explored:
            chosen = _exploratory(agent)
        else:
            chosen = own if is_own or terms.opponent is None else terms.opponent
        row = chosen[position_of(stage.board)]
        cell = int(random.choice(row.size, p=row))
        if cell == RESIGNING:
            stage.resigned = True
        else:
            stage.moves.append(cell)
            stage.tally.moves += is_own
            stage.tally.explorations += stage.explored
        if stage.result is not None:
            if terms.learns and (not stage.resigned or agent.resigns(stage.board)):
                agent = ttt.learn_from_games(agent, [stage.moves], in_play=False)
                own, epsilon = agent.policy(), training_epsilon(agent) if terms.explores else 0.0
            _count(stage, stage.result)
    return agent


def _exploratory(agent: ttt.Agent) -> Policy:
    if agent.config.exploration == "least-visited":
        return policy.greedy(-agent.visits)
    return policy.uniform()


def _count(stage: Stage, result: Outcome) -> None:
    stage.tally.count(stage.agent_side, result)
    if stage.tally.games % SWAP_EVERY == 0:
        stage.agent_side = rules.other(stage.agent_side)
