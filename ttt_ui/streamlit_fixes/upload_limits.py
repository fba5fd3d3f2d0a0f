"""A single visitor fills the server's memory with uploads.

Streamlit bounds a file, but not how many there are, and keeps each until the session ends, even if
nothing ever reads it. Here, a session and the process hold a limited number of bytes, and the
files of a session are dropped a minute after its last upload: by then, the app has read what it
needs.

Upstream: none found.
Test: tests/ui/streamlit_fixes/test_upload_limits.py
Delete it when Streamlit bounds what a session uploads and drops what is not used.
"""

import asyncio
import re
from collections import Counter

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import runtime
from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from ttt_ui.streamlit_fixes.patching import expect

MEGABYTE = 2**20
MAX_FILES = 50
"""Of a session."""
MAX_BYTES = 48 * MEGABYTE
"""Of a session."""
MAX_BYTES_OF_ALL = 256 * MEGABYTE
"""Of a process."""
SECONDS_KEPT = 60.0
SECONDS_AT_MOST = 60.0
"""An upload that takes longer ends, and frees its share of the limits."""
_ADDRESS = re.compile(r"/_stcore/upload_file/([^/]+)/[^/]+$")


def apply() -> None:
    """Check that Streamlit has the names used here."""
    expect(Runtime, "uploaded_file_mgr")
    expect(MemoryUploadedFileManager, "file_storage", "remove_session_files")


class _RefusedError(Exception):
    """Raised in the middle of an upload that has become too much."""

    def __init__(self, answer: PlainTextResponse) -> None:
        self.answer = answer


class UploadLimits:
    """Middleware that refuses uploads beyond the limits, and drops them after a while.

    What counts is what has arrived, not what somebody says will arrive.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._files_arriving: Counter[str] = Counter()
        self._bytes_arrived: Counter[str] = Counter()
        """Of files that are arriving; by visit, as above."""
        self._ends: dict[str, asyncio.TimerHandle] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request, unless it is an upload that is too much."""
        upload = _ADDRESS.search(scope["path"]) if scope["type"] == "http" else None
        if upload is None or scope["method"] != "PUT":
            await self._app(scope, receive, send)
            return
        visit, length = upload[1], Headers(scope=scope).get("Content-Length", "")
        declared = int(length) if length.isdecimal() and len(length) < 20 else 0
        if refusal := self._refusal(visit, 1, declared):
            await refusal(scope, receive, send)
            return
        self._files_arriving[visit] += 1
        arrived = 0
        if end := self._ends.pop(visit, None):
            end.cancel()

        async def receive_within_limits() -> Message:
            nonlocal arrived
            message = await receive()
            size = len(message.get("body", b""))
            if refusal := self._refusal(visit, 0, size):
                raise _RefusedError(refusal)
            arrived += size
            self._bytes_arrived[visit] += size
            return message

        try:
            async with asyncio.timeout(SECONDS_AT_MOST):
                await self._app(scope, receive_within_limits, send)
        except ClientDisconnect:
            pass  # the visitor has gone, which is no error
        except _RefusedError as refused:
            await refused.answer(scope, receive, send)
        except TimeoutError:
            await PlainTextResponse("This upload takes too long.", 408)(scope, receive, send)
        finally:
            self._files_arriving -= Counter({visit: 1})
            self._bytes_arrived -= Counter({visit: arrived})
            if visit not in self._files_arriving and visit in _manager().file_storage:
                self._ends[visit] = asyncio.get_running_loop().call_later(
                    SECONDS_KEPT, self._drop, visit
                )

    def _refusal(self, visit: str, files: int, size: int) -> PlainTextResponse | None:
        """Return why this number of files and bytes more would be too much."""
        held = {one: [*files.values()] for one, files in [*_manager().file_storage.items()]}
        of_visit, of_all = (
            sum(len(file.data) for files in kept for file in files)
            for kept in ([held.get(visit, [])], held.values())
        )
        if of_visit + self._bytes_arrived[visit] + size > MAX_BYTES:
            return PlainTextResponse("These files are too large together.", 413)
        if (
            len(held.get(visit, [])) + self._files_arriving[visit] + files > MAX_FILES
            or of_all + self._bytes_arrived.total() + size > MAX_BYTES_OF_ALL
        ):
            later = {"Retry-After": f"{SECONDS_KEPT:.0f}"}
            return PlainTextResponse("Too many uploads. Try again in a minute.", 429, later)
        return None

    def _drop(self, visit: str) -> None:
        del self._ends[visit]
        _manager().remove_session_files(visit)


def _manager() -> MemoryUploadedFileManager:
    manager = runtime.get_instance().uploaded_file_mgr
    assert isinstance(manager, MemoryUploadedFileManager)
    return manager
