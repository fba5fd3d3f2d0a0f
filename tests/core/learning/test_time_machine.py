from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.game.graph import boards, legal
from ttt_core.learning import new_pupil
from ttt_core.learning.agent import InPlay
from ttt_core.learning.reward_memory import memory_scores
from ttt_core.learning.time_machine import Obstacle, TimeMachine, is_reproduced, obstacle

RUNS = [
    ttt.TrainingConfig(games=300, seed=1, epsilon_decay=0.99),
    ttt.TrainingConfig(games=200, seed=2, replay=5),
    ttt.TrainingConfig(games=100, seed=3, rule="q-learning", symmetry=False),
]
START = ttt.train(ttt.TrainingConfig(games=50, seed=9))


@pytest.mark.parametrize("start", [None, START], ids=["from nothing", "going on"])
def test_it_returns_the_agent_as_it_was(start: ttt.Agent | None) -> None:
    machine = TimeMachine(RUNS, start)
    for games in (0, 10, 300, 301, 500, 550, 600, 600, 599, 500, 300, 299, 1, 0):
        agent, left = start or ttt.untrained(), games
        for run in RUNS:
            if left:
                agent = ttt.train(replace(run, games=min(left, run.games)), agent)
                left -= min(left, run.games)
        seen = machine.agent_after(games)
        assert seen.q.tobytes() == agent.q.tobytes()
        assert seen.visits.tobytes() == agent.visits.tobytes()
        assert seen.stats == agent.stats


# Check: whether an agent is exactly what its runs produce


CONFIG = ttt.TrainingConfig(games=100, seed=1)
MEMORY = replace(CONFIG, rule="reward-memory")
BOXES = replace(CONFIG, rule="matchboxes", games=50)
NETWORK = replace(CONFIG, rule="network", hidden_units=5, games=50)
TEACHING = (0, 3, 1, 4, 2)


def from_file(agent: ttt.Agent) -> ttt.Agent:
    return ttt.load_agent(ttt.dump_agent(agent))


def in_several_runs(*runs: ttt.TrainingConfig) -> ttt.Agent:
    agent = None
    for run in runs:
        agent = ttt.train(run, agent)
    return agent


WAYS: dict[str, Callable[[], ttt.Agent]] = {
    **{
        name: lambda config=config: ttt.train(
            replace(config, games=min(config.games, 50 if config.rule == "network" else 100))
        )
        for name, config in ttt.PRESETS.items()
    },
    "several runs": lambda: in_several_runs(
        CONFIG, replace(CONFIG, seed=2, rule="q-learning"), replace(CONFIG, games=1, symmetry=False)
    ),
    "memory in two runs": lambda: in_several_runs(MEMORY, replace(MEMORY, seed=5, weight_win=3.0)),
    "boxes in two runs": lambda: in_several_runs(BOXES, replace(BOXES, seed=5)),
    "network in two runs": lambda: in_several_runs(NETWORK, replace(NETWORK, seed=5)),
    "stopped on the way": lambda: ttt.train(CONFIG, progress=lambda games: games < 50, chunk=25),
    "initial value": lambda: ttt.train(replace(CONFIG, initial_value=-0.0, epsilon_decay=0.999)),
    "replay": lambda: ttt.train(replace(CONFIG, replay=30)),
}


@pytest.mark.slow
@pytest.mark.parametrize("make", WAYS.values(), ids=WAYS)
def test_an_agent_made_by_its_runs_alone_matches_exactly(make: Callable[[], ttt.Agent]) -> None:
    agent = make()
    loaded = from_file(agent)
    assert (agent.reproducible, loaded.reproducible) == (True, False)
    assert is_reproduced(loaded)


@pytest.mark.parametrize("by", [5e-324, 1e-9, 0.25])
def test_a_changed_value_is_found(by: float) -> None:
    agent = ttt.train(replace(CONFIG, symmetry=False))
    q, place = agent.q.copy(), boards().index("XO-------")
    q[place, 8] = 0.0  # even the smallest number differs from 0
    zero = replace(agent, q=q.copy())
    q[place, 8] = by
    assert is_reproduced(zero) == (zero.fingerprint == agent.fingerprint)
    assert not is_reproduced(replace(agent, q=q))


def test_a_negative_zero_is_not_zero() -> None:
    agent = ttt.train(CONFIG)
    unseen = int(np.flatnonzero(~agent.known)[0])
    q = agent.q.copy()
    q[unseen, legal()[unseen]] = -0.0
    assert not is_reproduced(replace(agent, q=q))


def test_a_changed_visit_count_is_found() -> None:
    agent = ttt.train(CONFIG)
    visits = agent.visits.copy()
    visits[0, 4] += 1
    assert not is_reproduced(replace(agent, visits=visits))


def test_a_changed_memory_is_found_even_where_the_scores_do_not_show_it() -> None:
    agent = ttt.train(replace(MEMORY, weight_draw=0.0))
    memory = agent.memory.copy()
    memory[0, 4, 2] += 1
    assert not is_reproduced(replace(agent, memory=memory, q=memory_scores(memory, agent.config)))


def test_another_seed_gives_another_agent() -> None:
    agent = ttt.train(CONFIG)
    assert not is_reproduced(replace(agent, training=(replace(CONFIG, seed=2),)))


def test_game_counts_and_play_settings_are_compared_too() -> None:
    agent = ttt.train(CONFIG)
    assert is_reproduced(agent)
    assert not is_reproduced(replace(agent, stats=replace(agent.stats, explorations=0)))
    assert not is_reproduced(replace(agent, in_play=InPlay()))
    fewer = ttt.Stats(games=1, draws=1)
    emptied = replace(agent, stats=fewer, games_seen=np.zeros_like(agent.games_seen))
    assert not is_reproduced(emptied)


OBSTACLES: dict[Obstacle, Callable[[], ttt.Agent]] = {
    "untrained": ttt.untrained,
    "people": lambda: ttt.learn_from_game(ttt.train(CONFIG), TEACHING),
    "partner": lambda: ttt.train(CONFIG, partner=ttt.untrained()),
    "elsewhere": lambda: replace(ttt.train(CONFIG), trained_elsewhere=CONFIG),
}


@pytest.mark.parametrize(("why", "make"), OBSTACLES.items(), ids=OBSTACLES)
def test_it_says_why_it_cannot_be_checked(why: Obstacle, make: Callable[[], ttt.Agent]) -> None:
    agent = make()
    assert obstacle(agent) == obstacle(from_file(agent)) == why
    with pytest.raises(ValueError, match="outside its training runs"):
        is_reproduced(agent)


def test_agents_trained_from_scratch_are_and_stay_reproducible() -> None:
    agent = ttt.train(CONFIG)
    for same in (
        replace(agent, name="Ada", level="Expert"),
        ttt.train(CONFIG, agent),
        ttt.TimeMachine((CONFIG,)).agent_after(7),
        ttt.train(CONFIG, replace(from_file(agent), reproducible=True)),
    ):
        assert same.reproducible
    for other in (
        from_file(agent),
        ttt.untrained(),
        new_pupil(),
        ttt.train(CONFIG, from_file(agent)),
        ttt.train(CONFIG, new_pupil()),
        ttt.train(CONFIG, partner=agent),
        ttt.train(CONFIG, agent, partner=agent),
        ttt.learn_from_game(agent, TEACHING),
        ttt.train(CONFIG, ttt.learn_from_game(agent, TEACHING)),
    ):
        assert not other.reproducible
