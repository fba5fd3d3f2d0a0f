"""Each recipe of CONTRIBUTING.md, followed to the word on a copy, passes the tests."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]


class Followed(NamedTuple):
    """How many sentences a recipe has added, and what must hold now."""

    sentences: int
    tests: tuple[str, ...] = ()
    among_slow: tuple[str, ...] = ()
    """Words of the names of tests in the same files that are slow, and about what is new."""
    prints: tuple[str, str] = ("", "")
    """A program, and what it prints."""


COPIED = (
    *("app.py", "pages", "ttt_core", "ttt_ui", "tests", "docs", "deploy", ".ci", ".streamlit"),
    *("pyproject.toml", *(file.name for file in ROOT.glob("*.md"))),
)
TEAM_Q = r"""

TEAM_Q = replace(
    MINIMAX_Q,
    name="team-q",
    label=tr_noop("Team-Q"),
    source=tr_noop("An example."),
    sentence=tr_noop("A move is worth the best value it leaves to the other side."),
    sign=1,
    formula=replace(
        MINIMAX_Q.formula,
        letters=tr_noop("As in Minimax-Q, for a game that both sides win together."),
    ),
)
"""
WIN_BONUS = """
    win_bonus: Share = setting(
        0.0, "Bonus", "Added to the reward for a win. 0 to 0.5 is plenty; it changes little."
    )

"""
CHAPTER = '''"""How many openings there are."""

import streamlit as st

import ttt_core as ttt
from ttt_core.sentences import tr_noop
from ttt_ui.language import tr

TITLE = tr_noop("Openings by number")
MINUTES = 1
AIM = tr_noop("Count the cells of an empty board.")
WORDS = ()
QUESTION = tr_noop("How many cells can X open in?")
ANSWERS = (tr_noop("Eight cells"), tr_noop("Nine cells"))


def _openings() -> int:
    return len(ttt.legal_moves("---------"))


def right() -> int:
    return int(_openings() == 9)


def reason() -> str:
    return tr("X can open in {openings} cells.", openings=_openings())


def show() -> None:
    st.code("---|---|---")


def reveal() -> None:
    pass
'''
VISIT = """
from streamlit.runtime.pages_manager import PagesManager
from streamlit.testing.v1 import AppTest

set_up = PagesManager.__init__

def with_the_apps_own_pages(manager, *args, **options):
    set_up(manager, *args, **options)
    PagesManager.uses_pages_directory = False

PagesManager.__init__ = with_the_apps_own_pages
app = AppTest.from_file("app.py", default_timeout=300)
app.switch_page("pages/about.py")
app.run()
assert not app.exception
print([title.value for title in app.title])
"""
JUDGE = """
import ttt_core as ttt

