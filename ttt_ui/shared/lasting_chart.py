"""A Plotly chart that stays while its figure changes: zoom and hidden lines stay with it."""

from pathlib import Path

import plotly.graph_objects as go
import streamlit as st

_mount = st.components.v2.component(
    "ttt_lasting_chart",
    js=Path(__file__).with_name("lasting_chart.js").read_text(encoding="utf-8"),
)


def lasting_chart(figure: go.Figure, *, key: str, title: str, label: str) -> None:
    """Show a figure; the next one under the same key takes its place in the same chart.

    Parameters
    ----------
    figure
        Its ``uirevision`` says how long zoom and hidden lines stay; the ``meta`` of a trace, a name
        of its own, which line of another figure it is (Plotly for Python drops ``uid``).
    key
        A name for the page, in letters and underscores.
    title
        What is shown, always the same.
    label
        What is shown at present, for those who do not see it.
    """
    with st.container(gap=None):
        frame = go.Figure(
            layout={
                "height": figure.layout.height,
                "xaxis": {"visible": False},
                "yaxis": {"visible": False},
            }
        )
        st.plotly_chart(frame, key=key, config={"displayModeBar": False}, alt=title)
        shown = go.Figure(figure).update_layout(template=None)
        _mount(
            key=f"{key}_figure",
            data={"key": key, "figure": shown.to_json(), "label": label},
        )
