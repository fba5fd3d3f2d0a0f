"""The programs in the docs print what the page says and pass a strict type check."""

import json
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ttt_core as ttt
from docs.programs import api

ROOT = Path(__file__).parents[2]
OF_THE_INTERFACE = {ROOT / "docs" / name for name in ("architecture.md", "upstream.md")}
"""Show lines of the dashboard's own code, and small apps of Streamlit."""
PAGES = [*sorted({*(ROOT / "docs").glob("*.md")} - OF_THE_INTERFACE), ROOT / "README.md"]
SNIPPET = re.compile(
    r"^```python\n(.*?)^```$(?:\s+^```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL
)
SNIPPETS = {
    f"{page.stem} {number}": snippet
    for page in PAGES
    for number, snippet in enumerate(SNIPPET.findall(page.read_text(encoding="utf-8")), 1)
}
PRINTED = ("benchmarks", "library", "neighbours", "sweeps")
"""The pages whose programs stand alone and are followed by what they print."""
LONG = (*(f"library {number}" for number in (6, 7, 11, 12, 14)), "neighbours")
OF_THE_READER = "from typing import Any\n\nanswers: Any\ntable: Any\n"
"""What two snippets of any-agent.md leave to their reader."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.thorough if name.startswith(LONG) else ())
        for name in SNIPPETS
        if name.startswith(PRINTED)
    ],
)
def test_a_program_prints_what_the_page_says(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for library in ("pettingzoo", "pyspiel") if name.startswith("neighbours") else ():
        pytest.importorskip(library)
    program, expected = SNIPPETS[name]
    file = tmp_path / "program.py"
    file.write_text(program, encoding="utf-8")
    runpy.run_path(str(file))
    assert capsys.readouterr().out == expected != ""


def test_every_task_and_every_library_has_a_program() -> None:
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    tasks = [int(number) for number in re.findall(r"^## (\d+)\. ", page, re.MULTILINE)]
    programs = sum(name.startswith("library ") for name in SNIPPETS)
    assert tasks == list(range(1, programs + 1)) == list(range(1, 16))
    reads = [
        re.findall(r'reads="(\w+)"', program)
        for name, (program, _) in SNIPPETS.items()
        if name.startswith("neighbours")
    ]
    assert reads == [["pettingzoo"], ["array"], ["open_spiel"], ["array", "array"]]


@pytest.mark.thorough
def test_every_snippet_passes_a_strict_type_check_of_somebody_who_has_the_package(
    tmp_path: Path,
) -> None:
    """Without the settings of this project; the functions of a snippet may go without types."""
    assert len(SNIPPETS) > 30
    for number, (program, _) in enumerate(SNIPPETS.values()):
        file = tmp_path / f"snippet_{number}.py"
        file.write_text(OF_THE_READER + program, encoding="utf-8")
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


def test_the_reference_says_what_the_docstrings_say() -> None:
    assert api.PAGE.read_text(encoding="utf-8") == api.reference(), (
        "A public docstring has changed: run `python -m docs.programs.api`."
    )


def test_the_notebook_for_a_first_hour_runs_and_what_it_says_is_true() -> None:
    cells = json.loads((ROOT / "docs" / "first_steps.ipynb").read_text("utf-8"))["cells"]
    programs = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert len(programs) > 5
    names = dict[str, Any]()
    for program in programs:
        exec(program, names)
    assert names["card"].unbeatable
    assert not ttt.evaluate(names["short_sighted"]).unbeatable
    assert ttt.match(names["mine"], names["agent"]).loss == 1
