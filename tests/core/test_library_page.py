"""The tasks of docs/library.md: each runs by itself and prints what the page says."""

import io
import re
import runpy
from contextlib import redirect_stdout
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "library.md").read_text(encoding="utf-8")
TASKS = re.findall(r"^## (\d+\. .+?)$(.+?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)


def test_there_are_fourteen_tasks_each_with_a_program_and_what_it_prints() -> None:
    assert [int(title.split(".")[0]) for title, _ in TASKS] == list(range(1, 15))
    for _, text in TASKS:
        assert re.findall(r"^```(\w+)$", text, re.MULTILINE) == ["python", "text"]


@pytest.mark.slow
@pytest.mark.parametrize("text", [text for _, text in TASKS], ids=[title for title, _ in TASKS])
def test_a_task_prints_what_the_page_says(text: str, tmp_path: Path) -> None:
    program, expected = re.findall(r"^```\w+\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    task, printed = tmp_path / "task.py", io.StringIO()
    task.write_text(program, encoding="utf-8")
    with redirect_stdout(printed):
        runpy.run_path(str(task))
    assert printed.getvalue() == expected
