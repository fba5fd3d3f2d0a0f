"""A visitor's runs come one after the other, each draws where it belongs, and clicks count once."""

from unittest.mock import Mock

import pytest
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block

from ttt_ui.shared.clicks import do_each_once


@pytest.fixture(autouse=True)
def streamlit_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take back afterwards what is replaced of Streamlit."""
    monkeypatch.setattr(
        SafeSessionState, "on_script_will_rerun", SafeSessionState.on_script_will_rerun
    )
    for name in ("request_rerun", "has_fragment"):
        monkeypatch.setattr(AppSession, name, getattr(AppSession, name))


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


def test_a_page_that_is_asked_for_right_after_a_fragment_is_drawn_in_its_place() -> None:
    do_each_once()
    page = AppTest.from_function(app, default_timeout=60).run()
    before = shape(page.main)
    page.button[0].click().run()
    assert page.session_state["runs"] == 2
    assert shape(page.main) == before == [["text", ["text"], "button"]]


def test_a_click_that_a_part_running_by_itself_sends_along_is_not_done_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken: list[ClientState] = []
    monkeypatch.setattr(AppSession, "request_rerun", lambda _, state: taken.append(state))
    do_each_once()
    held = WidgetState(id="name", string_value="Ada")
    clicks = [
        WidgetState(id="undo", trigger_value=True),
        WidgetState(id="board", json_trigger_value='[{"event": "play", "value": 4}]'),
    ]
    for is_auto_rerun, sent in ((True, [held]), (False, [held, *clicks])):
        state = ClientState(is_auto_rerun=is_auto_rerun, widget_states={"widgets": [held, *clicks]})
        AppSession.request_rerun(Mock(), state)
        assert list(taken.pop().widget_states.widgets) == sent
