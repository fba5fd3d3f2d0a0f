"""`ttt-lab judge`: the table, the status, and programs that are run with a time limit."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import ttt_core as ttt
from ttt_core.tools.judge import main


def write(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def perfect(path: Path, taken: float = -9.0) -> str:
    """Write the true values; without another value, those of taken cells are the lowest."""
    values = {
        board: [v if mark == "-" else taken for v, mark in zip(row, board, strict=True)]
        for board, row in zip(
            ttt.boards(), ttt.positions().move_value.astype(float).tolist(), strict=False
        )
    }
    return write(path, json.dumps(values))


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        main(list(arguments))
        status = 0
    except SystemExit as ended:
        status = int(str(ended.code))
    out = capsys.readouterr()
    return status, out.out, out.err


def test_the_table_has_the_best_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = perfect(tmp_path / "good.json")
    bad = write(tmp_path / "bad.json", json.dumps({"---------": [1, 0, 0, 0, 0, 0, 0, 0, 0]}))
    status, out, _ = run(capsys, good)
    assert status == 0
    assert "Unbeatable" in out
    heads, row, blank, reading, *_ = out.splitlines()
    assert heads.split()[-2:] == ["known", "explained"]
    assert (row.split()[-2], blank) == ("4,279", "")
    assert reading.startswith("good.json: Keys are nine characters")
    status, out, _ = run(capsys, bad, good, "--games")
    assert status == 1
    assert out.index("good.json") < out.index("bad.json")
    assert "The game that beats it as X" in out
    assert out.count("← the losing move") == 1
    status, out, _ = run(capsys, bad, good, "--json")
    assert [row["sides"] for row in json.loads(out)] == ["XO", "X"]
    formula = perfect(tmp_path / "=1+1.json")
    _, out, _ = run(capsys, bad, formula, "--csv")
    heads, first, second = out.splitlines()
    assert heads.startswith("name,sides,verdict")
    assert (first.split(",")[0], second.split(",")[0]) == ("'=1+1.json", "bad.json")


def test_what_cannot_be_read_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = write(tmp_path / "empty.json", "{}")
    status, out, err = run(capsys, empty, str(tmp_path / "missing.json"))
    assert status == 1
    assert out == ""
    assert "empty.json: " in err
    assert "missing.json" in err


PROGRAMS = {
    "import numpy as np\n\ndef choose(board):\n    print('hello')\n"
    "    return np.array([[0.5] * 9])\n": "nine values",
    "def choose(board):\n    return 0\n": "no legal move in 2,702 boards, such as X--|---|---, and",
    "def choose(board):\n    return input()\n": "EOFError",
    "def other(board):\n    return 0\n": "has no function choose",
    "def choose(board):\n    return {1}\n": 'it answers “"{1}"”, not a cell',
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_function_is_asked_on_every_board(
    program: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path / "player.py", program)
    status, out, err = run(capsys, f"{file}:choose", "--seconds", "120")
    assert status == 1
    assert PROGRAMS[program] in out + err


def test_what_a_terminal_would_obey_is_not_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = perfect(tmp_path / "\x1b[2Jgood.json")
    crash = write(tmp_path / "player.py", "raise SystemExit('\x1b]0;title\x07' * 10**6)")
    status, out, err = run(capsys, good, f"{crash}:choose", str(tmp_path / "\x1b[2Jmissing"))
    assert status == 1
    assert "\x1b" not in out + err
    assert "\ufffd[2Jgood.json" in out
    assert "\ufffd]0;title\ufffd" in err
    assert len(err) < 5_000


def test_every_other_reading_comes_with_its_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = perfect(tmp_path / "taken.json", taken=5.0)
    reading = ttt.read_any(Path(file).read_bytes())
    assert reading.alternatives
    _, out, _ = run(capsys, file)
    for other in reading.alternatives:
        assert f"Another reading: {other.how} Then: {other.card.verdict}." in out


@dataclass(frozen=True)
class Undecided:
    """As a reading of which nothing decides whether it is this or its alternative."""

    rows: Any
    how: str = "Either."
    alternatives: tuple["Undecided", ...] = ()

    @property
    def undecided(self) -> bool:
        return bool(self.alternatives)

    def policy(self) -> Any:
        return self.rows


def test_of_a_close_call_both_verdicts_are_told() -> None:
    player = Undecided(ttt.minimax(), alternatives=(Undecided(ttt.uniform()),))
    judgement = ttt.judge(player, "either")
    assert judgement.verdict == "Unbeatable, or: Beatable as X and O"
    assert judgement.beatable
    assert judgement.row()["other verdicts"] == "Beatable as X and O"


def test_it_needs_something_to_judge(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys)[0] == 2
    assert run(capsys, "--program", "bot", "--samples", "1")[0] == 2
