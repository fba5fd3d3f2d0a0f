"""Changes to functions of Streamlit, mostly to how runs follow one another. Each function is a fix.

A function imports what it changes, so that a Streamlit without it leaves out only this fix.
"""

import time
from collections.abc import Callable
from dataclasses import replace as changed
from math import inf
from typing import TYPE_CHECKING, Any

import streamlit as st

from ttt_ui.streamlit_fixes import this_run
from ttt_ui.streamlit_fixes.patching import expect, replace

if TYPE_CHECKING:
    from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
    from streamlit.runtime.state.session_state import SessionState

SECONDS_OF_A_FILE = 30.0
"""How long the file of a download is kept at least."""


def callbacks() -> None:
    """A callback does nothing, or only a part of its work, because another run has been requested.

    Before the callbacks of a run, and at every access to ``st.session_state``, Streamlit ends a
    run that must make way for another. One click in three was lost if something else followed a
    millisecond later, and a page that restores a visit could restore it by half. Here, only
    drawing ends a run. A callback, which draws nothing (not even the spinner of a cached
    function), runs to its end, and the requested run follows. This also needs
    ``runner.fastReruns = false`` in .streamlit/config.toml: otherwise a visitor's next run
    begins in another thread while this one continues.

    Upstream: https://github.com/streamlit/streamlit/issues/10578 (open)
    Test: tests/ui/streamlit_fixes/test_callbacks.py
    Delete it when Streamlit promises that callbacks are not interrupted.
    """
    from streamlit.runtime.state.safe_session_state import SafeSessionState

    def never_yielding(create: Callable[..., None]) -> Callable[..., None]:
        def create_without(state: SafeSessionState, around: Any, *_: Any, **__: Any) -> None:
            create(state, around, lambda: None)

        return create_without

    expect(SafeSessionState, "_yield_callback")
    replace(SafeSessionState, "__init__", never_yielding)


def drawing_place() -> None:
    """After a fragment, the page is drawn inside that fragment.

    A visitor's runs share a thread. A fragment leaves its own place in it as the place where
    drawing begins, and a run of the whole page right after it would draw there. Here, every run
    begins at the top of the page.

    Upstream: none found.
    Test: tests/ui/streamlit_fixes/test_runs.py::
      test_a_page_requested_right_after_a_fragment_is_drawn_in_its_place
    Delete it when the test passes without it.
    """
    from streamlit.delta_generator_singletons import context_dg_stack, get_default_dg_stack_value
    from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext

    def at_the_top(reset: Callable[..., None]) -> Callable[..., None]:
        def begin(context: ScriptRunContext, *args: Any, **options: Any) -> None:
            context_dg_stack.set(get_default_dg_stack_value())
            reset(context, *args, **options)

        return begin

    replace(ScriptRunContext, "reset", at_the_top)


def left_behind(stay_on_page: Callable[[], None]) -> None:
    """A click is lost, or leads back, because its fragment has moved or its page has been left.

    Streamlit does not read clicks from a fragment that it no longer knows. Between a click on a
    link and the next page, the browser may still report an action on the old page, under the
    old page's name. Streamlit's frontend takes that run for a change of page: it clears the
    screen and draws only the fragment, or nothing. Here, such a click takes effect, and then
    `stay_on_page` draws the page again.

    Upstream: https://github.com/streamlit/streamlit/issues/9921 (closed by leaving such clicks out)
    Test: tests/browser/test_clicks.py::
      test_a_slider_moved_while_the_page_changes_leads_nobody_back
    Delete it when the test passes without it.
    """
    from streamlit.runtime.app_session import AppSession
    from streamlit.runtime.state.safe_session_state import SafeSessionState

    def and_stay(handle: Callable[..., None]) -> Callable[..., None]:
        def begin(state: SafeSessionState, *args: Any, **options: Any) -> None:
            handle(state, *args, **options)
            if this_run.fragments():
                stay_on_page()

        return begin

    replace(AppSession, "has_fragment", lambda _: lambda session, fragment_id: True)
    replace(SafeSessionState, "on_script_will_rerun", and_stay)


