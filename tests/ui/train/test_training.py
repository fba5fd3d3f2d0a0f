from dataclasses import replace
from math import inf
from typing import Any

import pytest

import ttt_core as ttt
from tests.ui.support import finish
from tests.ui.train.support import assert_same_table
from ttt_core.learning.agent import untrained
from ttt_core.learning.curve import learning_curve
from ttt_core.learning.watch import Standing
from ttt_ui.train.training import BAND_SEEDS, Training, replayed

CONFIG = ttt.TrainingConfig(games=3_000, seed=1, epsilon_decay=0.999)
NEXT = ttt.TrainingConfig(games=1_000, seed=2, replay=3)
WON = (0, 3, 1, 4, 2)


def finished(config: ttt.TrainingConfig, start: Training | None = None) -> Training:
    training = Training(config, "Ada", start.agent if start else None, start)
    training.play_for(inf)
    assert training.finished
    return training


def test_it_leads_to_the_same_agent_as_training_with_the_exact_curve() -> None:
    training, slices = Training(CONFIG, "Ada"), 0
    while not training.finished:
        slices += 1
        training.play_for(-1.0)  # on a busy machine, the time can be over before that
        assert training.games_played >= min(500 * slices, CONFIG.games)
    assert_same_table(training.agent, ttt.train(CONFIG))
    assert training.agent.name == "Ada"
    assert training.runs == (CONFIG,)
    assert training.games_per_second > 0
    assert training.is_one_run
    curve = training.curve
    assert {0, 1, 3_000} <= set(curve.games.tolist())
    assert curve == learning_curve(CONFIG, curve.games.tolist())


def test_stopping_keeps_what_was_learned() -> None:
    training = Training(replace(CONFIG, games=10_000_000), "Ada")
    training.play_for(0.01)
    assert not training.finished
    assert training.pace > 0
    training.stop()
    assert training.finished
    games = training.games_played
    assert 0 < games < 10_000_000
    assert training.runs == (replace(CONFIG, games=games),)
    assert_same_table(training.agent, ttt.train(replace(CONFIG, games=games)))
    assert training.curve.games[-1] == games


def test_continuing_joins_the_runs() -> None:
    first = finished(CONFIG)
    training = finished(NEXT, first)
    assert_same_table(training.agent, ttt.train(NEXT, first.agent))
    assert training.runs == (CONFIG, NEXT)
    assert not training.is_one_run
    assert training.curve.games[0] == 0
    assert training.curve.games[-1] == 4_000
    assert set(first.curve.games) < set(training.curve.games)
    assert_same_table(training.agent_after(3_100), ttt.train(replace(NEXT, games=100), first.agent))


def test_continuing_from_an_agent_with_an_unknown_past() -> None:
    stranger = ttt.train(replace(CONFIG, games=200))
    training = Training(NEXT, "Ada", stranger)
    training.play_for(inf)
    assert training.games_before == 200
    assert training.curve.games[0] == 200
    assert training.curve.games[-1] == training.agent.stats.games == 1_200
    assert_same_table(training.agent_after(200), stranger)
    assert not training.is_one_run


def test_the_band_contains_the_next_seeds(session_state: dict[str, Any]) -> None:
    training = finished(CONFIG)
    assert training.band == []
    finish(training.band_runs().go_on())
    assert len(training.band) == BAND_SEEDS
    exact = learning_curve(replace(CONFIG, seed=3), training.curve.games.tolist())
    assert training.band[1] == exact


@pytest.mark.parametrize("runs", [(CONFIG,), (CONFIG, NEXT)])
def test_retracing_finds_the_training_before_games_with_people(
    runs: tuple[ttt.TrainingConfig, ...],
) -> None:
    agent = ttt.untrained()
    for run in runs:
        agent = ttt.train(run, agent)
    for later in (agent, ttt.learn_from_game(agent, WON)):
        training = replayed(later)
        assert training is not None
        assert training.agent == agent
        assert training.runs == runs
        assert training.finished
        assert training.curve.games[-1] == agent.stats.games


def test_retracing_gives_up_without_a_full_record() -> None:
    agent = ttt.train(CONFIG)
    q = agent.q.copy()
    q[0, 0] += 1e-9
    changed_by_hand = replace(agent, q=q)
    endless = replace(CONFIG, games=10_000_000, replay=1_000)
    won = agent.stats.x_wins + agent.stats.o_wins
    much = replace(agent.stats, games=10_000_000, draws=10_000_000 - won)
    for stranger in (
        ttt.train(NEXT, ttt.learn_from_game(agent, WON)),
        ttt.learn_from_game(untrained(), WON),
        changed_by_hand,
        replace(agent, training=(endless,), stats=much),
    ):
        assert replayed(stranger) is None


def test_it_knows_after_every_game_whether_it_was_unbeatable() -> None:
    quick = replace(ttt.PRESETS["Quick study"], alpha=0.2, replay=50, games=900)
    first = finished(quick)
    assert first.standing == Standing(first=720, since=900, lost=21)
    on = finished(replace(quick, seed=1, games=1), first)
    looks = ttt.evaluate(on.agent).unbeatable
    assert on.standing == Standing(720, 900 if looks else None, 21 + (not looks))
    stranger = Training(replace(quick, games=1), "Ada", first.agent)
    stranger.play_for(inf)
    assert stranger.standing.first == 900
