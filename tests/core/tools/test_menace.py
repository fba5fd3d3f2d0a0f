"""Figures of one MENACE; `test_reproduce` tests the table of a hundred."""

import pytest

import ttt_core as ttt
from ttt_core.tools.menace import MachineStrength, measured


def test_the_untrained_machine() -> None:
    machine = measured(ttt.untrained(kind="matchboxes"), "X")
    assert machine == MachineStrength(
        worst_case_losses=pytest.approx(859 / 945),
        wins=pytest.approx(0.6068281870039682),
        losses=pytest.approx(0.26686628499779536),
        resigns=False,
        boxes=0,
    )
    simulation = ttt.TrainingRun(ttt.TrainingConfig(rule="matchboxes", beads="simulation")).agent()
    assert measured(simulation, "X") == machine, "both begin with equal numbers of each colour"
