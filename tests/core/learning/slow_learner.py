"""A slow learner in plain Python that uses the same random numbers as the kernels.

It stores boards as text and values in dictionaries. It uses neither the layout of rows nor the
stored choices: it searches for the best move whenever it needs one.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import exp
from typing import Any

import numpy as np

from ttt_core.evaluation.mixture import Mixture, parts_of
from ttt_core.evaluation.policy import Policy, player_with_plan
from ttt_core.game import board as rules
from ttt_core.game.board import SYMMETRIES, transform
from ttt_core.game.graph import N_OPEN, boards, legal, position_of
from ttt_core.game.solution import move_scores
from ttt_core.learning.agent import InPlay
from ttt_core.learning.config import TrainingConfig

TEXTBOOK = ("sarsa", "expected-sarsa", "afterstates", "reinforce")
Move = tuple[str, int]
"""A board and the cell played on it; with symmetry, those of the first equivalent board."""


class SplitMix:
    """The random numbers of Steele, Lea and Flood (2014), in Python's unbounded integers."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def draw(self) -> tuple[float, int]:
        """Return a number in [0, 1), exact to 32 bits, and 32 more bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        upper, lower = divmod(z ^ z >> 31, 2**32)
        return upper / 2**32, lower


def pick(moves: list[int], bits: int) -> int:
    return moves[bits * len(moves) >> 32]


outcome, play, legal_moves = cache(rules.outcome), cache(rules.play), cache(rules.legal_moves)


def total(numbers: Iterable[float]) -> float:
    """Add one number after another, as the kernels do; `sum` keeps more digits."""
    return list(accumulate(numbers, initial=0.0))[-1]


@cache
def turned(board: str) -> list[tuple[int, str, list[int]]]:
    """Return a board's rotations and reflections: number, board, and where each cell goes."""
    new = [transform(board, turn) for turn in range(8)]
    return [
        (position_of(new[turn]), new[turn], np.argsort(SYMMETRIES[turn]).tolist())
        for turn in range(8)
    ]


@cache
def first_equivalent(board: str, cell: int) -> Move:
    """Return the move that represents all its equivalents."""
    _, equivalent, its_cell = min(
        (number, equivalent, to[cell]) for number, equivalent, to in turned(board)
    )
    return equivalent, its_cell


@cache
def key_of(board: str, cell: int, symmetry: bool) -> Move:
    """Return the key under which a move's value is stored."""
    return first_equivalent(board, cell) if symmetry else (board, cell)


@cache
def moves_in_order(board: str, symmetry: bool) -> list[int]:
    """Return the legal cells in the order in which random numbers select them."""
    return sorted(legal_moves(board), key=lambda cell: (key_of(board, cell, symmetry)[1], cell))


@cache
def stored_moves(symmetry: bool) -> tuple[list[Move], np.ndarray]:
    """Return the keys of all stored values, and for each legal move of the game its key's index."""
    keys = [
        key_of(board, cell, symmetry) for board in boards()[:N_OPEN] for cell in legal_moves(board)
    ]
    index = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    return list(index), np.array([index[key] for key in keys])


def as_table(stored: Mapping[Move, Any], symmetry: bool, illegal: Any) -> np.ndarray:
    """Return what is stored for each position and cell."""
    keys, index = stored_moves(symmetry)
    values = np.array([stored[key] for key in keys])
    table = np.full((N_OPEN, 9, *values.shape[1:]), illegal, values.dtype)
    table[legal()] = values[index]
    return table


