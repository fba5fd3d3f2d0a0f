"""System B in plain Python: what its kernel is measured against.

`minimax_q` is what a competent reader of the write-up would write. Boards are strings, tables are
dictionaries that fill themselves, a win is looked for line by line, and `random` chooses. No trick
makes it quicker, and nothing is there to make it slower.

`minimax_q_compiled` goes as far as plain Python can: it has the game compiled into lists
beforehand, which is the idea of the engine itself, and then neither boards nor cells are left.

Each takes the configuration that the kernel gets, plays that many games against itself, and
returns how many X won, O won, and nobody won.
"""

import random
from collections import Counter, defaultdict

from ttt_core import TrainingConfig
from ttt_core.game.graph import DRAWN, N_OPEN, N_POSITIONS, graph

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
OPPONENT = {"X": "O", "O": "X"}

Table = dict[str, list[float]]


def free_cells(board: str) -> list[int]:
    return [cell for cell in range(9) if board[cell] == "-"]


def result_of(board: str, mover: str) -> str | None:
    """Return "X", "O" or "draw" if the last move, by `mover`, has ended the game."""
    if any(all(board[cell] == mover for cell in line) for line in LINES):
        return mover
    return None if "-" in board else "draw"


def choose(values: list[float], board: str, epsilon: float) -> int:
    """Choose a free cell ε-greedily, ties at random."""
    free = free_cells(board)
    if random.random() < epsilon:
        return random.choice(free)
    best = max(values[cell] for cell in free)
    return random.choice([cell for cell in free if values[cell] == best])


def empty_table() -> Table:
    return defaultdict(lambda: [0.0] * 9)


def minimax_q(config: TrainingConfig) -> Counter[str]:
    """System B: two tables, each value against the best of the opponent's next values."""
    random.seed(config.seed)
    tables = {"X": empty_table(), "O": empty_table()}
    results: Counter[str] = Counter()
    epsilon = config.epsilon
    for _ in range(config.games):
        board, side, result = "---------", "X", None
        while result is None:
            values, opponent = tables[side][board], OPPONENT[side]
            cell = choose(values, board, epsilon)
            board = board[:cell] + side + board[cell + 1 :]
            result = result_of(board, side)
            if result is None:
                best_reply = max(tables[opponent][board][free] for free in free_cells(board))
                target = -config.gamma * best_reply
            else:
                target = 1.0 if result == side else 0.0
            values[cell] += config.alpha * (target - values[cell])
            side = opponent
        results[result] += 1
        epsilon *= config.epsilon_decay
    return results


def minimax_q_compiled(config: TrainingConfig) -> Counter[str]:
    """System B on lists: the rows of all positions, each move's next row, and who has won there."""
    random.seed(config.seed)
    unit = random.random
    alpha, gamma, epsilon = config.alpha, config.gamma, config.epsilon
    children = graph().child.tolist()
    following = [[child for child in row if child >= 0] for row in children]
    rows = [[0.0] * len(row) for row in following] + [[]] * (N_POSITIONS - N_OPEN)
    results = [-1] * N_OPEN + graph().result.tolist()
    counts = [0, 0, 0]
    for _ in range(config.games):
        position, row = 0, rows[0]
        while True:
            if unit() < epsilon:
                move = int(unit() * len(row))
            else:
                best = max(row)
                move = row.index(best)
                for _ in range(int(unit() * tied) if (tied := row.count(best)) > 1 else 0):
                    move = row.index(best, move + 1)
            position = following[position][move]
            reply = rows[position]
            if not reply:
                break
            row[move] += alpha * (-gamma * max(reply) - row[move])
            row = reply
        result = results[position]
        row[move] += alpha * ((result != DRAWN) - row[move])
        counts[result] += 1
        epsilon *= config.epsilon_decay
    return Counter(X=counts[0], O=counts[1], draw=counts[2])
