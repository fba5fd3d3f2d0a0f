"""A first visit loads 3 MB, because Streamlit sends its frontend uncompressed.

Streamlit leaves compressing to a proxy, which a class in one room does not have, and reads each of
some 70 files again for every visitor. Here, each is compressed when it is first requested, and
comes from memory from then on, as do the programs of our components.

Upstream: none found.
Test: tests/ui/streamlit_fixes/test_compressed_files.py
Delete it when Streamlit sends its files compressed, and as fast (see docs/hosting.md, "Capacity").
"""

import gzip
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import anyio
import brotli
import streamlit
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

FRONTEND = Path(streamlit.__file__).with_name("static")
PROGRAMS: dict[str, bytes] = {}
"""Of our components, by address. Only declarations add to it, while modules are imported."""
_ADDRESS = re.compile(r"/((?:static|_stcore/bidi-components)/[^/]+/[^/]+\.(?:js|css))$")
_CODINGS: dict[str, Callable[[bytes], bytes]] = {
    "br": partial(brotli.compress, quality=5),
    "gzip": gzip.compress,
    "": bytes,
}
"""Ways to compress a file, the best first; quality 5 takes no longer than gzip."""
_REFUSED = re.compile(r";\s*q=0(\.0*)?\s*$")
"""How a browser says that it does not take a coding."""
_KINDS = {"js": "text/javascript", "css": "text/css"}


class CompressedFiles:
    """Middleware that serves scripts and styles, whose names change with their content."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._bodies: dict[tuple[str, str], bytes] = {}
        self._frontend = {
            path.relative_to(FRONTEND).as_posix(): path
            for path in FRONTEND.glob("static/*/*")
            if path.suffix[1:] in _KINDS
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a file, or pass the request on."""
        is_to_read = scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}
        address = _ADDRESS.search(scope["path"]) if is_to_read else None
        if address is None or address[1] not in self._frontend.keys() | PROGRAMS.keys():
            await self._app(scope, receive, send)
            return
        name, accepted = address[1], Headers(scope=scope).get("Accept-Encoding", "")
        wanted = [
            part.partition(";")[0].strip().lower()
            for part in accepted.split(",")
            if not _REFUSED.search(part)
        ]
        coding = next(coding for coding in _CODINGS if coding in (*wanted, ""))
        if (name, coding) not in self._bodies:
            self._bodies[name, coding] = await anyio.to_thread.run_sync(self._read, name, coding)
        headers = {
            "Cache-Control": "public, immutable, max-age=31536000",
            "Content-Type": f"{_KINDS[name.rpartition('.')[2]]}; charset=utf-8",
            # A cache must not send what it got for one browser to everybody.
            "Vary": "Accept-Encoding",
        }
        if coding:
            headers["Content-Encoding"] = coding
        await Response(self._bodies[name, coding], headers=headers)(scope, receive, send)

    def _read(self, name: str, coding: str) -> bytes:
        body = PROGRAMS[name] if name in PROGRAMS else self._frontend[name].read_bytes()
        return _CODINGS[coding](body)
