"""A click takes effect, but nothing shows it.

A click sent at the moment at which a fragment reports something is attributed to that fragment, and
only the fragment is drawn. Here, the whole page is drawn if anything has changed outside the
fragments of a run.

Upstream: none found.
Test: tests/browser/test_clicks.py::
  test_the_page_shows_a_click_sent_together_with_one_in_a_fragment
Delete it when the test passes without it.
"""

from collections.abc import Callable
from typing import Any

import streamlit as st
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.state.session_state import SessionState

from ttt_ui.streamlit_fixes.patching import expect, replace
from ttt_ui.streamlit_fixes.repeated_clicks import is_click

_REPORTED = f"{__name__}.reported"


def apply() -> None:
    """Draw the whole page if the fragments of a run do not show every change."""

    def and_show(handle: Callable[..., None]) -> Callable[..., None]:
        def begin(
            state: SafeSessionState, reported: WidgetStates | None, *args: Any, **options: Any
        ) -> None:
            handle(state, reported, *args, **options)
            if reported is not None and not _is_seen(reported, state._state):
                st.rerun()

        return begin

    expect(SafeSessionState, "_state")
    expect(SessionState, "_new_widget_state", "_widget_changed")
    expect(WidgetMetadata, "fragment_id")
    replace(SafeSessionState, "on_script_will_rerun", and_show)


def _is_seen(reported: WidgetStates, state: SessionState) -> bool:
    """Store the widgets' values; return whether the fragments of this run show every change.

    The browser still reports widgets that are gone, and choices under their old names.
    """
    context, before = get_script_run_ctx(), st.session_state.get(_REPORTED, {})
    fresh = [widget for widget in reported.widgets if before.get(widget.id) != widget]
    held: dict[str, WidgetState] = {
        widget.id: widget for widget in reported.widgets if not is_click(widget)
    }
    st.session_state[_REPORTED] = held
    fragments = context.fragment_ids_this_run if context is not None else None
    known = state._new_widget_state.widget_metadata
    return not fragments or all(
        known[widget.id].fragment_id in fragments
        for widget in fresh
        if widget.id in known and state._widget_changed(widget.id)
    )
