"""Every agent that can be made is written and read back identically; others are refused."""

import datetime as dt
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import ttt_core as ttt
from tests.core.files.sample_files import assert_same
from ttt_core.game.graph import N_OPEN, legal
from ttt_core.learning.config import MAX_RUNS
from ttt_core.learning.reward_memory import memory_scores, most_rewards
from ttt_core.learning.soundness import MAX_COUNT, MAX_VALUE, SEEN_BYTES

PLAIN = ttt.untrained()
MEMORY = ttt.untrained(kind="reward-memory")
ONE_GAME = ttt.TrainingConfig(games=1)
FULL = np.where(legal(), MAX_COUNT, 0).astype(np.int32)
TIE = (4, 0, 2, 6, 3, 5, 1, 7, 8)


def changed(array: np.ndarray, place: Any, value: float) -> np.ndarray:
    array = array.copy()
    array[place] = value
    return array


def assert_comes_back(agent: ttt.Agent) -> None:
    loaded = ttt.read_any(ttt.dump_agent(agent))
    assert_same(loaded.agent, agent)
    assert loaded.notes == ()


NOT_SOUND: dict[str, Callable[[], ttt.Agent]] = {
    "level": lambda: replace(PLAIN, level="Hard"),
    "kind": lambda: replace(PLAIN, kind="network"),
    "name": lambda: replace(PLAIN, name=None),
    "infinite value": lambda: replace(PLAIN, q=changed(PLAIN.q, (0, 0), np.inf)),
    "value too large": lambda: replace(PLAIN, q=changed(PLAIN.q, (0, 0), -MAX_VALUE - 1)),
    "infinite value of a taken cell": lambda: replace(PLAIN, q=np.where(legal(), 0, np.inf)),
    "float32": lambda: replace(PLAIN, q=PLAIN.q.astype(np.float32)),
    "short table": lambda: replace(PLAIN, q=PLAIN.q[:10]),
    "list": lambda: replace(PLAIN, q=PLAIN.q.tolist()),
    "many visits": lambda: replace(PLAIN, visits=changed(PLAIN.visits, (0, 0), MAX_COUNT + 1)),
    "fewer than no visits": lambda: replace(PLAIN, visits=changed(PLAIN.visits, (0, 0), -1)),
    "wide visits": lambda: replace(PLAIN, visits=PLAIN.visits.astype(np.int64)),
    "too many runs": lambda: replace(PLAIN, training=(ONE_GAME,) * (MAX_RUNS + 1)),
    "list of runs": lambda: replace(PLAIN, training=[ONE_GAME]),
    "runs of another kind": lambda: replace(PLAIN, training=(1,)),
    "large counts": lambda: replace(PLAIN, stats=ttt.Stats(games=2**31, draws=2**31)),
    "counts of NumPy": lambda: replace(PLAIN, stats=ttt.Stats(games=np.int64(1), draws=1)),
    "float count": lambda: replace(PLAIN, stats=ttt.Stats(explorations=0.5)),
    "more games seen": lambda: replace(PLAIN, games_seen=np.ones(SEEN_BYTES, np.uint8)),
    "few bits": lambda: replace(PLAIN, games_seen=np.zeros(7, np.uint8)),
    "no time zone": lambda: replace(PLAIN, created=dt.datetime(2026, 1, 2)),
    "no time": lambda: replace(PLAIN, created="2026-01-02"),
    "before all time": lambda: replace(
        PLAIN, created=dt.datetime.min.replace(tzinfo=dt.timezone(dt.timedelta(hours=9)))
    ),
    "memory in a table": lambda: replace(PLAIN, memory=MEMORY.memory),
    "no memory": lambda: replace(MEMORY, memory=None),
    "scores of another memory": lambda: replace(MEMORY, q=changed(MEMORY.q, (0, 0), 1.0)),
    "reward below 0": lambda: remembering(changed(MEMORY.memory, (0, 0, 0), -1)),
    "reward too large": lambda: remembering(changed(MEMORY.memory, (0, 0, 0), 2**31 - 1)),
    "reward of a taken cell": lambda: remembering(np.ones((N_OPEN, 9, 3), np.int32)),
}


