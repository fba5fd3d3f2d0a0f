"""A callback runs to its end, whatever else the browser reports, and the requested run follows."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.streamlit_fixes.fixes import apply_fixes


@pytest.fixture(autouse=True)
def fixes() -> None:
    apply_fixes()


def app() -> None:
    import streamlit as st
    from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx

    from ttt_ui.frame.field import number, text
    from ttt_ui.visit.session import session
    from ttt_ui.widgets import rerun_fragments_if_alone

    heard, seen = number("heard", 0, 0, 9), text("seen")

    def request_a_run() -> None:
        """Request another run, as a report right after a click does."""
        context = get_script_run_ctx()
        assert context is not None
        assert context.script_requests is not None
        context.script_requests.request_rerun(RerunData(page_script_hash=context.page_script_hash))

    def read() -> None:
        request_a_run()
        session().say("read")
        heard.set(heard.value + 1)
        assert "heard" in st.session_state

    def rerun() -> None:
        request_a_run()
        heard.set(heard.value + 1)
        rerun_fragments_if_alone("part")

    @st.fragment(key="part")
    def part() -> None:
        st.text(seen.value)

    session()
    st.session_state.setdefault(heard.key, heard.default)
    st.session_state.setdefault(seen.key, seen.default)
    if st.session_state.pop("asks", False):
        request_a_run()
        for word in ("one", "two", "three"):
            seen.set(f"{seen.value} {word}")
    st.session_state["runs"] = st.session_state.get("runs", 0) + 1
    st.text(str(heard.value))
    st.button("Read", on_click=read)
    st.button("Rerun", on_click=rerun)
    part()


@pytest.mark.parametrize("name", ["Read", "Rerun"])
def test_a_callback_completes_and_the_requested_run_follows(name: str) -> None:
    page = AppTest.from_function(app, default_timeout=60).run()
    for clicks in (1, 2):
        runs = page.session_state["runs"]
        next(button for button in page.button if button.label == name).click().run()
        assert not page.exception
        assert page.session_state["heard"] == clicks
        assert page.text[0].value == str(clicks)
        assert page.session_state["runs"] > runs


def test_a_page_that_changes_something_is_not_cut_short_before_it_draws() -> None:
    page = AppTest.from_function(app, default_timeout=60).run()
    page.session_state["asks"] = True
    runs = page.session_state["runs"]
    page.run()
    assert page.session_state["seen"] == " one two three"
    assert page.session_state["runs"] == runs + 2, "The requested run follows."
