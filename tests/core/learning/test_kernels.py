"""The kernels, compared with the slow learner."""

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import ttt_core as ttt
from tests.core.learning.slow_learner import Move, SlowLearner, as_table, outcome
from ttt_core.evaluation.mixture import Mixture
from ttt_core.evaluation.policy import Policy, greedy, minimax
from ttt_core.game.graph import N_OPEN, boards, graph, layout, legal, walk
from ttt_core.learning import new_pupil
from ttt_core.learning.agent import Agent, InPlay
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.rules import PLUS_SIGN, RULES, RULES_IN_PLAY
from ttt_core.learning.training import TrainingRun, learn_from_games
from ttt_core.random_numbers import below, random_bits, unit

TABLE_RULES = [name for name, rule in RULES.items() if rule.kind != "network"]
"""`test_network` is about the others."""
THOROUGH = pytest.mark.thorough
OPTIONS: dict[str, dict[str, Any]] = {
    "plain": {"epsilon": 0.2},
    "own rows": {"symmetry": False, "epsilon": 0.2},
    "decay to a floor": {"epsilon": 0.9, "epsilon_decay": 0.95, "epsilon_floor": 0.05},
    "linear": {"epsilon": 0.9, "epsilon_course": "linear", "epsilon_decay": 0.98},
    "harmonic": {"epsilon_course": "harmonic", "epsilon_decay": 0.8, "epsilon_floor": 0.05},
    "greedy": {"epsilon": 0, "epsilon_floor": 0},
    "first of ties": {"ties": "first", "epsilon": 0.2},
    "experience": {"exploration": "experience"},
    "quick experience": {"exploration": "experience", "experience_games": 15},
    "least-visited": {"exploration": "least-visited", "epsilon": 0.5},
    "partners": {"random_share": 0.4, "minimax_share": 0.3, "epsilon": 0.2},
    "X learns": {"learns": "X"},
    "O learns, X too weak": {"learns": "O", "random_share": 0.7},
    "sample averages": {"step_size": "sample-average"},
    "best ever": {"best_ever": True},
    "rewards": {"reward_win": 2.5, "reward_draw": 0.3, "reward_loss": -0.7},
    "rewards for X": {"rewards_for": "X", "reward_draw": 0.3},
    "move cost": {"move_cost": 0.0625},
    "gamma": {"gamma": 0.3, "alpha": 1},
    "optimism": {"initial_value": 1.5, "epsilon": 0.1},
    "backward": {"backward": True, "epsilon": 0.2},
    "weights": {"weight_win": 40, "weight_draw": -3.5, "weight_loss": -60, "reward_base": 1.5},
    "absolute": {"score": "absolute"},
    "lessons": {"lessons": 60},
    "replay": {"replay": 7, "replay_size": 50, "alpha": 0.3, "epsilon": 0.2},
    "more beads": {"beads": "simulation"},
    "other rewards in beads": {"beads_win": 2, "beads_draw": -2, "beads_loss": -3},
    "perfect partner": {"minimax_share": 1.0, "learns": "X", "epsilon": 0.2},
    "traces": {"trace_decay": 0.7, "epsilon": 0.2},
    "traces backward": {"trace_decay": 0.3, "backward": True, "epsilon": 0.2},
    "exploring teaches": {"explore_learns": True, "epsilon": 0.4},
}


def without_contradiction(rule: str, *names: str) -> TrainingConfig | None:
    """Return a configuration with some options, or None if the rule forbids them."""
    fields = {name: value for option in names for name, value in OPTIONS[option].items()}
    try:
        return TrainingConfig(rule=rule, seed=len(names), **fields)
    except ValueError:
        return None


def assert_same_values(learned: TrainingRun | Agent, slow: SlowLearner) -> None:
    """Check that every value and visit count equals the slow learner's exactly."""
    q = as_table(slow.q, slow.config.symmetry, np.nan)
    visits = as_table(slow.visits, slow.config.symmetry, 0)
    np.testing.assert_array_equal(learned.q.view(np.int64), q.view(np.int64))
    np.testing.assert_array_equal(learned.visits, visits)


