"""A report on a player: five questions, its mistakes, what it foresees. All exact, none sampled."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import compress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.match import Player, as_policy
from ttt_core.evaluation.policy import Policy
from ttt_core.game import board as rules
from ttt_core.game.board import Side
from ttt_core.game.graph import (
    DRAWN,
    N_OPEN,
    N_POSITIONS,
    O_TO_MOVE,
    X_TO_MOVE,
    boards,
    graph,
    legal,
    position_of,
)
from ttt_core.game.solution import move_values, position_values
from ttt_core.game.symmetry import SYMMETRIES, transform
from ttt_core.learning.agent import Agent

_CENTRE = (4,)
_CORNERS = (0, 2, 6, 8)
_SIDES: tuple[Side, Side] = ("X", "O")


@dataclass(frozen=True)
class Answer:
    """How a player answers one of the five questions.

    Attributes
    ----------
    question : str
    share : float
        Probability that the player makes a right move, averaged over the positions asked.
    asked : tuple of str
        Every board that the question applies to.
    failing : tuple of str
        Those of them on which a wrong move can happen.
    """

    question: str
    share: float
    asked: tuple[str, ...]
    failing: tuple[str, ...]

    @property
    def yes(self) -> bool:
        """Whether the player makes a right move on every board asked, always."""
        return not self.failing


class Mistake(NamedTuple):
    """A position in which a player may throw value away.

    Attributes
    ----------
    board, side
        Where, and who is to move there.
    cells : tuple of int
        The moves that throw value away and that the player may make.
    before, after : int
        Worth for that side under best play: 1 win, 0 draw, -1 loss; after the worst of `cells`.
    probability : float
        The chance that the player makes one of `cells` here.
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


class ForeseenMove(NamedTuple):
    """One move of the line of play that an agent foresees.

    Attributes
    ----------
    board, side, cell
        Before the move, who moves, and where to.
    value : float
        What the agent holds the move to be worth for its mover.
    worth : int
        What it is worth under best play: 1 win, 0 draw, -1 loss.
    """

    board: str
    side: Side
    cell: int
    value: float
    worth: int


class Twin(NamedTuple):
    """A board that a rotation or reflection makes of another one.

    Attributes
    ----------
    board : str
    difference : float
        The largest difference between an agent's values of two moves that correspond; 0 where it
        rates the boards alike.
    """

    board: str
    difference: float


class _Question(NamedTuple):
    text: str
    positions: NDArray[np.intp]  # (n,)
    right: NDArray[np.bool_]  # (n, 9)


def five_questions(player: Player | Policy) -> tuple[Answer, ...]:
    """Ask a player the five questions of the reward-memory article (Kutschera 2018).

    The article asks each on an example; here each is asked on every position it applies to.

    1. Does it open well: in the centre or a corner? Every opening keeps the draw, but these lie on
       four and three of the eight lines, an edge only on two.
    2. Does it answer a centre opening with a corner?
    3. Does it take a win, wherever one is on the board?
    4. Does it block, wherever the opponent threatens one cell and no win is at hand? Against two
       threats at once there is no block, so those positions are not asked.
    5. Does it answer a corner opening with the centre, and an edge opening with the centre, a
       corner next to the X or the edge opposite? Nothing else keeps the draw.

    Returns
    -------
    tuple of five Answer
    """
    policy = as_policy(player)
    return tuple(_answer(policy, question) for question in _questions())


def _answer(policy: Policy, question: _Question) -> Answer:
    chances = policy[question.positions]
    wrong = ((chances > 0) & ~question.right).any(axis=1)
    # Without rounding where every move is right, so that "always" is a share of exactly 1.
    share = np.where(wrong, (chances * question.right).sum(axis=1), 1.0).mean()
    return Answer(
        question=question.text,
        share=float(share),
        asked=_named(question.positions),
        failing=_named(question.positions[wrong]),
    )


@cache
def _questions() -> tuple[_Question, ...]:
    wins = winning_moves()
    threats = threatened_cells()
    to_win = np.flatnonzero(wins.any(axis=1))
    to_block = np.flatnonzero(~wins.any(axis=1) & (threats.sum(axis=1) == 1))
    replies = {_opening(corner): _CENTRE for corner in _CORNERS} | {
        _opening(edge): (4, *next_to, 8 - edge)
        for edge, next_to in {1: (0, 2), 3: (0, 6), 5: (2, 8), 7: (6, 8)}.items()
    }
    return (
        _listed("Does it open well, in the centre or a corner?", {"---------": (4, *_CORNERS)}),
        _listed("Does it answer a centre opening with a corner?", {"----X----": _CORNERS}),
        _Question("Does it take a win whenever there is one?", to_win, wins[to_win]),
        _Question("Does it block when it has to?", to_block, threats[to_block]),
        _listed("Does it answer corner and edge openings well?", replies),
    )


def _listed(text: str, right: Mapping[str, tuple[int, ...]]) -> _Question:
    positions = np.array([position_of(board) for board in right])
    mask = np.array([np.isin(np.arange(9), cells) for cells in right.values()])
    return _Question(text, positions, mask)


