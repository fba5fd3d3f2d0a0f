"""The published figures next to ours: the tables and their measurement."""

from pathlib import Path

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.tools import reproduce
from ttt_core.tools.arguments import over_seeds
from ttt_core.tools.reproduce import MENACE_GAMES, MENACE_HEADING

DOCS = Path(__file__).parents[3] / "docs"


def column(measured: list[reproduce.Figures], label: str) -> np.ndarray:
    return np.array([figures[label].value for figures in measured])


@pytest.mark.thorough
def test_adaptive_is_still_weak_after_a_hundred_presses() -> None:
    measured = over_seeds(reproduce.measure_adaptive, 5)

    lost = column(measured, "O loses to random after 100 × 1,000 games")
    assert 0.06 < lost.mean() < 0.2
    assert all(column(measured, "runs in which the worst-case opponent then always beats O") == 1)


@pytest.mark.thorough
def test_symmetry_saves_about_as_many_games_as_claimed() -> None:
    """A claims that 5,500 positions become 700, and that learning is 8 times as fast."""
    figures = reproduce.measure_symmetry(0)

    assert figures["positions"].value == 5_478
    assert figures["positions up to symmetry"].value == 765
    for name in reproduce.SYMMETRY_TRAININGS:
        assert 5 < figures[f"{name}: times as many"].value < 13


@pytest.mark.thorough
def test_playing_people_hardly_changes_adaptive_but_its_training_rule_does_harm() -> None:
    """An independent check on one agent gave 43.4%, then 42.1%; with the training rule 58.1%."""
    measured = over_seeds(reproduce.measure_adaptive_in_play, 5)

    before, in_play, as_trained = (column(measured, label) for label in measured[0])
    assert round(before[0], 3) == 0.434
    assert abs(in_play - before).max() < 0.05
    assert as_trained.mean() > before.mean() + 0.04


@pytest.mark.thorough
def test_reward_memory_prefers_the_centre_and_draws_when_taught_as_published() -> None:
    measured = over_seeds(reproduce.measure_taught_memory, 3)

    assert all(abs(column(measured, "X wins in the last 49,973 games") - 11_132) < 1_200)
    assert all(abs(column(measured, "O wins in the last 49,973 games") - 2_701) < 1_000)
    assert all(abs(column(measured, "draws in the last 49,973 games") - 36_140) < 1_700)
    assert all(abs(column(measured, "distinct games of 255,168") - 4_330) < 800)
    assert all(abs(column(measured, "score of the centre opening") - 72) < 5)
    assert all(abs(column(measured, "mean score of a corner in reply to the centre") - 11) < 1)
    assert all(abs(column(measured, "mean score of an edge in reply to the centre") - 4.5) < 1.5)
    assert column(measured, "of the five questions, yes after 100,000 games").mean() > 4
    for others in ("corner", "edge"):
        assert all(column(measured, f"mean score of the {others} openings") < 45)


@pytest.mark.thorough
def test_an_untaught_reward_memory_sees_more_games_than_published() -> None:
    measured = over_seeds(reproduce.measure_reward_memory, 10)

    assert all(column(measured, "distinct games of 255,168") > 4_500)
    assert all(column(measured, "positions in memory") > 4_200)
    assert all(
        column(measured, "X wins in the last 49,973 games")
        > column(measured, "O wins in the last 49,973 games")
    )


def test_the_page_has_the_heading_of_every_table() -> None:
    lines = (DOCS / "measurements.md").read_text(encoding="utf-8").splitlines()
    sources = [source.source for source in reproduce.REPRODUCTIONS]
    assert [line for line in lines if line in sources] == sources


@pytest.mark.thorough
def test_it_prints_a_table_for_each_source_and_the_published_one_of_menace(
    capsys: pytest.CaptureFixture[str],
) -> None:
    reproduce.main(["--seeds", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line and not line.startswith("|")] == [
        *(source.source for source in reproduce.REPRODUCTIONS),
        "MENACE, exactly: median (range) over 100 seeds",
    ]
    figures, headings = 73, 2 * len(reproduce.REPRODUCTIONS)
    start_of_menace = lines.index(MENACE_HEADING[0])
    table = [line for line in lines[:start_of_menace] if line.startswith("|")]
    assert len(table) == figures + headings
    assert all(line.count("|") == 4 for line in table)
    assert "| X wins against random | 96.7% | 96.78% |" in table
    page = (DOCS / "measurements.md").read_text(encoding="utf-8").splitlines()
    begin = page.index(reproduce.REPRODUCTIONS[0].source)
    on_page = [line for line in page[begin:] if line.startswith("|")]
    assert [line.split("|")[1:3] for line in on_page] == [line.split("|")[1:3] for line in table]

    of_menace = [line for line in lines[start_of_menace:] if line.startswith(("| X", "| O"))]
    assert len(set(of_menace)) == 2 * 4 * len(MENACE_GAMES)
    published = (DOCS / "menace.md").read_text(encoding="utf-8")
    for line in (*MENACE_HEADING, *of_menace):
        assert line.count("|") == 10
        assert line in published


def test_the_untrained_machine() -> None:
    machine = reproduce.measured(ttt.untrained(kind="matchboxes"), "X")
    assert machine == reproduce.MachineStrength(
        worst_case_losses=pytest.approx(859 / 945),
        wins=pytest.approx(0.6068281870039682),
        losses=pytest.approx(0.26686628499779536),
        resigns=False,
        boxes=0,
    )
    simulation = ttt.TrainingRun(ttt.TrainingConfig(rule="matchboxes", beads="simulation")).agent()
    assert reproduce.measured(simulation, "X") == machine, (
        "both begin with equal numbers of each colour"
    )
