"""A training of a chapter after so many games: what it holds on one board, and what it is worth."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation.sweeps import RESIGNING
from ttt_core.game.graph import position_of
from ttt_core.learning.rules import LearningRule
from ttt_ui.shared.session import per_visitor
from ttt_ui.shared.slider_component import read_move, slider

GAMES = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000)
"""After how many it is looked at."""


class Trained(NamedTuple):
    """What is to be seen of a training.

    Attributes
    ----------
    values, chances : float array (9,)
        Of the moves on the board: what they are held to be worth, nan where not legal, and how
        likely each is to be made.
    tried : boolean array (9,)
        Which of them it has learned from.
    known, moves_tried : int
        Positions in which it has learned from a move, and moves that it has learned from.
    card : ReportCard
    """

    values: NDArray[np.float64]
    chances: NDArray[np.float64]
    tried: NDArray[np.bool_]
    known: int
    moves_tried: int
    card: ttt.ReportCard


def train_on(
    config: ttt.TrainingConfig, games: int, board: str, learning: LearningRule | None = None
) -> Trained:
    """Train from an empty table; parameters as in `TrainingRun`."""
    run = ttt.TrainingRun(config, learning=learning)
    run.play(games)
    position, policy, tried = position_of(board), run.policy(), run.visits() > 0
    return Trained(
        values=run.q()[position],
        chances=policy[position, :RESIGNING],
        tried=tried[position],
        known=int(tried.any(axis=1).sum()),
        moves_tried=int(tried.sum()),
        card=ttt.evaluate(policy),
    )


@dataclass
class Reached:
    """How many games the trainings on show have played, by the key of their slider."""

    games: dict[str, int] = field(default_factory=dict)


def choose_games(key: str) -> int:
    """Let the visitor drag trainings from their first game to their last; return how far."""
    games = per_visitor(Reached).games.get(key, GAMES[0])
    slider(
        "Games that each of them has played against itself",
        GAMES,
        games,
        key=key,
        token=key,
        on_move=_train_to,
        args=(key,),
        free=False,
    )
    return games


def _train_to(key: str) -> None:
    reached, move = per_visitor(Reached), read_move(key)
    if move is not None and move.value in GAMES:
        reached.games[key] = int(move.value)
