"""Runs follow one another, draw in the right place, and count each click once."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier, Event, Lock
from unittest.mock import Mock

import pytest
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block

from tests.ui.streamlit_fixes.fixes import apply_fixes
from ttt_ui.streamlit_fixes import this_run
from ttt_ui.streamlit_fixes.runs_in_line import AT_A_TIME, leave


def app() -> None:
    from typing import Any

    import streamlit as st
    from streamlit.proto.WidgetStates_pb2 import WidgetStates
    from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx
    from streamlit.runtime.scriptrunner.script_runner import ScriptRunnerEvent

    def ask_for_more() -> None:
        """Request a run of the whole page right after the fragment's run."""
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


def test_a_page_requested_right_after_a_fragment_is_drawn_in_its_place() -> None:
    apply_fixes()
    page = AppTest.from_function(app, default_timeout=60).run()
    before = shape(page.main)
    page.button[0].click().run()
    assert page.session_state["runs"] == 2
    assert shape(page.main) == before == [["text", ["text"], "button"]]


def test_a_click_sent_along_by_a_timed_fragment_is_not_handled_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken: list[ClientState] = []
    monkeypatch.setattr(AppSession, "request_rerun", lambda _, state: taken.append(state))
    apply_fixes()
    held = WidgetState(id="name", string_value="Ada")
    clicks = [
        WidgetState(id="undo", trigger_value=True),
        WidgetState(id="board", json_trigger_value='[{"event": "play", "value": 4}]'),
    ]
    for is_auto_rerun, sent in ((True, [held]), (False, [held, *clicks])):
        state = ClientState(is_auto_rerun=is_auto_rerun, widget_states={"widgets": [held, *clicks]})
        AppSession.request_rerun(Mock(), state)
        assert list(taken.pop().widget_states.widgets) == sent


ASKED = RerunData(page_script_hash="inspect", page_name="inspect", query_string="board=X")
REPORT = RerunData(page_script_hash="learn", query_string="chapter=2", fragment_id="memory")
RERUN = RerunData(page_script_hash="learn", query_string="chapter=2")
"""A link to another page, a report from a fragment of the old page, and a call of st.rerun."""


def run_after(*requested: RerunData) -> RerunData:
    """Return the run that follows these requests."""
    apply_fixes()
    requests = ScriptRequests()
    for one in requested:
        assert requests.request_rerun(one)
    run = requests.on_scriptrunner_ready().rerun_data
    assert run.fragment_id_queue == []
    return run


@pytest.mark.parametrize(
    "requested", [[ASKED, REPORT], [REPORT, ASKED], [REPORT, ASKED, REPORT], [ASKED, RERUN]]
)
def test_a_requested_page_stays_requested_though_the_old_page_runs_once_more(
    monkeypatch: pytest.MonkeyPatch, requested: list[RerunData]
) -> None:
    monkeypatch.setattr(this_run, "page", lambda: "learn" if RERUN in requested else "")
    run = run_after(*requested)
    assert (run.page_script_hash, run.page_name) == ("inspect", "inspect")
    assert run.query_string == "board=X"


@pytest.mark.parametrize("by_the_run", [False, True])
def test_back_stays_requested_though_the_page_runs_once_more(
    monkeypatch: pytest.MonkeyPatch, by_the_run: bool
) -> None:
    monkeypatch.setattr(this_run, "page", lambda: "learn" if by_the_run else "")
    back = replace(RERUN, query_string="chapter=1", is_history_navigation=True)
    # A browser reports the address that it shows, and a run the one that it began with.
    run = run_after(back, RERUN if by_the_run else replace(REPORT, query_string="chapter=1"))
    assert (run.query_string, run.is_history_navigation) == ("chapter=1", True)


def test_the_later_of_two_pages_requested_by_the_browser_is_shown() -> None:
    assert run_after(ASKED, RERUN).page_script_hash == "learn"
    assert run_after(RERUN, ASKED).page_script_hash == "inspect"


@pytest.mark.parametrize("by_itself", [False, True])
def test_few_scripts_run_at_a_time_and_one_that_nobody_has_asked_for(
    monkeypatch: pytest.MonkeyPatch, by_itself: bool
) -> None:
    running, most, lock = 0, 0, Lock()

    def run(*_: object) -> None:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.01)
        with lock:
            running -= 1

    monkeypatch.setattr(ScriptRunner, "_run_script", run)
    apply_fixes()
    run_once = _run_by_itself if by_itself else _run_for_a_click
    with ThreadPoolExecutor(5 * AT_A_TIME) as threads:
        list(threads.map(lambda _: run_once(), range(5 * AT_A_TIME)))
    assert 0 < most <= (1 if by_itself else AT_A_TIME)


def test_a_script_that_waits_leaves_its_place_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    all_here = Barrier(AT_A_TIME + 1, timeout=60)

    def wait(*_: object) -> None:
        leave()
        all_here.wait()

    monkeypatch.setattr(ScriptRunner, "_run_script", wait)
    apply_fixes()
    with ThreadPoolExecutor(AT_A_TIME + 1) as threads:
        list(threads.map(lambda _: _run_for_a_click(), range(AT_A_TIME + 1)))


def test_a_click_waits_neither_for_them_nor_behind_one_of_its_own_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, end, done = Event(), Event(), []

    def run(runner: Mock, rerun: RerunData) -> None:
        if runner.holds:
            begun.set()
            end.wait()
        done.append(rerun.is_auto_rerun)

    monkeypatch.setattr(ScriptRunner, "_run_script", run)
    apply_fixes()
    with ThreadPoolExecutor(2) as threads:
        threads.submit(_run_by_itself, holds=True)
        begun.wait()
        _run_for_a_click()
        assert done == [False]
        requests = ScriptRequests()
        waiting = threads.submit(_run_by_itself, requests=requests)
        requests.request_rerun(RerunData())
        waiting.result()
        assert done == [False, True]
        end.set()


def _run_by_itself(requests: ScriptRequests | None = None, *, holds: bool = False) -> None:
    runner = Mock(_requests=requests or ScriptRequests(), holds=holds)
    ScriptRunner._run_script(runner, RerunData(is_auto_rerun=True))


def _run_for_a_click() -> None:
    ScriptRunner._run_script(Mock(holds=False), RerunData())