def _opening(cell: int) -> str:
    return rules.play(rules.EMPTY_BOARD, cell)


def _named(positions: NDArray[np.intp]) -> tuple[str, ...]:
    names = boards()
    return tuple(names[position] for position in positions.tolist())


def winning_moves() -> NDArray[np.bool_]:
    """Return a boolean array (4520, 9): the moves that complete a line."""
    ended = np.where(graph().child >= N_OPEN, graph().child - N_OPEN, 0)
    return np.asarray((graph().child >= N_OPEN) & (graph().result[ended] != DRAWN))


def threatened_cells() -> NDArray[np.bool_]:
    """Return a boolean array (4520, 9): the free cells that complete a line of the opponent."""
    marks = np.array([list(board) for board in boards()[:N_OPEN]])
    opponent = np.where(graph().side[:N_OPEN] == X_TO_MOVE, "O", "X")[:, None]
    theirs = marks == opponent
    threatened = np.zeros((N_OPEN, 9), np.bool_)
    for line in rules.LINES:
        for cell in line:
            others = [other for other in line if other != cell]
            threatened[:, cell] |= theirs[:, others].all(axis=1)
    return threatened & legal()


def mistakes(player: Player | Policy) -> list[Mistake]:
    """Find every open position in which a player may throw value away.

    Returns
    -------
    list of Mistake
        The worst first: those that can be reached before those that cannot, then by cost, by
        probability, and by number of marks.
    """
    policy = as_policy(player)
    cost = _cost()
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
    # Plain lists: looking at an array's elements one by one takes longer than all of the above.
    found = [
        Mistake(board, _SIDES[side], tuple(compress(range(9), cells)), *values)
        for board, side, cells, *values in zip(
            _named(positions),
            graph().side[positions].tolist(),
            wrong[positions].tolist(),
            *(column.tolist() for column in columns),
            strict=True,
        )
    ]
    # A stable sort: positions come in the order of their number of marks.
    return sorted(found, key=lambda slip: (not slip.reachable, -slip.cost, -slip.probability))


def reachable(player: Player | Policy) -> NDArray[np.bool_]:
    """Return a boolean array (4520,): the positions in which a player may come to be to move.

    It moves for the side to move there and plays its own moves; the opponent may play anything.
    """
    policy = as_policy(player)
    side = graph().side[:N_OPEN]
    reached = np.zeros(N_OPEN, np.bool_)
    for own_side in (X_TO_MOVE, O_TO_MOVE):
        may_play = np.where((side == own_side)[:, None], policy > 0, legal())
        visited = np.zeros(N_POSITIONS, np.bool_)
        frontier = np.zeros(1, np.intp)
        while frontier.size:
            visited[frontier] = True
            children = graph().child[frontier][may_play[frontier]]
            frontier = np.unique(children[children < N_OPEN])
        reached |= visited[:N_OPEN] & (side == own_side)
    return reached


def optimal_share(player: Player | Policy) -> float:
    """Return the chance that a player's move keeps the game value, averaged over open positions."""
    return float(1 - np.where(_cost() > 0, as_policy(player), 0).sum(axis=1).mean())


def _cost() -> NDArray[np.int8]:
    """Return an int8 array (4520, 9): steps that a move throws away, 0 where it is not legal."""
    return np.where(legal(), position_values()[:N_OPEN, None] - move_values(), 0).astype(np.int8)


def principal_line(agent: Agent, board: str) -> list[ForeseenMove]:
    """Follow the agent's best move for either side, the first of equals, to the end of the game.

    Returns
    -------
    list of ForeseenMove
        Empty where the game is over.

    Raises
    ------
    ValueError
        If the text is not a position of the game.
    """
    position = position_of(board)
    line = []
    while position < N_OPEN:
        cell = int(np.nanargmax(agent.q[position]))
        line.append(
            ForeseenMove(
                board=boards()[position],
                side=_SIDES[graph().side[position]],
                cell=cell,
                value=float(agent.q[position, cell]),
                worth=int(move_values()[position, cell]),
            )
        )
        position = int(graph().child[position, cell])
    return line


def rated_twins(agent: Agent, board: str) -> list[Twin]:
    """Compare the agent's values of an open position with those of its symmetric twins.

    Returns
    -------
    list of Twin
        The board itself first (its difference is 0 unless moves that correspond on it are rated
        differently), then its other twins in sorted order.

    Raises
    ------
    ValueError
        If the text is not a position of the game, or the game is over there.
    """
    position = position_of(board)
    if position >= N_OPEN:
        raise ValueError("The game is over on this board: there are no moves to compare.")
    board = boards()[position]
    difference: dict[str, float] = {}
    for symmetry, cells in enumerate(SYMMETRIES):
        twin = transform(board, symmetry)
        apart = np.abs(agent.q[position_of(twin)] - agent.q[position, cells])
        difference[twin] = max(difference.get(twin, 0.0), float(np.nanmax(apart)))
    order = sorted(difference, key=lambda twin: (twin != board, twin))
    return [Twin(twin, difference[twin]) for twin in order]
