"""A callback completes, whatever else the browser reports; a control's value is always valid."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.bad_input.odd_values import ODD
from ttt_ui.widgets import in_range, one_of, switch


def app() -> None:
    import streamlit as st
    from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx

    from ttt_ui.visit.session import session
    from ttt_ui.widgets import in_range

    heard = in_range("heard", 0, 0, 9)

    def report() -> None:
        """Request another run, as a report right after a click does."""
        context = get_script_run_ctx()
        assert context is not None
        assert context.script_requests is not None
        context.script_requests.request_rerun(RerunData(page_script_hash=context.page_script_hash))

    def act() -> None:
        report()
        visitor = session()
        visitor.say("heard")
        heard.set(heard.value + 1)

    heard.settle()
    st.session_state["runs"] = st.session_state.get("runs", 0) + 1
    st.button("Act", on_click=act)
    st.text(", ".join(message.text for message in session().messages))


def test_a_click_followed_by_another_report_is_not_lost() -> None:
    page = AppTest.from_function(app, default_timeout=60).run()
    for clicks in (1, 2):
        runs = page.session_state["runs"]
        page.button[0].click().run()
        assert page.session_state["heard"] == clicks
        assert page.text[0].value == ", ".join(["heard"] * clicks)
        assert page.session_state["runs"] > runs, "What was reported brings a run of its own."


CONTROLS = {
    "switch": (switch("on", on=True), [False, True]),
    "one of": (one_of("option", ["a", "b"], "b"), ["a", "b"]),
    "whole": (in_range("whole", 8, 1, 30), [1, 30]),
    "number": (in_range("number", 0.0, 0.0, 1.0), [0, 0.5, 1.0]),
}


@pytest.mark.parametrize("kind", CONTROLS)
def test_a_control_has_a_valid_value_whatever_it_is_given(
    session_state: dict[str, Any], kind: str
) -> None:
    control, valid = CONTROLS[kind]
    assert control.value == control.default
    for value in valid:
        session_state[control.key] = value
        assert control.value == value
    for odd in (*ODD.values(), 0, 31, 1.5, ["a"]):
        session_state[control.key] = odd
        is_valid = (type(odd), odd) in [(type(value), value) for value in valid]
        assert control.value == (odd if is_valid else control.default)
