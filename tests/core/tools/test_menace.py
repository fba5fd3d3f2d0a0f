"""The figures of MENACE that docs/menace.md tells, over 100 seeds."""

from pathlib import Path

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.tools.menace import GAMES, HEADING, LEAST_SEEDS, Machine, measured, menace_table

DOCS = Path(__file__).parents[3] / "docs" / "menace.md"


def test_the_untaught_machine() -> None:
    machine = measured(ttt.untrained(kind="matchboxes"), "X")
    assert machine == Machine(
        beaten=pytest.approx(859 / 945),
        wins=pytest.approx(0.6068281870039682),
        loses=pytest.approx(0.26686628499779536),
        resigns=False,
        boxes=0,
    )
    simulation = ttt.TrainingRun(ttt.TrainingConfig(rule="matchboxes", beads="simulation")).agent()
    assert measured(simulation, "X") == machine, "as many beads of each colour, either way"


@pytest.mark.slow
def test_the_table_is_the_one_that_is_published() -> None:
    lines = list(menace_table(LEAST_SEEDS))
    rows = [line for line in lines if line.startswith(("| X", "| O"))]
    assert len(rows) == 2 * 4 * len(GAMES)
    assert {line.count("|") for line in (*HEADING, *rows)} == {10}
    published = DOCS.read_text(encoding="utf-8")
    for line in (*HEADING, *rows):
        assert line in published
    assert np.unique(rows).size == len(rows)
