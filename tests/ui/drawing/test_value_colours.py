"""One colour scale for all of an agent's values, on the board and in the heatmaps."""

from functools import cache

import numpy as np
import pytest

import ttt_core as ttt
from tests.ui.support import thorough_except
from ttt_core.game.graph import N_OPEN, boards, legal
from ttt_core.game.solution import move_values
from ttt_ui.drawing.colours import BAD, GOOD, NEUTRAL, Tone, amount_tone, signed_tone
from ttt_ui.drawing.heatmap import values_figure
from ttt_ui.moves.values import value_scale, values_of_agent
from ttt_ui.play.board_notes import move_notes

pytestmark = pytest.mark.slow

AGENTS = {
    "Minimax-Q": (ttt.TrainingConfig(epsilon_floor=0.1), 0),
    "Reward memory": (ttt.TrainingConfig(games=5_000, seed=1, rule="reward-memory"), 10),
    "Costly moves": (ttt.TrainingConfig(games=5_000, seed=1, move_cost=0.05), 0),
    "Draws are lost": (ttt.PRESETS["Adaptive (freeCodeCamp 2025)"], -1),
}


@cache
def agent(name: str) -> ttt.Agent:
    return ttt.train(AGENTS[name][0])


@pytest.mark.parametrize("name", thorough_except(list(AGENTS)[:2], AGENTS))
def test_equal_values_have_equal_colours_on_every_board_and_a_draw_is_the_middle(name: str) -> None:
    player, draw = agent(name), AGENTS[name][1]
    assert value_scale(player).middle == draw
    by_value: dict[float, Tone] = {}
    for board in boards()[:N_OPEN:31]:
        values = player.q_values(board)
        notes = move_notes(board, values_of_agent(player, board), true_values=False)
        assert set(notes) == set(np.flatnonzero(~np.isnan(values)))
        for cell, note in notes.items():
            value = float(values[cell])
            assert note.tone is not None
            assert by_value.setdefault(value, note.tone) == note.tone
    for value, tone in by_value.items():
        assert tone.hue == (GOOD if value > draw else BAD if value < draw else NEUTRAL)
    for hue in (GOOD, BAD):
        values = [value for value, tone in by_value.items() if tone.hue == hue]
        depths = [by_value[value].depth for value in sorted(values, key=lambda v: abs(v - draw))]
        assert depths == sorted(depths)


@pytest.mark.parametrize("name", [*AGENTS, "MENACE (Michie 1961)"])
def test_a_board_has_the_colours_of_its_heatmap(name: str) -> None:
    player = agent(name) if name in AGENTS else ttt.train(ttt.PRESETS[name])
    for board in ("---------", "X---O----", "XO--X----", "-X--O--X-"):
        figure = values_figure(player, board, value_scale(player), [])
        shown = [shape.fillcolor for shape in figure.layout.shapes if shape.name == "free"]
        notes = move_notes(board, values_of_agent(player, board), true_values=False)
        assert [str(notes[cell].tone) for cell in sorted(notes)] == shown
        if player.kind != "matchboxes":
            texts = [note.text.split("<br>")[0] for note in figure.layout.annotations]
            assert [notes[cell].text for cell in sorted(notes)] == texts


def test_true_values_have_the_colours_of_certain_values() -> None:
    position = next(p for p in range(N_OPEN) if set(move_values()[p][legal()[p]]) == {-1, 0, 1})
    notes = move_notes(boards()[position], None, true_values=True)
    cell_colours = {note.true_value: note.tone for note in notes.values()}
    assert cell_colours == {"win": signed_tone(1), "draw": signed_tone(0), "loss": signed_tone(-1)}


def test_a_colour_is_written_for_the_browser_and_nothing_is_outside_the_scale() -> None:
    assert str(Tone("#010203", 0.25)) == "rgba(1, 2, 3, 0.250)"
    for tone, lowest in ((signed_tone, -1), (amount_tone, 0)):
        for outside in (lowest - 0.1, 1.1, float("nan")):
            with pytest.raises(ValueError, match=f"between {lowest} and 1"):
                tone(outside)
