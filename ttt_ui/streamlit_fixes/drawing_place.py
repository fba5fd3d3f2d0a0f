"""After a fragment, the page is drawn inside that fragment.

A visitor's runs share a thread. A fragment leaves its own place in it as the place where drawing
begins, and a run of the whole page right after it would draw there.

Upstream: none found.
Test: tests/ui/streamlit_fixes/test_runs.py::
  test_a_page_requested_right_after_a_fragment_is_drawn_in_its_place
Delete it when the test passes without it.
"""

from collections.abc import Callable
from typing import Any

from streamlit.delta_generator_singletons import context_dg_stack, get_default_dg_stack_value
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext

from ttt_ui.streamlit_fixes.patching import replace


def apply() -> None:
    """Let every run begin at the top of the page."""

    def at_the_top(reset: Callable[..., None]) -> Callable[..., None]:
        def begin(context: ScriptRunContext, *args: Any, **options: Any) -> None:
            context_dg_stack.set(get_default_dg_stack_value())
            reset(context, *args, **options)

        return begin

    replace(ScriptRunContext, "reset", at_the_top)
