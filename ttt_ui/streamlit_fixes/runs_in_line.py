"""A hundred visitors get no answer for minutes, although each click costs 20 ms of a core.

Streamlit runs each visitor's script in a thread of its own. Python runs one thread at a time, for
up to 5 ms, so the thread that reads and sends messages waits for all of them before each of its
steps. Here, two scripts run at a time, and the others wait in line. Two, so that a long one does
not hold up all others. A script that waits for a process leaves its place to the next.

Twenty visitors who follow long work make it worse, because each page redraws a part of itself three
times a second. These runs, for which nobody has clicked, go one at a time, and after each of them
comes a rest as long as the run. So they slow down when the server is busy, and clicks do not. If
the visitor clicks while such a run waits, it waits no longer.

Upstream: none found.
Test: tests/ui/streamlit_fixes/test_runs.py::
  test_few_scripts_run_at_a_time_and_one_that_nobody_has_asked_for
Delete it when `python -m tests.load --visitors 100` does as well without it.
"""

import time
from threading import Semaphore, local
from typing import Any

from streamlit.runtime.scriptrunner import RerunData, ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests, ScriptRequestType

from ttt_ui.streamlit_fixes.patching import Method, expect, replace

AT_A_TIME = 2
_PLACES = Semaphore(AT_A_TIME)
_PLACE_BY_ITSELF = Semaphore(1)
_SECONDS_BETWEEN_LOOKS = 0.02
_THIS_THREAD = local()


class _Rest:
    """Until when nothing runs by itself."""

    until = 0.0


def apply() -> None:
    """Let few scripts run at a time. They hold no lock while they wait."""
    expect(RerunData, "is_auto_rerun")
    expect(ScriptRequestType, "CONTINUE")

    def in_line(run: Method) -> Method:
        def run_in_line(runner: Any, rerun: RerunData, *args: object) -> None:
            _THIS_THREAD.by_itself = rerun.is_auto_rerun and _may_run_by_itself(runner._requests)
            _PLACES.acquire()
            _THIS_THREAD.has_place, _THIS_THREAD.began = True, time.monotonic()
            try:
                run(runner, rerun, *args)
            finally:
                leave()

        return run_in_line

    replace(ScriptRunner, "_run_script", in_line)


def _may_run_by_itself(requests: ScriptRequests) -> bool:
    """Wait in line with the runs that nobody has asked for; return False if a click ends that."""
    while not _PLACE_BY_ITSELF.acquire(timeout=_SECONDS_BETWEEN_LOOKS):
        if _has_clicked(requests):
            return False
    while (left := _Rest.until - time.monotonic()) > 0 and not _has_clicked(requests):
        time.sleep(min(left, _SECONDS_BETWEEN_LOOKS))
    return True


def _has_clicked(requests: ScriptRequests) -> bool:
    return (
        requests._state is not ScriptRequestType.CONTINUE and not requests._rerun_data.is_auto_rerun
    )


def leave() -> None:
    """Let the next script run, because this one ends or waits; it never waits for a place again."""
    if getattr(_THIS_THREAD, "has_place", False):
        _THIS_THREAD.has_place = False
        _PLACES.release()
        if _THIS_THREAD.by_itself:
            now = time.monotonic()
            _Rest.until = now + (now - _THIS_THREAD.began)
            _PLACE_BY_ITSELF.release()
