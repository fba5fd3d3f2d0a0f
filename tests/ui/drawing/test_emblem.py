"""The emblem is the map of the game in small: each position has its place and its colour."""

from base64 import b64decode
from io import BytesIO
from math import cos, pi, sin

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

import ttt_core as ttt
from ttt_core.evaluation import map_layout
from ttt_core.learning import new_pupil
from ttt_core.pictures import BAD, GOOD, INNER, MAP_SIZE, RING
from ttt_ui.drawing.emblem import emblem

AGENT = ttt.train(ttt.TrainingConfig(games=300, seed=1))


def pixels_of(player: ttt.Player | ttt.Policy) -> NDArray[np.uint8]:
    kind, _, data = emblem(player).partition(",")
    assert kind == "data:image/png;base64"
    return np.array(Image.open(BytesIO(b64decode(data))).convert("RGBA"))


def colours_of(pixels: NDArray[np.uint8]) -> set[str]:
    """Return the colours of the pixels that are not transparent."""
    return {"#{:02X}{:02X}{:02X}".format(*pixel[:3]) for pixel in pixels.reshape(-1, 4) if pixel[3]}


@pytest.mark.parametrize("nearness", [0.25, 0.8])
def test_every_wide_position_has_its_colour_and_is_shorter_if_it_can_go_wrong(
    nearness: float,
) -> None:
    pixels, layout, shades = pixels_of(AGENT), map_layout(), ttt.game_map(AGENT).shades
    seen = set()
    for marks, start, end, shade in zip(*layout[1:], shades, strict=True):
        radius = INNER + (marks - 1 + nearness) * RING if marks else INNER * nearness / 2
        if (end - start) * 2 * pi * radius < RING:
            continue  # a few pixels, which its neighbours touch
        turn, scale = pi * (start + end), len(pixels) / MAP_SIZE
        across, down = (
            round(len(pixels) / 2 - 0.5 + scale * radius * way) for way in (sin(turn), -cos(turn))
        )
        *colour, opacity = pixels[down, across].tolist()
        is_there = shade <= 0 or nearness < 0.5
        assert bool(opacity) == is_there
        if is_there and shade >= 0:
            assert "#{:02X}{:02X}{:02X}".format(*colour) == (BAD if shade else GOOD).upper()
        seen.add(int(shade))
    assert {0, 2, 3, 4} <= seen


def test_perfect_play_is_green_and_who_has_never_played_is_grey() -> None:
    assert colours_of(pixels_of(ttt.minimax())) == {GOOD.upper()}
    (grey,) = colours_of(pixels_of(new_pupil()))
    assert grey == "#868E96"
    assert len(emblem(AGENT)) < 2_500
