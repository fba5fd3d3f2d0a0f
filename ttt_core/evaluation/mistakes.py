"""The positions in which a player can make a mistake, those it reaches, and how two differ."""

from functools import cache
from itertools import compress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.loops import RESIGNING, ROUNDING, count_right
from ttt_core.evaluation.policy import Player, Policy, as_policy, uniform, widened
from ttt_core.game.board import SIDES, Side
from ttt_core.game.graph import N_OPEN, O_TO_MOVE, X_TO_MOVE, boards, frozen, graph, legal, plies
from ttt_core.game.solution import LOSS, move_values, position_values
from ttt_core.pictures import facts_html, line_of


class Mistake(NamedTuple):
    """A position in which a player can make a mistake: a move that lowers the true value.

    Attributes
    ----------
    board, side
        The position, and the side to move.
    cells : tuple of int
        The mistakes the player may make; empty if its only mistake is to resign.
    before, after : int
        True value for that side (1 win, 0 draw, -1 loss) before the move, and after the worst of
        `cells` or after resigning.
    probability : float
        The probability that the player makes one of `cells` here, or resigns.
    reachable : bool
        Whether the player can reach the position as `side`, against some opponent.
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
        """The steps lost: 1 (win to draw, draw to loss) or 2 (win to loss)."""
        return self.before - self.after

    def _repr_html_(self) -> str:
        return facts_html(type(self).__name__, self._asdict())


def mistakes(player: Player | Policy) -> list[Mistake]:
    """Return every open position in which a player can make a mistake.

    Parameters
    ----------
    player
        An agent, a policy, or any object with a `policy()` method.

    Returns
    -------
    list of Mistake
        Reachable positions first, then by cost, by probability, and by number of marks.

    Raises
    ------
    ValueError
        If it is not a player (see `evaluation.as_policy`).

    Examples
    --------
    >>> import ttt_core as ttt
    >>> len(ttt.mistakes(ttt.uniform())), len(ttt.mistakes(ttt.minimax()))
    (3191, 0)
    >>> ttt.mistakes(ttt.win_or_block())[0].board
    '-----XO--'
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
    # Plain lists: reading an array's elements one by one takes longer than all of the above.
    all_mistakes = [
        Mistake(board, SIDES[side], tuple(compress(range(9), cells)), *values)
        for board, side, cells, *values in zip(
            (names[position] for position in positions.tolist()),
            graph().side[positions].tolist(),
            wrong[positions].tolist(),
            *(column.tolist() for column in columns),
            strict=True,
        )
    ]
    # A stable sort keeps the positions ordered by their number of marks.
    return sorted(
        all_mistakes,
        key=lambda mistake: (not mistake.reachable, -mistake.cost, -mistake.probability),
    )


def number_of_mistakes(player: Player | Policy, sides: str = "XO") -> int:
    """Return in how many positions of its games on these sides a player can make a mistake."""
    policy = as_policy(player)
    may_err = ((policy > 0) & is_mistake()[:, : policy.shape[1]]).any(axis=1)
    here = np.isin(graph().side[:N_OPEN], [SIDES.index(side) for side in sides])
    return int((may_err & here & reachable(policy)).sum())


def reachable(player: Player | Policy) -> NDArray[np.bool_]:
    """Return the open positions in which it can become the player's turn, a boolean array (4520,).

    The player makes its own moves on the side to move there; the opponent may play anything.
    """
    policy = as_policy(player)
    side = graph().side[:N_OPEN]
    reached = np.zeros(N_OPEN, np.bool_)
    for own_side in (X_TO_MOVE, O_TO_MOVE):
        may_play = np.where((side == own_side)[:, None], policy[:, :RESIGNING] > 0, legal())
        reached |= reached_by(may_play) & (side == own_side)
    return reached


