from dataclasses import replace

import pytest

import ttt_core as ttt
from ttt_core.learning.time_machine import TimeMachine

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
