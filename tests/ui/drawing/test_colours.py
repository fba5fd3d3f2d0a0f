"""X is blue and O is orange, in every figure and picture and in both themes."""

import colorsys
import re
import tomllib
from urllib.parse import unquote

import numpy as np
import pytest

from tests.browser.server import ROOT
from ttt_core.game import board as rules
from ttt_ui.compare.cross_table import cross_figure
from ttt_ui.drawing.board_tables import board_image
from ttt_ui.drawing.colours import (
    AMOUNTS,
    BAD,
    GOOD,
    NEUTRAL,
    PLAYER_COLOURS,
    SIDE_COLOURS,
    Tone,
    amount_tone,
    signed_tone,
    translucent,
)
from ttt_ui.drawing.heatmap import probability_heatmap
from ttt_ui.train.curves import AGAINST_RANDOM, WORST_CASE

THEMES = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))["theme"]
BOARD = "XO-------"


def parts(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def hue(colour: str) -> float:
    return colorsys.rgb_to_hls(*parts(colour))[0]


def luminance(colour: str) -> float:
    """Return the relative luminance as WCAG defines it."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts(colour)]
    return float(np.dot(linear, (0.2126, 0.7152, 0.0722)))


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def over(colour: str, ground: str, share: float) -> str:
    """Return a colour of which a share covers the ground."""
    pairs = zip(parts(colour), parts(ground), strict=True)
    return "#" + "".join(f"{round(255 * (share * c + (1 - share) * g)):02x}" for c, g in pairs)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_side_colours_stand_out_and_have_the_themes_hues(theme: str) -> None:
    named = {"X": THEMES[theme]["blueColor"], "O": THEMES[theme]["orangeColor"]}
    for side, colour in SIDE_COLOURS.items():
        assert abs(hue(colour) - hue(named[side])) < 0.04
        for ground in (THEMES[theme], THEMES[theme]["sidebar"]):
            assert contrast(colour, ground["backgroundColor"]) >= 3


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_slider_stands_out_and_so_does_the_rest_of_its_rail(theme: str) -> None:
    ground = THEMES[theme]["backgroundColor"]
    assert contrast(THEMES[theme]["primaryColor"], ground) >= 3
    style = (ROOT / "ttt_ui/drawing/slider_component.css").read_text(encoding="utf-8")
    (percent,) = re.findall(r"--rest: .*text-color\) (\d+)%", style)
    rest = over(THEMES[theme]["textColor"], ground, int(percent) / 100)
    assert contrast(rest, ground) > 1.3


@pytest.mark.parametrize("colour", [NEUTRAL, *PLAYER_COLOURS])
@pytest.mark.parametrize("page", ["#FFFFFF", "#12151C"])
def test_a_players_mark_stands_out_from_both_themes(colour: str, page: str) -> None:
    """By 3 to 1, as WCAG 2.2 asks of graphics (1.4.11)."""
    assert contrast(colour, page) >= 3


def apart(one: str, other: str) -> float:
    """Return how far apart the hues are, at most half the circle."""
    between = abs(hue(one) - hue(other))
    return min(between, 1 - between)


def test_the_theme_has_the_colours_of_figures_and_each_means_one_thing() -> None:
    amounts = [colour for _, colour in AMOUNTS]
    assert THEMES["chartSequentialColors"] == amounts
    assert THEMES["chartCategoricalColors"] == [*PLAYER_COLOURS[:6]]
    for number, colour in enumerate(THEMES["chartDivergingColors"]):
        assert apart(colour, BAD if number < 5 else GOOD) < 0.06
    for colour in (*PLAYER_COLOURS, *amounts):
        for other in (*SIDE_COLOURS.values(), GOOD, BAD):
            assert apart(colour, other) > 0.02
    for theme in ("light", "dark"):  # what is chosen is in ink
        ink = parts(THEMES[theme]["primaryColor"])
        assert max(ink) - min(ink) < 0.15


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("place", ["backgroundColor", "secondaryBackgroundColor"])
def test_captions_are_legible(theme: str, place: str) -> None:
    for ground in (THEMES[theme], THEMES[theme]["sidebar"]):
        caption = over(THEMES[theme]["textColor"], ground[place], 0.6)  # as Streamlit mixes them
        assert contrast(caption, ground[place]) >= 4.5


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("tone", [signed_tone(-1), signed_tone(0), signed_tone(1), amount_tone(1)])
def test_numbers_are_legible_on_every_cell(theme: str, tone: Tone) -> None:
    cell = over(tone.hue, THEMES[theme]["backgroundColor"], tone.depth)
    assert contrast(THEMES[theme]["textColor"], cell) >= 4.5


# X is blue and O is orange


@pytest.mark.parametrize("name", ["icon", "logo", "logo.fr"])
def test_the_logo_has_the_side_colours(name: str) -> None:
    drawing = (ROOT / f"ttt_ui/frame/{name}.svg").read_text(encoding="utf-8")
    for shape, side in ((r'<path d="M5 5[^>]*>', "X"), (r"<circle.*?>", "O")):
        drawn = re.findall(shape, drawing)
        assert {re.search(r'stroke="(#\w+)"', one)[1] for one in drawn} == {SIDE_COLOURS[side]}


def test_marks_curves_and_the_cross_table_have_the_side_colours() -> None:
    figure = probability_heatmap(BOARD, np.full(9, 1 / 7), [])
    for side in rules.SIDES:
        shades = {shape.line.color for shape in figure.layout.shapes if shape.name == side}
        assert shades == {SIDE_COLOURS[side]}
        assert SIDE_COLOURS[side] in unquote(board_image(BOARD))
    for name, series in (AGAINST_RANDOM | WORST_CASE).items():
        assert series.colour == SIDE_COLOURS[name[0].upper()]
    cells = cross_figure(["A"], np.array([[[1.0, 0.0, 0.0]]]))["data"][0]
    scale = dict(cells["colorscale"])
    assert scale[1] == translucent(SIDE_COLOURS["X"], 0.35)
    assert scale[0] == translucent(SIDE_COLOURS["O"], 0.35)
    assert (cells["zmin"], cells["zmax"]) == (-1, 1)
