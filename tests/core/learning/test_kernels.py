"""The kernels, compared with a slow learner in plain Python that uses the same random numbers.

The slow learner stores boards as text and values in dictionaries. It uses neither the layout of
rows nor the stored choices: it searches for the best move whenever it needs one.
"""

import sys
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import accumulate
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import ttt_core as ttt
from ttt_core.evaluation.policy import Policy, greedy, minimax
from ttt_core.game import board as rules
from ttt_core.game.graph import N_OPEN, boards, graph, layout, legal, position_of, slots_of
from ttt_core.game.solution import move_scores
from ttt_core.game.symmetry import SYMMETRIES, transform
from ttt_core.learning import kernels
from ttt_core.learning.agent import Agent
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.in_play import InPlay
from ttt_core.learning.rules import PLUS_SIGN, RULES, RULES_IN_PLAY
from ttt_core.learning.schedule import epsilon_by_experience
from ttt_core.learning.training import TrainingRun, learn_from_game, learn_from_games, train

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


outcome, play = cache(rules.outcome), cache(rules.play)


@cache
def legal_moves(board: str) -> tuple[int, ...]:
    return tuple(rules.legal_moves(board))


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
def all_moves(symmetry: bool) -> list[tuple[int, int, Move]]:
    """Return each position's legal cells, and the keys of these moves' values."""
    return [
        (position, cell, key_of(board, cell, symmetry))
        for position, board in enumerate(boards()[:N_OPEN])
        for cell in legal_moves(board)
    ]


@cache
def steps() -> tuple[list[list[int]], list[list[int]]]:
    """Return the position after each move, and what the move adds to its game's number."""
    return graph().child.tolist(), graph().game_offset.tolist()


