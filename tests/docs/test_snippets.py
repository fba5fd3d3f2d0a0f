"""The snippets of the docs pass a strict type check, and those of two pages run as they are."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OF_THE_INTERFACE = {ROOT / "docs" / name for name in ("architecture.md", "upstream.md")}
"""Show lines of the dashboard's own code, and small apps of Streamlit."""
PAGES = [*sorted({*(ROOT / "docs").glob("*.md")} - OF_THE_INTERFACE), ROOT / "README.md"]
SNIPPET = re.compile(
    r"^```python\n(.*?)^```$(?:\s+^```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL
)
SNIPPETS = [
    pytest.param(*snippet, id=f"{page.stem} {number}")
    for page in PAGES
    for number, snippet in enumerate(SNIPPET.findall(page.read_text(encoding="utf-8")), 1)
]
OF_THE_READER = "from typing import Any\n\nanswers: Any\ntable: Any\n"
"""What two snippets of any-agent.md leave to their reader."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "expected"),
    [snippet for snippet in SNIPPETS if str(snippet.id).startswith(("sweeps", "benchmarks"))],
)
def test_a_snippet_can_be_pasted_whole(
    program: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "snippet.py"
    file.write_text(program, encoding="utf-8")
    runpy.run_path(str(file))
    assert capsys.readouterr().out == expected


@pytest.mark.thorough
def test_every_snippet_passes_a_strict_type_check_of_somebody_who_has_the_package(
    tmp_path: Path,
) -> None:
    """Without the settings of this project; the functions of a snippet may go without types."""
    assert len(SNIPPETS) > 30
    for number, snippet in enumerate(SNIPPETS):
        file = tmp_path / f"snippet_{number}.py"
        file.write_text(OF_THE_READER + str(snippet.values[0]), encoding="utf-8")
    own_functions = ["--allow-untyped-defs", "--allow-untyped-calls"]
    check = [sys.executable, "-m", "mypy", "--config-file=", "--strict", *own_functions]
    check += ["--ignore-missing-imports", "--follow-imports=silent", f"--cache-dir={tmp_path}/kept"]
    done = subprocess.run(
        [*check, *sorted(tmp_path.glob("*.py"))],
        capture_output=True,
        text=True,
        env={"MYPYPATH": str(ROOT), "PATH": ""},
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout + done.stderr
