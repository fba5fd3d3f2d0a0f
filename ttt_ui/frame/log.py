"""The server's log: a time on each line and, once an hour, a line of figures."""

import asyncio
import logging
import os
from contextlib import suppress
from pathlib import Path

from ttt_ui import jobs
from ttt_ui.streamlit_fixes.visitor_connection import visitors

_HOUR = 3600.0
_LOG = logging.getLogger(__name__)


def begin() -> None:
    """Give a time and a level to each line that the dashboard writes."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    _LOG.setLevel(logging.INFO)


async def write_figures(seconds: float = _HOUR) -> None:
    """Write a line of figures, again and again."""
    while True:
        await asyncio.sleep(seconds)
        _LOG.info(
            "%d visitors, %d jobs, %d MB",
            visitors(),
            jobs.number_running(),
            _memory() >> 20,
        )


def _memory() -> int:
    """Return the bytes of memory that this process occupies; 0 if not known."""
    with suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    return 0
