"""A visitor's runs come one after the other, and each draws where it belongs."""

import pytest
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block

from ttt_ui.shared.clicks import lose_none


def app() -> None:
    from typing import Any

    import streamlit as st
    from streamlit.proto.WidgetStates_pb2 import WidgetStates
    from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx
    from streamlit.runtime.scriptrunner.script_runner import ScriptRunnerEvent

    def ask_for_more() -> None:
        """Ask for a run of the whole page in the moment after the fragment's own."""
        context = get_script_run_ctx()
        assert context is not None
        requests = context.script_requests
        assert requests is not None
        more = RerunData(widget_states=WidgetStates(), page_script_hash=context.page_script_hash)

        def ended(_: object, event: ScriptRunnerEvent, **__: Any) -> None:
            if event is ScriptRunnerEvent.FRAGMENT_STOPPED_WITH_SUCCESS:
                requests.request_rerun(more)

        context.yield_check.__self__.on_event.connect(ended, weak=False)  # type: ignore[attr-defined]

    def act() -> None:
        ask_for_more()
        st.rerun("part")

    @st.fragment(key="part")
    def part() -> None:
        st.text("part")

    st.session_state["runs"] = st.session_state.get("runs", 0) + 1
    with st.container():
        st.text("above")
        part()
        st.button("Act", on_click=act)


def shape(block: Block) -> list[object]:
    return [
        shape(child) if isinstance(child, Block) else child.type
        for child in block.children.values()
    ]


def test_a_page_that_is_asked_for_right_after_a_fragment_is_drawn_in_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        SafeSessionState, "on_script_will_rerun", SafeSessionState.on_script_will_rerun
    )
    lose_none()
    page = AppTest.from_function(app, default_timeout=60).run()
    before = shape(page.main)
    page.button[0].click().run()
    assert page.session_state["runs"] == 2
    assert shape(page.main) == before == [["text", ["text"], "button"]]
