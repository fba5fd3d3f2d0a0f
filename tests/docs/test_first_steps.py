"""The notebook for a first hour runs from top to bottom, and what it says is true."""

import json
from pathlib import Path
from typing import Any

import ttt_core as ttt

NOTEBOOK = Path(__file__).parents[2] / "docs" / "first_steps.ipynb"


def test_the_notebook_runs() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    programs = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert len(programs) > 5
    names = dict[str, Any]()
    for program in programs:
        exec(program, names)
    assert names["card"].unbeatable
    assert not ttt.evaluate(names["short_sighted"]).unbeatable
    assert ttt.match(names["mine"], names["agent"]).loss == 1