def assert_same(agent: Agent, slow: SlowLearner) -> None:
    """Check that everything it has learned, and every count, equals the slow learner's exactly."""
    assert_same_values(agent, slow)
    if agent.memory is not None:
        memory = as_table(slow.memory, slow.config.symmetry, 0)
        np.testing.assert_array_equal(agent.memory, memory)
    seen = set()
    for cells in slow.games:
        *before, end = walk(cells)
        if end >= N_OPEN:  # otherwise it was resigned
            seen.add(graph().game_offset[before, cells].sum())
    assert set(np.flatnonzero(np.unpackbits(agent.games_seen, bitorder="little"))) == seen
    stats = agent.stats
    assert stats.games == len(slow.games)
    assert stats.distinct_games == len(seen)
    assert {"X": stats.x_wins, "O": stats.o_wins, "draw": stats.draws} == slow.results
    assert stats.explorations == slow.explorations


def both_after(
    games: int, config: TrainingConfig, partner: Policy | Mixture | None = None
) -> tuple[TrainingRun, SlowLearner]:
    """Return the kernels' run and the slow learner after the same number of games."""
    run, slow = TrainingRun(config, partner=partner), SlowLearner(config, partner)
    run.play(games)
    for _ in range(games):
        slow.play()
    return run, slow


def assert_learns_the_same(
    config: TrainingConfig, games: int, partner: Policy | Mixture | None = None
) -> None:
    run, slow = both_after(games, config, partner)
    assert_same(run.agent(), slow)
    assert run.epsilon == slow.epsilon


def moves_of(cells: Sequence[int]) -> tuple[list[Move], str]:
    """Return the moves of a finished game, and its result."""
    places = [boards()[position] for position in walk(cells)]
    return list(zip(places, cells, strict=False)), str(outcome(places[-1]))


PAIRS = {
    (rule, name): config
    for rule in TABLE_RULES
    for name in OPTIONS
    if (config := without_contradiction(rule, name))
}
"""Every rule with every option that it allows."""
QUICK = {
    min(
        (pair for pair in PAIRS if pair[1] == name),
        key=lambda pair: (TABLE_RULES.index(pair[0]) - number) % len(TABLE_RULES),
    )
    for number, name in enumerate(OPTIONS)
}
"""Every option once, with the rules in turn."""


def test_every_rule_and_every_option_is_tested() -> None:
    assert {name for _, name in PAIRS} == {*OPTIONS}
    assert {rule for rule, _ in QUICK} == {*TABLE_RULES}
    assert min(Counter(rule for rule, _ in PAIRS).values()) > 10


@pytest.mark.slow
@pytest.mark.parametrize(
    "config",
    [
        pytest.param(config, id=", ".join(pair), marks=() if pair in QUICK else THOROUGH)
        for pair, config in PAIRS.items()
    ],
)
def test_the_kernels_learn_what_the_slow_learner_learns(config: TrainingConfig) -> None:
    assert_learns_the_same(config, 100)


@pytest.mark.slow
@pytest.mark.parametrize("learns", ["both", "X"])
@pytest.mark.parametrize(
    "rule", ["sarsa", *(pytest.param(r, marks=THOROUGH) for r in ("afterstates", "matchboxes"))]
)
def test_lessons_change_sides_and_end(rule: str, learns: str) -> None:
    config = TrainingConfig(rule=rule, learns=learns, lessons=210, exploration="experience")
    assert_learns_the_same(config, 230, odd_policy() if learns == "X" else None)


def odd_policy() -> Policy:
    """Return a policy with some probabilities of 0, some of 1, and others in between."""
    chances = np.random.default_rng(1).exponential(size=(N_OPEN, 9)) ** 3
    chances[~legal() | (chances < 0.05)] = 0
    chances = np.where(chances.any(axis=1, keepdims=True), chances, legal())
    return np.asarray(chances / chances.sum(axis=1, keepdims=True))


@pytest.mark.slow
@pytest.mark.parametrize("rule", TABLE_RULES)
@pytest.mark.parametrize(
    "option",
    [
        "partners",
        *(pytest.param(name, marks=THOROUGH) for name in ("own rows", "O learns, X too weak")),
    ],
)
def test_against_a_given_partner_the_kernels_learn_what_the_slow_learner_learns(
    rule: str, option: str
) -> None:
    sure = greedy(odd_policy(), "first").astype(int)
    if config := without_contradiction(rule, option):
        partner = Mixture([minimax(), odd_policy(), sure], [1, 2.5, 0.5])
        assert_learns_the_same(config, 100, partner)


