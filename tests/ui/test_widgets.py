"""A widget's callback completes, whatever else the browser reports in the meantime."""

from streamlit.testing.v1 import AppTest


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
