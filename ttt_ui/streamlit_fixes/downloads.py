"""A download fails on a busy server: its file is gone before the browser has requested it.

Streamlit creates a download button's file at the click, sends the browser its address and removes
the file after two more runs, by any visitor. In a class of 50 that is a tenth of a second later.

Upstream: https://github.com/streamlit/streamlit/issues/8932 (closed; the same symptom in fragments)
Test: tests/deploy/test_cluster.py::
  test_a_file_is_there_however_busy_the_others_are
Delete it when a file stays until it is fetched, although others' runs end in the meantime.
"""

import time
from collections.abc import Callable
from math import inf

from streamlit.runtime.media_file_manager import MediaFileManager

from ttt_ui.streamlit_fixes.patching import replace

SECONDS = 30.0
"""How long a file is kept at least."""


def apply() -> None:
    """Let files that nobody shows be removed at most once in `SECONDS`."""

    def now_and_then(remove: Callable[..., None]) -> Callable[..., None]:
        last = -inf

        def remove_now_and_then(manager: MediaFileManager) -> None:
            nonlocal last
            if time.monotonic() >= last + SECONDS:
                last = time.monotonic()
                remove(manager)

        return remove_now_and_then

    replace(MediaFileManager, "remove_orphaned_files", now_and_then)
