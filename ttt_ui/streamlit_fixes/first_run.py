"""A first visitor who comes by a link to a page gets nothing: the page reruns for ever.

Until an app has called ``st.navigation`` once, Streamlit takes its folder pages/ for pages of the
old kind, and runs them without app.py. Any other first visitor waits a fifth of a second longer,
for the page's imports and the first training.

Upstream: https://github.com/streamlit/streamlit/issues/14031 (open)
Test: tests/deploy/test_start.py::
  test_the_first_visitor_may_come_to_any_page
Delete it when Streamlit can run a page at its start.
"""


def apply() -> None:
    """Check that Streamlit has the name used here."""
    from streamlit.runtime import Runtime

    from ttt_ui.streamlit_fixes.patching import expect

    expect(Runtime, "does_script_run_without_error")


async def draw_once() -> None:
    """Run the page once."""
    from streamlit.runtime import get_instance

    run = getattr(get_instance(), "does_script_run_without_error", None)
    if run is not None:
        await run()