class Beads(dict[Move, float]):
    """Beads for each move of each box, filled in on first access."""

    def __init__(self, beads: str) -> None:
        super().__init__()
        self.stages = {"michie": (4, 3, 2, 1), "simulation": (8, 4, 2, 1)}[beads]

    def __missing__(self, move: Move) -> float:
        board = move[0]
        self[move] = self.stages[(9 - board.count("-")) // 2] if len(colours(board)) > 1 else 0
        return self[move]


@cache
def colours(board: str) -> list[Move]:
    """Return one move of each set of equivalent moves of a board."""
    return sorted({first_equivalent(board, cell) for cell in legal_moves(board)})


class SlowLearner:
    """What `TrainingRun` does, written as plainly as possible."""

    def __init__(self, config: TrainingConfig, partner: Policy | None = None) -> None:
        self.config = config
        self.sign = -1 if config.rule == "minimax-q" else 1
        self.partner = partner
        self.random = SplitMix(config.seed)
        self.epsilon = max(config.epsilon, config.epsilon_floor)
        if config.exploration == "experience":
            self.epsilon = 1
        self.q: dict[Move, float] = defaultdict(lambda: float(config.initial_value))
        if config.rule == "matchboxes":
            self.q = Beads(config.beads)
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

    def choose(self, board: str) -> int | None:
        """Return the learner's own move; None if matchboxes resign."""
        moves = self.moves(board)
        chance, bits = self.random.draw()
        if self.config.rule == "matchboxes":
            return self.draw_bead(board, chance, bits)
        if chance < self.epsilon:
            self.explorations += 1
            if self.config.exploration == "least-visited":
                visits = [self.visits[self.key(board, cell)] for cell in moves]
                moves = [cell for cell in moves if visits[moves.index(cell)] == min(visits)]
            return pick(moves, bits)
        best = self.best_value(board)
        moves = [cell for cell in moves if self.value(board, cell) == best]
        return pick(moves, bits) if self.config.ties == "random" else min(moves)

    def partner_move(self, partner: str, board: str) -> int:
        chance, bits = self.random.draw()
        moves = self.moves(board)
        if partner == "given":
            assert self.partner is not None
            shares = self.partner[position_of(board)]
            moves = [cell for cell in moves if shares[cell] > 0]
            below = list(accumulate(float(shares[cell]) for cell in moves[:-1]))
            return moves[sum(chance >= bound for bound in below)]
        if partner == "minimax":
            scores = move_scores()[position_of(board)]
            moves = [cell for cell in moves if scores[cell] == max(scores[moves])]
        return pick(moves, bits)

    def draw_partner(self) -> str | None:
        config = self.config
        own = None if self.partner is None else "given"
        if own is None and not config.random_share + config.minimax_share:
            return None
        chance, _ = self.random.draw()
        if chance < config.random_share:
            return "random"
        return "minimax" if chance < config.random_share + config.minimax_share else own

    def play(self) -> None:
        """Play one game and learn from it."""
        partner = self.draw_partner()
        own_side = {"both": "XO"[len(self.games) % 2], "X": "X", "O": "O"}[self.config.learns]
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
        sides = "XO" if partner is None and self.config.learns == "both" else own_side
        self.learn(played, str(result), sides)
        self.replay()
        self.epsilon = max(self.epsilon * self.config.epsilon_decay, self.config.epsilon_floor)
        if self.config.exploration == "experience":
            self.epsilon = self.chance_by_experience()
        if self.config.rule == "matchboxes":
            self.epsilon = 0

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
            if result == "draw":
                final = config.reward_draw - config.move_cost
            else:
                won = result == mover
                final = (config.reward_win if won else config.reward_loss) - config.move_cost
            ahead = None
            if config.rule == "monte-carlo":
                reward = final
                for _ in range(ply + 2, len(played), 2):
                    reward = config.gamma * reward - config.move_cost
            elif played[ply + (1 if config.rule == "minimax-q" else 2) :]:
                reward = -config.move_cost
                ahead = played[ply + (1 if config.rule == "minimax-q" else 2)][0]
            else:
                reward = final
            step = 1 / self.visits[move] if config.step_size == "sample-average" else config.alpha
            self.update(move, reward, ahead, step)
            if config.replay:
                self.ring[self.stored % config.replay_size] = (move, reward, ahead)
                self.stored += 1

    def follow_up(self, played: list[Move], games: int) -> None:
        """Play on from each position of a game in turn, the last first, uncounted."""
        counted = list(self.games), dict(self.results), self.explorations
        for game in range(games):
            board, path = played[-1 - game % len(played)][0], []
            while outcome(board) is None:
                cell = self.choose(board)
                assert cell is not None
                path.append((board, cell))
                board = play(board, cell)
            self.learn(path, str(outcome(board)), "XO")
            self.replay()
        self.games, self.results, self.explorations = counted

    def update(self, move: Move, reward: float, ahead: str | None, step: float) -> None:
        target = float(reward)
        if ahead is not None:
            target += self.sign * self.config.gamma * self.best_value(ahead)
        self.q[move] += step * (target - self.q[move])

    def remember(self, move: Move, mover: str, result: str, length: int) -> None:
        rewards = self.memory[move]
        config = self.config
        by_length = {
            2.0: {9: 1, 8: 2, 7: 4, 6: 8, 5: 16},
            1.5: {9: 1, 8: 2, 7: 2, 6: 3, 5: 5},
        }
        rewards[["X", "O", "draw"].index(result)] += by_length[config.reward_base][length]
        win, loss = rewards[:2] if mover == "X" else rewards[1::-1]
        total = config.weight_win * win + config.weight_draw * rewards[2]
        self.q[move] = (total + config.weight_loss * loss) / sum(rewards)

    def learn_in_play(self, played: list[Move], result: str, settings: InPlay) -> None:
        """Learn from O's moves, immediately after each, and count the game."""
        self.games.append(tuple(cell for _, cell in played))
        self.results[result] += 1
        for board, cell in played:
            if rules.side_to_move(board) == "O":
                move, after = self.key(board, cell), play(board, cell)
                if outcome(after) == "O":
                    target = 1.0
                else:
                    target = 0 + settings.gamma * self.best_value(after)
                self.visits[move] += 1
                self.q[move] += settings.alpha * (target - self.q[move])

    def change_beads(self, move: Move, mover: str, result: str) -> None:
        """Add beads to a move's box after a game, or remove as many as there are."""
        config = self.config
        if result == "draw":
            change = config.beads_draw
        else:
            change = config.beads_win if result == mover else config.beads_loss
        self.q[move] = float(max(0, self.q[move] + change))

    def replay(self) -> None:
        for _ in range(self.config.replay):
            _, bits = self.random.draw()
            move, reward, ahead = self.ring[bits * len(self.ring) >> 32]
            self.update(move, reward, ahead, self.config.alpha)


OPTIONS: dict[str, dict[str, Any]] = {
    "plain": {"epsilon": 0.2},
    "own rows": {"symmetry": False, "epsilon": 0.2},
    "decay to a floor": {"epsilon": 0.9, "epsilon_decay": 0.98, "epsilon_floor": 0.05},
    "greedy": {"epsilon": 0, "epsilon_floor": 0},
    "first of ties": {"ties": "first", "epsilon": 0.2},
    "experience": {"exploration": "experience"},
    "quick experience": {"exploration": "experience", "experience_games": 30},
    "least-visited": {"exploration": "least-visited", "epsilon": 0.5},
    "partners": {"random_share": 0.4, "minimax_share": 0.3, "epsilon": 0.2},
    "X learns": {"learns": "X"},
    "O learns, X too weak": {"learns": "O", "random_share": 0.7},
    "sample averages": {"step_size": "sample-average"},
    "rewards": {"reward_win": 2.5, "reward_draw": 0.3, "reward_loss": -0.7},
    "move cost": {"move_cost": 0.0625},
    "gamma": {"gamma": 0.3, "alpha": 1},
    "optimism": {"initial_value": 1.5, "epsilon": 0.1},
    "backward": {"backward": True, "epsilon": 0.2},
    "weights": {"weight_win": 40, "weight_draw": -3.5, "weight_loss": -60, "reward_base": 1.5},
    "replay": {"replay": 7, "replay_size": 50, "alpha": 0.3, "epsilon": 0.2},
    "more beads": {"beads": "simulation"},
    "other rewards in beads": {"beads_win": 2, "beads_draw": -2, "beads_loss": -3},
    "perfect partner": {"minimax_share": 1.0, "learns": "X", "epsilon": 0.2},
}


def without_contradiction(rule: str, *names: str) -> TrainingConfig | None:
    """Return a configuration with some options, or None if the rule forbids them."""
    fields = {name: value for option in names for name, value in OPTIONS[option].items()}
    try:
        return TrainingConfig(rule=rule, seed=len(names), **fields)
    except ValueError:
        return None


def assert_same_values(run: TrainingRun, slow: SlowLearner) -> None:
    """Check that a table so far equals the slow learner's exactly."""
    q, visits = run.q(), run.visits()
    for position, cell, move in all_moves(slow.config.symmetry):
        assert q[position, cell] == slow.q[move]
        assert visits[position, cell] == slow.visits[move]


def assert_same(agent: Agent, slow: SlowLearner) -> None:
    """Check that every learned value equals the slow learner's exactly."""
    q = np.full((N_OPEN, 9), np.nan)
    visits = np.zeros((N_OPEN, 9), np.int32)
    memory = np.zeros((N_OPEN, 9, 3), np.int32)
    for position, cell, move in all_moves(slow.config.symmetry):
        q[position, cell] = slow.q[move]
        visits[position, cell] = slow.visits[move]
        if agent.memory is not None:
            memory[position, cell] = slow.memory[move]
    np.testing.assert_array_equal(agent.q.view(np.int64), q.view(np.int64))
    np.testing.assert_array_equal(agent.visits, visits)
    if agent.memory is not None:
        np.testing.assert_array_equal(agent.memory, memory)

    seen = set()
    child, game_offset = steps()
    for cells in slow.games:
        position, number = 0, 0
        for cell in cells:
            number += game_offset[position][cell]
            position = child[position][cell]
        if position >= N_OPEN:  # otherwise it was resigned
            seen.add(number)
    assert set(np.flatnonzero(np.unpackbits(agent.games_seen, bitorder="little"))) == seen
    stats = agent.stats
    assert stats.games == len(slow.games)
    assert stats.distinct_games == len(seen)
    assert {"X": stats.x_wins, "O": stats.o_wins, "draw": stats.draws} == slow.results
    assert stats.explorations == slow.explorations


def assert_learns_the_same(
    config: TrainingConfig, games: int, partner: Policy | None = None
) -> None:
    run, slow = TrainingRun(config, partner=partner), SlowLearner(config, partner)
    run.play(games)
    for _ in range(games):
        slow.play()
    assert_same(run.agent(), slow)
    assert run.epsilon == slow.epsilon


SINGLE_OPTIONS = [
    pytest.param(config, id=f"{rule}, {name}")
    for rule in RULES
    for name in OPTIONS
    if (config := without_contradiction(rule, name))
]


def test_every_rule_is_tested_with_all_its_options() -> None:
    refused_to_minimax_q = ["X learns", "O learns, X too weak", "rewards", "perfect partner"]
    refused_to_memory = ["sample averages", "move cost", "optimism", "backward", "replay"]
    refused_to_memory += ["rewards"]
    refused_to_matchboxes = [*refused_to_memory, "own rows", "first of ties"]
    refused = len(refused_to_minimax_q + refused_to_memory + refused_to_matchboxes)
    assert len(SINGLE_OPTIONS) == len(RULES) * len(OPTIONS) - refused


@pytest.mark.slow
@pytest.mark.parametrize("config", SINGLE_OPTIONS)
def test_the_kernels_learn_what_the_slow_learner_learns(config: TrainingConfig) -> None:
    assert_learns_the_same(config, 400)


def odd_policy() -> Policy:
    """Return a policy with some probabilities of 0, some of 1, and others in between."""
    chances = np.random.default_rng(1).exponential(size=(N_OPEN, 9)) ** 3
    chances[~legal() | (chances < 0.05)] = 0
    chances = np.where(chances.any(axis=1, keepdims=True), chances, legal())
    return np.asarray(chances / chances.sum(axis=1, keepdims=True))


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("option", ["plain", "own rows", "partners", "O learns, X too weak"])
def test_against_a_given_partner_the_kernels_learn_what_the_slow_learner_learns(
    rule: str, option: str
) -> None:
    config = without_contradiction(rule, option)
    for partner in (odd_policy(), minimax(), greedy(odd_policy(), "first").astype(int)):
        if config is not None:
            assert_learns_the_same(config, 300, partner)


@pytest.mark.slow
@given(
    st.sampled_from(list(RULES)), st.sets(st.sampled_from(sorted(OPTIONS)), min_size=2, max_size=5)
)
@settings(max_examples=30)
def test_options_go_together(rule: str, names: set[str]) -> None:
    config = without_contradiction(rule, *sorted(names))
    assume(config is not None)
    assert config is not None
    assert_learns_the_same(config, 100)


def test_experience_lowers_the_exploration_rate_step_by_step() -> None:
    steps = [(500, 1), (1_000, 1 / 2), (2_000, 1 / 3), (3_000, 1 / 5), (255_168, 1 / 10)]
    start = 0
    for end, chance in steps:
        for distinct_games in (start, end):
            assert epsilon_by_experience(distinct_games, 500) == chance
        start = end + 1
    for seen, chance in [(7, 1), (8, 1 / 2), (15, 1 / 3), (29, 1 / 5), (43, 1 / 10)]:
        assert epsilon_by_experience(seen, 7) == chance
        assert epsilon_by_experience(seen - 1, 7) > chance or seen == 7


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "symmetry"), [(r, s) for r in RULES for s in (True, False) if s or r != "matchboxes"]
)
def test_a_watched_game_is_learned_from_like_its_own(rule: str, symmetry: bool) -> None:
    config = TrainingConfig(rule=rule, symmetry=symmetry, alpha=0.3)
    run, slow = TrainingRun(config), SlowLearner(config)
    run.play(300)
    for _ in range(300):
        slow.play()
    cells = (4, 0, 8, 2, 1, 7, 3, 5, 6)
    played = [
        ("".join("XO"[cells.index(c) % 2] if c in cells[:ply] else "-" for c in range(9)), cell)
        for ply, cell in enumerate(cells)
    ]
    slow.learn(played, "draw", "XO")
    assert_same(learn_from_game(run.agent(), cells), slow)


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["minimax-q", "q-learning", "monte-carlo"])
@pytest.mark.parametrize("symmetry", [True, False])
def test_it_learns_from_people_as_the_adaptive_ai_does(rule: str, symmetry: bool) -> None:
    settings = InPlay(alpha=0.3, gamma=0.7)
    config = TrainingConfig(rule=rule, symmetry=symmetry, initial_value=0.25)
    run, slow = TrainingRun(config), SlowLearner(config)
    run.play(200)
    agent = replace(run.agent(), in_play=settings)
    for _ in range(200):
        slow.play()
    random = np.random.default_rng(1)
    games = []
    for _ in range(300):
        board, played = rules.EMPTY_BOARD, []
        while rules.outcome(board) is None:
            played.append((board, int(random.choice(rules.legal_moves(board)))))
            board = rules.play(*played[-1])
        slow.learn_in_play(played, str(rules.outcome(board)), settings)
        games.append([cell for _, cell in played])
    assert_same(learn_from_games(agent, games), slow)


