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


def in_several_runs(runs: list[ttt.TrainingConfig], start: ttt.Agent | None) -> ttt.Agent:
    for run in runs:
        start = ttt.train(run, start)
    return start or ttt.untrained()


@pytest.mark.parametrize("start", [None, START], ids=["from nothing", "going on"])
def test_it_returns_the_agent_as_it_was(start: ttt.Agent | None) -> None:
    machine = TimeMachine(RUNS, start)
    for lengths in ([], [10], [300], [300, 1], [300, 200, 100], [300, 200, 50], [300, 200], [299]):
        runs = [replace(run, games=n) for run, n in zip(RUNS, lengths, strict=False)]
        agent, seen = in_several_runs(runs, start), machine.agent_after(sum(lengths))
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


WAYS = {
    **{name: [replace(preset, games=30)] for name, preset in ttt.PRESETS.items()},
    "several": [CONFIG, replace(CONFIG, rule="q-learning"), replace(CONFIG, symmetry=False)],
    "memory in two runs": [MEMORY, replace(MEMORY, seed=5, weight_win=3.0)],
    "boxes in two runs": [BOXES, BOXES],
    "network in two runs": [NETWORK, NETWORK],
    "initial value": [replace(CONFIG, initial_value=-0.0, epsilon_decay=0.999)],
    "replay": [replace(CONFIG, replay=30)],
}


@pytest.mark.parametrize("runs", WAYS.values(), ids=WAYS)
def test_an_agent_made_by_its_runs_alone_matches_exactly(runs: list[ttt.TrainingConfig]) -> None:
    agent = in_several_runs(runs, None)
    loaded = from_file(agent)
    assert (agent.reproducible, loaded.reproducible) == (True, False)
    assert is_reproduced(loaded)


def with_entry(array: np.ndarray, place: tuple[int, ...], value: float) -> np.ndarray:
    changed = array.copy()
    changed[place] = value
    return changed


def test_every_change_is_found() -> None:
    agent, memory = ttt.train(CONFIG), ttt.train(replace(MEMORY, weight_draw=0.0))
    row = int(np.flatnonzero(~agent.known)[0])
    unseen = row, int(legal()[row].argmax())
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