@pytest.mark.slow
@given(
    st.sampled_from(TABLE_RULES), st.sets(st.sampled_from(sorted(OPTIONS)), min_size=2, max_size=5)
)
@settings(max_examples=max(5, settings().max_examples // 5))
def test_options_go_together(rule: str, names: set[str]) -> None:
    config = without_contradiction(rule, *sorted(names))
    assume(config is not None)
    assert_learns_the_same(config, 100)


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["minimax-q", "q-learning", "monte-carlo"])
@pytest.mark.parametrize("symmetry", [True, False])
def test_it_learns_from_people_as_the_adaptive_ai_does(rule: str, symmetry: bool) -> None:
    settings = InPlay(alpha=0.3, gamma=0.7)
    config = TrainingConfig(rule=rule, symmetry=symmetry, initial_value=0.25)
    run, slow = both_after(100, config)
    agent = replace(run.agent(), in_play=settings)
    games = ttt.play_games(ttt.uniform(), ttt.uniform(), 150, np.random.default_rng(1))
    for cells in games:
        slow.learn_in_play(*moves_of(cells), settings)
    assert_same(learn_from_games(agent, games), slow)


@pytest.mark.slow
def test_a_pupil_goes_over_its_games_with_people() -> None:
    slow = SlowLearner(ttt.PRESETS["Newborn"])
    games = [(4, 1, 0, 8, 3, 5, 6), (0, 4, 8, 2, 6, 3, 7)]
    for cells in games:
        played, result = moves_of(cells)
        slow.learn(played, result, "XO")
        slow.follow_up(played, RULES_IN_PLAY["thinking-on"].going_over_games)
    agent = learn_from_games(new_pupil(), games)
    assert_same(agent, slow)
    assert (agent.stats.games, agent.stats.explorations, agent.training) == (2, 0, ())


@pytest.mark.slow
@pytest.mark.parametrize("option", ["plain", "own rows", "backward", "move cost", "replay"])
def test_with_the_sign_reversed_the_kernels_learn_what_the_slow_learner_learns(option: str) -> None:
    config = TrainingConfig(seed=1, **OPTIONS[option])
    run, slow = TrainingRun(config, learning=PLUS_SIGN), SlowLearner(config)
    slow.sign = 1
    run.play(100)
    for _ in range(100):
        slow.play()
    assert_same_values(run, slow)
    with pytest.raises(ValueError, match="cannot be stored as an agent"):
        run.agent()


GAMES = [(4, 0, 8, 2, 1, 7, 3, 5, 6), (0, 4, 8, 2, 6, 3, 7), (0, 4, 1, 3, 8, 5)]


@pytest.mark.parametrize("rule", TABLE_RULES)
def test_a_watched_game_is_learned_from_like_its_own(rule: str) -> None:
    slow = SlowLearner(TrainingConfig(rule=rule, alpha=0.3))
    for cells in GAMES:
        slow.learn(*moves_of(cells), "XO")
    agent = replace(TrainingRun(slow.config).agent(), training=(slow.config,))
    assert_same(learn_from_games(agent, GAMES), slow)


@pytest.mark.parametrize("rule", ["minimax-q", "q-learning", "monte-carlo"])
@pytest.mark.parametrize("option", ["own rows", "backward", "replay"])
def test_a_run_learns_from_given_games_like_its_own(rule: str, option: str) -> None:
    config = TrainingConfig(rule=rule, **OPTIONS[option])
    run, slow = TrainingRun(config), SlowLearner(config)
    for cells in GAMES:
        run.learn(cells)
        slow.learn(*moves_of(cells), "XO")
        slow.replay()
    assert_same_values(run, slow)
    with pytest.raises(ValueError, match="not finished"):
        run.learn((0, 1))
    with pytest.raises(ValueError, match="cannot be stored as an agent"):
        run.agent()


def test_arrays_are_not_leaked() -> None:
    """The kernels do not count references, so none may be left over."""
    run = TrainingRun(TrainingConfig(symmetry=True))
    before = [sys.getrefcount(array) for array in layout(True)]
    for _ in range(100):
        run.play(1)
    assert [sys.getrefcount(array) for array in layout(True)] == before


def test_random_numbers_are_those_of_splitmix() -> None:
    """The first numbers from seed 1234567, as Rosetta Code lists them."""
    state, drawn = 1234567, []
    for _ in range(3):
        with np.errstate(over="ignore"):  # numbers wrap around, as in a loop
            bits, state = random_bits(np.uint64(state))
        drawn.append(bits)
    assert drawn == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    bits = np.uint64(2**63 + 2**31)
    assert unit(bits) == 0.5
    assert [below(bits, n) for n in range(1, 10)] == [n // 2 for n in range(1, 10)]
    assert unit(np.uint64(2**64 - 1)) < 1
