from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.game.graph import position_of
from ttt_core.game.solution import move_values
from ttt_core.learning.rules import RULES, RuleName
from ttt_core.learning.training import TrainingRun

VARIETY = [
    ttt.TrainingConfig(games=500, seed=2, symmetry=False, ties="first", epsilon_decay=0.999),
    ttt.TrainingConfig(games=500, seed=4, rule="q-learning", learns="O", random_share=1.0),
    ttt.TrainingConfig(games=500, seed=6, rule="reward-memory", exploration="experience"),
    ttt.TrainingConfig(games=500, seed=9, rule="matchboxes", random_share=0.5, learns="X"),
    ttt.TrainingConfig(games=500, seed=7, replay=20, replay_size=500, backward=True),
]


@pytest.mark.parametrize("rule", RULES)
def test_chunks_and_progress_do_not_matter(rule: RuleName) -> None:
    config = ttt.TrainingConfig(games=300, rule=rule, seed=1, epsilon_decay=0.99)
    told: list[int] = []
    in_pieces = ttt.train(config, progress=told.append, chunk=7)
    assert in_pieces == ttt.train(config)
    assert told == [*range(7, 300, 7), 300]


def test_stopping_keeps_what_was_learned() -> None:
    config = ttt.TrainingConfig(games=1_000_000, seed=3)
    agent = ttt.train(config, progress=lambda played: played < 400, chunk=100)
    assert agent == ttt.train(replace(config, games=400))


@pytest.mark.parametrize("config", VARIETY)
def test_continuing_does_not_change_the_start_and_adds_up(config: ttt.TrainingConfig) -> None:
    first = ttt.train(config)
    before = first.q.tobytes(), first.visits.tobytes()
    second = ttt.train(config, start=first)
    assert (first.q.tobytes(), first.visits.tobytes()) == before
    assert second.stats.games == 2 * config.games
    assert second.training == (config, config)
    assert (second.visits >= first.visits).all()
    assert second.stats.distinct_games > first.stats.distinct_games  # other random numbers


@pytest.mark.parametrize("games", [-3, 1.9, "3", True, None, 8])
def test_a_run_plays_only_a_number_of_games_that_it_has_left(games: Any) -> None:
    run = TrainingRun(ttt.TrainingConfig(games=10, seed=1))
    run.play(np.int64(3))
    run.play(0)
    with pytest.raises(
        ValueError, match=r"^games must be a whole number from 0 to 7, not"
    ) as caught:
        run.play(games)
    assert f"not {games!r}. This run has 7 of its 10 games left." in str(caught.value)
    run.play(7)
    assert run.agent() == ttt.train(ttt.TrainingConfig(games=10, seed=1))


def test_an_agents_view_of_a_board() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=2_000, seed=1))
    assert np.isnan(agent.q_values("XXX|OO-|---")).all()
    assert agent.visit_counts("XXX|OO-|---").sum() == 0
    assert agent.move_probabilities("---------").sum() == pytest.approx(1)
    assert ttt.untrained().move_probabilities("---------") == pytest.approx(np.full(9, 1 / 9))


def test_an_agent_keeps_copies_of_the_arrays_it_is_given() -> None:
    blank = ttt.untrained("A", "network")
    given = {name: getattr(blank, name).copy() for name in ("q", "visits", "weights", "games_seen")}
    given["games_seen"] = given["games_seen"][:]  # a view
    given["games_seen"].flags.writeable = False
    agent, before = replace(blank, **given), blank.fingerprint
    for array in given.values():
        (array if array.base is None else array.base)[...] += 1
    assert agent == blank
    assert agent.fingerprint == before
    assert not any(getattr(agent, name).flags.writeable for name in given)
    assert replace(agent, name="B").q is agent.q


def test_an_agent_can_learn_from_a_watched_game_with_other_settings() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=50, seed=1))
    other = ttt.TrainingConfig(rule="monte-carlo", alpha=0.25, gamma=1.0, symmetry=False)
    game = (0, 3, 1, 4, 2)
    taught = ttt.learn_from_game(agent, game, config=other)
    expected = ttt.learn_from_game(replace(agent, training=(other,)), game)
    assert taught.training == agent.training
    assert replace(taught, training=(other,)) == expected
    assert taught.q.tobytes() != ttt.learn_from_game(agent, game).q.tobytes()
    with pytest.raises(ValueError, match="cannot continue from a q-table"):
        ttt.learn_from_game(agent, game, config=ttt.TrainingConfig(rule="reward-memory"))


def test_a_memory_keeps_its_own_weights_when_it_learns_with_others() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=50, seed=1, rule="reward-memory"))
    other = ttt.TrainingConfig(rule="reward-memory", weight_loss=-50.0)
    taught = ttt.learn_from_game(agent, (0, 3, 1, 4, 2), config=other)
    assert taught.q.tobytes() == ttt.learn_from_game(agent, (0, 3, 1, 4, 2)).q.tobytes()


def test_an_agent_as_a_table() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=300, seed=1))
    frame = agent.to_frame()
    assert list(frame) == ["pattern", "cell", "q", "visits", "worth"]
    assert len(frame) == (agent.visits > 0).sum()
    for row in frame.itertuples():
        assert agent.q_values(row.pattern)[row.cell] == row.q
        assert agent.visit_counts(row.pattern)[row.cell] == row.visits
        assert move_values()[position_of(row.pattern), row.cell] == row.worth
    assert ttt.untrained().to_frame().empty
