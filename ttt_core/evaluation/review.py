"""A finished game looked at again: what every move was worth, and why it was no better."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ttt_core.game.board import SIDES, Side, play
from ttt_core.game.graph import boards, graph, legal, position_of
from ttt_core.game.solution import LOSS, move_scores, move_values, position_values
from ttt_core.game.walk import walk

Grade = Literal["best", "good", "slip", "blunder"]
Reason = Literal[
    "missed-win",
    "not-blocked",
    "missed-fork",
    "missed-forced-win",
    "allowed-fork",
    "trap",
    "slower-win",
    "quicker-loss",
]

# Of `move_scores`: a win at once or with the next move; a loss to the first or the second reply.
_WINS_AT_ONCE, _WINS_NEXT = 10, 8
_LOSES_AT_ONCE, _LOSES_NEXT = -9, -7


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
    reason : str or None
        Why it was not the best; None where it was. The first of these that holds:

        ``"slower-win"``, ``"quicker-loss"``: worth as much, see ``"good"``.
        ``"missed-win"``: a move that completes a line was there.
        ``"not-blocked"``: the next reply completes a line, which a block would have prevented.
        ``"missed-fork"``: a move that makes two threats at once was there.
        ``"missed-forced-win"``: another move would have won against every reply.
        ``"allowed-fork"``: the next reply makes two threats at once.
        ``"trap"``: the opponent can now force a win, though not with the next two moves.
    better : tuple of int
        The best moves, in ascending order; none where the move was one of them.
    punished_by : tuple of int
        The replies that win quickest, where the move lost a game that was not lost; else none.
    """

    board: str
    side: Side
    cell: int
    before: int
    after: int
    grade: Grade
    reason: Reason | None
    better: tuple[int, ...]
    punished_by: tuple[int, ...]

    @property
    def threw_away(self) -> bool:
        """Whether the game was worth more before the move than after it."""
        return self.after < self.before


def review(cells: Sequence[int]) -> list[ReviewedMove]:
    """Grade every move of a game, finished or not.

    Raises
    ------
    ValueError
        If the moves are not those of a game.
    """
    return [
        _reviewed(position, int(cell)) for position, cell in zip(walk(cells), cells, strict=False)
    ]


def review_move(board: str, cell: int) -> ReviewedMove:
    """Grade one move on a board.

    Raises
    ------
    ValueError
        If the board is not a position of the game, or the rules forbid the move.
    """
    position = position_of(board)
    play(boards()[position], cell)
    return _reviewed(position, cell)


def decisive_move(moves: Sequence[ReviewedMove]) -> ReviewedMove | None:
    """Return the last move that changed what the game was worth; None if nobody erred."""
    return next((move for move in reversed(moves) if move.threw_away), None)


def _reviewed(position: int, cell: int) -> ReviewedMove:
    before, after = int(position_values()[position]), int(move_values()[position, cell])
    score, best_moves = int(move_scores()[position, cell]), _best_moves(position)
    is_best = cell in best_moves
    return ReviewedMove(
        board=boards()[position],
        side=SIDES[graph().side[position]],
        cell=cell,
        before=before,
        after=after,
        grade=_grade(before, after, is_best=is_best),
        reason=None if is_best else _reason(int(move_scores()[position, best_moves[0]]), score),
        better=() if is_best else best_moves,
        punished_by=_best_moves(int(graph().child[position, cell]))
        if after == LOSS < before
        else (),
    )


def _grade(before: int, after: int, *, is_best: bool) -> Grade:
    if after < before:
        return "blunder" if after == LOSS else "slip"
    return "best" if is_best else "good"


def _reason(best: int, score: int) -> Reason:
    if min(best, score) > 0:
        return "slower-win"
    if best < 0:
        return "quicker-loss"
    if best == _WINS_AT_ONCE:
        return "missed-win"
    if score == _LOSES_AT_ONCE:
        return "not-blocked"
    if best > 0:
        return "missed-fork" if best == _WINS_NEXT else "missed-forced-win"
    return "allowed-fork" if score == _LOSES_NEXT else "trap"


def _best_moves(position: int) -> tuple[int, ...]:
    scores = np.where(legal()[position], move_scores()[position], -11)
    return tuple(np.flatnonzero(scores == scores.max()).tolist())
