"""The other games in plain Python, without arrays: their rules, a search and a learner."""

from collections import defaultdict
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from tests.core.learning.slow_learner import SplitMix, pick
from ttt_core.other_games import MOST_PLIES, GameConfig

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")
START = ("-" * 9, "X")

Place = tuple[str, str]
"""A board and the side to move."""
Step = tuple[Place, int]


@cache
def has_three(board: str, side: str) -> bool:
    return any(all(board[int(point)] == side for point in line) for line in LINES)


def touches(one: int, other: int) -> bool:
    rows, columns = abs(one // 3 - other // 3), abs(one % 3 - other % 3)
    straight = rows + columns == 1
    return straight or (rows == columns == 1 and 4 in (one, other))


@cache
def after(board: str, side: str) -> tuple[Place, ...]:
    """Return the positions that a side can move to, in the order of the engine's moves."""
    other = "O" if side == "X" else "X"
    if has_three(board, other):
        return ()
    free = [point for point in range(9) if board[point] == "-"]
    if board.count(side) < 3:
        return tuple((board[:to] + side + board[to + 1 :], other) for to in free)
    reached = []
    for man in (point for point in range(9) if board[point] == side):
        without = board[:man] + "-" + board[man + 1 :]
        for to in (point for point in free if touches(man, point)):
            reached.append((without[:to] + side + without[to + 1 :], other))
    return tuple(reached)


@cache
def forced(board: str, side: str, depth: int) -> int:
    """Return 1 if the side to move wins within `depth` moves, -1 if it loses, otherwise 0."""
    reached = after(board, side)
    if not reached:
        return -1
    if not depth:
        return 0
    best = -1
    for place in reached:
        best = max(best, -forced(*place, depth - 1))
        if best == 1:
            break
    return best


class Rules(NamedTuple):
    """A game: its empty board, the positions after each move, and whether a side has won."""

    board: str
    after: Callable[[str, str], tuple[Place, ...]]
    won: Callable[[str, str], bool]


def connect_four(columns: int, rows: int, in_a_row: int) -> Rules:
    """Return Connect Four, with a board as text, from which a line of cells is a slice."""
    lines = [
        slice(first := row * columns + column, first + in_a_row * step, step)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        for row in range(rows - down * (in_a_row - 1))
        for column in range(columns)
        if 0 <= column + right * (in_a_row - 1) < columns
        for step in (down * columns + right,)
    ]

    @cache
    def won(board: str, side: str) -> bool:
        return any(board[line] == side * in_a_row for line in lines)

    @cache
    def dropped(board: str, side: str) -> tuple[Place, ...]:
        other = "O" if side == "X" else "X"
        if won(board, other):
            return ()
        columns_of_cells = (range(column, columns * rows, columns) for column in range(columns))
        free = ([cell for cell in column if board[cell] == "-"] for column in columns_of_cells)
        lowest = sorted(cells[-1] for cells in free if cells)
        return tuple((board[:cell] + side + board[cell + 1 :], other) for cell in lowest)

    return Rules("-" * columns * rows, dropped, won)


MORRIS = Rules("-" * 9, after, has_three)
FOUR = connect_four(4, 4, 4)


class SlowLearner:
    """Learns as the engine does, by dictionaries."""

    def __init__(self, rules: Rules, config: GameConfig) -> None:
        self.config = config
        self.rules = rules
        self.q: defaultdict[Place, list[float]] = defaultdict(lambda: [0.0] * 9)
        self.memory: defaultdict[Step, list[float]] = defaultdict(lambda: [0.0] * 3)
        self.games: set[tuple[Step, ...]] = set()
        self.random = SplitMix(config.seed * 0xD1342543DE82EF95 % 2**64)
        self.played = 0

    def epsilon(self) -> float:
        config = self.config
        if config.exploration == "experience":
            steps = len(self.games) / config.experience_games
            return next(
                (rate for most, rate in ((6, 0.1), (4, 0.2), (2, 1 / 3), (1, 0.5)) if steps > most),
                1.0,
            )
        return max(config.epsilon_floor, config.epsilon * config.epsilon_decay**self.played)

    def best(self, place: Place) -> float:
        return max(self.q[place][: len(self.rules.after(*place))])

    def choose(self, place: Place, epsilon: float) -> int:
        chance, bits = self.random.draw()
        n = len(self.rules.after(*place))
        if chance < epsilon:
            return bits * n >> 32
        best = [move for move in range(n) if self.q[place][move] == self.best(place)]
        return pick(best, bits)

    def towards(self, step: Step, target: float) -> None:
        values = self.q[step[0]]
        values[step[1]] += self.config.alpha * (target - values[step[1]])

    def play(self) -> None:
        epsilon, place = self.epsilon(), (self.rules.board, "X")
        path: list[Step] = []
        while self.rules.after(*place) and len(path) < MOST_PLIES:
            move = self.choose(place, epsilon)
            path.append((place, move))
            place = self.rules.after(*place)[move]
            self.learn_from_move(path, place, over=not self.rules.after(*place))
        if self.config.rule == "reward-memory":
            self.remember(path, place)
        self.games.add(tuple(path))
        self.played += 1

    def learn_from_move(self, path: list[Step], place: Place, *, over: bool) -> None:
        gamma, mover = self.config.gamma, path[-1][0][1]
        reward = float(self.rules.won(place[0], mover))
        if self.config.rule == "minimax-q":
            self.towards(path[-1], reward if over else -gamma * self.best(place))
        elif self.config.rule == "q-learning":
            if over:
                self.towards(path[-1], reward)
            if len(path) > 1:
                self.towards(path[-2], -reward if over else gamma * self.best(place))

    def remember(self, path: list[Step], place: Place) -> None:
        config = self.config
        winner = next((side for side in "XO" if self.rules.won(place[0], side)), None)
        reward = config.reward_base ** max(0, len(place[0]) - len(path))
        for step in path:
            rewards = self.memory[step]
            rewards[2 if winner is None else "XO".index(winner)] += reward
            mover = step[0][1]
            win, loss = rewards["XO".index(mover)], rewards["OX".index(mover)]
            total = win + rewards[2] + loss
            self.q[step[0]][step[1]] = (
                config.weight_win * win
                + config.weight_draw * rewards[2]
                + config.weight_loss * loss
            ) / total
