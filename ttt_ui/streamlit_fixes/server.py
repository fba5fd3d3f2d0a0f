"""What Streamlit's server does not do by itself, as middleware in front of it."""

import asyncio
import gzip
import hashlib
import re
from collections import Counter
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import anyio
import brotli
import streamlit
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, cookie_parser
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import runtime

from ttt_ui.streamlit_fixes import looks
from ttt_ui.streamlit_fixes.patching import expect

FRONTEND = Path(streamlit.__file__).with_name("static")
PROGRAMS: dict[str, bytes] = {}
"""Scripts and styles of ours, by address. None is added once the first visitor is here."""


def serve(folder: str, stem: str, kind: str, text: str) -> str:
    """Serve a script (``js``) or styles (``css``); return the name of its file."""
    # The name changes with the content, since browsers keep a file for a year.
    file = f"{stem}.{hashlib.sha256(text.encode()).hexdigest()[:8]}.{kind}"
    PROGRAMS[f"_stcore/bidi-components/{folder}/{file}"] = text.encode()
    return file


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
    """compressed_files: a first visit loads 2.7 MB, because Streamlit compresses nothing.

    Streamlit leaves compressing to a proxy, which a class in one room does not have, and reads each
    of some 70 files again for every visitor. Here, each is compressed when it is first requested,
    and comes from memory from then on, as do our own.

    Upstream: none found.
    Test: tests/ui/streamlit_fixes/test_compressed_files.py
    Delete it when Streamlit sends its files compressed, and as fast (see docs/hosting.md,
    "Capacity").
    """

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


class PageAddresses:
    """page_addresses: every address is answered with the page and status 200, even robots.txt.

    Search engines then list pages that do not exist, and a monitor with a wrong address is content.
    Here, an unknown address has status 404 (a person still gets Streamlit's page, which says so and
    shows the dashboard), and robots may not follow links with settings, which make the server
    train. The page loads ``looks.css`` and ``looks.js``.

    Upstream: none found.
    Test: tests/deploy/test_start.py::
      test_addresses_are_answered_as_browsers_robots_and_monitors_expect
    Delete it when Streamlit does the same.
    """

    _ROBOTS = "User-agent: *\nDisallow: /*?\n"
    _ROOT = '<div id="root">'

    @classmethod
    def apply(cls) -> None:
        """Check that Streamlit's page has the place before which ours go."""
        if cls._ROOT not in cls._streamlits_page():
            raise AttributeError(f"index.html has no {cls._ROOT!r}")

    def __init__(self, app: ASGIApp, pages: Collection[str]) -> None:
        self._app = app
        base = str(streamlit.get_option("server.baseUrlPath") or "").strip("/")
        self._pages = {f"{base and f'/{base}'}/{page}" for page in pages}
        # Not in the head, where Streamlit's later styles would prevail.
        style, script = (
            f"./_stcore/bidi-components/page/{serve('page', 'looks', kind, looks.parts(kind))}"
            for kind in ("css", "js")
        )
        ours = (
            f'<link rel="stylesheet" href="{style}"><script type="module" src="{script}"></script>'
        )
        page = self._streamlits_page().replace(self._ROOT, ours + self._ROOT).encode()
        self._etag = f'"{hashlib.sha256(page).hexdigest()[:16]}"'
        headers = {"Cache-Control": "no-cache", "ETag": self._etag}
        self._page, self._unknown_page = (
            Response(page, status, headers, "text/html") for status in (200, 404)
        )
        self._not_modified = Response(None, 304, headers)

    @staticmethod
    def _streamlits_page() -> str:
        return (FRONTEND / "index.html").read_text(encoding="utf-8")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what asks for a page or comes from a robot, and pass the rest on."""
        is_page = False

        async def send_page_as_unknown(message: Message) -> None:
            nonlocal is_page
            if message.get("status") == 200:
                is_page = Headers(raw=message["headers"]).get("content-type", "")[:9] == "text/html"
                if is_page:
                    await self._unknown_page(scope, receive, send)
            if not is_page:
                await send(message)

        if scope["type"] != "http" or scope["method"] not in {"GET", "HEAD"}:
            await self._app(scope, receive, send)
        elif scope["path"] == "/robots.txt":
            await PlainTextResponse(self._ROBOTS)(scope, receive, send)
        elif scope["path"] in self._pages:
            known = Headers(scope=scope).get("If-None-Match", "")
            # A proxy that compresses makes the mark a weak one.
            is_known = self._etag in [mark.strip().removeprefix("W/") for mark in known.split(",")]
            await (self._not_modified if is_known else self._page)(scope, receive, send)
        else:
            await self._app(scope, receive, send_page_as_unknown)


_UPLOAD = re.compile(r"/_stcore/upload_file/([^/]+)/[^/]+$")


def _visit_of_upload(scope: Scope, *methods: str) -> str | None:
    """Return the visit that a request of these methods uploads a file for, if it does."""
    upload = _UPLOAD.search(scope["path"]) if scope["type"] == "http" else None
    return upload[1] if upload and scope["method"] in methods else None


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


class _RefusedError(Exception):
    """Raised in the middle of an upload that has become too much."""

    def __init__(self, answer: PlainTextResponse) -> None:
        self.answer = answer


class UploadLimits:
    """upload_limits: a single visitor fills the server's memory with uploads.

    Streamlit bounds a file, but not how many there are, and keeps each until the session ends, even
    if nothing ever reads it. Here, a session and the process hold a limited number of bytes, and
    the files of a session are dropped a minute after its last upload: by then, the app has read
    what it needs. What counts is what has arrived, not what somebody says will arrive.

    Upstream: none found.
    Test: tests/ui/streamlit_fixes/test_upload_limits.py
    Delete it when Streamlit bounds what a session uploads and drops what is not used.
    """

    @staticmethod
    def apply() -> None:
        """Check that Streamlit has the names used here."""
        from streamlit.runtime import Runtime
        from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

        expect(Runtime, "uploaded_file_mgr")
        expect(MemoryUploadedFileManager, "file_storage", "remove_session_files")

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._files_arriving: Counter[str] = Counter()
        self._bytes_arrived: Counter[str] = Counter()
        """Of files that are arriving; by visit, as above."""
        self._ends: dict[str, asyncio.TimerHandle] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request, unless it is an upload that is too much."""
        visit = _visit_of_upload(scope, "PUT")
        if visit is None:
            await self._app(scope, receive, send)
            return
        length = Headers(scope=scope).get("Content-Length", "")
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


