"""`ttt-lab judge --program`: a board a line in, an answer a line out, in any language."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.evaluation.policy_function import policy_from
from ttt_core.tools.judge import main
from ttt_core.tools.line_program import LineProgram, run_program, words_of

ROOT = Path(__file__).parents[3]
FIRST_FREE = policy_from(lambda board: board.index("-"))


def program(
    folder: Path, answer: str, *, before: str = "", each: str = "print(answer)"
) -> list[str]:
    """Write a program that answers each board with an expression, and return its command."""
    file = folder / "bot.py"
    lines = [
        "import json, os, random, sys, time",
        before,
        "for board in sys.stdin.read().split():",
        f"    answer = {answer}",
        f"    {each}",
    ]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [sys.executable, str(file)]


def asked(command: list[str], sides: str = "XO", seconds: float = 120) -> LineProgram:
    return run_program(command, sides, seconds)  # type: ignore[arg-type]


CELLS = """[
    board.index('-'),
    float(board.index('-')),
    f"{board.index('-') // 3},{board.index('-') % 3}",
    tuple(divmod(board.index('-'), 3)),
    [board.index('-')],
][board.count('-') % 5]"""
"""A cell, in each way that is read."""


NUMBERS = """(
    ' '.join('1' if cell == board.index('-') else '0' for cell in range(9)),
    json.dumps([9 - cell if board[cell] == '-' else None for cell in range(9)]),
)[board.count('-') % 2]"""
"""Nine values, with a null for a taken cell or without."""


@pytest.mark.parametrize(("answer", "are"), [(CELLS, "cells"), (NUMBERS, "nine values")])
def test_an_answer_is_a_cell_a_row_and_a_column_or_nine_numbers(
    answer: str, are: str, tmp_path: Path
) -> None:
    player = asked(program(tmp_path, answer))
    assert player.sides == "XO"
    assert player.how.startswith(f"Its answers are {are}")
    assert (player.policy()[:, :9] == FIRST_FREE).all()
    assert player.notes == ()


def test_nine_numbers_are_probabilities_if_all_of_them_are(tmp_path: Path) -> None:
    even = "[round((mark == '-') / board.count('-'), 3) for mark in board]"
    player = asked(program(tmp_path, even))
    assert player.how == "Its answers are nine probabilities for each board."
    assert abs(player.policy()[:, :9] - ttt.uniform()).max() < 1e-12


def test_a_taken_cell_loses_and_a_value_for_one_is_told(tmp_path: Path) -> None:
    card = ttt.judge(asked(program(tmp_path, "4")))
    assert card.forfeits == [board for board in ttt.boards()[:4520] if board[4] != "-"]
    assert card.card.vs_random_as_o.loss > 0.99
    player = asked(program(tmp_path, "[0, 0, 0, 0, 2, 0, 0, 0, 0]"))
    assert ttt.judge(player).forfeits == []
    (note,) = player.notes
    assert note.startswith(f"In {len(card.forfeits):,} boards, such as ---|-X-|---, its largest")
    assert note.endswith("If that lost: Beatable as X and O.")


def test_a_program_that_plays_one_side_is_asked_for_that_side_alone(tmp_path: Path) -> None:
    only_o = "assert board.count('X') > board.count('O')"
    card = ttt.judge(asked(program(tmp_path, "4", each=f"{only_o}; print(answer)"), "O"))
    assert (card.sides, card.verdict) == ("O", "Learned only O: beatable")
    assert all(board.count("X") > board.count("O") for board in card.forfeits)
    assert card.forfeits


FAULTS = {
    "too high": ("9", "", "For ---|---|--- it answers “9”, not a cell from 0 to 8"),
    "escapes": ("'\\x1b[2J'", "", "it answers “\ufffd[2J”, not a cell"),
    "nan": ("9 * [float('nan')]", "", "not a cell"),
    "mixed": ("4 if board == '---------' else 9 * [0]", "", "some boards with a cell and others"),
    "flood": ("0", "while True: print(1)", "with more lines than it is asked"),
    "one long line": ("0", "while True: sys.stdout.write('1')", "of more than 1,000 characters"),
    "error": ("[][0]", "", "IndexError: list index out of range"),
    "early end": ("0", "sys.exit('no\\n' * 10**6)", "after 0 of 9,040 answers. It said:\nno\nno"),
    "random": ("random.random() < 0.5 and 3 or 4", "", "or use --samples 100"),
    "random values": ("[random.random() for _ in board]", "", "it chooses at random"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_wrong_with_its_answers_is_said(fault: str, tmp_path: Path) -> None:
    answer, before, reason = FAULTS[fault]
    with pytest.raises(ValueError, match=re.escape(reason)) as caught:
        asked(program(tmp_path, answer, before=before))
    assert len(str(caught.value)) < 2_500


def test_answers_at_random_are_averaged_and_called_sampled(tmp_path: Path) -> None:
    free = "random.choice([cell for cell in range(9) if board[cell] == '-'])"
    player = run_program(program(tmp_path, free, before="random.seed(1)"), "XO", 120, 3)
    assert set(np.unique(np.round(3 * player.policy(), 9))) <= {0, 1, 2, 3}
    assert ttt.judge(player).verdict == "Beatable as X and O (sampled)"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no groups of processes.")
def test_at_the_limit_it_ends_with_what_it_has_started(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    bot = f"sleep 1000 & echo $$ $! > '{pids}'; wait"
    with pytest.raises(ValueError, match=r"within 1 seconds\. --seconds allows more"):
        asked(["sh", "-c", bot], seconds=1)
    for pid in map(int, pids.read_text().split()):
        while _runs(pid):
            pass


def _runs(pid: int) -> bool:
    """Return whether a process runs; an ended one whose parent has not asked does not."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat")
        return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_the_command_is_words_as_in_a_shell() -> None:
    assert words_of('node "my bot.js"')[0] == "node"
    with pytest.raises(ValueError, match="The command is empty"):
        words_of(" ")


RUN = {
    "javascript": ("bot.js", "node", ["node bot.js"]),
    "java": ("Bot.java", "java", ["java Bot.java"]),
    "c": ("bot.c", "cc", ["cc bot.c -o bot", "./bot"]),
}
"""The file, the interpreter or compiler, and the commands of each language of docs/any-agent.md."""


@pytest.mark.parametrize(
    "language",
    ["javascript", *(pytest.param(name, marks=pytest.mark.thorough) for name in ("java", "c"))],
)
def test_the_programs_of_the_docs_are_judged(
    language: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file, needed, (*first, command) = RUN[language]
    if shutil.which(needed) is None:
        pytest.skip(f"There is no {needed} here.")
    docs = (ROOT / "docs" / "any-agent.md").read_text(encoding="utf-8")
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", docs, re.MULTILINE | re.DOTALL)
    (text,) = (block for block in blocks if "model." not in block)  # not about networks
    (tmp_path / file).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for step in first:
        subprocess.run(step.split(), check=True)
    assert f'--program "{command}"' in docs
    with pytest.raises(SystemExit):
        main(["--program", command, "--json"])
    (row,) = json.loads(capsys.readouterr().out)
    assert row["name"] == command
    assert row["losses vs random as X"] == ttt.evaluate(FIRST_FREE).vs_random_as_x.loss
