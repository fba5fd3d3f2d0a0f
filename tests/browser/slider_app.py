"""Runs the slider component for test_slider_component.py; the address says what it shows."""

import time

import streamlit as st

from ttt_ui.shared.slider_component import read_move, slider
from ttt_ui.shared.widgets import redraw

asked = st.query_params
state = st.session_state
if "log" not in state:
    state.offered = [float(text) for text in asked["values"].split(",")]
    state.value = float(asked["value"])
    state.generation = 0
    state.log = []


def move(name: str) -> None:
    time.sleep(float(asked.get("delay", 0)))
    reported = read_move(name)
    if reported is None or reported.token != f"{state.generation}":
        state.log.append("stale")
        return
    if reported.value > 1_000_000:
        state.log.append("refused")
        state.generation += 1
        redraw()
    state.value = reported.value
    state.log.append(f"{reported.drag:.0f} {reported.value:g}{' .' if reported.ended else ''}")
    redraw(*([] if reported.ended else ["log"]))


def set_otherwise() -> None:
    state.value = state.offered[0]
    state.generation += 1


@st.fragment
def controls() -> None:
    for name in ("first", "second") if "two" in asked else ("first",):
        slider(
            f"The {name} number",
            sorted({*state.offered, state.value}),
            state.value,
            key=name,
            token=f"{state.generation}",
            on_move=move,
            args=(name,),
            help="A sentence that says what the number does, and which values make sense.",
            free="bound" not in asked,
            narrow="narrow" in asked,
        )


@st.fragment(key="log")
def log() -> None:
    st.code("\n".join(state.log) or "nothing yet")


st.container(height=int(asked.get("above", 1)), border=False)
st.button("Set otherwise", on_click=set_otherwise)
controls()
log()
st.write(f"The page says {state.value:g}")
st.container(height=1200, border=False)
