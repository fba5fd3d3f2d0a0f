"""A slider that reports while it is dragged: drawn and driven by ``slider_component.js``.

Streamlit's own reports when it is let go. The browser keeps what the slider shows while somebody
moves it; at all other times it shows what the page says. Every report carries the token that the
page gave with the value, so that what was meant for a slider that has been set otherwise since can
be told, and the time at which its drag began, which tells one drag from another. What the browser
sends is checked here for its form alone: whether the number makes sense is for the page to check.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from ttt_ui.shared.widgets import held

LARGEST = 2**53 - 1
"""Of the whole numbers that a browser can tell apart."""

_HERE = Path(__file__).parent

_mount = st.components.v2.component(
    "ttt_slider",
    css=(_HERE / "slider_component.css").read_text(encoding="utf-8"),
    js=(_HERE / "slider_component.js").read_text(encoding="utf-8"),
)


@dataclass(frozen=True)
class Move:
    """What a slider was moved to.

    Attributes
    ----------
    value : float
        Any number up to `LARGEST`, not only one of those offered.
    token : str
        Of the slider that was moved.
    drag : float
        When the drag began, in milliseconds of the visit; so have strokes of keys that follow
        closely one time in common.
    ended : bool
        Whether the slider has come to rest, and what takes long may be done.
    """

    value: float
    token: str
    drag: float
    ended: bool


def slider(
    label: str,
    values: Sequence[float],
    value: float,
    *,
    key: str,
    token: str,
    on_move: Callable[..., None],
    args: tuple[object, ...] = (),
    help: str = "",
    free: bool = True,
    narrow: bool = False,
) -> None:
    """Show a slider, and report its moves while it is dragged.

    Parameters
    ----------
    label : str
    values : sequence of float
        What it offers, ascending; at even distances, whatever the numbers are.
    value : float
        What it shows; one of `values`.
    key : str
        Streamlit key; `read_move` takes the same.
    token : str
        Another one whenever the value was changed by anything but this slider; comes back with
        every move.
    on_move : callable
        Called with `args` about twenty times a second while it is dragged, and once more when it
        has come to rest; there `read_move` tells to what.
    help : str, default ""
        A sentence behind a question mark; none where it is empty.
    free : bool, default True
        Whether any number can be typed; otherwise the nearest of `values` is taken.
    narrow : bool, default False
        Whether it is for narrow windows alone, where Streamlit puts the sidebar away.
    """
    _mount(
        key=key,
        data={
            "label": label,
            "values": list(values),
            "value": value,
            "token": token,
            "help": help,
            "free": free,
            "narrow": narrow,
        },
        on_moved_change=lambda: on_move(*args),
    )


def read_move(key: str) -> Move | None:
    """Return the move that is being handled.

    For use inside `on_move`. None if there was no move, or if what came from the browser is not
    one: a client can send anything.
    """
    state = held(key)
    match state.get("moved") if isinstance(state, Mapping) else None:
        case {"value": value, "token": str(token), "drag": drag, "ended": bool(ended)}:
            if _is_number(value) and _is_number(drag):
                return Move(value, token, drag, ended)
    return None


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and type(value) is not bool and abs(value) <= LARGEST
