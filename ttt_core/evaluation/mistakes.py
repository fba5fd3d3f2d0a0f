"""Where a player may throw value away, and which positions it can come to."""

from functools import cache
from itertools import compress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.match import Player, as_policy
from ttt_core.evaluation.policy import Policy
from ttt_core.evaluation.sweeps import RESIGNING, share_on
from ttt_core.game.board import SIDES, Side
from ttt_core.game.graph import (
    N_OPEN,
    O_TO_MOVE,
    X_TO_MOVE,
    boards,
    graph,
    legal,
)
from ttt_core.game.solution import LOSS, move_values, position_values


class Mistake(NamedTuple):
    """A position in which a player may throw value away.

    Attributes
    ----------
    board, side
        Where, and who is to move there.
    cells : tuple of int
        The moves that throw value away and that the player may make; none where all that it does
        wrong is to resign.
    before, after : int
        Worth for that side under best play: 1 win, 0 draw, -1 loss; after the worst of `cells`, or
        after resigning.
    probability : float
        The chance that the player makes one of `cells` here, or resigns.
    reachable : bool
        Whether a game in which the player moves for `side` can come here, against some opponent.
    """

    board: str
    side: Side
    cells: tuple[int, ...]
    before: int
    after: int
    probability: float
    reachable: bool

    @property
    def cost(self) -> int:
        """Steps thrown away: 1 (a win for a draw, a draw for a loss) or 2 (a win for a loss)."""
        return self.before - self.after


def mistakes(player: Player | Policy) -> list[Mistake]:
    """Find every open position in which a player may throw value away.

    Returns
    -------
    list of Mistake
        The worst first: those that can be reached before those that cannot, then by cost, by
        probability, and by number of marks.
    """
    policy = as_policy(player)
    cost = steps_thrown_away()[:, : policy.shape[1]]
    wrong = (policy > 0) & (cost > 0)
    positions = np.flatnonzero(wrong.any(axis=1))
    worst = np.where(wrong, cost, 0).max(axis=1)
    before = position_values()[:N_OPEN]
    columns = (
        before[positions],
        (before - worst)[positions],
        np.where(wrong, policy, 0).sum(axis=1)[positions],
        reachable(policy)[positions],
    )
    names = boards()
    # Plain lists: looking at an array's elements one by one takes longer than all of the above.
    found = [
        Mistake(board, SIDES[side], tuple(compress(range(9), cells)), *values)
        for board, side, cells, *values in zip(
            (names[position] for position in positions.tolist()),
            graph().side[positions].tolist(),
            wrong[positions].tolist(),
            *(column.tolist() for column in columns),
            strict=True,
        )
    ]
    # A stable sort: positions come in the order of their number of marks.
    return sorted(
        found, key=lambda mistake: (not mistake.reachable, -mistake.cost, -mistake.probability)
    )


def reachable(player: Player | Policy) -> NDArray[np.bool_]:
    """Return a boolean array (4520,): the positions in which it can become a player's turn.

    It plays the side whose turn it is there, by its own moves; the opponent may play anything.
    """
    policy = as_policy(player)
    side = graph().side[:N_OPEN]
    reached = np.zeros(N_OPEN, np.bool_)
    for own_side in (X_TO_MOVE, O_TO_MOVE):
        may_play = np.where((side == own_side)[:, None], policy[:, :RESIGNING] > 0, legal())
        reached |= reached_by(may_play) & (side == own_side)
    return reached


def reached_by(moves: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return a boolean array (4520,): the positions that games come to by some moves alone.

    Parameters
    ----------
    moves : boolean array (4520, 9)
        The moves that may be made, all of them legal.
    """
    reached = np.zeros(N_OPEN, np.bool_)
    frontier = np.zeros(1, np.intp)
    while frontier.size:
        reached[frontier] = True
        children = graph().child[frontier][moves[frontier]]
        frontier = np.unique(children[children < N_OPEN])
    return reached


def optimal_share(player: Player | Policy) -> float:
    """Return the chance that a player's move keeps the game value, averaged over open positions."""
    return 1 - share_on(as_policy(player), _throws_away())


@cache
def _throws_away() -> NDArray[np.bool_]:
    """Return a boolean array (4520, 10): the moves that throw value away, resigning last."""
    return steps_thrown_away() > 0


def steps_thrown_away() -> NDArray[np.int8]:
    """Return an int8 array (4520, 10): steps that a move throws away, 0 where it is not legal.

    From a win to a draw is one step, from a draw to a loss another. The last column is what
    resigning throws away.
    """
    before = position_values()[:N_OPEN, None]
    return np.hstack([np.where(legal(), before - move_values(), 0), before - LOSS]).astype(np.int8)
