"""A widget's callback completes, and a widget of before is ignored."""

from typing import Any

from streamlit.testing.v1 import AppTest

from ttt_ui.widgets import GENERATIONS, FreshKeys


def app() -> None:
    import streamlit as st
    from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx

    from ttt_ui.visit.session import session
    from ttt_ui.widgets import Control

    heard = Control("heard", 0)

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


def test_a_late_report_of_a_widget_with_an_earlier_key_is_ignored(
    session_state: dict[str, Any],
) -> None:
    key, heard = FreshKeys("place"), []
    control = key.control("side", lambda *said: heard.append(said), "a")
    assert control["key"] == key("side") == "place_side_0"
    session_state[key("side")] = "X"
    control["on_change"]()
    key.renew("level")
    control["on_change"]()
    assert heard == [("a", "X")] * 2
    for renew in (lambda: key.renew("level", "side"), key.renew):
        former = key.report("side", heard.append)
        renew()
        former()
    assert len(heard) == 2


def test_the_keys_of_a_widget_are_limited_in_number() -> None:
    key, seen = FreshKeys("place"), set()
    for _ in range(3 * GENERATIONS):
        seen.add(key("side"))
        key.renew()
        key.renew("side", "side")
    assert len(seen) == GENERATIONS