class Beads(dict[Move, float]):
    """Beads for each move of each box, filled in on first access."""

    def __init__(self, beads: str) -> None:
        super().__init__()
        self.stages = {"michie": (4, 3, 2, 1), "simulation": (8, 4, 2, 1)}[beads]

    def __missing__(self, move: Move) -> float:
        board = move[0]
        self[move] = self.stages[(9 - board.count("-")) // 2] if len(colours(board)) > 1 else 0
        return self[move]


class Afterstates(dict[Move, float]):
    """The value after each move, filled in on first access: a finished game's is its reward."""

    def __init__(self, config: TrainingConfig) -> None:
        super().__init__()
        self.config = config

    def __missing__(self, move: Move) -> float:
        result = outcome(play(*move))
        value = self.config.reward_draw if result == "draw" else self.config.reward_win
        self[move] = float(self.config.initial_value if result is None else value)
        return self[move]


@cache
def moves_to(board: str, symmetry: bool) -> list[Move]:
    """Return the keys of all moves that lead to a board or, with symmetry, to an equivalent one."""
    mover = "X" if board.count("X") > board.count("O") else "O"
    moves = set()
    for _, turned_board, _ in turned(board) if symmetry else [(0, board, [])]:
        for cell in range(9):
            before = turned_board[:cell] + "-" + turned_board[cell + 1 :]
            if turned_board[cell] == mover and outcome(before) is None:
                moves.add(key_of(before, cell, symmetry))
    return sorted(moves)


@cache
def colours(board: str) -> list[Move]:
    """Return one move of each set of equivalent moves of a board."""
    return sorted({first_equivalent(board, cell) for cell in legal_moves(board)})


class SlowLearner:
    """What `TrainingRun` does, written as plainly as possible."""

    def __init__(self, config: TrainingConfig, partner: Policy | Mixture | None = None) -> None:
        self.config = config
        self.sign, self.ahead = (-1, 1) if config.rule in ("minimax-q", "network") else (1, 2)
        self.partners = () if partner is None else parts_of(partner)
        self.random = SplitMix(config.seed)
        self.epsilon = max(config.epsilon, config.epsilon_floor)
        if config.exploration == "experience":
            self.epsilon = 1
        self.q: dict[Move, float] = defaultdict(lambda: float(config.initial_value))
        if config.rule == "matchboxes":
            self.q = Beads(config.beads)
        if config.rule == "afterstates":
            self.q = Afterstates(config)
        self.visits: dict[Move, int] = defaultdict(int)
        self.memory: dict[Move, list[int]] = defaultdict(lambda: [0, 0, 0])
        self.results = {"X": 0, "O": 0, "draw": 0}
        self.explorations = 0
        self.games: list[tuple[int, ...]] = []
        self.ring: dict[int, tuple[Move, float, str | None]] = {}
        self.stored = 0

    def key(self, board: str, cell: int) -> Move:
        return key_of(board, cell, self.config.symmetry)

    def moves(self, board: str) -> list[int]:
        return moves_in_order(board, self.config.symmetry)

    def value(self, board: str, cell: int) -> float:
        return self.q[self.key(board, cell)]

    def best_value(self, board: str) -> float:
        return max(self.value(board, cell) for cell in self.moves(board))

    def draw_bead(self, board: str, chance: float, bits: int) -> int | None:
        """Return the cell of a bead drawn from the box; any free cell if there is no box."""
        if len(colours(board)) == 1:
            return pick(self.moves(board), bits)
        box = [move for move in colours(board) for _ in range(int(self.q[move]))]
        if not box:
            return None
        drawn = box[int(chance * len(box))]
        return pick([c for c in self.moves(board) if first_equivalent(board, c) == drawn], bits)

    def weights(self, board: str) -> list[float]:
        """Return how likely each move is by its preference, in proportion."""
        best = self.best_value(board)
        return [exp(self.value(board, cell) - best) for cell in self.moves(board)]

    def draw_by_preference(self, board: str, chance: float) -> int:
        weights = self.weights(board)
        to_skip = chance * total(weights)
        for cell, weight in zip(self.moves(board)[:-1], weights, strict=False):
            if to_skip < weight:
                return cell
            to_skip -= weight
        return self.moves(board)[-1]

    def choose(self, board: str) -> int | None:
        """Return the learner's own move; None if matchboxes resign."""
        moves = self.moves(board)
        chance, bits = self.random.draw()
        if self.config.rule == "matchboxes":
            return self.draw_bead(board, chance, bits)
        if self.config.rule == "reinforce":
            return self.draw_by_preference(board, chance)
        if chance < self.epsilon:
            self.explorations += 1
            if self.config.exploration == "least-visited":
                visits = [self.visits[self.key(board, cell)] for cell in moves]
                moves = [cell for cell in moves if visits[moves.index(cell)] == min(visits)]
            return pick(moves, bits)
        best = self.best_value(board)
        moves = [cell for cell in moves if self.value(board, cell) == best]
        return pick(moves, bits) if self.config.ties == "random" else min(moves)

    def partner_move(self, partner: str | Policy, board: str) -> int:
        chance, bits = self.random.draw()
        moves = self.moves(board)
        if not isinstance(partner, str):
            shares = partner[position_of(board)]
            moves = [cell for cell in moves if shares[cell] > 0]
            below = list(accumulate(float(shares[cell]) for cell in moves[:-1]))
            return moves[sum(chance >= bound for bound in below)]
        if partner == "minimax":
            scores = move_scores()[position_of(board)]
            moves = [cell for cell in moves if scores[cell] == max(scores[moves])]
        return pick(moves, bits)

    def is_lesson(self) -> bool:
        """Return whether a scripted player teaches in the next game."""
        return len(self.games) < self.config.lessons

    def draw_partner(self) -> str | Policy | None:
        config = self.config
        if self.is_lesson():
            return player_with_plan([4])
        ordinary = config.random_share + config.minimax_share
        if not self.partners and not ordinary:
            return None
        chance, _ = self.random.draw()
        if chance < ordinary:
            return "random" if chance < config.random_share else "minimax"
        for policy, share in self.partners[:-1]:
            ordinary += (1 - config.random_share - config.minimax_share) * share
            if chance < ordinary:
                return policy
        return self.partners[-1][0] if self.partners else None

    def play(self) -> None:
        """Play one game and learn from it."""
        partner, is_lesson = self.draw_partner(), self.is_lesson()
        own_side = {"both": "XO"[len(self.games) % 2], "X": "X", "O": "O"}[self.config.learns]
        if is_lesson:
            own_side = "OX"[len(self.games) // 100 % 2]
        board, played = rules.EMPTY_BOARD, []
        result: rules.Outcome | None = None
        while result is None:
            if partner is None or rules.side_to_move(board) == own_side:
                cell = self.choose(board)
            else:
                cell = self.partner_move(partner, board)
            if cell is None:
                result = rules.other(rules.side_to_move(board))
                break
            played.append((board, cell))
            board = play(board, cell)
            result = outcome(board)
        sides = own_side
        if partner is None or is_lesson:
            sides = {"both": "XO", "X": "X", "O": "O"}[self.config.learns]
        self.learn(played, str(result), sides)
        self.replay()
        self.epsilon = max(self.next_epsilon(), self.config.epsilon_floor)
        if self.config.exploration == "experience":
            self.epsilon = self.chance_by_experience()
        if self.config.rule in ("matchboxes", "reinforce"):
            self.epsilon = 0

    def next_epsilon(self) -> float:
        config, lost = self.config, (1 - self.config.epsilon_decay) * len(self.games)
        if config.epsilon_course == "linear":
            return config.epsilon * (1 - lost)
        if config.epsilon_course == "harmonic":
            return config.epsilon / (1 + lost)
        return self.epsilon * config.epsilon_decay

    def chance_by_experience(self) -> float:
        """Return the exploration rate of the reward memory (Kutschera)."""
        steps = [(3000, 1 / 10), (2000, 1 / 5), (1000, 1 / 3), (500, 1 / 2), (-1, 1.0)]
        seen = Fraction(500 * len(set(self.games)), self.config.experience_games)
        return next(chance for over, chance in steps if seen > over)

    def learn(self, played: list[Move], result: str, sides: str) -> None:
        """Learn from the moves of the given sides of a finished game, and count it."""
        config = self.config
        self.games.append(tuple(cell for _, cell in played))
        self.results[result] += 1
        movers = [rules.side_to_move(board) for board, _ in played]
        plies = [ply for ply in range(len(played)) if movers[ply] in sides]
        if config.trace_decay or config.rule in TEXTBOOK:
            self.learn_by_the_book(played, movers, plies, result)
            return
        backward = config.backward and config.rule != "monte-carlo"
        for ply in reversed(plies) if backward else plies:
            mover, move = movers[ply], self.key(*played[ply])
            if config.rule == "matchboxes" and len(colours(move[0])) == 1:
                continue
            self.visits[move] += 1
            if config.rule == "matchboxes":
                self.change_beads(move, mover, result)
                continue
            if config.rule == "reward-memory":
                self.remember(move, mover, result, len(played))
                continue
            reward, ahead = self.reward(mover, result) - config.move_cost, None
            if config.rule == "monte-carlo":
                reward = self.discounted(reward, len(played) - ply)
            elif played[ply + self.ahead :]:
                reward, ahead = -config.move_cost, played[ply + self.ahead][0]
            step = 1 / self.visits[move] if config.step_size == "sample-average" else config.alpha
            self.update(move, reward, ahead, step)
            if config.replay:
                self.ring[self.stored % config.replay_size] = (move, reward, ahead)
                self.stored += 1

    def reward(self, mover: str, result: str) -> float:
        config = self.config
        if result == "draw":
            return config.reward_draw
        won = result == (mover if config.rewards_for == "mover" else "X")
        return config.reward_win if won else config.reward_loss

    def discounted(self, final: float, plies: int) -> float:
        """Return what the last reward of a game is worth so many plies before its end."""
        for _ in range(2, plies, 2):
            final = self.config.gamma * final - self.config.move_cost
        return final

    def learn_by_the_book(
        self, played: list[Move], movers: list[str], plies: list[int], result: str
    ) -> None:
        """Learn from the moves at some plies by a rule of Sutton and Barto's."""
        greedy = [self.value(*move) >= self.best_value(move[0]) for move in played]
        targets: dict[int, float] = {}
        for ply in reversed(range(len(played))):
            targets[ply] = self.target_by_the_book(played, movers, targets, ply, result)
            if self.config.backward and ply in plies:
                self.learn_towards(played, greedy, ply, targets[ply])
        if not self.config.backward:
            for ply in plies:
                self.learn_towards(played, greedy, ply, targets[ply])

    def target_by_the_book(
        self,
        played: list[Move],
        movers: list[str],
        targets: dict[int, float],
        ply: int,
        result: str,
    ) -> float:
        config, ahead = self.config, ply + self.ahead
        reward = self.reward(movers[ply], result)
        if config.rule == "afterstates":
            return self.value(*played[ahead]) if ahead < len(played) else reward
        final = reward - config.move_cost
        if config.rule == "reinforce":
            return self.discounted(final, len(played) - ply)
        if ahead >= len(played):
            return final
        board, cell = played[ahead]
        if config.rule == "sarsa":
            value = self.value(board, cell)
        elif config.rule == "expected-sarsa":
            values = [self.value(board, free) for free in self.moves(board)]
            value = (1 - self.epsilon) * max(values)
            value += self.epsilon * (total(values) / len(values))
        else:
            value = self.best_value(board)
        mixed = (1 - config.trace_decay) * value + config.trace_decay * targets[ahead]
        return self.sign * config.gamma * mixed - config.move_cost

    def learn_towards(
        self, played: list[Move], greedy: list[bool], ply: int, target: float
    ) -> None:
        config, (board, cell) = self.config, played[ply]
        move, ahead = self.key(board, cell), ply + 2
        if config.rule == "reinforce":
            self.visits[move] += 1
            self.prefer(board, move, target)
            return
        taught = config.explore_learns or ahead >= len(played) or greedy[ahead]
        if config.rule == "afterstates" and not taught:
            return
        same = [move]
        if config.rule == "afterstates":
            same = moves_to(play(board, cell), config.symmetry)
        for other in same:
            self.visits[other] += 1
        step = 1 / self.visits[move] if config.step_size == "sample-average" else config.alpha
        self.update(move, target, None, step)
        for other in same:
            self.q[other] = self.q[move]

    def prefer(self, board: str, made: Move, target: float) -> None:
        """Move the preferences of a board; equivalent moves have one in common."""
        weights = self.weights(board)
        chances: dict[Move, float] = defaultdict(float)
        for cell, weight in zip(self.moves(board), weights, strict=True):
            chances[self.key(board, cell)] += weight / total(weights)
        for key, chance in chances.items():
            self.q[key] += self.config.alpha * target * ((key == made) - chance)

    def follow_up(self, played: list[Move], games: int) -> None:
        """Play on from each position of a game in turn, the last first, uncounted."""
        counted = list(self.games), dict(self.results), self.explorations
        for game in range(games):
            board, path = played[-1 - game % len(played)][0], []
            while outcome(board) is None:
                cell = self.choose(board)
                path.append((board, cell))
                board = play(board, cell)
            self.learn(path, str(outcome(board)), "XO")
            self.replay()
        self.games, self.results, self.explorations = counted

    def update(self, move: Move, reward: float, ahead: str | None, step: float) -> None:
        target = float(reward)
        if ahead is not None:
            target += self.sign * self.config.gamma * self.best_value(ahead)
        moved = self.q[move] + step * (target - self.q[move])
        self.q[move] = max(self.q[move], target) if self.config.best_ever else moved

    def remember(self, move: Move, mover: str, result: str, length: int) -> None:
        config, rewards = self.config, self.memory[move]
        rewards[["X", "O", "draw"].index(result)] += round(config.reward_base ** (9 - length))
        win, loss = rewards[:2] if mover == "X" else rewards[1::-1]
        score = config.weight_win * win + config.weight_draw * rewards[2]
        score += config.weight_loss * loss
        self.q[move] = score / sum(rewards) if config.score == "relative" else score

    def learn_in_play(self, played: list[Move], result: str, settings: InPlay) -> None:
        """Learn from O's moves, immediately after each, and count the game."""
        self.games.append(tuple(cell for _, cell in played))
        self.results[result] += 1
        for board, cell in played:
            if rules.side_to_move(board) == "O":
                move, after = self.key(board, cell), play(board, cell)
                won = outcome(after) == "O"
                target = 1.0 if won else settings.gamma * self.best_value(after)
                self.visits[move] += 1
                self.q[move] += settings.alpha * (target - self.q[move])

    def change_beads(self, move: Move, mover: str, result: str) -> None:
        """Add beads to a move's box after a game, or remove as many as there are."""
        config = self.config
        change = config.beads_win if result == mover else config.beads_loss
        if result == "draw":
            change = config.beads_draw
        self.q[move] = float(max(0, self.q[move] + change))

    def replay(self) -> None:
        for _ in range(self.config.replay):
            _, bits = self.random.draw()
            move, reward, ahead = self.ring[bits * len(self.ring) >> 32]
            self.update(move, reward, ahead, self.config.alpha)
