"""Each measure agrees with the report card or with a check after every game."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.evaluation.mistakes import optimal_share
from ttt_core.learning import measured_curve

QUICK = replace(ttt.PRESETS["Quick study"], alpha=0.2, games=1_000, seed=3)


def test_measures_agree_with_the_report_card() -> None:
    agent = ttt.train(QUICK)
    card = ttt.evaluate(agent)
    assert ttt.measure_run(QUICK, [name for name in ttt.MEASURES if "unbeatable" not in name]) == (
        card.worst_case_as_x.loss,
        card.worst_case_as_o.loss,
        card.vs_random_as_x.win,
        card.vs_random_as_o.win,
        optimal_share(agent.policy()),
    )


def test_a_measured_curve_says_since_when_its_agent_is_unbeatable() -> None:
    (since,) = ttt.measure_run(QUICK, ["unbeatable_from"])
    assert since == measured_curve(QUICK, lambda _: None).since


def test_games_until_unbeatable_are_missing_if_the_agent_is_not() -> None:
    short = ttt.TrainingConfig(games=20)
    assert np.isnan(ttt.measure_run(short, ["first_unbeatable", "unbeatable_from"])).all()


def test_every_measure_is_declared_with_its_meaning() -> None:
    assert all(measure.name == name for name, measure in ttt.MEASURES.items())
    assert len({measure.label for measure in ttt.MEASURES.values()}) == len(ttt.MEASURES)
    assert all(measure.sentence.endswith(".") for measure in ttt.MEASURES.values())


def undecided(agent: ttt.Agent) -> float:
    """Return in how many positions it has more than one best move."""
    return float((agent.policy().max(axis=1) < 1).sum())


def test_a_function_of_the_agent_or_of_the_run_is_a_measure() -> None:
    late = ttt.Measure("late", "Late", "When.", lambda run: run.standing.first, is_share=False)
    own, late_first, first, since = ttt.measure_run(
        QUICK, [undecided, late, "first_unbeatable", "unbeatable_from"]
    )
    assert own == undecided(ttt.train(QUICK))
    run = ttt.TrainingRun(QUICK, watched=True)
    run.play(QUICK.games)
    assert late_first == first == run.standing.first
    assert since == run.standing.since
    assert first < since


@pytest.mark.parametrize(
    ("measures", "sentence"),
    [
        ("wins_as_x", "must be a list"),
        (["luck"], "Unknown measure luck"),
        ([3], "Unknown measure 3"),
        ([], "At least one measure"),
        ([undecided, undecided], "none of them twice"),
        ([lambda agent: 1.0], "needs a name"),
        ([ttt.Measure("nothing", "", "", lambda run: None)], "finite number or nan, not None"),
        ([ttt.Measure("much", "", "", lambda run: np.inf)], "finite number or nan, not inf"),
    ],
)
def test_what_is_not_a_measure_is_refused(measures: Any, sentence: str) -> None:
    with pytest.raises(ttt.ConfigError, match=sentence):
        ttt.measure_run(QUICK, measures)


@pytest.mark.parametrize("name", ["alpha", "run", "version", "two words", "größe", ""])
def test_a_measure_has_a_name_for_its_column(name: str) -> None:
    with pytest.raises(ttt.ConfigError, match="needs a name"):
        ttt.Measure(name, "", "", lambda run: 1.0)


def test_a_long_run_reports_its_progress_in_parts() -> None:
    told: list[int] = []
    long = replace(QUICK, games=6_000, replay=1_000)
    for config in (replace(long, games=300), long):
        ttt.measure_run(config, ["wins_as_x"], progress=told.append)
    assert told[0] == 300
    assert len(told) == 5
    assert told[-1] == 6_000