def remembering(memory: np.ndarray, **more: Any) -> ttt.Agent:
    return replace(MEMORY, memory=memory, q=memory_scores(memory, MEMORY.config), **more)


@pytest.mark.parametrize("make", NOT_SOUND.values(), ids=NOT_SOUND)
def test_an_agent_that_no_file_can_contain_cannot_be_made(make: Callable[[], ttt.Agent]) -> None:
    with pytest.raises(ValueError, match=r"\.$") as caught:
        make()
    assert not isinstance(caught.value, ttt.AgentFileError)


UTC_OFFSETS = some.timedeltas(dt.timedelta(hours=-23), dt.timedelta(hours=23)).map(dt.timezone)
RESULTS = some.integers(0, MAX_COUNT // 3)
RUNS = some.lists(
    some.builds(
        ttt.TrainingConfig,
        games=some.integers(1, 10**7),
        seed=some.integers(0, 2**63 - 1),
        alpha=some.floats(0, 1, exclude_min=True),
        initial_value=some.floats(-1000, 1000),
    ),
    max_size=3,
)


@pytest.mark.slow
@settings(max_examples=30)
@given(some.data())
def test_any_agent_that_can_be_made_is_read_back(data: some.DataObject) -> None:
    draw = data.draw
    q, visits = PLAIN.q.copy(), PLAIN.visits.copy()
    for position in draw(some.lists(some.integers(0, N_OPEN - 1), max_size=4)):
        free = np.flatnonzero(legal()[position])
        q[position, free] = [draw(some.floats(allow_nan=False, width=64)) for _ in free]
        visits[position, draw(some.integers(0, 8))] = draw(some.integers(-1, 2**31 - 1))
    seen = np.zeros(SEEN_BYTES, np.uint8)
    seen[draw(some.lists(some.integers(0, SEEN_BYTES - 1), max_size=3))] = 0x81
    wins, losses, draws = draw(RESULTS), draw(RESULTS), draw(RESULTS)
    try:
        agent = replace(
            PLAIN,
            name=draw(some.text(max_size=70)),
            q=draw(some.sampled_from([q, PLAIN.q, q.clip(-MAX_VALUE, MAX_VALUE)])),
            visits=draw(some.sampled_from([visits, PLAIN.visits])),
            games_seen=seen,
            training=tuple(draw(RUNS)),
            level=draw(some.sampled_from(["Beginner", "Intermediate", "Expert", "Custom", "Hard"])),
            stats=ttt.Stats(
                wins + losses + draws,
                *(wins, losses, draws, draw(some.integers(-1, 2**31))),
                draw(some.sampled_from([0, int(np.bitwise_count(seen).sum())])),
            ),
            created=draw(some.datetimes(timezones=some.none() | UTC_OFFSETS)),
        )
    except ValueError:
        return
    assert_comes_back(agent)


@pytest.mark.thorough
def test_the_largest_agents_are_read_back() -> None:
    long_run = ttt.TrainingConfig(
        games=10_000,
        seed=2**63 - 1,
        epsilon=1 / 3 * 1e-5,
        epsilon_decay=1 - 2**-53,
        epsilon_floor=1 / 7 * 1e-9,
        exploration="least-visited",
        random_share=1 / 3 * 1e-9,
        minimax_share=1 / 7 * 1e-9,
        rule="reward-memory",
    )
    of_a_table = {
        **dict.fromkeys(("alpha", "gamma"), 1 / 3 * 1e-5),
        **dict.fromkeys(("initial_value", "reward_win", "reward_draw", "reward_loss"), -1000 / 3),
    }
    seen = np.frombuffer(np.random.default_rng(1).bytes(SEEN_BYTES), np.uint8)
    distinct = int(np.bitwise_count(seen).sum())
    agent = replace(
        PLAIN,
        name="\u2603" * 60,
        q=np.where(legal(), np.nextafter(-1e6, 0), np.nan),
        visits=FULL,
        games_seen=seen,
        training=(replace(long_run, rule="q-learning", replay=1_000, **of_a_table),) * MAX_RUNS,
        stats=ttt.Stats(MAX_COUNT, MAX_COUNT, 0, 0, MAX_COUNT, distinct),
    )
    assert_comes_back(agent)
    memory = remembering(
        everywhere_rewarded(MAX_COUNT),
        visits=FULL,
        stats=ttt.Stats(MAX_COUNT, 0, 0, MAX_COUNT),
        training=(long_run,) * MAX_RUNS,
    )
    assert_comes_back(memory)


def everywhere_rewarded(reward: int) -> np.ndarray:
    return np.repeat(np.where(legal(), reward, 0)[..., None], 3, axis=2).astype(np.int32)


@pytest.mark.thorough
def test_an_agent_can_be_trained_ten_thousand_times() -> None:
    runs = MAX_RUNS - 1
    agent = replace(PLAIN, training=(ONE_GAME,) * runs, stats=ttt.Stats(runs, runs))
    last = ttt.train(ONE_GAME, agent)
    assert_comes_back(last)
    with pytest.raises(ValueError, match="at most 10,000 times"):
        ttt.train(ONE_GAME, last)
    assert_comes_back(ttt.learn_from_game(last, TIE))


# A file may contain values at their limits; learning from there must still give a valid agent.


@pytest.mark.slow
@pytest.mark.parametrize("value", [MAX_VALUE, -MAX_VALUE])
@pytest.mark.parametrize("rule", ["minimax-q", "q-learning", "monte-carlo"])
def test_learning_continues_from_the_largest_values(rule: str, value: float) -> None:
    config = ttt.TrainingConfig(games=200, rule=rule, gamma=1.0, move_cost=1.0, alpha=1.0)
    start = replace(PLAIN, q=np.where(legal(), value, np.nan), visits=FULL, training=(config,))
    trained = ttt.train(config, start)
    assert_comes_back(trained)
    for agent in (trained, ttt.learn_from_game(start, TIE)):
        assert np.nanmax(np.abs(agent.q)) == MAX_VALUE
        assert agent.visits.max() == MAX_COUNT


def test_full_counters_stay_at_their_limit() -> None:
    full = replace(PLAIN, stats=ttt.Stats(MAX_COUNT, MAX_COUNT, 0, 0, MAX_COUNT))
    learned = ttt.learn_from_game(full, TIE)
    assert learned.stats == replace(full.stats, distinct_games=1)
    explorer = replace(PLAIN, stats=ttt.Stats(explorations=MAX_COUNT))
    trained = ttt.train(ttt.TrainingConfig(games=10), explorer)
    assert (trained.stats.games, trained.stats.explorations) == (10, MAX_COUNT)
    for agent in (learned, trained):
        assert_comes_back(agent)


@pytest.mark.thorough
def test_a_full_memory_leaves_room_for_more_games() -> None:
    agent = remembering(everywhere_rewarded(most_rewards(0)))
    for games in range(3):
        agent = ttt.learn_from_game(agent, (0, 3, 1, 4, 2))
        assert agent.stats.games == games + 1
        assert_comes_back(agent)
    config = ttt.TrainingConfig(games=2_000, rule="reward-memory")
    assert_comes_back(ttt.train(config, agent))


def test_cells_may_be_numbers_of_numpy() -> None:
    learned = ttt.learn_from_game(PLAIN, np.array([0, 3, 1, 4, 2]))
    assert_comes_back(learned)
    assert json.loads(ttt.dump_agent(learned))["stats"]["games"] == 1