@pytest.mark.slow
def test_a_pupil_goes_over_its_games_with_people() -> None:
    slow = SlowLearner(ttt.PRESETS["Newborn"])
    games = [(4, 1, 0, 8, 3, 5, 6), (0, 4, 8, 2, 6, 3, 7)]
    for cells in games:
        boards_before = [
            "".join("XO"[cells.index(c) % 2] if c in cells[:ply] else "-" for c in range(9))
            for ply in range(len(cells))
        ]
        played = list(zip(boards_before, cells, strict=True))
        slow.learn(played, "X", "XO")
        slow.follow_up(played, RULES_IN_PLAY["thinking-on"].follow_up_games)
    agent = learn_from_games(ttt.newborn(), games)
    assert_same(agent, slow)
    assert (agent.stats.games, agent.stats.explorations, agent.training) == (2, 0, ())


@pytest.mark.slow
@pytest.mark.parametrize("option", ["plain", "own rows", "backward", "move cost", "replay"])
def test_with_the_sign_reversed_the_kernels_learn_what_the_slow_learner_learns(option: str) -> None:
    config = TrainingConfig(seed=1, **OPTIONS[option])
    run, slow = TrainingRun(config, learning=PLUS_SIGN), SlowLearner(config)
    slow.sign = 1
    run.play(300)
    for _ in range(300):
        slow.play()
    assert_same_values(run, slow)
    with pytest.raises(ValueError, match="cannot be stored as an agent"):
        run.agent()


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["minimax-q", "q-learning", "monte-carlo"])
@pytest.mark.parametrize("option", ["plain", "own rows", "backward", "replay"])
def test_a_run_learns_from_given_games_like_its_own(rule: str, option: str) -> None:
    config = TrainingConfig(rule=rule, **OPTIONS[option])
    run, slow = TrainingRun(config), SlowLearner(config)
    for cells in [(4, 0, 8, 2, 1, 7, 3, 5, 6), (0, 4, 8, 2, 6, 3, 7), (0, 4, 1, 3, 8, 5)]:
        run.learn(cells)
        boards_before = [
            "".join("XO"[cells.index(c) % 2] if c in cells[:ply] else "-" for c in range(9))
            for ply in range(len(cells))
        ]
        result = str(rules.outcome(rules.play(boards_before[-1], cells[-1])))
        slow.learn(list(zip(boards_before, cells, strict=True)), result, "XO")
        slow.replay()
        assert_same_values(run, slow)
    with pytest.raises(ValueError, match="not finished"):
        run.learn((0, 1))
    with pytest.raises(ValueError, match="cannot be stored as an agent"):
        run.agent()


