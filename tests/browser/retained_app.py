"""A button that another one replaces; for test_clicks.py."""

import streamlit as st
from starlette.middleware import Middleware

from ttt_ui import streamlit_fixes
from ttt_ui.streamlit_fixes.compressed_files import CompressedFiles

if __name__ == "retained_app":
    app = st.App(__file__, middleware=[Middleware(CompressedFiles)])
else:

    def count() -> None:
        st.session_state["clicks"] += 1

    clicks = st.session_state.setdefault("clicks", 0)
    streamlit_fixes.draw()
    st.button(f"Button {clicks}", key=f"button_{clicks}", on_click=count)
    st.text("Below the button")
    st.text("The end")