def unseen_clicks() -> None:
    """A click takes effect, but nothing shows it.

    A click sent at the moment at which a fragment reports something is attributed to that
    fragment, and only the fragment is drawn. Here, the whole page is drawn if anything has
    changed outside the fragments of a run.

    Upstream: none found.
    Test: tests/browser/test_clicks.py::
      test_the_page_shows_a_click_sent_together_with_one_in_a_fragment
    Delete it when the test passes without it.
    """
    from streamlit.runtime.state.common import WidgetMetadata
    from streamlit.runtime.state.safe_session_state import SafeSessionState
    from streamlit.runtime.state.session_state import SessionState

    def and_show(handle: Callable[..., None]) -> Callable[..., None]:
        def begin(
            state: SafeSessionState, reported: "WidgetStates | None", *args: Any, **options: Any
        ) -> None:
            handle(state, reported, *args, **options)
            if reported is not None and not _is_seen(reported, state._state):
                st.rerun()

        return begin

    expect(SafeSessionState, "_state")
    expect(SessionState, "_new_widget_state", "_widget_changed")
    expect(WidgetMetadata, "fragment_id")
    replace(SafeSessionState, "on_script_will_rerun", and_show)


_REPORTED = "ttt_ui.streamlit_fixes.unseen_clicks.reported"


def _is_seen(reported: "WidgetStates", state: "SessionState") -> bool:
    """Store the widgets' values; return whether the fragments of this run show every change.

    The browser still reports widgets that are gone, and choices under their old names.
    """
    before = st.session_state.get(_REPORTED, {})
    fresh = [widget for widget in reported.widgets if before.get(widget.id) != widget]
    held: dict[str, WidgetState] = {
        widget.id: widget for widget in reported.widgets if not _is_click(widget)
    }
    st.session_state[_REPORTED] = held
    fragments = this_run.fragments()
    known = state._new_widget_state.widget_metadata
    return not fragments or all(
        known[widget.id].fragment_id in fragments
        for widget in fresh
        if widget.id in known and state._widget_changed(widget.id)
    )


def _is_click(widget: "WidgetState") -> bool:
    """Return whether a widget reports that something has happened, and not a value it holds."""
    return "trigger" in (widget.WhichOneof("value") or "")


def repeated_clicks() -> None:
    """A click is handled twice: it undoes two steps instead of one.

    A fragment that reruns on a timer sends the browser's whole state, including a click that is
    about to be sent. Here, clicks are left out of what it sends.

    Upstream: none found.
    Test: tests/browser/test_clicks.py::
      test_a_click_counts_once_though_a_fragment_runs_before_it_is_sent
    Delete it when the test passes without it.
    """
    from streamlit.proto.ClientState_pb2 import ClientState
    from streamlit.runtime.app_session import AppSession

    def without_clicks(request: Callable[..., None]) -> Callable[..., None]:
        def request_without(session: AppSession, client_state: ClientState | None) -> None:
            if client_state is not None and client_state.is_auto_rerun:
                widgets = client_state.widget_states.widgets
                held = [widget for widget in widgets if not _is_click(widget)]
                del widgets[:]
                widgets.extend(held)
            request(session, client_state)

        return request_without

    expect(ClientState, "IS_AUTO_RERUN_FIELD_NUMBER")
    replace(AppSession, "request_rerun", without_clicks)


def requested_page() -> None:
    """A link to another page or Back has no effect, because the old page requests a run meanwhile.

    If a link or Back waits for a run to end, and that run or a part of the old page requests
    another in the meantime, Streamlit merges the two into a run of the old page or the old
    address. Here, the request for the new one stays.

    Upstream: none found.
    Test: tests/ui/streamlit_fixes/test_runs.py::
      test_a_requested_page_stays_requested_though_the_old_page_runs_once_more
    Test: tests/ui/streamlit_fixes/test_runs.py::
      test_back_stays_requested_though_the_page_runs_once_more
    Delete it when the tests pass without it.
    """
    from streamlit.runtime.scriptrunner_utils.script_requests import (
        RerunData,
        ScriptRequests,
        ScriptRequestType,
    )

    def keep_page(fold: Callable[..., bool]) -> Callable[..., bool]:
        def fold_keeping(requests: ScriptRequests, new: RerunData) -> bool:
            waiting, page = requests._rerun_data, new.page_script_hash
            if requests._state is not ScriptRequestType.RERUN or waiting.fragment_id_queue:
                return fold(requests, new)
            is_of_this_run = this_run.page() == page
            is_of_a_part = bool(new.fragment_id or new.fragment_id_queue)
            if is_of_this_run or (is_of_a_part and waiting.page_script_hash != page):
                new = changed(
                    new,
                    page_script_hash=waiting.page_script_hash,
                    page_name=waiting.page_name,
                    query_string=waiting.query_string,
                )
            by_history = new.is_history_navigation or waiting.is_history_navigation
            return fold(requests, changed(new, is_history_navigation=by_history))

        return fold_keeping

    expect(ScriptRequests, "_rerun_data", "_state")
    replace(ScriptRequests, "_request_rerun_locked", keep_page)


