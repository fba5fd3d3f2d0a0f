"""The work of an agent that plays game after game and learns from them, for a worker process."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

import ttt_core as ttt
from ttt_core.evaluation import RESIGNING, Policy, policy
from ttt_core.game import Outcome, Side, boards, position_of, walk
from ttt_core.game import board as rules
from ttt_core.learning import epsilon_after

SWAP_EVERY = 100
"""Games after which the agent changes sides against another player."""

_NEGLIGIBLE = 1e-6


@dataclass
class Tally:
    """What has happened since the statistics were last reset."""

    # The number of games by your agent's side and result; the side is X in self-play.
    results: Counter[tuple[Side, Outcome]] = field(default_factory=Counter)
    # The agent's moves, and how many of them were exploratory.
    moves: int = 0
    explorations: int = 0

    @property
    def games(self) -> int:
        return self.results.total()

    def ended(self, result: Outcome) -> int:
        """Return how many games had this result, on either side."""
        return sum(count for (_, how), count in self.results.items() if how == result)

    @property
    def agent_wins(self) -> int:
        """The games won by the agent, on either side."""
        return sum(self.results[side, side] for side in rules.SIDES)

    @property
    def agent_losses(self) -> int:
        """The games won by its opponent, on either side."""
        return sum(self.results[side, rules.other(side)] for side in rules.SIDES)


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
    stage.tally.results[stage.agent_side, result] += 1
    if stage.tally.games % SWAP_EVERY == 0:
        stage.agent_side = rules.other(stage.agent_side)
