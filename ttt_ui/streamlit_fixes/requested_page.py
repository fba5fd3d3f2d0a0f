"""A link to another page or Back has no effect, because the old page requests a run meanwhile.

If a link or Back waits for a run to end, and that run or a part of the old page requests another
in the meantime, Streamlit merges the two into a run of the old page or the old address. Here, the
request for the new one stays.

Upstream: none found.
Test: tests/ui/streamlit_fixes/test_runs.py::
  test_a_requested_page_stays_requested_though_the_old_page_runs_once_more
Test: tests/ui/streamlit_fixes/test_runs.py::
  test_back_stays_requested_though_the_page_runs_once_more
Delete it when the tests pass without it.
"""

from collections.abc import Callable
from dataclasses import replace as changed

from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import (
    RerunData,
    ScriptRequests,
    ScriptRequestType,
)

from ttt_ui.streamlit_fixes.patching import expect, replace


def apply() -> None:
    """Keep the page and the address that are waited for."""

    def keep_page(fold: Callable[..., bool]) -> Callable[..., bool]:
        def fold_keeping(requests: ScriptRequests, new: RerunData) -> bool:
            waiting, context = requests._rerun_data, get_script_run_ctx(suppress_warning=True)
            if requests._state is not ScriptRequestType.RERUN or waiting.fragment_id_queue:
                return fold(requests, new)
            page = new.page_script_hash
            is_of_this_run = context is not None and context.page_script_hash == page
            is_of_a_part = bool(new.fragment_id or new.fragment_id_queue)
            if is_of_this_run or (is_of_a_part and waiting.page_script_hash != page):
                new = changed(
                    new,
                    page_script_hash=waiting.page_script_hash,
                    page_name=waiting.page_name,
                    query_string=waiting.query_string,
                )
            by_history = new.is_history_navigation or waiting.is_history_navigation
            new = changed(new, is_history_navigation=by_history)
            return fold(requests, new)

        return fold_keeping

    expect(ScriptRequests, "_rerun_data", "_state")
    replace(ScriptRequests, "_request_rerun_locked", keep_page)
