"""`ttt-sweep`: what it reads, writes, prints and refuses, and what it says if it is stopped."""

import io
import os
import re
import runpy
import shlex
import signal
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pandas as pd
import pytest

import ttt_core as ttt
from ttt_core.learning.config import SETTINGS
from ttt_core.learning.presets import PRESET_LABELS
from ttt_core.tools import sweep as tool

ROOT = Path(__file__).parents[3]
SMALL = ["--over", "alpha=0.1:0.5:3", "--over", "games=30,60", "--seeds", "2"]
LONG = ["--over", "alpha=0.05:1:20", "--games", "1000", "--seeds", "20"]


def swept(*arguments: str) -> ttt.Sweep:
    return tool.sweep_of(tool.parser().parse_args([*arguments]))


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tool, "_SECONDS_WITHOUT_A_WORD", float("inf"))  # however busy it is here


HELD_UP = """
import signal
import time
from ttt_core.files.sweep_file import SweepFile
from ttt_core.tools import sweep
add = SweepFile.add
def add_and_wait(file, measured):
    add(file, measured)
    if file.done.sum() >= 20:
        print("held up", flush=True)
        while True:  # not signal.pause(): a signal just before it would be missed
            time.sleep(0.1)
SweepFile.add = add_and_wait
sweep._SECONDS_WITHOUT_A_WORD = float("inf")
signal.signal(signal.SIGINT, signal.default_int_handler)
sweep.main()
"""
"""The tool, but after writing twenty runs it waits for the signal that stops it.

It resets SIGINT, which shells ignore in background processes.
"""


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the one line that is said of what cannot be done."""
    with pytest.raises(SystemExit) as end:
        tool.main([*arguments])
    assert end.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert line.startswith("ttt-sweep: ")
    return line


def test_the_package_has_the_entry_point() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    module, name = scripts["ttt-sweep"].split(":")
    assert getattr(import_module(module), name) is tool.main


def test_the_options_describe_the_sweep() -> None:
    sweep = swept(
        *("--over", "epsilon-decay=0.9,0.99", "--over", "games=10:1000:3:log"),
        *("--over", "rule = minimax-q , q-learning", "--over", "backward=on,false"),
        *("--measure", "wins-as-x,unbeatable_from", "--measure", "optimal_share"),
        *("--preset", "Default", "--alpha", "0.25", "--seed", "9", "--seeds", "4"),
    )
    assert dict(sweep.over) == {
        "epsilon_decay": (0.9, 0.99),
        "games": (10, 100, 1_000),
        "rule": ("minimax-q", "q-learning"),
        "backward": (True, False),
    }
    assert sweep.measures == ("wins_as_x", "unbeatable_from", "optimal_share")
    assert sweep.seeds == 4
    assert (sweep.base.alpha, sweep.base.seed) == (0.25, 9)
    assert sweep.base.exploration == ttt.PRESETS["Default"].exploration
    by_name = swept("--over", "games=10", "--preset", "Pupil")
    assert by_name.base == ttt.PRESETS["Newborn"]
    plain = swept("--over", "alpha=0.1:0.3:3")
    assert dict(plain.over) == {"alpha": (0.1, 0.2, 0.3)}
    assert (plain.base, plain.seeds) == (ttt.TrainingConfig(), 5)
    assert plain.measures == ("unbeatable_from",)


PAGE = (ROOT / "docs" / "sweeps.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^ *ttt-sweep (--.+)$", PAGE + tool.EXAMPLES, re.MULTILINE)


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_in_the_page_and_the_help_is_valid(example: str) -> None:
    assert len(swept(*shlex.split(example))) > 0


def test_the_published_sweep_of_networks_is_that_of_its_page(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = (ROOT / "docs" / "networks.md").read_text("utf-8").replace("\\\n", " ")
    (command,) = re.findall(r"^ttt-sweep (.+)$", page, re.MULTILINE)
    Path("networks.csv").write_bytes((ROOT / "docs" / "networks.csv").read_bytes())
    tool.main(shlex.split(command))
    assert capsys.readouterr().out.splitlines()[2].endswith("28,026 (19 of 20)  8,175")


def test_the_figures_on_networks_are_those_its_page_computes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (ROOT / "docs" / "networks.md").read_text("utf-8")
    (code,) = re.findall(r"^```python\n(.+?)^```", page, re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(ROOT)
    printed: list[pd.DataFrame] = []
    (tmp_path / "recipe.py").write_text(code, "utf-8")
    runpy.run_path(str(tmp_path / "recipe.py"), {"print": printed.append})
    computed = [
        f"| {units} | {28 * units + 9:,} | {row.became} of 20 "
        f"| {'never' if row.median == float('inf') else f'{row.median:,.0f}'} "
        f"| {row.at_the_end} | {row.stayed} | {row.optimal:.1%} |"
        for (_, units), row in zip(printed[0].index, printed[0].itertuples(), strict=True)
    ]
    assert re.findall(r"^\| \d+ \| .+ of 20 .+$", page, re.MULTILINE) == computed


def test_the_page_lists_every_measure() -> None:
    named = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| `.+?\|", PAGE, re.MULTILINE)))
    assert named == list(ttt.MEASURES)


def test_help_lists_every_setting_measure_and_preset(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit) as end:
        tool.main(["--help"])
    assert end.value.code == 0
    told = capsys.readouterr().out
    assert max(map(len, told.splitlines())) <= 80
    for name in SETTINGS:
        assert f"--{name.replace('_', '-')} VALUE" in told
    for name in (*ttt.MEASURES, *PRESET_LABELS.values()):
        assert name.split()[0] in told
    for line in (
        "one of: constant, sample-average (default: constant)",
        "on or off (default: on)",
        "a whole number from 1 to 10000000 (default: 100000)",
        "a number above 0, at most 0.1 (default: 0.005)",
    ):
        assert f" {line}\n" in told


def test_the_file_and_the_table_contain_the_results_of_the_runs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tool.main([*SMALL, "--measure", "wins_as_o"])
    out, err = capsys.readouterr()
    assert err == ""
    frame = pd.read_csv("sweep.csv", keep_default_na=False).set_index("run").sort_index()
    sweep = swept(*SMALL, "--measure", "wins_as_o")
    expected = ttt.measure_sweep(sweep)
    there = frame.reset_index(drop=True)
    pd.testing.assert_frame_equal(there, expected, check_dtype=False)
    lines = [re.split(r"  +", line.strip()) for line in out.splitlines()]
    assert lines[:2] == [["Wins as O, mean of 2 seeds"], ["alpha \\ games", "30", "60"]]
    means = expected.groupby(["alpha", "games"]).wins_as_o.mean()
    for alpha, line in zip((0.1, 0.3, 0.5), lines[2:5], strict=True):
        assert line == [str(alpha), *(f"{means[alpha, games]:.4f}" for games in (30, 60))]


def test_a_finished_sweep_prints_its_table_again_without_training(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tool.main(SMALL)
    first, text = capsys.readouterr().out, Path("sweep.csv").read_text()
    monkeypatch.setattr("ttt_core.learning.measures.measure_run", None)
    tool.main(SMALL)
    assert capsys.readouterr().out == first
    assert Path("sweep.csv").read_text() == text


def test_tables_say_what_is_missing_skipped_or_too_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tool.main(["--over", "games=20", "--seeds", "2", "--out", "never.csv"])
    assert capsys.readouterr().out.splitlines()[-1].split() == ["20", "never"]

    quick = ["--preset", "Quick study", "--over", "games=1,520", "--seeds", "3"]
    tool.main([*quick, "--out", "some.csv"])
    since = [ttt.measure_run(swept(*quick)[run], ["unbeatable_from"])[0] for run in (3, 4, 5)]
    there = [games for games in since if games == games]
    assert 0 < len(there) < 3
    told = f"{sum(there) / len(there):,.0f} ({len(there)} of 3)"
    assert capsys.readouterr().out.splitlines()[-1].split(maxsplit=1) == ["520", told]

    shares = ["--over", "random_share=0,1", "--over", "minimax_share=0,1", "--games", "5"]
    tool.main([*shares, "--seeds", "1", "--measure", "wins_as_x", "--out", "shares.csv"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Combinations skipped because their values cannot be combined: 1"
    assert lines[4].split()[-1] == "–"

    monkeypatch.setattr(tool, "MOST_LINES", 2)
    tool.main(["--over", "games=1:5:5", "--seeds", "1", "--measure", "wins_as_x"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[2:]] == ["1", "2", "…"]
    assert lines[-1] == "… (3 more in the file)"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_the_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(tool, "_SECONDS_BETWEEN_UPDATES", 0)
    tool.main(SMALL)
    assert re.search(r"\d+ of 12 runs, \d+%", terminal.getvalue())
    assert "s left" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")


def test_durations_in_words() -> None:
    told = [tool.duration(seconds) for seconds in (0, 59.4, 59.6, 3_599, 7_500)]
    assert told == ["0 s", "59 s", "1 min", "1 h 0 min", "2 h 5 min"]


BAD = {
    "no values": ["--over", "alpha"],
    "twice": ["--over", "alpha=0.1", "--over", "alpha=0.2"],
    "no number": ["--over", "alpha=much"],
    "empty": ["--over", "alpha="],
    "half a span": ["--over", "alpha=0.1:0.9"],
    "no span": ["--over", "alpha=0.1:x:3"],
    "another spacing": ["--over", "alpha=0.1:0.9:3:lin"],
    "too much of a span": ["--over", "alpha=0.1:0.9:3:log:log"],
    "a huge count": ["--over", f"alpha=0.1:0.9:{'9' * 5_000}"],
    "huge numbers": ["--over", "games=1:1e999:3"],
    "no seeds": ["--over", "alpha=0.5", "--seeds", "0"],
    "an unknown preset": ["--over", "alpha=0.5", "--preset", "Nope"],
    "no place": ["--over", "alpha=0.5", "--out", "nowhere/sweep.csv"],
    "a folder": ["--over", "alpha=0.5", "--out", "."],
    "an unknown option": ["--over", "alpha=0.5", "--frob"],
}


@pytest.mark.parametrize("what", BAD)
def test_bad_input_is_refused_in_one_sentence(
    what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refusal(capsys, *BAD[what])


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--backward", "yes"], "backward must be on or off, not 'yes'."),
        (["--over", "symmetry=on,perhaps"], "symmetry must be on or off, not 'perhaps'."),
        (["--gamma", "2"], "gamma must be between 0 and 1, not 2."),
        (["--alpha", "0.2"], "alpha is swept with --over, so leave out --alpha."),
        (
            ["--measure", "wins_as_x,x"],
            f"argument --measure: unknown measure 'x'; choose from {', '.join(ttt.MEASURES)}",
        ),
    ],
)
def test_a_refusal_speaks_the_language_of_the_command(
    options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refusal(capsys, "--over", "alpha=0.1", *options) == f"ttt-sweep: {sentence}"


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_a_stopped_sweep_says_what_its_file_contains_and_how_to_continue() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HELD_UP, *LONG, "--out", "stopped.csv"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout.readline() == "held up\n"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()
    assert process.returncode == 130
    done = Path("stopped.csv").read_text().count("\n") - 1
    assert 0 < done < 400
    assert err == (
        f"Stopped. stopped.csv contains {done} of 400 runs. Run the same command again "
        "to continue.\n"
    )


def test_a_long_wait_for_the_first_result_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "_SECONDS_WITHOUT_A_WORD", 0)
    log, terminal = io.StringIO(), Terminal()
    for stream in (log, terminal):
        status = tool._StatusLine(stream)
        status.wait()
        status.wait()
        status.show(0, 12, None)
    assert log.getvalue().startswith("Waiting for the first result: on a new machine, compiling")
    assert log.getvalue().count("\n") == 1
    assert "0 of 12 runs, 0%, waiting for the first result" in terminal.getvalue()