points = "nw n ne w centre e sw s se".split()
table = {
    board: {point: float(point == "centre") for point, mark in zip(points, board) if mark == "-"}
    for board in ttt.boards()[:4_520]
}
print(ttt.read_any(table).how)
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the project, with its compiled loops."""
    for name in COPIED:
        copied = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        copied(ROOT / name, tmp_path / name)
    return tmp_path


def write_behind(file: Path, *changes: tuple[str, str]) -> None:
    """Write texts into a file, each behind one that it contains once."""
    text = file.read_text(encoding="utf-8")
    for before, new in changes:
        assert text.count(before) == 1, f"{text.count(before)} × {before!r}"
        text = text.replace(before, before + new)
    file.write_text(text, encoding="utf-8")


def run(copy: Path, *command: str) -> str:
    done = subprocess.run(
        [sys.executable, *command], cwd=copy, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-5_000:] + done.stderr[-5_000:]
    return done.stdout


def translate(copy: Path, sentences: int) -> None:
    """Follow the recipe of a sentence: collect the new ones, and translate what is empty."""
    run(copy, ".ci/languages")
    file = copy / "ttt_ui" / "locale" / "fr" / "LC_MESSAGES" / "messages.po"
    text, translated = re.subn(
        r'^msgid ((?:"[^\n]*"\n)+)msgstr ""\n(?!")',
        lambda found: f"msgid {found[1]}msgstr {found[1]}",
        file.read_text(encoding="utf-8"),
        flags=re.MULTILINE,
    )
    assert translated == sentences
    file.write_text(text, encoding="utf-8")


def rule(copy: Path) -> Followed:
    write_behind(
        copy / "ttt_core" / "learning" / "rules.py",
        ("RuleName = Literal[\n", '    "team-q",\n'),
        ('        "minimax-q": MINIMAX_Q,\n', '        "team-q": TEAM_Q,\n'),
        ('    "network",\n]\n', TEAM_Q),
    )
    write_behind(
        copy / "tests" / "core" / "learning" / "slow_learner.py",
        (
            'if config.rule in ("minimax-q", "network") else (1, 2)\n',
            '        if config.rule == "team-q":\n            self.ahead = 1\n',
        ),
    )
    tests = ("core/learning/test_rules.py", "core/learning/test_kernels.py")
    return Followed(sentences=4, tests=(*tests, "ui/test_every_rule.py"), among_slow=("team-q",))


def setting(copy: Path) -> Followed:
    learning, tests = copy / "ttt_core" / "learning", copy / "tests" / "core" / "learning"
    write_behind(
        learning / "config.py",
        (
            'Above 0.5, losing quickly can look better than holding out for a draw.",\n    )\n',
            WIN_BONUS,
        ),
    )
    write_behind(
        learning / "rules.py",
        ('unused=frozenset({"alpha", "gamma", ', '"win_bonus", '),
        (
            '*("exploration", "experience_games", "replay_size", *_FIXED_IN_MATCHBOXES),\n',
            '"win_bonus",\n',
        ),
    )
    write_behind(
        learning / "kernel_state.py",
        ("rewards = np.array([config.reward_win", " + config.win_bonus"),
    )
    write_behind(
        tests / "slow_learner.py",
        ("return config.reward_win", " + config.win_bonus"),
    )
    write_behind(
        tests / "test_kernels.py",
        ("OPTIONS: dict[str, dict[str, Any]] = {\n", '    "bonus": {"win_bonus": 0.5},\n'),
    )
    ui = copy / "ttt_ui"
    write_behind(
        ui / "train" / "controls.py",
        (
            '    "move_cost": _even("rewards", 0.0, 1.0, 0.01),\n',
            '    "win_bonus": _even("rewards", 0.0, 1.0, 0.05),\n',
        ),
    )
    write_behind(
        ui / "compare" / "measuring" / "plan.py",
        ('        Axis("move_cost", 0, 0.5, 11),\n', '        Axis("win_bonus", 0, 1, 11),\n'),
    )
    return Followed(
        sentences=2,
        tests=(
            *(f"core/learning/test_{name}.py" for name in ("rules", "kernels", "config")),
            "core/files/test_sweep_file.py",
            *(f"ui/train/test_{name}.py" for name in ("controls", "sliders")),
            "ui/compare/measuring/test_plan.py",
        ),
        among_slow=("bonus", "matter"),
    )


def chapter(copy: Path) -> Followed:
    room = copy / "ttt_ui" / "learn"
    (room / "openings.py").write_text(CHAPTER, encoding="utf-8")
    write_behind(
        room / "state.py",
        ("    minus_sign,\n", "    openings,\n"),
        ('        "exploring": exploring,\n', '        "openings": openings,\n'),
    )
    return Followed(
        sentences=6,
        tests=("ui/learn/test_frame.py", "test_imports.py", "test_architecture.py"),
        among_slow=("openings", "way_through"),
    )


def page(copy: Path) -> Followed:
    write_behind(
        copy / "ttt_ui" / "frame" / "links.py",
        (
            '    "compare": (tr_noop("Compare"), ":material/balance:"),\n',
            '    "about": (tr_noop("Hall of fame"), ":material/info:"),\n',
        ),
    )
    (copy / "pages" / "about.py").write_text("import streamlit as st\n\nst.title('About')\n")
    return Followed(
        sentences=1,
        tests=("ui/test_pages.py", "test_imports.py"),
        prints=(VISIT, "['About']\n"),
    )


def sentence(copy: Path) -> Followed:
    wording = copy / "ttt_ui" / "wording.py"
    wording.write_text(
        wording.read_text("utf-8") + '\n\nprint(tr("Good luck, {name}!", name="Ada"))\n'
    )
    return Followed(sentences=1)


def notation(copy: Path) -> Followed:
    write_behind(
        copy / "ttt_core" / "files" / "elsewhere" / "moves.py",
        (
            "CELLS: tuple[CellNotation, ...] = (\n",
            '    CellNotation(tr_noop("cells are points of the compass"), _COMPASS.get),\n',
        ),
        (
            "    read: Callable[[Any], int | None]\n",
            "\n\n_COMPASS = dict(zip('nw n ne w centre e sw s se'.split(), range(9)))\n",
        ),
    )
    return Followed(
        sentences=1,
        tests=("core/files/test_notations.py",),
        prints=(JUDGE, "cells are points of the compass"),
    )


RECIPES: Sequence[Callable[[Path], Followed]] = (
    *(rule, setting, notation, chapter, page, sentence),
)
"""The recipes of `CONTRIBUTING.md`: each makes its changes on a copy."""


@pytest.mark.thorough
def test_who_follows_the_recipes_breaks_nothing(copy: Path) -> None:
    followed = [recipe(copy) for recipe in RECIPES]
    translate(copy, sum(one.sentences for one in followed))
    for program, printed in (one.prints for one in followed):
        assert printed in run(copy, "-c", program)
    tests = {"tests/test_languages.py"} | {
        f"tests/{test}" for one in followed for test in one.tests
    }
    run(copy, "-m", "pytest", "-q", "-m", "not slow and not browser", *sorted(tests))
    words = " or ".join(word for one in followed for word in one.among_slow)
    run(copy, "-m", "pytest", "-q", "-m", "slow and not browser", "-k", words, *sorted(tests))


def test_these_are_all_recipes() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipes = re.findall(r"^- \*\*an? (\w+)", text, re.MULTILINE)
    assert sorted(recipes) == sorted(recipe.__name__ for recipe in RECIPES)
