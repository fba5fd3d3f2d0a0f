"""A link to another page has no effect, because the old page reports something meanwhile.

If a link waits for a run to end, and the old page or a part of it requests a run in the meantime,
Streamlit merges the two into a run of the old page. Here, the request for the new page stays.

Upstream: none found.
Test: tests/ui/streamlit_fixes/test_runs.py::
  test_a_requested_page_stays_requested_though_the_old_page_runs_once_more
Delete it when the test passes without it.
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
    """Keep the page that is waited for."""

    def keep_page(fold: Callable[..., bool]) -> Callable[..., bool]:
        def fold_keeping(requests: ScriptRequests, new: RerunData) -> bool:
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
                new = changed(
                    new,
                    page_script_hash=waiting.page_script_hash,
                    page_name=waiting.page_name,
                    query_string=waiting.query_string,
                )
            return fold(requests, new)

        return fold_keeping

    expect(ScriptRequests, "_rerun_data", "_state")
    replace(ScriptRequests, "_request_rerun_locked", keep_page)
