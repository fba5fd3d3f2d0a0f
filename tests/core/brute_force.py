"""True values computed from the rules alone, and players that blunder."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
from hypothesis import strategies as some

import ttt_core as ttt
from ttt_core.evaluation.policy import Policy, greedy, minimax
from ttt_core.game import board as rules
from ttt_core.game.board import Side
from ttt_core.game.graph import N_OPEN, boards, legal

OPEN_BOARDS = boards()[:N_OPEN]
SEEDS = some.integers(0, 2**32 - 1)

Player = Callable[[str], Mapping[int, float | Fraction]]
"""A function from a board to its moves and their probabilities; cell 9 is to resign."""


@cache
def true_value(board: str) -> int:
    """Return the true value for the side to move: 1, 0 or -1."""
    if rules.outcome(board) is not None:
        return 0 if rules.outcome(board) == "draw" else -1
    return max(-true_value(rules.play(board, cell)) for cell in rules.legal_moves(board))


@cache
def followers(board: str) -> dict[int, str]:
    """Return the board after each legal move."""
    return {cell: rules.play(board, cell) for cell in rules.legal_moves(board)}


@cache
def completing_cells(board: str, side: Side) -> frozenset[int]:
    """Return the free cells where a mark of `side` would complete a line, whoever is to move."""
    return frozenset(
        cell
        for cell in range(9)
        if board[cell] == "-" and rules.winning_lines(board[:cell] + side + board[cell + 1 :], side)
    )


def called_for(board: str) -> frozenset[int]:
    """Return the cells that complete a line; else those that block one; else all free cells."""
    own = rules.side_to_move(board)
    blocks = completing_cells(board, rules.other(own))
    return completing_cells(board, own) or blocks or frozenset(rules.legal_moves(board))


@cache
def keeping_cells(board: str) -> set[int]:
    return {c for c, after in followers(board).items() if -true_value(after) == true_value(board)}


def random_table(seed: int) -> np.ndarray:
    """Return integer Q-values with many ties."""
    values = np.random.default_rng(seed).integers(-2, 3, (N_OPEN, 9)).astype(float)
    return np.where(legal(), values, np.nan)


def blundering_policy(seed: int, share: float) -> Policy:
    """Return the minimax policy, with random greedy choices in a share of the positions."""
    replaced = np.random.default_rng(seed).random((N_OPEN, 1)) < share
    return np.where(replaced, greedy(random_table(seed)), minimax())


def chances(policy: Policy) -> dict[str, dict[int, float]]:
    """Return the moves that a policy may make on each open board, with their probabilities."""
    return {
        board: {cell: chance for cell, chance in enumerate(row) if chance > 0}
        for board, row in zip(OPEN_BOARDS, policy.tolist(), strict=True)
    }


def evenly(cells: Iterable[int]) -> dict[int, Fraction]:
    cells = list(cells)
    return dict.fromkeys(cells, Fraction(1, len(cells)))


def random_moves(board: str) -> dict[int, Fraction]:
    return evenly(rules.legal_moves(board))


def plain_outcome(x: Player, o: Player) -> np.ndarray:
    """Return the probabilities that X wins, O wins and it is a draw, by plain recursion."""

    @cache
    def from_here(board: str) -> np.ndarray:
        outcome = rules.outcome(board)
        if outcome is not None:
            return np.array([int(outcome == end) for end in ("X", "O", "draw")], object)
        side = rules.side_to_move(board)
        resigned = np.array([int(side == "O"), int(side == "X"), 0], object)
        return sum(
            chance * (from_here(rules.play(board, cell)) if cell < 9 else resigned)
            for cell, chance in (x if side == "X" else o)(board).items()
        )

    return from_here(rules.EMPTY_BOARD)


def agent_with(table: np.ndarray) -> ttt.Agent:
    return replace(ttt.untrained(), q=table)
