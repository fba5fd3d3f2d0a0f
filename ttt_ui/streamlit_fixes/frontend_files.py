"""A class that arrives at once waits for Streamlit's frontend, because every file is read again.

Streamlit reads each file again for every visitor and sends it uncompressed. A browser requests 85
of them (3 MB) before it shows the first page, which took the server three times as long as the page
itself. Here, the files come from memory, compressed once, at the start of the server.

Upstream: none found.
Test: tests/deploy/test_start.py::
  test_the_frontend_is_sent_compressed
Delete it when Streamlit sends its files compressed, and as fast (see docs/hosting.md, "Capacity").
"""

import gzip
import re
from pathlib import Path
from typing import NamedTuple

import streamlit
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

FRONTEND = Path(streamlit.__file__).with_name("static")
_KINDS = {
    ".css": "text/css; charset=utf-8",
    ".gif": "image/gif",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
_TOO_SMALL_TO_COMPRESS = {".css", ".js", ".svg"}


class _File(NamedTuple):
    """The response for a file."""

    body: bytes
    headers: dict[str, str]

    def is_accepted_by(self, asked: Headers) -> bool:
        return "Content-Encoding" not in self.headers or _accepts_gzip(
            ",".join(asked.getlist("Accept-Encoding"))
        )


class FrontendFiles:
    """Middleware that serves the files whose names change with their content."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        base = str(streamlit.get_option("server.baseUrlPath") or "").strip("/")
        self._files = {
            f"{base and f'/{base}'}/{path.relative_to(FRONTEND).as_posix()}": _read(path)
            for path in (FRONTEND / "static").rglob("*")
            if path.suffix in _KINDS
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a file, or leave to Streamlit what asks for a part or accepts no compression."""
        answer: ASGIApp = self._app
        if scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}:
            file = self._files.get(scope["path"])
            asked = Headers(scope=scope)
            if file is not None and "Range" not in asked and file.is_accepted_by(asked):
                body = file.body if scope["method"] == "GET" else b""
                answer = Response(body, headers=file.headers)
        await answer(scope, receive, send)


def _accepts_gzip(codings: str) -> bool:
    """Return whether a list of codings has gzip or, without it, `*` with a weight above 0."""
    weights = {
        coding.strip().lower(): weight
        for coding, _, weight in (one.partition(";") for one in codings.split(","))
    }
    weight = weights.get("gzip", weights.get("*", "q=0"))
    return not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", weight, re.IGNORECASE)


def _read(path: Path) -> _File:
    body = path.read_bytes()
    headers = {
        "Cache-Control": "public, immutable, max-age=31536000",
        "Content-Type": _KINDS[path.suffix],
    }
    if path.suffix in _TOO_SMALL_TO_COMPRESS:
        body = gzip.compress(body, compresslevel=6, mtime=0)
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return _File(body, headers | {"Content-Length": str(len(body))})
