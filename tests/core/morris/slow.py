"""Three Men's Morris in plain Python, without arrays: the rules, a learner and a player."""

from collections import defaultdict
from functools import cache

from ttt_core.morris.learning import MOST_PLIES, MorrisConfig

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")
START = ("-" * 9, "X")
MASK = 2**64 - 1


@cache
def has_three(board: str, side: str) -> bool:
    return any(all(board[int(point)] == side for point in line) for line in LINES)


def touches(one: int, other: int) -> bool:
    rows, columns = abs(one // 3 - other // 3), abs(one % 3 - other % 3)
    straight = rows + columns == 1
    return straight or (rows == columns == 1 and 4 in (one, other))


@cache
def after(board: str, side: str) -> tuple[tuple[str, str], ...]:
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


def forced(board: str, side: str, depth: int) -> int:
    """Return 1 if the side to move wins within `depth` moves, -1 if it loses, otherwise 0."""
    return _forced(board, side, depth)


@cache
def _forced(board: str, side: str, depth: int) -> int:
    reached = after(board, side)
    if not reached:
        return -1
    if not depth:
        return 0
    best = -1
    for place in reached:
        best = max(best, -_forced(*place, depth - 1))
        if best == 1:
            break
    return best


class Random:
    """SplitMix64."""

    def __init__(self, state: int) -> None:
        self.state = state

    def bits(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)


class SlowLearner:
    """Learns as the engine does, by dictionaries."""

    def __init__(self, config: MorrisConfig) -> None:
        self.config = config
        self.q: defaultdict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0] * 9)
        self.memory: defaultdict[tuple[tuple[str, str], int], list[float]] = defaultdict(
            lambda: [0.0] * 3
        )
        self.games: set[tuple[tuple[tuple[str, str], int], ...]] = set()
        self.random = Random(config.seed * 0xD1342543DE82EF95 & MASK)
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

    def best(self, place: tuple[str, str]) -> float:
        return max(self.q[place][: len(after(*place))])

    def choose(self, place: tuple[str, str], epsilon: float) -> int:
        bits = self.random.bits()
        low, n = bits & 0xFFFFFFFF, len(after(*place))
        if (bits >> 32) * 2.0**-32 < epsilon:
            return low * n >> 32
        best = [move for move in range(n) if self.q[place][move] == self.best(place)]
        return best[low * len(best) >> 32]

    def towards(self, step: tuple[tuple[str, str], int], target: float) -> None:
        values = self.q[step[0]]
        values[step[1]] += self.config.alpha * (target - values[step[1]])

    def play(self) -> None:
        epsilon, place = self.epsilon(), START
        path: list[tuple[tuple[str, str], int]] = []
        while after(*place) and len(path) < MOST_PLIES:
            move = self.choose(place, epsilon)
            path.append((place, move))
            place = after(*place)[move]
            self.learn_from_move(path, place, over=not after(*place))
        if self.config.rule == "reward-memory":
            self.remember(path, place)
        self.games.add(tuple(path))
        self.played += 1

    def learn_from_move(
        self, path: list[tuple[tuple[str, str], int]], place: tuple[str, str], *, over: bool
    ) -> None:
        gamma = self.config.gamma
        if self.config.rule == "minimax-q":
            self.towards(path[-1], 1.0 if over else -gamma * self.best(place))
        elif self.config.rule == "q-learning":
            if over:
                self.towards(path[-1], 1.0)
            if len(path) > 1:
                self.towards(path[-2], -1.0 if over else gamma * self.best(place))

    def remember(self, path: list[tuple[tuple[str, str], int]], place: tuple[str, str]) -> None:
        config = self.config
        winner = None if after(*place) else ("O" if place[1] == "X" else "X")
        reward = config.reward_base ** max(0, 9 - len(path))
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
