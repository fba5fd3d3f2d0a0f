"""Limits per visitor: each message says what is possible."""

from dataclasses import replace

import pytest

import ttt_core as ttt
from ttt_core.learning.runs import updates_per_game
from ttt_ui.visit.limits import (
    MAX_TEXT,
    MAX_TRAININGS,
    MAX_UPDATES,
    LimitError,
    check_runs,
    check_trained_on,
    check_training,
    shortened,
)

AGENT = ttt.train(ttt.TrainingConfig(games=300))


@pytest.mark.parametrize(
    "config",
    [
        *(ttt.TrainingConfig(games=10_000_000, replay=replay) for replay in (250, 999, 1_000)),
        ttt.TrainingConfig(games=10_000_000, rule="network"),
        ttt.TrainingConfig(games=2_000_000, rule="network", hidden_units=128, batch=256),
    ],
)
def test_a_training_run_that_takes_too_long_is_refused_with_a_limit_that_is_allowed(
    config: ttt.TrainingConfig,
) -> None:
    with pytest.raises(LimitError, match=r"at most ([0-9,]+) games") as refused:
        check_training(config)
    most = int(str(refused.value).split("at most ")[1].split(" ")[0].replace(",", ""))
    check_training(replace(config, games=most))  # the number in the message is allowed
    assert most * updates_per_game(config) > 0.9 * MAX_UPDATES


def test_presets_and_ten_million_games_without_replay_are_allowed() -> None:
    for config in (*ttt.PRESETS.values(), ttt.TrainingConfig(games=10_000_000)):
        check_training(config)


def test_an_agent_has_a_limited_number_of_training_runs() -> None:
    run = replace(AGENT.training[0], games=1)
    often = replace(AGENT, training=(run,) * MAX_TRAININGS)
    check_runs(often)
    check_trained_on(replace(AGENT, training=often.training[1:]))
    with pytest.raises(LimitError, match=r"trained 1,000 times.*Start over"):
        check_trained_on(often)
    with pytest.raises(LimitError, match=r"trained 1,001 times; the limit is 1,000"):
        check_runs(replace(AGENT, training=(*often.training, run)))


def test_long_texts_are_cut() -> None:
    assert shortened("Ada") == "Ada"
    assert shortened("x" * 10**6) == "x" * MAX_TEXT + "…"
