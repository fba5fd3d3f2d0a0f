"""The CSV of a sweep continues wherever it was cut off, and other files are left alone."""

from dataclasses import fields, replace
from math import nan
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ttt_core as ttt
from ttt_core.files.sweep_file import SweepFile, SweepFileError

FIRST_FILE = (Path(__file__).parent / "first_sweep.csv").read_text(encoding="ascii")
"""Written before `score` and `lessons` were settings."""
SWEEP = ttt.Sweep(
    base=ttt.TrainingConfig(games=50, backward=True, seed=3),
    over={"alpha": [0.1, 1 / 3], "rule": ["minimax-q", "q-learning"]},
    measures=["wins_as_x", "unbeatable_from"],
    seeds=2,
)
ROWS = [(run, (run / 7, nan if run % 3 else run * 100.0)) for run in range(len(SWEEP))]
VALUES = np.array([values for _, values in ROWS])
_SHARED = {
    field.name: field.default
    for field in fields(ttt.TrainingConfig)
    if field.name not in ("games", "seed", "rule", "alpha")
} | {"backward": True}
SETTINGS = ",".join((*_SHARED, "version", "preset"))
VALUES_OF_SETTINGS = ",".join(
    [*(f"{v:g}" if isinstance(v, float) else str(v) for v in _SHARED.values()), ttt.__version__, ""]
)
WHOLE = """\
run,alpha,rule,seed,games,SETTINGS,wins_as_x,unbeatable_from
0,0.1,minimax-q,3,50,VALUES,0,0
1,0.1,minimax-q,4,50,VALUES,0.14285714285714285,
2,0.1,q-learning,3,50,VALUES,0.2857142857142857,
3,0.1,q-learning,4,50,VALUES,0.42857142857142855,300
4,0.3333333333333333,minimax-q,3,50,VALUES,0.5714285714285714,
5,0.3333333333333333,minimax-q,4,50,VALUES,0.7142857142857143,
6,0.3333333333333333,q-learning,3,50,VALUES,0.8571428571428571,600
7,0.3333333333333333,q-learning,4,50,VALUES,1,
""".replace("SETTINGS", SETTINGS).replace("VALUES", VALUES_OF_SETTINGS)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sweep.csv"


def test_each_run_has_a_line_with_all_its_settings(path: Path) -> None:
    with SweepFile(path, SWEEP) as file:
        file.add(ROWS[:5])
        assert path.read_text() == "".join(WHOLE.splitlines(keepends=True)[:6])
        file.add(ROWS[5:])
    assert path.read_text() == WHOLE
    frame = pd.read_csv(path)
    assert frame.loc[frame.run, "wins_as_x"].tolist() == [wins for _, (wins, _) in ROWS]
    others = [*SWEEP.measures, *SWEEP.provenance, "run"]
    for run, row in enumerate(frame.drop(columns=others).to_dict("records")):
        assert ttt.TrainingConfig(**row) == SWEEP[run]


@given(st.integers(0, len(WHOLE)))
def test_a_file_cut_off_anywhere_is_continued_to_the_same_file(length: int) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sweep.csv"
        path.write_text(WHOLE[:length])
        with SweepFile(path, SWEEP) as file:
            lines = max(0, WHOLE[:length].count("\n") - 1)
            assert file.done.tolist() == [run < lines for run in range(len(SWEEP))]
            np.testing.assert_array_equal(file.values[:lines], VALUES[:lines])
            assert np.isnan(file.values[lines:]).all()
            file.add(ROWS[lines:])
        assert path.read_text() == WHOLE


def test_two_sweeps_writing_at_once_lose_nothing(path: Path) -> None:
    with SweepFile(path, SWEEP) as one, SweepFile(path, SWEEP) as other:
        for row in ROWS[:5]:
            one.add([row])
        for row in ROWS[3:]:
            other.add([row])
    with SweepFile(path, SWEEP) as both:
        assert both.done.all()
        np.testing.assert_array_equal(both.values, VALUES)


