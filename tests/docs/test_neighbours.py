"""The programs of docs/neighbours.md: each runs by itself and prints what the page says."""

import re
import runpy
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("pyspiel")

PAGE = (Path(__file__).parents[2] / "docs" / "neighbours.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(
    r"^## (.+?)$.*?^```python\n(.*?)^```$\s+^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL
)


def test_there_is_a_program_for_each_library_with_a_short_bridge() -> None:
    assert len(PROGRAMS) == PAGE.count("```python") == 4
    reads = [re.findall(r'reads="(\w+)"', program) for _, program, _ in PROGRAMS]
    assert reads == [["pettingzoo"], ["array"], ["open_spiel"], ["array", "array"]]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("program", "expected"), [pytest.param(*rest, id=title) for title, *rest in PROGRAMS]
)
def test_a_program_prints_what_the_page_says(
    program: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "program.py"
    file.write_text(program, encoding="utf-8")
    runpy.run_path(str(file))
    assert capsys.readouterr().out == expected
