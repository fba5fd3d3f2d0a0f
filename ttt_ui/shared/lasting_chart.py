"""A Plotly chart that stays while its figure changes: zoom and hidden lines stay with it."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import plotly.io as pio
import streamlit as st

from ttt_ui.shared.widgets import held

_mount = st.components.v2.component(
    "ttt_lasting_chart",
    js=Path(__file__).with_name("lasting_chart.js").read_text(encoding="utf-8"),
)


def lasting_chart(
    figure: Mapping[str, Any],
    *,
    key: str,
    title: str,
    label: str,
    on_click: Callable[[], None] | None = None,
) -> None:
    """Show a figure; the next one under the same key takes its place in the same chart.

    Parameters
    ----------
    figure
        Plotly's ``data`` and ``layout``. Its ``uirevision`` says how long zoom and hidden lines
        stay; the ``meta`` of a trace, a name of its own, which line of another figure it is (Plotly
        for Python drops ``uid``). Plotly looks for it by a CSS selector, so that it draws no more
        where a word of the name begins with a digit.
    key
        A name for the page, in letters and underscores.
    title
        What is shown, always the same.
    label
        What is shown at present, for those who do not see it.
    on_click
        Called when somebody clicks on a point, or a cell; there `clicked_cell` tells on which.
    """
    handlers: dict[str, Any] = {} if on_click is None else {"on_clicked_change": on_click}
    with st.container(gap=None):
        frame = go.Figure(
            layout={
                "height": figure["layout"]["height"],
                "xaxis": {"visible": False},
                "yaxis": {"visible": False},
            }
        )
        st.plotly_chart(frame, key=key, config={"displayModeBar": False}, alt=title)
        _mount(
            key=f"{key}_figure",
            data=_drawn(figure, key=key, label=label) | {"clicks": on_click is not None},
            **handlers,
        )


def draw_ahead(figure: Mapping[str, Any] | None, *, key: str, label: str) -> None:
    """Draw a figure into the chart with a key before a run has come to where it is shown.

    The browser takes longer for all the rest that has changed than for the chart. The run must show
    the same figure there. Where there is none, the chart is left as it is.
    """
    data = None if figure is None else _drawn(figure, key=key, label=label)
    _mount(key=f"{key}_ahead", data=data)


def _drawn(figure: Mapping[str, Any], *, key: str, label: str) -> dict[str, Any]:
    return {
        "key": key,
        "figure": pio.to_json(figure, validate=False),
        "label": label,
    }


def clicked_cell(key: str) -> tuple[int, int] | None:
    """Return the place of the cell of a chart that was clicked on: of its column, and of its row.

    For use inside `on_click`. None if what came from the browser is no such thing.
    """
    state = held(f"{key}_figure")
    match state.get("clicked") if isinstance(state, Mapping) else None:
        case {"x": int(x), "y": int(y)} if bool not in (type(x), type(y)):
            return x, y
    return None
