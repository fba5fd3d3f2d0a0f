"""A learner for pupils to improve: ``python first_learner.py`` writes ``my-agent.json``.

It plays both sides and remembers how its moves turned out. It needs nothing but Python.
"""

import json
import random

GAMES = 100_000
STEP = 0.5  # how far a value moves towards the latest result
LINES = ("012", "345", "678", "036", "147", "258", "048", "246")

values: dict[str, list[float]] = {}  # for each board, nine values for the side to move


def free(board: str) -> list[int]:
    """Return the free cells."""
    return [cell for cell in range(9) if board[cell] == "-"]


def has_won(board: str, side: str) -> bool:
    """Return whether a side has three in a row."""
    return any(all(board[int(cell)] == side for cell in line) for line in LINES)


def play() -> tuple[list[tuple[str, int]], float]:
    """Play at random; return the moves, and the result for the side that moved last."""
    board, side, moves = "---------", "X", []
    while free(board):
        cell = random.choice(free(board))
        moves.append((board, cell))
        board = board[:cell] + side + board[cell + 1 :]
        if has_won(board, side):
            return moves, 1
        side = "O" if side == "X" else "X"
    return moves, 0


def learn(moves: list[tuple[str, int]], result: float) -> None:
    """Learn from the last move to the first."""
    for board, cell in reversed(moves):
        value = values.setdefault(board, [0] * 9)
        value[cell] += STEP * (result - value[cell])
        result = -result  # what one side wins, the other loses


def train(games: int) -> None:
    """Play some games, and learn from each."""
    for _ in range(games):
        learn(*play())


if __name__ == "__main__":
    train(GAMES)
    with open("my-agent.json", "w") as file:
        json.dump(values, file)