def reached_by(moves: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the open positions that games with these moves can reach, a boolean array (4520,).

    Parameters
    ----------
    moves : boolean array (4520, 9)
        The moves that may be made; all must be legal.
    """
    reached = np.zeros(N_OPEN, np.bool_)
    frontier = np.zeros(1, np.intp)
    while frontier.size:
        reached[frontier] = True
        children = graph().child[frontier][moves[frontier]]
        frontier = np.unique(children[children < N_OPEN])
    return reached


def how_often(player: Player | Policy) -> NDArray[np.float64]:
    """Return how often a player comes to each position when it plays the random player.

    Returns
    -------
    float64 array (4520,)
        The probability that a game comes to the position, when the player is the side to move
        there.
    """
    policy = as_policy(player)[:, :RESIGNING]
    often = np.zeros(N_OPEN)
    for own_side in (X_TO_MOVE, O_TO_MOVE):
        own = graph().side[:N_OPEN] == own_side
        chances = np.where(own[:, None], policy, uniform()[:, :RESIGNING])
        reached = np.zeros(N_OPEN)
        reached[0] = 1.0
        for position in range(N_OPEN):
            if reached[position]:
                children = graph().child[position]
                opened = (children >= 0) & (children < N_OPEN)
                reached[children[opened]] += reached[position] * chances[position, opened]
        often += np.where(own, reached, 0.0)
    return often


def optimal_share(player: Player | Policy) -> float:
    """Return the probability of an optimal move, averaged over all open positions."""
    return optimal_moves(player)[0]


FRONTS = range(1, 8)
"""The numbers of marks with which somebody can go wrong: with 0 and with 8, every move is right."""


def optimal_moves(player: Player | Policy) -> tuple[float, NDArray[np.uint16]]:
    """Return `optimal_share`, and in how many positions a player can only play right.

    Returns
    -------
    optimal_share : float
    played_right : uint16 array (7,)
        By number of marks, from 1 to 7.
    """
    right = np.zeros(9, np.uint16)
    mistaken = count_right(graph(), as_policy(player), is_mistake(), right)
    return 1 - mistaken, right[FRONTS.start : FRONTS.stop]


@cache
def positions_by_marks() -> NDArray[np.uint16]:
    """Return how many open positions there are with each of the `FRONTS`, a uint16 array (7,)."""
    sizes = [plies()[marks].stop - plies()[marks].start for marks in FRONTS]
    return frozen(np.array(sizes, np.uint16))


@cache
def is_mistake() -> NDArray[np.bool_]:
    """Return which moves are mistakes, a boolean array (4520, 10); the last column is resigning."""
    return frozen(steps_thrown_away() > 0)


def steps_thrown_away() -> NDArray[np.int8]:
    """Return how many steps of true value each move loses, an int8 array (4520, 10).

    Win to draw is one step, draw to loss another; 0 where the move is not legal. The last column
    is resigning.
    """
    before = position_values()[:N_OPEN, None]
    return np.hstack([np.where(legal(), before - move_values(), 0), before - LOSS]).astype(np.int8)


class Disagreements(NamedTuple):
    """The choices of two players, A and B, in every open position.

    Attributes
    ----------
    differ : boolean array (4520,)
        Whether A and B make some move with different probabilities; resigning counts as a move.
    thrown_a, thrown_b : float64 array (4520,)
        Expected loss of true value, in steps (win to draw, draw to loss): the probability of each
        mistake times its steps. Exactly 0 where the player makes no mistake.
    """

    differ: NDArray[np.bool_]
    thrown_a: NDArray[np.float64]
    thrown_b: NDArray[np.float64]

    @property
    def cost(self) -> NDArray[np.float64]:
        """How much more A's choice costs than B's, float64 array (4520,); negative if less.

        The difference of the expected true values (1 win, 0 draw, -1 loss) for the side to move.
        """
        return self.thrown_a - self.thrown_b

    def __repr__(self) -> str:
        """Return a line with how often the two differ."""
        return line_of("Disagreements", self._facts())

    def _repr_html_(self) -> str:
        return facts_html("Disagreements", self._facts())

    def _facts(self) -> dict[str, object]:
        return {
            "positions": f"{self.differ.sum():,}",
            "better choice of A": f"{(self.cost < 0).sum():,}",
            "of B": f"{(self.cost > 0).sum():,}",
        }


def disagreements(player_a: Player | Policy, player_b: Player | Policy) -> Disagreements:
    """Compare the choices of two players in every open position.

    Parameters
    ----------
    player_a, player_b
        Agents, policy matrices, or any objects with a `policy()` method.

    Raises
    ------
    ValueError
        If `player_a` or `player_b` is not a player (see `evaluation.as_policy`).
    """
    policy_a, policy_b = as_policy(player_a), as_policy(player_b)
    columns = RESIGNING + 1
    wide_a, wide_b = widened(policy_a, columns), widened(policy_b, columns)
    return Disagreements(
        differ=np.asarray((np.abs(wide_a - wide_b) > ROUNDING).any(axis=1)),
        thrown_a=(wide_a * steps_thrown_away()).sum(axis=1),
        thrown_b=(wide_b * steps_thrown_away()).sum(axis=1),
    )