def _manager() -> Any:
    return runtime.get_instance().uploaded_file_mgr


class UploadsWithoutCookies:
    """uploads_without_cookies: uploads from a browser that blocks cookies get status 403.

    Streamlit compares a header of an upload with a cookie, so that no other site can upload in a
    visitor's name. A browser that blocks cookies sends neither. Here, an upload without that cookie
    passes if it does not come from another site: its address has the visit's name, which only the
    visitor's own page knows. If the visit is in another process, the answer is 404, so that nginx
    asks that one.

    Upstream: https://github.com/streamlit/streamlit/issues/5793 (open)
    Test: tests/ui/streamlit_fixes/test_uploads_without_cookies.py
    Delete it when Streamlit takes uploads from browsers that block cookies.
    """

    @staticmethod
    def apply() -> None:
        """Check that Streamlit has the names used here."""
        from streamlit.runtime import Runtime

        expect(Runtime, "is_active_session")
        _cookie_and_token()

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request, with a token of its own if it is such an upload."""
        visit = _visit_of_upload(scope, "PUT", "DELETE")
        cookie, make_token = _cookie_and_token()
        if visit is None or not _needs_token(scope, cookie):
            await self._app(scope, receive, send)
        elif not runtime.get_instance().is_active_session(visit):
            await PlainTextResponse("This visit is not here.", 404)(scope, receive, send)
        else:
            token = make_token()
            given = [(b"cookie", f"{cookie}={token}".encode()), (b"x-xsrftoken", token.encode())]
            await self._app({**scope, "headers": [*scope["headers"], *given]}, receive, send)


def _cookie_and_token() -> tuple[str, Callable[[], str]]:
    """Return the name of Streamlit's cookie for uploads, and what makes a token for it."""
    from streamlit.web.server.starlette import starlette_app_utils, starlette_server_config

    return (
        starlette_server_config.XSRF_COOKIE_NAME,
        starlette_app_utils.generate_xsrf_token_string,
    )


def _needs_token(scope: Scope, cookie: str) -> bool:
    headers = Headers(scope=scope)
    has_cookie = cookie in cookie_parser(headers.get("cookie", ""))
    origin = headers.get("origin")
    is_own = origin is None or urlsplit(origin).netloc == headers.get("host")
    return is_own and not has_cookie and "x-xsrftoken" not in headers


MIDDLEWARE = {
    "compressed_files": CompressedFiles,
    "page_addresses": PageAddresses,
    "upload_limits": UploadLimits,
    "uploads_without_cookies": UploadsWithoutCookies,
}
