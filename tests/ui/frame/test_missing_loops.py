"""What a visitor sees who needs a loop that is still being compiled."""

import pytest
from streamlit.testing.v1 import AppTest


def _page() -> None:
    import streamlit as st

    from ttt_ui.frame import missing_loops

    tries = iter([False, True])

    @st.fragment
    def part() -> None:
        st.button("Walk", on_click=missing_loops._wait, args=(lambda: next(tries),))

    part()


def test_nothing_is_drawn_in_a_callback_of_a_fragment(capfd: pytest.CaptureFixture[str]) -> None:
    app = AppTest.from_function(_page, default_timeout=120).run()
    app.button[0].click().run()
    assert "callback that displays" not in capfd.readouterr().err
