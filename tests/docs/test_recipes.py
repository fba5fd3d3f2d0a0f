"""Each recipe of CONTRIBUTING.md, followed to the word on a copy, passes the tests."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
Recipe = Callable[[Path], Iterator[int]]
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
    passes(copy, "tests/test_languages.py")


def passes(copy: Path, *tests: str, of: str = "not browser and not thorough") -> None:
    run(copy, "-m", "pytest", "-q", "-m", of, *tests)


def rule(copy: Path) -> Iterator[int]:
    write_behind(
        copy / "ttt_core" / "learning" / "rules.py",
        ("RuleName = Literal[\n", '    "team-q",\n'),
        ('        "minimax-q": MINIMAX_Q,\n', '        "team-q": TEAM_Q,\n'),
        ('    "network",\n]\n', TEAM_Q),
    )
    yield 4
    tests = ("learning/test_rules.py", "learning/test_kernels.py", "files/test_kinds.py")
    passes(copy, *(f"tests/core/{name}" for name in tests), of="not slow")
    passes(copy, "tests/ui/test_every_rule.py", "-k", "team-q", of="")


def setting(copy: Path) -> Iterator[int]:
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
    write_behind(
        tests / "test_rules.py", ("OTHER_VALUES: dict[str, Any] = {\n", '    "win_bonus": 0.5,\n')
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
    yield 2
    passes(
        copy,
        *(f"tests/core/learning/test_{name}.py" for name in ("rules", "kernels", "config")),
        "tests/core/files/test_sweep_file.py",
        *(f"tests/ui/train/test_{name}.py" for name in ("controls", "sliders")),
        "tests/ui/compare/measuring",
        of="not slow",
    )
    slow = ("test_kernels.py", "test_rules.py")
    passes(
        copy,
        *(f"tests/core/learning/{name}" for name in slow),
        "-k",
        "bonus or matter",
        of="",
    )


def chapter(copy: Path) -> Iterator[int]:
    room = copy / "ttt_ui" / "learn"
    (room / "openings.py").write_text(CHAPTER, encoding="utf-8")
    write_behind(
        room / "state.py",
        ("    minus_sign,\n", "    openings,\n"),
        ('        "exploring": exploring,\n', '        "openings": openings,\n'),
    )
    yield 6
    passes(copy, "tests/ui/learn/test_frame.py", "-k", "openings or way_through", of="")
    passes(copy, "tests/test_imports.py", "tests/test_architecture.py")


def page(copy: Path) -> Iterator[int]:
    write_behind(
        copy / "ttt_ui" / "frame" / "links.py",
        (
            '    "compare": (tr_noop("Compare"), ":material/balance:"),\n',
            '    "about": (tr_noop("Hall of fame"), ":material/info:"),\n',
        ),
    )
    (copy / "pages" / "about.py").write_text("import streamlit as st\n\nst.title('About')\n")
    yield 1
    assert run(copy, "-c", VISIT) == "['About']\n"
    passes(copy, "tests/ui/test_pages.py", "tests/test_imports.py", of="not slow")


def sentence(copy: Path) -> Iterator[int]:
    wording = copy / "ttt_ui" / "wording.py"
    wording.write_text(
        wording.read_text("utf-8") + '\n\nprint(tr("Good luck, {name}!", name="Ada"))\n'
    )
    yield 1


def notation(copy: Path) -> Iterator[int]:
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
    yield 1
    assert "cells are points of the compass" in run(copy, "-c", JUDGE)
    passes(copy, "tests/core/files/test_notations.py", of="not slow")


ADDED, CHANGED = (rule, notation, chapter, sentence), (setting, page)
"""The recipes of `CONTRIBUTING.md`, in the two copies in which they are followed: each makes its
changes, says how many sentences are new, and checks the rest once these are translated."""


@pytest.mark.thorough
@pytest.mark.parametrize("recipes", [ADDED, CHANGED], ids=["added", "changed"])
def test_who_follows_the_recipes_breaks_nothing(copy: Path, recipes: Sequence[Recipe]) -> None:
    followed = [recipe(copy) for recipe in recipes]
    translate(copy, sum(map(next, followed)))
    for checks in followed:
        assert list(checks) == []


def test_these_are_all_recipes() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipes = re.findall(r"^- \*\*an? (\w+)", text, re.MULTILINE)
    assert sorted(recipes) == sorted(recipe.__name__ for recipe in (*ADDED, *CHANGED))
