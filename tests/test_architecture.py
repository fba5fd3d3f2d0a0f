"""The documents name only files that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILE = re.compile(r"`((?:ttt_core|ttt_ui|pages|tests|deploy|docs)/[\w./]*)`")
DOCUMENTS = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_it_names_exists(document: Path) -> None:
    named = FILE.findall(document.read_text(encoding="utf-8"))
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_architecture_names_many() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert len(set(FILE.findall(text))) > 30


def test_the_map_fits_one_screen_and_each_walk_has_at_most_eight_files() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    _, rooms, after = text.split("```")
    assert rooms.strip().count("\n") < 34
    assert max(map(len, rooms.splitlines())) <= 100
    walks = after.partition("## Five walks")[2].strip().split("\n\n")
    files = [set(FILE.findall(walk)) for walk in walks]
    assert len(files) == 5
    assert all(3 < len(named) <= 8 for named in files), [len(named) for named in files]
