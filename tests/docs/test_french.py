"""The French documents have the same parts as the English ones, and a lesson is true."""

import random
import re
import runpy
from pathlib import Path

import pytest

import ttt_core as ttt
from ttt_ui.learn.for_a_class import LESSONS

ROOT = Path(__file__).parents[2]
PAGES = {
    "README.md": "docs/lisez-moi.md",
    "docs/tour.md": "docs/visite.md",
    "docs/classroom.md": "docs/classroom.fr.md",
}
LESSON_LINK = re.compile(r"`http://192\.168\.1\.5:8501(/[^`]*)`")
BETTER_LINE = "result = -max(value[cell] for cell in free(board))"


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def without_language(text: str) -> str:
    return re.sub(r"[?&]lang=fr", "", text)


@pytest.mark.parametrize(("english", "french"), PAGES.items())
def test_both_pages_have_the_same_parts(english: str, french: str) -> None:
    for pattern in (r"^#+ ", r"^\| ?-.*\|$", r"^!\[", r"^\d\. ", r"^- "):
        parts = [re.findall(pattern, text_of(page), re.M) for page in (english, french)]
        assert len(parts[0]) == len(parts[1]), pattern
    headings = [re.findall(r"^#+(?= )", text_of(page), re.M) for page in (english, french)]
    assert headings[0] == headings[1]


@pytest.mark.parametrize(("english", "french"), PAGES.items())
def test_both_pages_have_the_same_commands_and_links(english: str, french: str) -> None:
    for pattern in (r"^ *```.*?^ *```$", LESSON_LINK.pattern):
        parts = [
            re.findall(pattern, without_language(text_of(page)), re.M | re.S)
            for page in (english, french)
        ]
        assert parts[0] == parts[1]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("games", "improved", "verdict"),
    [(3_000, False, "Beatable as X and O"), (60_000, True, "Unbeatable")],
)
def test_the_program_of_lesson_two_is_beatable_until_its_last_line_is_changed(
    games: int, improved: bool, verdict: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert any(BETTER_LINE in question.answer for question in LESSONS["two"].questions)
    program = text_of("docs/programs/first_learner.py").replace("100_000", str(games))
    if improved:
        program = re.sub(r"result = -result.*", BETTER_LINE, program)
    (tmp_path / "learner.py").write_text(program, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    random.seed(1)
    runpy.run_path("learner.py", run_name="__main__")
    assert ttt.judge(Path("my-agent.json").read_bytes()).verdict == verdict