@pytest.mark.parametrize(
    ("rule", "replay"),
    [
        (rule, replay)
        for rule in RULES
        for replay in (0, 5)
        if rule not in ("reward-memory", "matchboxes") or not replay
    ],
)
def test_chunks_add_up_to_one_run(rule: str, replay: int) -> None:
    config = TrainingConfig(games=20_000, rule=rule, epsilon=0.2, replay=replay, random_share=0.3)
    small, large = (train(config, chunk=chunk) for chunk in (7, 20_000))
    assert small.stats == large.stats
    for name in ("q", "visits", "games_seen", "memory"):
        first, second = getattr(small, name), getattr(large, name)
        assert first is second is None or first.tobytes() == second.tobytes()


@pytest.mark.parametrize("symmetry", [True, False])
def test_layout_lists_the_moves_of_the_graph(symmetry: bool) -> None:
    lists, slots = layout(symmetry), slots_of(symmetry)
    for position in range(N_OPEN):
        n_moves = lists.n_moves[position]
        cells = lists.cell[position, :n_moves]
        assert sorted(cells) == np.flatnonzero(legal()[position]).tolist()
        for name in ("child", "game_offset"):
            listed = getattr(lists, name)[position, :n_moves]
            assert listed.tolist() == getattr(graph(), name)[position, cells].tolist()
        slot = lists.slot[position, :n_moves]
        assert slot.tolist() == slots[position, cells].tolist()
        row = slot[0] // 9
        assert slot.tolist() == lists.slot[row, :n_moves].tolist(), (
            "equivalent positions list them alike"
        )
        assert n_moves == lists.n_moves[row]
        for child, child_row in zip(
            lists.child[position, :n_moves], lists.child_row[position, :n_moves], strict=True
        ):
            assert child_row == (lists.slot[child, 0] // 9 if child < N_OPEN else 0)


@pytest.mark.parametrize("symmetry", [True, False])
def test_choices_are_all_the_best_moves_of_a_row(symmetry: bool) -> None:
    lists = layout(symmetry)
    q = np.random.default_rng(1).integers(-2, 3, N_OPEN * 9).astype(float)
    choices = kernels.choices_by(lists, q)
    for row in range(N_OPEN):
        values = q[lists.slot[row, : lists.n_moves[row]]]
        best = np.flatnonzero(values == values.max())
        assert choices.value[row] == values.max()
        assert choices.tied[row, : choices.n_tied[row]].tolist() == best.tolist()


def test_the_published_results_of_two_tables_are_reproduced() -> None:
    """Published: X wins 5.22%, O 2.91%, 91.9% are drawn."""
    for seed in range(20):
        config = TrainingConfig(
            games=100_000,
            seed=seed,
            alpha=0.5,
            gamma=0.5,
            epsilon=0.5,
            epsilon_decay=0.99,
            epsilon_floor=0,
            symmetry=False,
        )
        stats = train(config).stats
        assert stats.x_wins / stats.games == pytest.approx(0.052, abs=0.002)
        assert stats.o_wins / stats.games == pytest.approx(0.029, abs=0.0015)
        assert stats.draws / stats.games == pytest.approx(0.919, abs=0.0025)


def test_arrays_are_not_leaked() -> None:
    """The kernels do not count references, so none may be left over."""
    run = TrainingRun(TrainingConfig(symmetry=True))
    before = [sys.getrefcount(array) for array in layout(True)]
    for _ in range(100):
        run.play(1)
    assert [sys.getrefcount(array) for array in layout(True)] == before
