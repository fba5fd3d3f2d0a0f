"""A recipe of CONTRIBUTING.md leads to what it promises, on a copy of the project."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COPIED = ("app.py", "pages", "ttt_core", "ttt_ui", ".streamlit")
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


@pytest.mark.thorough
def test_a_page(tmp_path: Path) -> None:
    for name in COPIED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)
    links = tmp_path / "ttt_ui" / "frame" / "links.py"
    text = links.read_text(encoding="utf-8")
    last = '    "compare": (tr_noop("Compare"), ":material/balance:"),\n'
    assert last in text
    added = last + '    "about": (tr_noop("About"), ":material/info:"),\n'
    links.write_text(text.replace(last, added), encoding="utf-8")
    (tmp_path / "pages" / "about.py").write_text("import streamlit as st\n\nst.title('About')\n")
    visit = subprocess.run(
        [sys.executable, "-c", VISIT], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert visit.stdout == "['About']\n", visit.stderr
