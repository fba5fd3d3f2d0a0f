"""A hundred visitors get no answer for minutes, although each click costs 20 ms of a core.

Streamlit runs each visitor's script in a thread of its own. Python runs one thread at a time, for
up to 5 ms, so the thread that reads and sends messages waits for all of them before each of its
steps. A visitor who waits for a training also asks for its progress three times a second, which
makes it worse. Here, two scripts run at a time, and the others wait in line. Two, so that a long
one does not hold up all others. A script that waits for a core leaves its place to the next.

Upstream: none found.
Test: tests/ui/streamlit_fixes/test_runs.py::
  test_few_scripts_run_at_a_time
Delete it when `python -m tests.load --visitors 100` does as well without it.
"""

from threading import Semaphore, local

from streamlit.runtime.scriptrunner import ScriptRunner

from ttt_ui.streamlit_fixes.patching import Method, replace

AT_A_TIME = 2
_PLACES = Semaphore(AT_A_TIME)
_THIS_THREAD = local()


def apply() -> None:
    """Let few scripts run at a time. They hold no lock while they wait."""

    def in_line(run: Method) -> Method:
        def run_in_line(*args: object) -> None:
            _PLACES.acquire()
            _THIS_THREAD.has_place = True
            try:
                run(*args)
            finally:
                leave()

        return run_in_line

    replace(ScriptRunner, "_run_script", in_line)


def leave() -> None:
    """Let the next script run, because this one ends or waits; it never waits for a place again."""
    if getattr(_THIS_THREAD, "has_place", False):
        _THIS_THREAD.has_place = False
        _PLACES.release()
