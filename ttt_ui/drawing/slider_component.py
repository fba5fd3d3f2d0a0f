"""A slider that reports while it is dragged: drawn and driven by ``slider_component.js``.

Streamlit's own slider reports only when it is released. While somebody moves this one, and until
the page has answered the last report, the browser decides what it shows; at all other times the
page does. Every report carries the token the page gave with the value, which reveals reports meant
for an earlier value, and the time its drag began, which separates one drag from the next. Only the
form of a report is checked here; whether the number makes sense is for the page to check.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeGuard

from ttt_ui.language import current, tr
from ttt_ui.streamlit_fixes.component_files import component
from ttt_ui.widgets import LARGEST_NUMBER_OF_A_BROWSER, sent

_HERE = Path(__file__).parent

_mounts = {
    narrow: component(
        "ttt_narrow_slider" if narrow else "ttt_slider",
        _HERE / "slider_component.js",
        _HERE / "slider_component.css",
        place=f"@media (width <= {768 if narrow else 9999}px) {{ .place {{ height: 4rem; }} }}",
    )
    for narrow in (False, True)
}


@dataclass(frozen=True)
class ChartAxis:
    """The x axis of a chart above a slider, which lies below it."""

    left: int  # pixels from the chart's edge to the axis
    right: int
    places: Sequence[float]  # where on the axis each value of the slider is, from 0 to 1


@dataclass(frozen=True)
class SliderMove:
    """The move of a slider."""

    value: float  # any number up to `LARGEST_NUMBER_OF_A_BROWSER`, not only one of those offered
    token: str  # token of the slider that was moved
    # When the drag began, in milliseconds of the visit. Key presses in quick succession share one
    # time.
    drag: float
    rests: bool  # whether it is held, but has not been moved for a while
    ended: bool  # whether the slider has come to rest, so that slow work may begin


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
    axis: ChartAxis | None = None,
) -> None:
    """Show a slider that reports its moves while it is dragged.

    Parameters
    ----------
    label : str
    values : sequence of float
        The values offered, ascending; evenly spaced on the slider, whatever the numbers are.
    value : float
        The value shown; one of `values`.
    key : str
        Streamlit key; `read_move` takes the same.
    token : str
        Comes back with every move. Change it whenever anything but this slider changes the value.
    on_move : callable
        Called with `args` about twenty times a second during a drag, when the slider is held and
        rests, and when it has come to rest; `read_move` then returns the move.
    help : str, default ""
        What it does: a "?" next to the label shows it, and screen readers read it.
    free : bool, default True
        Whether any number can be typed; otherwise the nearest of `values` is used.
    narrow : bool, default False
        Whether it appears only in narrow windows, where Streamlit hides the sidebar.
    axis : ChartAxis, optional
        The axis of a chart that it lies along.
    """
    _mounts[narrow](
        key=key,
        data={
            "label": label,
            "values": _compact(values),
            "value": value,
            "answered": _reported(key).get("value"),
            "token": token,
            "help": help,
            "free": free,
            "narrow": narrow,
            "axis": None if axis is None else asdict(axis),
            "words": {
                "language": current(),
                "enter": tr("enter a number"),
                "help": tr("Help"),
            },
        },
        on_moved_change=lambda: on_move(*args),
    )


def _compact(values: Sequence[float]) -> list[float] | dict[str, float]:
    """Return evenly spaced values as first, last and count, which the program spreads again."""
    first, last, count = values[0], values[-1], len(values)
    spread = [round(first + (last - first) * i / max(count - 1, 1), 9) for i in range(count)]
    if spread == list(values):
        return {"first": first, "last": last, "count": count}
    return list(values)


def read_move(key: str) -> SliderMove | None:
    """Return the move being handled.

    For use inside `on_move`. None if there is none, or if the browser sent anything else.
    """
    match _reported(key):
        case {
            "value": value,
            "token": str(token),
            "drag": drag,
            "rests": bool(rests),
            "ended": bool(ended),
        }:
            if _is_number(value) and _is_number(drag):
                return SliderMove(value, token, drag, rests, ended)
    return None


def _reported(key: str) -> Mapping[str, Any]:
    """Return the last report as the browser sent it, or an empty mapping."""
    moved = sent(key, "moved")
    return moved if isinstance(moved, Mapping) else {}


def _is_number(value: object) -> TypeGuard[float]:
    return (
        isinstance(value, int | float)
        and type(value) is not bool
        and abs(value) <= LARGEST_NUMBER_OF_A_BROWSER
    )
