"""True values computed from the rules alone, and players that blunder."""

from dataclasses import replace
from functools import cache

import numpy as np
from hypothesis import strategies as some

import ttt_core as ttt
from ttt_core.evaluation.policy import Policy, greedy, minimax
from ttt_core.game import board as rules
from ttt_core.game.board import Side
from ttt_core.game.graph import N_OPEN, boards, legal
from ttt_core.game.solution import move_scores
from ttt_core.game.symmetry import equivalents

OPEN_BOARDS = boards()[:N_OPEN]
SEEDS = some.integers(0, 2**32 - 1)


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


def completing_cells(board: str, side: Side) -> set[int]:
    """Return the free cells where a mark of `side` would complete a line, whoever is to move."""
    return {
        cell
        for cell in range(9)
        if board[cell] == "-" and rules.winning_lines(board[:cell] + side + board[cell + 1 :], side)
    }


@cache
def keeping_cells(board: str) -> set[int]:
    return {
        cell
        for cell in rules.legal_moves(board)
        if -true_value(rules.play(board, cell)) == true_value(board)
    }


def random_table(seed: int) -> np.ndarray:
    """Return integer Q-values with many ties."""
    values = np.random.default_rng(seed).integers(-2, 3, (N_OPEN, 9)).astype(float)
    return np.where(legal(), values, np.nan)


def blundering_policy(seed: int, share: float) -> Policy:
    """Return the minimax policy, with random greedy choices in a share of the positions."""
    replaced = np.random.default_rng(seed).random((N_OPEN, 1)) < share
    return np.where(replaced, greedy(random_table(seed)), minimax())


def centre_opening(policy: Policy) -> Policy:
    policy = policy.copy()
    policy[0] = np.arange(9) == 4
    return policy


def chances(policy: Policy) -> dict[str, dict[int, float]]:
    """Return the moves that a policy may make on each open board, with their probabilities."""
    return {
        board: {cell: chance for cell, chance in enumerate(row) if chance > 0}
        for board, row in zip(OPEN_BOARDS, policy.tolist(), strict=True)
    }


def all_equivalents(found: tuple[str, ...] | list[str]) -> set[str]:
    return {equivalent for board in found for equivalent in equivalents(board)}


def agent_with(table: np.ndarray) -> ttt.Agent:
    return replace(ttt.untrained(), q=table)


PERFECT = agent_with(np.where(legal(), move_scores().astype(float), np.nan))
