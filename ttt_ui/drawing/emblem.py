"""The emblem of a player: a tiny map of the game, as an image for a row of a table or a line."""

from base64 import b64encode
from functools import cache
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

import ttt_core as ttt
from ttt_core.evaluation import Policy, map_layout
from ttt_core.pictures import INNER, MAP_COLOURS, MAP_SIZE, RING, SHORT

_PIXELS = 80
"""Of a side: it is shown at half that size or less."""
_GREY = "#868E96"
_NOTHING, _FIRST_COLOUR = 0, 1
"""In the palette: what is around the positions, and the colour of those never seen."""


def emblem(player: ttt.Player | Policy) -> str:
    """Return the address of a small image (2 kB) that shows what a player knows of the game.

    As the large map: green where it plays right, purple and shorter where it can go wrong. It is
    transparent around, for any background.
    """
    shades = ttt.game_map(player).shades
    place, is_cut_off = _pixels()
    pixels = np.where(place < 0, _NOTHING, shades[place] + 1 + _FIRST_COLOUR)
    pixels[is_cut_off & (shades[place] > 0)] = _NOTHING
    return f"data:image/png;base64,{b64encode(_png(pixels.astype(np.uint8))).decode()}"


@cache
def _pixels() -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return for each pixel its position on the map, or -1; and whether a short one leaves it."""
    layout, middle = map_layout(), (_PIXELS - 1) / 2
    x, y = np.meshgrid(*2 * [(np.arange(_PIXELS) - middle) * MAP_SIZE / _PIXELS])
    turn = np.arctan2(x, -y) / (2 * np.pi) % 1
    along = np.hypot(x, y) - INNER
    ring = np.maximum(np.ceil(along / RING), 0)
    is_in = (
        (ring[..., None] == layout.marks)
        & (layout.start <= turn[..., None])
        & (turn[..., None] < layout.end)
    )
    of_ring = np.where(ring == 0, along / INNER + 1, along / RING - ring + 1)
    return np.where(is_in.any(axis=2), is_in.argmax(axis=2), -1), of_ring > SHORT


def _png(pixels: NDArray[np.uint8]) -> bytes:
    """Return pixels, which are numbers of colours, as a PNG file."""
    colours, opacities = bytearray(3), bytearray(1)
    for colour, opacity in MAP_COLOURS.values():
        is_grey = colour == "currentColor"
        colours += bytes.fromhex((_GREY if is_grey else colour)[1:])
        opacities.append(round(255 * (2 * opacity if is_grey else opacity)))
    image, file = Image.fromarray(pixels).convert("P"), BytesIO()
    image.putpalette(colours)
    image.save(file, "PNG", transparency=bytes(opacities))
    return file.getvalue()
