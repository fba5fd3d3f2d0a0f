"""Buttons that replace each other, and one in a fragment; for test_clicks.py."""

import streamlit as st


def count(name: str) -> None:
    st.session_state[name] += 1


@st.fragment
def inside() -> None:
    st.session_state.setdefault("inside", 0)
    st.button("Inside", on_click=count, args=["inside"])


clicks = st.session_state.setdefault("clicks", 0)
st.button(f"Button {clicks}", key=f"button_{clicks}", on_click=count, args=["clicks"])
st.text("Below the button")
inside()
st.text(f"{clicks} clicks outside")
st.text("The end")
