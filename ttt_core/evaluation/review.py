"""A finished game looked at again: what every move was worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ttt_core.game.board import SIDES, Side
from ttt_core.game.graph import boards, graph, legal
from ttt_core.game.solution import LOSS, move_scores, move_values, position_values
from ttt_core.game.walk import walk

Grade = Literal["best", "good", "slip", "blunder"]


@dataclass(frozen=True)
class ReviewedMove:
    """One move of a game.

    Attributes
    ----------
    board : str
        The board before the move.
    side, cell
        Who moved, and where to.
    before, after : int
        Worth for the mover under best play, before and after: 1 win, 0 draw, -1 loss.
    grade : str
        ``"best"``: nothing was better or quicker. ``"good"``: as much worth, but a slower win or a
        quicker loss. ``"slip"``: a win became a draw. ``"blunder"``: the game became lost.
    """

    board: str
    side: Side
    cell: int
    before: int
    after: int
    grade: Grade


def review(cells: Sequence[int]) -> list[ReviewedMove]:
    """Grade every move of a game, finished or not.

    Raises
    ------
    ValueError
        If the moves are not those of a game.
    """
    return [
        ReviewedMove(
            board=boards()[position],
            side=SIDES[graph().side[position]],
            cell=cell,
            before=int(position_values()[position]),
            after=int(move_values()[position, cell]),
            grade=_grade(position, cell),
        )
        for position, cell in zip(walk(cells), cells, strict=False)
    ]


def decisive_move(moves: Sequence[ReviewedMove]) -> ReviewedMove | None:
    """Return the last move that changed what the game was worth; None if nobody erred."""
    return next((move for move in reversed(moves) if move.after < move.before), None)


def _grade(position: int, cell: int) -> Grade:
    scores = move_scores()[position]
    before, after = position_values()[position], move_values()[position, cell]
    if after < before:
        return "blunder" if after == LOSS else "slip"
    return "best" if scores[cell] == scores[legal()[position]].max() else "good"
