"""Thumbnails show their boards."""

import xml.etree.ElementTree as ElementTree
from urllib.parse import unquote

from hypothesis import given
from hypothesis import strategies as some

from ttt_core.game.graph import boards
from ttt_ui.drawing.board_tables import board_image

PREFIX = "data:image/svg+xml;utf8,"


@given(some.sampled_from(boards()))
def test_picture_has_the_marks(board: str) -> None:
    url = board_image(board)
    assert url.startswith(PREFIX)
    assert "#" not in url  # it would end the address
    assert len(url) < 800
    drawing = ElementTree.fromstring(unquote(url.removeprefix(PREFIX)))
    shade, _, crosses, rings = [path.attrib["d"] for path in drawing]
    assert shade == ""
    assert crosses.count("M") == board.count("X")
    assert rings.count("M") == board.count("O")


def test_all_pictures_differ() -> None:
    assert len({board_image(board) for board in boards()}) == len(boards())
    assert len({board_image("---------", lit) for lit in (None, *range(9))}) == 10
