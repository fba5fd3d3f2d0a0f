"""Run the slider component for test_slider_component.py; the address sets what it shows."""

import time

import streamlit as st

from ttt_ui.drawing.slider_component import read_move, slider
from ttt_ui.widgets import rerun_fragments_if_alone, rerun_page_if_alone

asked = st.query_params
state = st.session_state
if "offered" not in state:
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
        rerun_page_if_alone()
    state.value = reported.value
    state.log.append(f"{reported.drag:.0f} {reported.value:g}{' .' if reported.ended else ''}")
    if reported.ended:
        rerun_page_if_alone()
    rerun_fragments_if_alone(LOG)


def set_to_the_first() -> None:
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


LOG = "log"


@st.fragment(key=LOG)
def log() -> None:
    st.code("\n".join(state.log) or "nothing yet")


st.container(height=int(asked.get("above", 1)), border=False)
st.button("Set to the first", key="button", on_click=set_to_the_first)
controls()
if "no-log" not in asked:
    log()
st.write(f"The page says {state.value:g}")
st.container(height=1200, border=False, key="end")
