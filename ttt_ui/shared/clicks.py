"""What a visitor clicks is done once, whatever else their browser asks for at the same time."""

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

from ttt_ui.shared import address
from ttt_ui.shared.session import per_visitor

# Streamlit (1.67) leaves what has the focus beside what has taken its place, until the run ends.
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
    """Let nothing give way to what is about to go.

    A button that takes the place of the one that was clicked is where it will stay: it would move
    under the pointer of whoever clicks again, and a click on what moves is none.
    """
    _mount(key="clicks")


def do_each_once() -> None:
    """Let every run do what was clicked, once, before it gives way to the next one.

    Streamlit (1.67) looks before a run's callbacks whether another run has been asked for, and then
    ends it at once: of clicks that something else came a millisecond after, one in three did
    nothing. It takes ``runner.fastReruns = false`` besides, or a run that is to give way is told to
    stop, and goes no further, whatever it is at.

    The runs of a visitor then share a thread, in which a fragment leaves its own place for that
    where drawing begins: a run of the whole page that was asked for in the moment after it would
    draw the page in there. So every run begins at the top.

    What was clicked on a page that has been left by now is done, but nobody is led back to it. So
    is what was clicked in a part of the page that had moved before the browser heard of it: of a
    fragment that it does not know (any more), Streamlit would not even read what was clicked.

    A fragment that runs by itself asks for that with all that the browser holds, and so with a
    click that is about to be sent: that was done twice, two steps undone instead of one.

    A click that is sent in the moment in which a fragment reports something goes along as that
    fragment's: it would be done, and not be seen. So the whole page is drawn where anything has
    changed outside of the fragments that are to run.

    A link to another page that waits for a run to end stays asked for, though the page that is left
    is to be drawn once more meanwhile, or a part of it: Streamlit would make one run of both, and
    of the page that is left.
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
    """What the widgets of a visitor held by the browser's last report, by their ids."""

    values: dict[str, WidgetState] = field(default_factory=dict)


def _is_seen(reported: WidgetStates, state: SessionState) -> bool:
    """Note what the widgets hold; say whether all that has changed is in the fragments to be run.

    A browser goes on reporting what a widget held that is gone, or a choice under its old name.
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
