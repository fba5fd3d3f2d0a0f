"""Review of a game: the grade of every move and the reason for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ttt_core.game.board import SIDES, Side, play
from ttt_core.game.graph import boards, graph, legal, position_of, walk
from ttt_core.game.solution import LOSS, move_scores, move_values, moves_to_end, position_values
from ttt_core.pictures import Shown

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

# Values of `move_scores`: a win now or with the next move; a loss to the first or second reply.
_WINS_AT_ONCE, _WINS_NEXT = 10, 8
_LOSES_AT_ONCE, _LOSES_NEXT = -9, -7


@dataclass(frozen=True)
class ReviewedMove(Shown):
    """One move of a game.

    Attributes
    ----------
    board : str
        The board before the move.
    side, cell
        The player that moved, and its cell.
    before, after : int
        True value for the mover, before and after the move: 1 win, 0 draw, -1 loss.
    to_end_before, to_end_after : int
        Moves of both sides to the end under perfect play, before and after the move.
    grade : str
        ``"best"``: no move was better or quicker. ``"good"``: the same true value, but a slower
        win or a quicker loss. ``"slip"``: a missed win; the game became a draw. ``"blunder"``: the
        game became lost.
    reason : str or None
        Why the move was not the best; None if it was. The first of these that applies:

        ``"slower-win"``, ``"quicker-loss"``: the same true value, see ``"good"``.
        ``"missed-win"``: another move would have completed a line.
        ``"not-blocked"``: the next reply completes a line that a block would have prevented.
        ``"missed-fork"``: another move would have made two threats at once.
        ``"missed-forced-win"``: another move would have won against every reply.
        ``"allowed-fork"``: the next reply makes two threats at once.
        ``"trap"``: the opponent can now force a win, but needs more than two moves.
    better : tuple of int
        The best moves, in ascending order; empty if the move was one of them.
    punished_by : tuple of int
        The replies that win quickest, if the move lost a game that was not lost; else empty.
    """

    board: str
    side: Side
    cell: int
    before: int
    after: int
    to_end_before: int
    to_end_after: int
    grade: Grade
    reason: Reason | None
    better: tuple[int, ...]
    punished_by: tuple[int, ...]

    @property
    def threw_away(self) -> bool:
        """Whether the move was a mistake: it lowered the true value."""
        return self.after < self.before


def review(cells: Sequence[int]) -> list[ReviewedMove]:
    """Grade every move of a game, finished or not.

    Raises
    ------
    ValueError
        If a move is not legal.
    """
    return [
        _reviewed(position, int(cell)) for position, cell in zip(walk(cells), cells, strict=False)
    ]


def review_move(board: str, cell: int) -> ReviewedMove:
    """Grade one move on a board.

    Raises
    ------
    ValueError
        If the board is not a position of the game, or the move is not legal.
    """
    position = position_of(board)
    play(boards()[position], cell)
    return _reviewed(position, cell)


def decisive_move(moves: Sequence[ReviewedMove]) -> ReviewedMove | None:
    """Return the last move that changed the game's value, or None if there was no mistake."""
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
        to_end_before=int(moves_to_end()[position]),
        to_end_after=int(moves_to_end()[graph().child[position, cell]]),
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
