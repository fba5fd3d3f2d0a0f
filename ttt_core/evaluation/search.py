"""Minimax at work: the tree it searches from a position, and what it proves from tried moves."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ttt_core.game import board as rules
from ttt_core.game.board import pattern
from ttt_core.game.graph import DRAWN, N_OPEN, N_POSITIONS, boards, graph, legal, plies, position_of
from ttt_core.pictures import Shown


@dataclass(frozen=True, repr=False)
class SearchTree(Shown):
    """A position in a search tree.

    Attributes
    ----------
    board : str
    score : int
        For the side to move at the root: 10 - n if it wins after n moves from the root, n - 10 if
        it loses, 0 for a draw. With alpha-beta it may be only a bound.
    least, most : int
        The least and the greatest that the score can be after this search, from -10 to 10.
    branches : tuple of SearchTree
        The positions after the moves that were searched, in the order of their cells. They share
        objects where the same position arises in several ways.
    visited : int
        How many positions were visited: this one and all in its branches, each every time.
    """

    board: str
    score: int
    least: int
    most: int
    branches: tuple["SearchTree", ...]
    visited: int

    def _facts(self) -> Mapping[str, object]:
        return {
            "board": pattern(self.board),
            "score": self.score if self.least == self.most else f"{self.least} to {self.most}",
            "branches": len(self.branches),
            "positions visited": f"{self.visited:,}",
        }


def search(board: str, *, alpha_beta: bool = False) -> SearchTree:
    """Search a position to the end of every game, as minimax does; it takes moves by cell.

    Parameters
    ----------
    board
    alpha_beta
        Whether to skip moves that cannot change the result (Knuth and Moore 1975,
        doi:10.1016/0004-3702(75)90019-3).

    Raises
    ------
    ValueError
        If the board is not a position of the game.
    """
    root = boards()[position_of(board)]
    return _alpha_beta(root, 0, -10, 10) if alpha_beta else _full(root, 0, {})


def reachable_positions(board: str) -> int:
    """Return how many different positions can follow from one, itself included.

    A search with a table of known positions visits each of them once.

    Raises
    ------
    ValueError
        If the board is not a position of the game.
    """
    known: dict[str, SearchTree] = {}
    _full(boards()[position_of(board)], 0, known)
    return len(known)


def _full(board: str, depth: int, known: dict[str, SearchTree]) -> SearchTree:
    if board not in known:
        branches = tuple(
            _full(rules.play(board, cell), depth + 1, known) for cell in rules.legal_moves(board)
        )
        known[board] = _result(board, depth, branches)
    return known[board]


def _alpha_beta(board: str, depth: int, alpha: int, beta: int) -> SearchTree:
    branches: list[SearchTree] = []
    for cell in rules.legal_moves(board):
        if alpha >= beta:
            break
        branches.append(_alpha_beta(rules.play(board, cell), depth + 1, alpha, beta))
        if depth % 2 == 0:
            alpha = max(alpha, branches[-1].score)
        else:
            beta = min(beta, branches[-1].score)
    return _result(board, depth, tuple(branches))


def _result(board: str, depth: int, branches: tuple[SearchTree, ...]) -> SearchTree:
    if not branches:
        lost = depth - 10 if depth % 2 == 0 else 10 - depth
        score = 0 if rules.outcome(board) == "draw" else lost
        return SearchTree(board, score, score, score, (), 1)
    choose = max if depth % 2 == 0 else min
    score, least, most = (
        choose(values)
        for values in zip(*((b.score, b.least, b.most) for b in branches), strict=True)
    )
    if len(branches) < len(rules.legal_moves(board)):
        least, most = (least, 10) if depth % 2 == 0 else (-10, most)
    visited = 1 + sum(branch.visited for branch in branches)
    return SearchTree(board, score, least, most, branches, visited)


UNPROVEN = 2
"""Marks a move without a proven value; true values are at most 1."""


def proven_value(tried: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Return each move's proven value, by minimax over the tried moves.

    An untried move may have any value. A move is proven if that makes no difference to its value:
    a draw, for example, if every reply has been tried, none wins, and one is proven to draw. Every
    proven value is the true value.

    Parameters
    ----------
    tried : boolean array (4520, 9)
        Which moves have been tried in each open position.

    Returns
    -------
    int8 array (4520, 9)
        For the mover: 1 win, 0 draw, -1 loss; `UNPROVEN` if not proven or not legal.
    """
    child = graph().child
    least, most = np.empty(N_POSITIONS, np.int8), np.empty(N_POSITIONS, np.int8)
    least[N_OPEN:] = most[N_OPEN:] = np.where(graph().result == DRAWN, 0, -1)
    tried = tried & legal()
    for ply in reversed(plies()):
        after, seen = child[ply], tried[ply]
        least[ply] = np.where(seen, -most[after], -1).max(axis=1)
        most[ply] = np.where(seen, -least[after], np.where(legal()[ply], 1, -1)).max(axis=1)
    lower, upper = -most[child], -least[child]
    known = tried & (lower == upper)
    return np.where(known, lower, UNPROVEN).astype(np.int8)
