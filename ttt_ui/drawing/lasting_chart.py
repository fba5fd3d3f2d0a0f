"""A Plotly chart that keeps its zoom and hidden lines while its figure changes."""

import zlib
from collections.abc import Callable, Mapping
from typing import Any

import plotly.graph_objects as go
import plotly.io as pio
import streamlit as st

from ttt_ui.drawing.colours import NO_TEMPLATE
from ttt_ui.drawing.download import picture_button
from ttt_ui.streamlit_fixes.lasting_chart import can_draw, mount
from ttt_ui.visit.session import per_visitor
from ttt_ui.widgets import held, sent

_LARGEST = 1e12


class _CheckedFigure(go.Figure):  # type: ignore[misc]
    """A figure that Streamlit sends without checking it again in every run."""

    def __init__(self, figure: dict[str, Any]) -> None:
        super().__init__()
        self._checked = figure

    def to_dict(self) -> dict[str, Any]:
        return self._checked


class _First(dict[str, dict[str, Any]]):
    """By key: the figure with which Streamlit has created a chart that is on the page."""

    def add(self, key: str, figure: dict[str, Any]) -> None:
        """Add a figure, and forget those of charts that are no longer on the page."""
        for other in [other for other in self if held(f"{other}_figure") is None]:
            del self[other]
        self[key] = figure


def lasting_chart(
    figure: Mapping[str, Any],
    *,
    key: str,
    title: str,
    label: str,
    on_click: Callable[[], None] | None = None,
    on_drawn: Callable[[], None] | None = None,
    drawn_for_ms: int = 0,
) -> None:
    """Show a figure; the next one with the same key replaces it in the same chart.

    Parameters
    ----------
    figure
        Plotly's ``data`` and ``layout``. Zoom and hidden lines stay while its ``uirevision`` stays
        the same. The ``meta`` of a trace is unique and identifies the same line in another figure
        (Plotly for Python drops ``uid``). Plotly uses it in a CSS selector: it must contain no
        comma, and no word that begins with a digit.
    key
        Name of the chart, in letters and underscores.
    title
        What the chart shows, always the same; its picture has this name.
    label
        What it shows at present, for screen readers.
    on_click
        Called when somebody clicks a point or cell; `clicked_point` then returns which.
    on_drawn
        Called when the browser has drawn the figure, and `drawn_for_ms` milliseconds have passed.
    """
    handlers: dict[str, Any] = {} if on_click is None else {"on_clicked_change": on_click}
    if on_drawn is not None:
        handlers["on_drawn_change"] = on_drawn
    name, first = f"{key}_figure", per_visitor(_First)
    is_drawn_here = not can_draw(name)
    drawn = _drawn(figure, key=key, label=label) | {
        "clicks": on_click is not None,
        "drawnFor": None if on_drawn is None else drawn_for_ms,
    }
    if held(name) is None or key not in first or is_drawn_here:
        first.add(key, _created(figure, drawn["name"]))
        drawn["figure"] = None
    with st.container(gap=None):
        st.plotly_chart(
            _CheckedFigure(first[key]),
            key=key,
            config=picture_button(title),
            alt=label if is_drawn_here else title,
        )
        mount(
            key=name,
            data=None if is_drawn_here else drawn,
            on_failed_change=lambda: None,
            **handlers,
        )


def draw_ahead(figure: Mapping[str, Any] | None, *, key: str, label: str) -> None:
    """Draw a figure into the chart with this key before the run reaches the chart itself.

    The rest of the page takes the browser longer than the chart. The run must then show the same
    figure there. Without a figure, the chart does not change.
    """
    data = None if figure is None else _drawn(figure, key=key, label=label) | {"isAhead": True}
    mount(key=f"{key}_ahead", data=data)


def _created(figure: Mapping[str, Any], name: int) -> dict[str, Any]:
    layout = {**figure["layout"], "template": NO_TEMPLATE, "meta": name}
    checked = go.Figure({"data": figure["data"], "layout": layout}, skip_invalid=True)
    created: dict[str, Any] = checked.to_dict()
    return created


def _drawn(figure: Mapping[str, Any], *, key: str, label: str) -> dict[str, Any]:
    text = pio.to_json(figure, validate=False)
    # The layout holds the name, which shows whether a chart already is this figure.
    return {"key": key, "name": zlib.crc32(text.encode()), "figure": text, "label": label}


def draws_frames(key: str) -> bool:
    """Return whether `lasting_chart` with this key can call `on_drawn`."""
    return can_draw(f"{key}_figure")


def clicked_point(key: str) -> tuple[float, float] | None:
    """Return the place on both axes of the clicked point of a chart.

    For use inside `on_click`. None if the browser sent anything else.
    """
    match sent(f"{key}_figure", "clicked"):
        case {"x": int() | float() as x, "y": int() | float() as y}:
            if bool not in (type(x), type(y)) and max(abs(x), abs(y)) <= _LARGEST:
                return x, y
    return None
