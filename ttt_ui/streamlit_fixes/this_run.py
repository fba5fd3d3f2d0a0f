"""What Streamlit knows about the present run, and does not tell.

A page needs the query as the browser wrote it, and whether Back or Forward led to it. A callback
must know whether only fragments are about to run: ``st.rerun`` with the key of a fragment, in a run
of the whole page, would leave the rest of the page out. What a callback of a fragment draws would
stand in place of what is on top of the page.

Upstream: none found.
Test: tests/browser/test_history.py::
  test_back_keeps_settings_agent_and_address
Test: tests/browser/test_history.py::
  test_late_answers_of_the_server_do_not_change_the_history
Delete it when ``st.context`` or ``st.rerun`` gives an answer to each of these questions.
"""

from typing import Any

from ttt_ui.streamlit_fixes import is_on


def apply() -> None:
    """Check that Streamlit has the names used here."""
    from streamlit.runtime.scriptrunner_utils.script_run_context import (
        FragmentThreadState,
        ScriptRunContext,
    )

    from ttt_ui.streamlit_fixes.patching import expect

    expect(
        ScriptRunContext,
        *("query_string", "is_history_navigation", "page_script_hash"),
        *("fragment_ids_this_run", "fragment_storage", "session_id"),
    )
    expect(FragmentThreadState, "in_fragment_callback")


def _context() -> Any:
    if not is_on("this_run"):
        return None
    try:
        from streamlit.runtime.scriptrunner import get_script_run_ctx
    except ImportError:
        return None
    return get_script_run_ctx(suppress_warning=True)


def query() -> str:
    """Return the query that the browser sent with this run, as it wrote it."""
    return str(getattr(_context(), "query_string", ""))


def is_by_history() -> bool:
    """Return whether Back or Forward caused this run."""
    return bool(getattr(_context(), "is_history_navigation", False))


def visit() -> str:
    """Return Streamlit's name for the visit; empty if there is none."""
    return str(getattr(_context(), "session_id", ""))


def page() -> str:
    """Return Streamlit's name for the page of this run."""
    return str(getattr(_context(), "page_script_hash", ""))


def fragments() -> list[str]:
    """Return Streamlit's names for the fragments that run; none if the whole page does."""
    return getattr(_context(), "fragment_ids_this_run", None) or []


def fragments_exist() -> bool:
    """Return whether every fragment that is to run is still in the page."""
    return all(_context().fragment_storage.contains(fragment) for fragment in fragments())


def is_in_fragments_callback() -> bool:
    """Return whether a callback of a fragment's widget is running."""
    try:
        from streamlit.runtime.scriptrunner_utils.script_run_context import ThreadState
    except ImportError:
        return False
    return _context() is not None and ThreadState.get().in_fragment_callback
