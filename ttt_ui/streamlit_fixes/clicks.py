"""Every click takes effect exactly once, whatever else the browser asks for at the same time."""

from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st
from streamlit.delta_generator_singletons import context_dg_stack, get_default_dg_stack_value
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import (
    RerunData,
    ScriptRequests,
    ScriptRequestType,
)
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.state.session_state import SessionState

from ttt_ui.frame import address
from ttt_ui.visit.session import per_visitor

# Streamlit (1.67) keeps a focused element next to its replacement until the run ends.
_mount = st.components.v2.component(
    "ttt_clicks",
    css="""
      [data-retained] {
        position: absolute;
        opacity: 0;
        pointer-events: none;
      }
    """,
    isolate_styles=False,
)


def keep_places() -> None:
    """Take elements that are about to disappear out of the layout.

    Otherwise a button that replaces the clicked one would first appear next to it and then move
    under the pointer, and a second click on the moving button would be lost.
    """
    _mount(key="clicks")


def do_each_once() -> None:
    """Let every run handle its clicks, once, before it makes way for the next run.

    This patches Streamlit (1.67) against five faults:

    - Before a run's callbacks, Streamlit checks whether another run has been requested, and if so
      ends the run at once. One click in three was lost if something else followed a millisecond
      later. The fix also needs ``runner.fastReruns = false``; otherwise Streamlit stops a run that
      must make way, whatever it is doing.
    - A visitor's runs then share a thread. A fragment leaves its own place in it as the place where
      drawing begins, and a run of the whole page right after it would draw the page inside the
      fragment. Every run therefore begins at the top.
    - Streamlit does not read clicks from a fragment it no longer knows, because the visitor has
      left the page or the fragment has moved. Such clicks now take effect, but do not lead the
      visitor back.
    - A fragment that reruns on a timer sends the browser's whole state, including a click that is
      about to be sent. The click was handled twice and undid two steps instead of one. And a click
      sent at the moment a fragment reports something was attributed to that fragment: it took
      effect, but nothing showed it. The whole page is therefore drawn if anything has changed
      outside the fragments of a run.
    - If a link to another page waits for a run to end and the old page, or a part of it, requests
      a run in the meantime, Streamlit merged the two into a run of the old page. The request for
      the new page now stays.
    """
    request_rerun, fold = AppSession.request_rerun, ScriptRequests._request_rerun_locked

    def begin(state: SafeSessionState, reported: WidgetStates | None, **options: Any) -> None:
        context_dg_stack.set(get_default_dg_stack_value())
        with state._lock:
            state._state.on_script_will_rerun(reported, **options)
            is_seen = reported is None or _is_seen(reported, state._state)
        address.stay_on_page()
        if not is_seen:
            st.rerun()

    def request(session: AppSession, client_state: ClientState | None) -> None:
        if client_state is not None and client_state.is_auto_rerun:
            widgets = client_state.widget_states.widgets
            held = [one for one in widgets if not _is_click(one)]
            del widgets[:]
            widgets.extend(held)
        request_rerun(session, client_state)

    def keep_page(requests: ScriptRequests, new: RerunData) -> bool:
        waiting, context = requests._rerun_data, get_script_run_ctx(suppress_warning=True)
        page = new.page_script_hash
        is_of_the_old_page = (
            new.fragment_id
            or new.fragment_id_queue
            or (context is not None and context.page_script_hash == page)
        )
        if (
            requests._state is ScriptRequestType.RERUN
            and not waiting.fragment_id_queue
            and waiting.page_script_hash != page
            and is_of_the_old_page
        ):
            new = replace(
                new,
                page_script_hash=waiting.page_script_hash,
                page_name=waiting.page_name,
                query_string=waiting.query_string,
            )
        return fold(requests, new)

    def has_fragment(_: AppSession, fragment_id: str) -> bool:
        return True

    SafeSessionState.on_script_will_rerun = begin  # type: ignore[assignment, method-assign]
    AppSession.request_rerun = request  # type: ignore[assignment, method-assign]
    AppSession.has_fragment = has_fragment  # type: ignore[assignment, method-assign]
    ScriptRequests._request_rerun_locked = keep_page  # type: ignore[assignment, method-assign]


@dataclass
class _Held:
    """The values of a visitor's widgets in the browser's last report, by widget id."""

    values: dict[str, WidgetState] = field(default_factory=dict)


def _is_seen(reported: WidgetStates, state: SessionState) -> bool:
    """Store the widgets' values; return whether the fragments of this run show every change.

    The browser still reports widgets that are gone, and choices under their old names.
    """
    context, held = get_script_run_ctx(), per_visitor(_Held)
    fresh = [widget for widget in reported.widgets if held.values.get(widget.id) != widget]
    held.values = {widget.id: widget for widget in reported.widgets if not _is_click(widget)}
    fragments = context.fragment_ids_this_run if context is not None else None
    known = state._new_widget_state.widget_metadata
    return not fragments or all(
        known[widget.id].fragment_id in fragments
        for widget in fresh
        if widget.id in known and state._widget_changed(widget.id)
    )


def _is_click(widget: WidgetState) -> bool:
    return "trigger" in (widget.WhichOneof("value") or "")
