from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.game.graph import legal
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
    for games in (0, 10, 300, 301, 550, 600, 599, 500, 299, 0):
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
        name: lambda config=config: ttt.train(replace(config, games=30))
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


@pytest.mark.parametrize("make", WAYS.values(), ids=WAYS)
def test_an_agent_made_by_its_runs_alone_matches_exactly(make: Callable[[], ttt.Agent]) -> None:
    agent = make()
    loaded = from_file(agent)
    assert (agent.reproducible, loaded.reproducible) == (True, False)
    assert is_reproduced(loaded)


def with_entry(array: np.ndarray, place: tuple[int, ...], value: float) -> np.ndarray:
    changed = array.copy()
    changed[place] = value
    return changed


def test_every_change_is_found() -> None:
    agent, memory = ttt.train(CONFIG), ttt.train(replace(MEMORY, weight_draw=0.0))
    unseen = (
        int(np.flatnonzero(~agent.known)[0]),
        int(legal()[np.flatnonzero(~agent.known)[0]].argmax()),
    )
    more_draws = with_entry(memory.memory, (0, 4, 2), memory.memory[0, 4, 2] + 1)
    assert is_reproduced(agent)
    assert is_reproduced(memory)
    for other in (
        *(replace(agent, q=with_entry(agent.q, unseen, value)) for value in (5e-324, 0.25, -0.0)),
        replace(agent, visits=with_entry(agent.visits, (0, 4), agent.visits[0, 4] + 1)),
        # The scores do not show this one.
        replace(memory, memory=more_draws, q=memory_scores(more_draws, memory.config)),
        replace(agent, training=(replace(CONFIG, seed=2),)),
        replace(agent, stats=replace(agent.stats, explorations=0)),
        replace(agent, in_play=InPlay()),
        replace(agent, stats=ttt.Stats(games=1, draws=1), games_seen=0 * agent.games_seen),
    ):
        assert not is_reproduced(other)


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
