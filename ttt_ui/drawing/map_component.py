"""The map of the game as rings: what an agent knows of each position.

The places of the positions are in the program that the browser keeps, so that a new agent takes a
few hundred bytes, and a moved slider recolours the map in place, as ``map_component.js`` draws it.
"""

from base64 import b64encode
from collections.abc import Callable, Sequence
from pathlib import Path
from string import ascii_lowercase, digits
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation import Policy, as_policy, map_layout
from ttt_core.game import boards, legal, move_values, position_of, symmetry_class
from ttt_core.pictures import BAD, GAP, GOOD, INNER, MAP_COLOURS, MAP_SIZE, RING, SHORT
from ttt_ui.drawing.colours import SIDE_COLOURS
from ttt_ui.language import tr
from ttt_ui.streamlit_fixes.component_files import component
from ttt_ui.widgets import sent

_HERE = Path(__file__).parent
_BITS = 1 << np.arange(9)
_DIGITS = digits + ascii_lowercase


def _given() -> dict[str, object]:
    """Return what the browser knows of the map: it is the same for every agent."""
    layout = map_layout()
    values = np.where(legal(), move_values(), -2)[layout.positions]
    best = values == values.max(axis=1, keepdims=True)
    return {
        "marks": layout.marks.tolist(),
        "start": layout.start.round(5).tolist(),
        "end": layout.end.round(5).tolist(),
        "boards": [boards()[position] for position in layout.positions],
        "best": (best @ _BITS).tolist(),
        "inner": INNER,
        "ring": RING,
        "gap": GAP,
        "short": SHORT,
        "size": MAP_SIZE,
        "colours": list(MAP_COLOURS.values()),
        "good": GOOD,
        "bad": BAD,
        "x": SIDE_COLOURS["X"],
        "o": SIDE_COLOURS["O"],
    }


_mount = component(
    "ttt_map",
    _HERE / "map_component.js",
    _HERE / "map_component.css",
    given={"MAP": _given()},
)


def game_map(
    player: ttt.Player | Policy,
    *,
    key: str,
    way: Sequence[str] = (),
    lit: Sequence[str] = (),
    size: Literal["large", "plain"] = "large",
    on_open: Callable[[], None] | None = None,
) -> None:
    """Show what a player knows of the game.

    Parameters
    ----------
    player
    key
        Streamlit key; `opened_board` takes the same.
    way
        The boards of a game, which a line connects from the middle outwards.
    lit
        Boards that stand out, each with a frame.
    size
        As large as its place: with what the colours mean, and the position under the pointer; or
        plain, next to a large one.
    on_open
        Called when somebody clicks a position; `opened_board` returns which.
    """
    data = _colours(player) | {
        "key": key,
        "moves": _moves(as_policy(player)) if size == "large" else "",
        "way": [_place_of(board) for board in way if "-" in board and ttt.outcome(board) is None],
        "lit": sorted({_place_of(board) for board in lit}),
        "size": size,
        "opens": on_open is not None,
        "file": tr("map-of-the-game"),
        "words": {
            "shades": [tr("never seen"), tr("plays right"), tr("can go wrong")],
            "moves": tr("Dot: its move. Dashes: best moves."),
            "save": tr("Save as a picture"),
            "formats": {"SVG": tr("SVG"), "PNG": tr("PNG")},
        }
        if size == "large"
        else None,
    }
    _mount(key=key, data=data, on_opened_change=on_open or (lambda: None))


def recolour_ahead(player: ttt.Player | Policy | None, *keys: str) -> None:
    """Recolour the maps with these keys before a run reaches them; not if there is no player.

    The run that reaches them must show the same player there.
    """
    data = None
    if player is not None:
        data = _colours(player) | {"moves": _moves(as_policy(player)), "ahead": keys}
    _mount(key=f"{keys[0]}_ahead", data=data, on_opened_change=lambda: None)


def _colours(player: ttt.Player | Policy) -> dict[str, Any]:
    shown = ttt.game_map(player)
    said = in_words(shown)
    return {
        "shades": _in_pairs(shown.shades + 1),
        "label": f"{tr('Map of the game')}. {said}",
        "said": said,
    }


def in_words(shown: ttt.GameMap) -> str:
    """Say what a map shows."""
    return tr(
        "Knows {known} of {all} positions, can go wrong in {wrong}.",
        known=shown.positions_known,
        all=shown.known.size,
        wrong=shown.can_go_wrong,
    )


def opened_board(key: str) -> str | None:
    """Return the board that is being opened by a click; None if the browser sent anything else."""
    place, positions = sent(key, "opened"), map_layout().positions
    if type(place) is not int or not 0 <= place < positions.size:
        return None
    return str(boards()[positions[place]])


def _in_pairs(shades: NDArray[np.int8]) -> str:
    """Return shades from 0 to 5, two in each digit."""
    first, second = np.append(shades, 0).reshape(-1, 2).T
    return "".join(_DIGITS[pair] for pair in (6 * first + second).tolist())


def _moves(policy: Policy) -> str:
    """Return which cells a player may choose in each position: a bit for each, in base 64."""
    may = policy[map_layout().positions, :9] > 0
    return b64encode(np.packbits(may).tobytes()).decode()


def _place_of(board: str) -> int:
    return int(np.searchsorted(map_layout().positions, symmetry_class()[position_of(board)]))