@pytest.mark.parametrize(
    "text",
    [
        *("my diary\n", "my diary", WHOLE + "8" * 20_000, WHOLE + "é\n"),
        WHOLE.replace("\n", "\r\n"),
        WHOLE.replace("wins_as_x", "wins_as_o"),
        WHOLE.replace(",50,", ",60,"),
        *(WHOLE.replace("\n3,", f"\n{run},") for run in ("8", "-1", "03", "three", "2", "\n3")),
        *(WHOLE.replace(",300", cell) for cell in (",many", ",3e2", ",inf", "", ",300,1")),
    ],
)
def test_another_file_is_refused_and_left_unchanged(path: Path, text: str) -> None:
    path.write_bytes(text.encode())
    with pytest.raises(SweepFileError, match="belongs to another sweep"):
        SweepFile(path, SWEEP)
    assert path.read_bytes() == text.encode()


@pytest.mark.parametrize("change", [("wins_as_x", "wins_as_o"), ("nothing", "nothing")])
def test_other_results_of_another_version_are_not_mixed_with_ours(
    path: Path, change: tuple[str, str]
) -> None:
    text = WHOLE.replace(f",{ttt.__version__},", ",0.0.9,").replace(*change)
    path.write_text(text)
    with pytest.raises(SweepFileError, match=r"written by version 0\.0\.9 .* are not mixed"):
        SweepFile(path, SWEEP)
    assert path.read_text() == text


def test_a_file_from_before_some_settings_is_read_and_continued(path: Path) -> None:
    memory = ttt.PRESETS["Reward memory (Kutschera 2018)"]
    sweep = ttt.Sweep(
        base=memory,
        over={"games": [500, 1_000], "weight_loss": [-1.0, -100.0]},
        measures=["wins_as_x", "unbeatable_from"],
        seeds=2,
    )
    measured = dict(
        result for report in ttt.measure_runs(sweep, sweep.measured) for result in report.results
    )
    begun = FIRST_FILE.splitlines(keepends=True)[:4]
    path.write_text("".join(begun))
    with SweepFile(path, sweep) as file:
        assert file.done.tolist() == [run < 3 for run in range(len(sweep))]
        file.add((run, measured[run]) for run in range(3, len(sweep)))
    later = FIRST_FILE.splitlines(keepends=True)[4:]
    whole = "".join(begun + [line.replace(",0.1.0,", f",{ttt.__version__},") for line in later])
    assert path.read_text() == whole

    for other, why in (
        (replace(sweep, base=replace(memory, score="absolute")), "its first line differs"),
        (replace(sweep, base=replace(memory, seed=9)), "line 2 is not one of its runs"),
        (replace(sweep, over={"lessons": [0, 5]}), "its first line differs"),
    ):
        with pytest.raises(SweepFileError, match=f"belongs to another sweep: {why}"):
            SweepFile(path, other)
    assert path.read_text() == whole


def test_a_preset_with_a_comma_and_one_that_came_later_are_no_other_sweep(path: Path) -> None:
    name = "Sutton and Barto, as the text has it"
    sweep = ttt.Sweep(base=ttt.PRESETS[name], over={"games": [10, 20]}, seeds=1)
    with SweepFile(path, sweep) as file:
        file.add([(0, (4.0,))])
    frame = pd.read_csv(path)
    assert (frame.preset[0], frame.unbeatable_from[0]) == (name, 4)
    path.write_text(path.read_text().replace(f'"{name}"', ""))
    with SweepFile(path, sweep) as file:
        file.add([(1, (5.0,))])
    assert pd.read_csv(path).unbeatable_from.tolist() == [4, 5]


def test_the_preset_is_named_whatever_its_games() -> None:
    for changed, preset in (
        ({"games": 7}, "Quick study"),
        ({"alpha": 0.3}, "Quick study"),
        ({"replay": 7}, ""),
    ):
        base = replace(ttt.PRESETS["Quick study"], **changed)
        assert ttt.Sweep(base=base, over={"alpha": [0.1]}).provenance["preset"] == preset


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SweepFileError, match="is not a file a sweep can continue in"):
        SweepFile(tmp_path, SWEEP)
    with pytest.raises(FileNotFoundError):
        SweepFile(tmp_path / "nowhere" / "sweep.csv", SWEEP)
