"""Three Men's Morris by the names that it had when it was the only other game.

New code calls `ttt_core.other_games` with `MORRIS`.
"""

import numpy as np
from numpy.typing import NDArray

from ttt_core import other_games
from ttt_core.evaluation.match import Result
from ttt_core.game.board import Side
from ttt_core.other_games import ALL_ALIKE as PASSES
from ttt_core.other_games import FROM_HAND as PLACED
from ttt_core.other_games import (
    MEN,
    MORRIS,
    MOST_PLIES,
    PUBLISHED,
    GameGraph,
    Move,
    Place,
    Policy,
    play,
)
from ttt_core.other_games import GameCard as MorrisCard
from ttt_core.other_games import GameConfig as MorrisConfig

__all__ = [
    "MEN",
    "MOST_PLIES",
    "PASSES",
    "PLACED",
    "PUBLISHED",
    "MorrisCard",
    "MorrisConfig",
    "MorrisRun",
    "Move",
    "Place",
    "Policy",
    "evaluate",
    "greedy",
    "match",
    "morris",
    "moves",
    "perfect",
    "play",
    "position_of",
    "train",
    "uniform",
]


class MorrisRun(other_games.GameRun):
    """A training run in steps."""

    def __init__(self, config: MorrisConfig) -> None:
        super().__init__(MORRIS, config)


def morris() -> GameGraph:
    """Return the compiled and solved game."""
    return other_games.compiled(MORRIS)


def moves(board: str, side: Side) -> list[Move]:
    """Return the moves of a side, or an empty list if the game is over."""
    return other_games.legal_moves(MORRIS, board, side)


def train(config: MorrisConfig) -> MorrisRun:
    """Return a finished training run."""
    run = MorrisRun(config)
    run.play(config.games)
    return run


def evaluate(policy: Policy) -> MorrisCard:
    """Return the exact figures of a policy."""
    return other_games.evaluate(morris(), policy)


def match(policy_x: Policy, policy_o: Policy) -> Result:
    """Return the result for X when two policies play each other."""
    return other_games.match(morris(), policy_x, policy_o)


def greedy(q: NDArray[np.float64]) -> Policy:
    """Return the policy that makes the move with the highest value, ties evenly."""
    return other_games.greedy(morris(), q)


def uniform() -> Policy:
    """Return the random player: every move is equally likely."""
    return other_games.uniform(morris())


def perfect() -> Policy:
    """Return the perfect player: it wins as fast and loses as slowly as it can."""
    return other_games.perfect(morris())


def position_of(board: str, side: Side) -> int:
    """Return the number of a position; raise a ValueError if it cannot occur."""
    return morris().position_of(board, side)
