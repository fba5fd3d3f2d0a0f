"""What test_clicks.py clicks; the address says which part of it."""

from threading import Event

import streamlit as st
from streamlit.runtime import get_instance
from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx

state = st.session_state


def count(name: str) -> None:
    state[name] += 1


@st.fragment
def inside() -> None:
    state.setdefault("inside", 0)
    st.button("Inside", on_click=count, args=["inside"])


def buttons_that_replace_each_other() -> None:
    clicks = state.setdefault("clicks", 0)
    st.button(f"Button {clicks}", key=f"button_{clicks}", on_click=count, args=["clicks"])
    st.text("Below the button")
    inside()
    st.text(f"{clicks} clicks outside")


@st.fragment(run_every=0.3)
def timed() -> None:
    state["runs"] = state.get("runs", 0) + 1
    st.text(f"{state['runs']} runs")


def a_fragment_on_a_timer() -> None:
    clicks = state.setdefault("clicks", 0)
    st.button("Count", on_click=count, args=["clicks"])
    st.text(f"{clicks} clicks")
    timed()


@st.fragment(key="part")
def part() -> None:
    context = get_script_run_ctx()
    assert context is not None
    is_again = bool(context.fragment_ids_this_run)
    st.text("The part, drawn again" if is_again else "The part")
    if is_again:
        state["may_send"].set()


def a_fragment_drawn_again_before_anything_is_sent() -> None:
    is_asked = st.button("Draw")
    if is_asked:
        may_send = state["may_send"] = Event()
        get_instance()._get_async_objs().eventloop.call_soon_threadsafe(may_send.wait, 60)
    part()
    st.text("Below the part")
    context = get_script_run_ctx()
    assert context is not None
    if is_asked and context.script_requests is not None:
        again = context.fragment_storage.resolve_target("part")
        context.script_requests.request_rerun(
            RerunData(page_script_hash=context.page_script_hash, fragment_id_queue=again)
        )


parts = {
    "replaced": buttons_that_replace_each_other,
    "timed": a_fragment_on_a_timer,
    "again": a_fragment_drawn_again_before_anything_is_sent,
}
parts[st.query_params["part"]]()
st.container(key="end").text("The end")