def delivery() -> None:
    """A button is missing until the visitor acts, because a part of the page was not sent.

    If a fragment is drawn again before the page has been sent, Streamlit drops the fragment's
    unsent elements, but still announces the end of the earlier run. The browser concludes that
    the fragment is gone, with everything chosen in it. Elements below move up into its place,
    and the fragment overwrites them when it arrives. This happens if a server is busy for as
    long as it takes to draw a page, and the page has a fragment with a timer. Here, everything
    that a run has drawn is sent.

    Upstream: https://github.com/streamlit/streamlit/pull/9381 (which introduced it, for issue 9372)
    Test: tests/browser/test_clicks.py::
      test_a_page_is_complete_though_a_fragment_is_drawn_again_before_it_is_sent
    Delete it when the test passes without it.
    """
    from streamlit.runtime.app_session import AppSession
    from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

    def keep_all(clear_queue: Callable[..., None]) -> Callable[..., None]:
        def clear(session: AppSession, fragment_ids_this_run: list[str] | None = None) -> None:
            if fragment_ids_this_run is not None:
                # New elements must not replace waiting ones, or they would arrive before their run.
                session._browser_queue._delta_index_map.clear()
            else:
                clear_queue(session)

        return clear

    expect(AppSession, "_browser_queue")
    expect(ForwardMsgQueue, "_delta_index_map")
    replace(AppSession, "_clear_queue", keep_all)


def downloads() -> None:
    """A download fails on a busy server: its file is gone before the browser has requested it.

    Streamlit creates a download button's file at the click, sends the browser its address and
    removes the file after two more runs, by any visitor. In a class of 50 that is a tenth of a
    second later. Here, files that nobody shows are removed at most once in `SECONDS_OF_A_FILE`.

    Upstream: https://github.com/streamlit/streamlit/issues/8932 (closed; the same in fragments)
    Test: tests/deploy/test_cluster.py::
      test_a_file_is_there_however_busy_the_others_are
    Delete it when a file stays until it is fetched, although others' runs end in the meantime.
    """
    from streamlit.runtime.media_file_manager import MediaFileManager

    def now_and_then(remove: Callable[..., None]) -> Callable[..., None]:
        last = -inf

        def remove_now_and_then(manager: MediaFileManager) -> None:
            nonlocal last
            if time.monotonic() >= last + SECONDS_OF_A_FILE:
                last = time.monotonic()
                remove(manager)

        return remove_now_and_then

    replace(MediaFileManager, "remove_orphaned_files", now_and_then)


def component_data() -> None:
    """The first page comes half a second later, because components may be sent a table of pandas.

    Streamlit loads pandas to compare texts, lists and dicts with tables. Ours are sent no table.
    Here, no text, list or dict is taken for one.

    Upstream: https://github.com/streamlit/streamlit/issues/6066 (closed; the same elsewhere)
    Test: tests/deploy/test_files.py::
      test_the_container_has_all_that_the_app_needs_to_run_its_page_before_anybody_comes
    Delete it when Streamlit sends a text and a dict to a component without pandas.
    """
    from streamlit.components.v2.bidi_component import main, serialization
    from streamlit.dataframe_util import DataFormat

    def for_the_whole(find: Callable[[object], DataFormat]) -> Callable[[object], DataFormat]:
        return lambda data: DataFormat.UNKNOWN if isinstance(data, str) else find(data)

    def for_a_part(is_table: Callable[[object], bool]) -> Callable[[object], bool]:
        return lambda part: not isinstance(part, (list, dict)) and is_table(part)

    replace(main, "determine_data_format", for_the_whole)
    replace(serialization, "is_dataframe_like", for_a_part)
