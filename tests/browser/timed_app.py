"""A fragment on a timer, and a button that counts its clicks; for test_clicks.py."""

import streamlit as st


@st.fragment(run_every=0.3)
def timed() -> None:
    st.session_state.setdefault("runs", 0)
    st.session_state.runs += 1
    st.text(f"{st.session_state.runs} runs")


def count() -> None:
    st.session_state.clicks += 1


clicks = st.session_state.setdefault("clicks", 0)
st.button("Count", on_click=count)
st.text(f"{clicks} clicks")
timed()
