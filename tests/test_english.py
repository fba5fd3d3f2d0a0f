"""Plain English: patterns that are never right in what people read."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_rooms import nodes

ROOT = Path(__file__).parents[1]
SOURCES = [
    ROOT / "app.py",
    *(
        path
        for room in ("pages", "ttt_core", "ttt_ui")
        for path in sorted((ROOT / room).rglob("*.py"))
    ),
]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
NEVER_RIGHT = {
    "a contraction": r"\b(?:\w+n['’]t|(?:it|that|there|what|who|let)['’]s|\w+['’](?:re|ve|ll))\b",
    "a percentage with a space": r"[\d})][ \u00a0]%(?![\w(])",
    "since game N": r"\bfrom game \S+ on\b",
    "the idiom for good": r"\bfor good\b(?! reason)",
    "exactly the same": r"\bthe very same\b|\bbit for bit\b",
    "when it does not explore": r"\bat its best\b",
    "worst-case opponent": r"\bat worst\b|\bbest reply\b|\bthrough and through\b",
    "perfect play": r"\bbest play\b",
    "unbeatable": r"\b(?:can ?not|can) be beaten\b|\bnobody could win\b",
    "true value": r"\bin truth\b|\btruly\b|\bheld to be worth\b|\bholds to be worth\b",
    "computed": r"\bworked out\b",
    "again": r"\banew\b",
    "also": r"\blikewise\b",
    "next to": r"\bbesides?\b",
    "your agent": r"\bpresent agent\b",
    "Pupil": r"\bnewborn\b",
    "a mistake": r"\bslips\b|\ba slip\b",
    "a fix": r"\bcures?\b",
    "the previous run": r"\bghosts?\b",
    "equivalent positions": r"\btwins?\b",
    "anyone": r"\bwhoever\b|\bwhomever\b",
    "the (%)": r"\bin per ?cent\b",
    "still available": r"\bstays? to be\b|\bto be had\b|\bcan be had\b",
    "arise": r"\bcomes? about\b|\bcame about\b",
    "saved": r"\bthe browser remembers\b",
}
NAMES_IN_LINKS = {"Present agent"}
"""They keep their old words; visitors see labels instead."""
WORDS_OF_CODE = re.compile(r"``[^`]*``|`[^`]*`|\$[^$]*\$")


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a file with their lines: all of a page, the strings of a program.

    Each value in a sentence is ``{}``.
    """
    if path.suffix == ".md":
        yield from enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        return
    for node in nodes(path):
        if isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
            yield node.lineno, "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


@pytest.fixture(scope="module")
def sentences() -> list[tuple[str, str]]:
    """Return every text, without what it quotes from the code, and where it is."""
    return [
        (f"{path.relative_to(ROOT)}:{line}", WORDS_OF_CODE.sub("", text))
        for path in (*SOURCES, *PAGES)
        for line, text in texts(path)
        if " " in text and text not in NAMES_IN_LINKS
    ]


@pytest.mark.parametrize("right", NEVER_RIGHT)
def test_plain_words_are_used_for(right: str, sentences: list[tuple[str, str]]) -> None:
    never = re.compile(NEVER_RIGHT[right], re.IGNORECASE)
    assert [(place, text) for place, text in sentences if never.search(text)] == []
