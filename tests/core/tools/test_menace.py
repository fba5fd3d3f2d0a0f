"""What is measured of one MENACE; the table of a hundred is tested with that which prints it."""

import pytest

import ttt_core as ttt
from ttt_core.tools.menace import Machine, measured


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
