"""The tasks of docs/library.md run and print what the page says; the reference is up to date."""

import re
import runpy
from pathlib import Path

import pytest

from docs.programs import api

PAGE = (Path(__file__).parents[2] / "docs" / "library.md").read_text(encoding="utf-8")
TASKS = re.findall(r"^## (\d+\. .+?)$(.+?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
LONG = {
    "6. A thousand configurations on all cores",
    "7. Evaluate your own learning algorithm",
    "11. Double Q-learning",
    "14. The curve of any learner",
}


def test_there_are_fifteen_tasks_each_with_a_program_and_what_it_prints() -> None:
    assert [int(title.split(".")[0]) for title, _ in TASKS] == list(range(1, 16))
    for _, text in TASKS:
        assert re.findall(r"^```(\w+)$", text, re.MULTILINE) == ["python", "text"]


def test_the_reference_says_what_the_docstrings_say() -> None:
    assert api.PAGE.read_text(encoding="utf-8") == api.reference(), (
        "A public docstring has changed: run `python -m docs.programs.api`."
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        pytest.param(text, id=title, marks=[pytest.mark.thorough] if title in LONG else [])
        for title, text in TASKS
    ],
)
def test_a_task_prints_what_the_page_says(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program, expected = re.findall(r"^```\w+\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    task = tmp_path / "task.py"
    task.write_text(program, encoding="utf-8")
    runpy.run_path(str(task))
    assert capsys.readouterr().out == expected
