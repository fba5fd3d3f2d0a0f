"""A sweep on the page: it measures what the engine does, and its file can be continued."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from tests.ui.support import finish
from ttt_core.tools import sweep as tool
from ttt_ui.compare.measuring.heatmap import cells_of
from ttt_ui.compare.measuring.plan import Axis, Plan
from ttt_ui.compare.measuring.state import Measuring
from ttt_ui.runs import kept_results

SMALL = Plan(
    ttt.TrainingConfig(games=600, backward=True, seed=3),
    Axis("alpha", 0.1, 1, 3),
    Axis("gamma", 0.5, 1, 2),
    seeds=2,
)


def measured(plan: Plan) -> Measuring:
    measuring = Measuring(plan, plan.sweep())
    finish(measuring.runs.go_on())
    assert measuring.done.all()
    return measuring


def test_it_measures_the_same_as_the_engine(session_state: dict[str, Any]) -> None:
    measuring = measured(SMALL)
    frame = ttt.measure_sweep(SMALL.sweep())
    np.testing.assert_array_equal(measuring.values, frame["unbeatable_from"])
    assert np.isnan(measuring.values).any()


def test_the_file_is_identical_to_the_commands_and_can_be_continued(
    session_state: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    measuring = measured(SMALL)
    words = SMALL.command.split()[1:]
    tool.main([*words, "--out", "command.csv"])
    by_command = (tmp_path / "command.csv").read_text("ascii").splitlines(keepends=True)
    ours = measuring.csv().splitlines(keepends=True)
    assert ours[0] == by_command[0]
    assert sorted(ours) == sorted(by_command)
    kept_results.clear()  # type: ignore[attr-defined]
    some = Measuring(
        SMALL,
        SMALL.sweep(),
        {run: result for run, result in measuring.runs.results.items() if run not in (1, 4, 5, 9)},
    ).csv()
    assert some.count("\n") == len(ours) - 4
    (tmp_path / "sweep.csv").write_text(some, "ascii")
    tool.main(words)
    went_on = (tmp_path / "sweep.csv").read_text("ascii")
    assert went_on.startswith(some)
    assert sorted(went_on.splitlines(keepends=True)) == sorted(by_command)
    assert capsys.readouterr().out


def test_a_cell_has_its_configuration() -> None:
    plan = Plan(
        ttt.TrainingConfig(games=50, seed=3),
        Axis("random_share", 0, 1, 3),
        Axis("minimax_share", 0, 1, 2),
        "wins_as_x",
    )
    measuring = Measuring(plan, plan.sweep())
    for across, random_share in enumerate((0, 0.5, 1)):
        config = measuring.config(across, 0)
        assert config == replace(plan.base, random_share=random_share)
    assert measuring.config(0, 1) == replace(plan.base, minimax_share=1.0)
    for nowhere in ((1, 1), (2, 1), (3, 0), (0, 2), (-1, 0), (0, -1), (10**40, 0)):
        assert measuring.config(*nowhere) is None


def test_the_means_are_over_the_measured_seeds() -> None:
    everything = [100.0, 300.0, np.nan, 500.0, np.nan, np.nan, 7.0, None, 8.0, 9.0]
    results = {run: (value,) for run, value in enumerate(everything) if value is not None}
    # Two seeds: a run of each in every cell.
    cells = cells_of(Measuring(SMALL, SMALL.sweep(), results))
    np.testing.assert_array_equal(cells.mean, [[200, 500, np.nan], [7, 8.5, np.nan]])
    np.testing.assert_array_equal(cells.measured, [[2, 2, 2], [1, 2, 0]])
    np.testing.assert_array_equal(cells.there, [[2, 1, 0], [1, 2, 0]])
    assert cells.exists.all()
    words = [[cells.in_words(up, across) for across in range(3)] for up in range(2)]
    assert words == [
        [
            "200 games, mean of 2 seeds",
            "500 games, mean of the seeds that became unbeatable (1 of 2)",
            "Beatable at the end with all 2 seeds",
        ],
        [
            "7 games, one seed. Measured so far: 1 of 2 seeds",
            "8 games, mean of 2 seeds",
            "Not measured yet",
        ],
    ]
    assert cells.values_in_words(1, 2) == ("Learning rate α 1", "Discount factor γ 1")
