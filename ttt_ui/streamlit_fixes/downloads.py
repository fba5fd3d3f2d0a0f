"""Keep a requested file until the visitor's browser has fetched it."""

import time
from math import inf

from streamlit.runtime.media_file_manager import MediaFileManager

SECONDS = 30.0
"""How long a file is kept at least."""


def keep_files(manager: MediaFileManager) -> None:
    """Let a manager remove orphaned files at most once in `SECONDS`.

    Streamlit creates a download button's file at the click, sends the browser its address and
    removes the file after two more runs, by any visitor. In a class of 50 that is a tenth of a
    second later, before the browser has requested the file.
    """
    remove, last = manager.remove_orphaned_files, -inf

    def remove_now_and_then() -> None:
        nonlocal last
        if time.monotonic() >= last + SECONDS:
            last = time.monotonic()
            remove()

    manager.remove_orphaned_files = remove_now_and_then  # type: ignore[method-assign]
