"""A file that a visitor has asked for stays until their browser has fetched it."""

import time
from math import inf

from streamlit.runtime.media_file_manager import MediaFileManager

SECONDS = 30.0
"""How long it stays at least."""


def keep_files(manager: MediaFileManager) -> None:
    """Let a manager look for files that nobody needs no more than once in `SECONDS`.

    Streamlit makes the file of a download button at the click, tells the browser where it is, and
    removes it when two runs have ended since, whoever's: in a class of 50 a tenth of a second
    later, before the browser has asked for it.
    """
    remove, last = manager.remove_orphaned_files, -inf

    def remove_now_and_then() -> None:
        nonlocal last
        if time.monotonic() >= last + SECONDS:
            last = time.monotonic()
            remove()

    manager.remove_orphaned_files = remove_now_and_then  # type: ignore[method-assign]
