"""Check: an agent equals what its runs produce, or the differences are listed."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.game.board import EMPTY_BOARD
from ttt_core.game.graph import boards, legal
from ttt_core.learning.in_play import InPlay
from ttt_core.learning.retraining import (
    MOST_LISTED,
    Difference,
    Obstacle,
    Retraining,
    confirmed,
    obstacle,
)
from ttt_core.learning.reward_memory import memory_scores

CONFIG = ttt.TrainingConfig(games=400, seed=1)
MEMORY = replace(CONFIG, rule="reward-memory")
BOXES = replace(CONFIG, rule="matchboxes", games=100)
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
            replace(config, games=min(config.games, 200 if config.rule == "network" else 2_000))
        )
        for name, config in ttt.PRESETS.items()
    },
    "several runs": lambda: in_several_runs(
        CONFIG, replace(CONFIG, seed=2, rule="q-learning"), replace(CONFIG, games=1, symmetry=False)
    ),
    "memory in two runs": lambda: in_several_runs(MEMORY, replace(MEMORY, seed=5, weight_win=3.0)),
    "boxes in two runs": lambda: in_several_runs(BOXES, replace(BOXES, seed=5)),
    "stopped on the way": lambda: ttt.train(CONFIG, progress=lambda games: games < 200, chunk=100),
    "initial value": lambda: ttt.train(replace(CONFIG, initial_value=-0.0, epsilon_decay=0.999)),
    "replay": lambda: ttt.train(replace(CONFIG, replay=30)),
}


@pytest.mark.slow
@pytest.mark.parametrize("make", WAYS.values(), ids=WAYS)
def test_an_agent_made_by_its_runs_alone_matches_exactly(make: Callable[[], ttt.Agent]) -> None:
    agent = make()
    loaded = from_file(agent)
    found = Retraining(loaded).check()
    assert found.matches
    assert (found.values, found.visits, found.rewards, found.largest) == (0, 0, 0, 0.0)
    assert found.listed == ()
    assert (agent.reproducible, loaded.reproducible) == (True, False)
    assert confirmed(loaded, found).reproducible


def spoilt(agent: ttt.Agent, by: float, board: str, cell: int) -> ttt.Agent:
    q = agent.q.copy()
    q[boards().index(board), cell] += by
    return replace(from_file(agent), q=q)


@pytest.mark.parametrize("by", [5e-324, 1e-9, 0.25])
def test_a_changed_value_is_found(by: float) -> None:
    agent = ttt.train(replace(CONFIG, symmetry=False))
    place = boards().index("XO-------")
    q = agent.q.copy()
    q[place, 8] = 0.0  # even the smallest number differs from 0
    agent, bad = replace(agent, q=q), spoilt(replace(agent, q=q), by, "XO-------", 8)
    true = ttt.train(agent.config)
    found = Retraining(bad).check()
    assert not found.matches
    assert not found.same_table
    assert (found.values, found.visits, found.rewards) == (1, 0, 0)
    retrained = float(true.q[place, 8])
    seen = int(true.visits[place, 8])
    assert found.largest == abs(by - retrained)
    assert found.listed == (Difference("XO-------", 8, by, retrained, seen, seen),)
    assert not confirmed(bad, found).reproducible


def test_a_negative_zero_is_not_zero() -> None:
    agent = ttt.train(CONFIG)
    unseen = int(np.flatnonzero(~agent.known)[0])
    q = agent.q.copy()
    q[unseen, legal()[unseen]] = -0.0
    found = Retraining(replace(agent, q=q)).check()
    assert (found.values, found.largest) == (legal()[unseen].sum(), 0.0)


def test_a_changed_visit_count_is_found() -> None:
    agent = ttt.train(CONFIG)
    visits = agent.visits.copy()
    visits[0, 4] += 1
    found = Retraining(replace(agent, visits=visits)).check()
    assert (found.values, found.visits, found.largest) == (0, 1, 0.0)
    (one,) = found.listed
    assert (one.board, one.cell) == (EMPTY_BOARD, 4)
    assert one.visits - one.retrained_visits == 1
    assert one.value == one.retrained_value


def test_a_changed_memory_is_found() -> None:
    agent = ttt.train(MEMORY)
    memory = agent.memory.copy()
    memory[0, 4, 2] += 1
    bad = replace(agent, memory=memory, q=memory_scores(memory, agent.config))
    found = Retraining(bad).check()
    assert (found.values, found.visits, found.rewards) == (1, 0, 1)
    # The rewards show what the scores do not.
    no_draws = ttt.train(replace(MEMORY, weight_draw=0.0))
    hidden = no_draws.memory.copy()
    hidden[0, 4, 2] += 1
    found = Retraining(
        replace(no_draws, memory=hidden, q=memory_scores(hidden, no_draws.config))
    ).check()
    assert not found.matches
    assert found.rewards == 1


def test_other_settings_and_seeds_give_another_agent() -> None:
    agent = ttt.train(CONFIG)
    found = Retraining(replace(agent, training=(replace(CONFIG, seed=2),))).check()
    assert not found.same_table
    assert not found.same_counts
    assert len(found.listed) == MOST_LISTED
    differences = [abs(one.value - one.retrained_value) for one in found.listed]
    assert differences == sorted(differences, reverse=True)
    assert differences[0] == found.largest


def test_game_counts_and_play_settings_are_compared_too() -> None:
    agent = ttt.train(CONFIG)
    found = Retraining(replace(agent, stats=replace(agent.stats, explorations=0))).check()
    assert (found.same_table, found.same_counts, found.matches) == (True, False, False)
    found = Retraining(replace(agent, in_play=InPlay())).check()
    assert (found.same_table, found.same_in_play, found.matches) == (True, False, False)
    fewer = ttt.Stats(games=1, draws=1)
    emptied = replace(agent, stats=fewer, games_seen=np.zeros_like(agent.games_seen))
    assert not Retraining(emptied).check().same_counts


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
        Retraining(agent).check()


def test_retraining_proceeds_in_steps() -> None:
    runs = (replace(CONFIG, games=150_000), CONFIG, replace(CONFIG, games=10, replay=1_000))
    agent = in_several_runs(*runs)
    again = Retraining(agent)
    assert again.games == 150_410
    places = [again.games_played]
    while again.step():
        places.append(again.games_played)
    assert places == sorted(set(places))
    assert {0, 150_000, 150_400} <= set(places)
    assert len(places) > len(runs)
    assert again.check().matches


def test_agents_trained_from_scratch_are_and_stay_reproducible() -> None:
    agent = ttt.train(CONFIG)
    for same in (
        replace(agent, name="Ada", level="Expert"),
        ttt.train(CONFIG, agent),
        ttt.TimeMachine((CONFIG,)).agent_after(7),
        ttt.train(CONFIG, confirmed(from_file(agent), Retraining(agent).check())),
    ):
        assert same.reproducible
    for other in (
        from_file(agent),
        ttt.untrained(),
        ttt.newborn(),
        ttt.train(CONFIG, from_file(agent)),
        ttt.train(CONFIG, ttt.newborn()),
        ttt.train(CONFIG, partner=agent),
        ttt.train(CONFIG, agent, partner=agent),
        ttt.learn_from_game(agent, TEACHING),
        ttt.train(CONFIG, ttt.learn_from_game(agent, TEACHING)),
    ):
        assert not other.reproducible
