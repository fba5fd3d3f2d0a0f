"""In a browser that blocks cookies, an upload fails with "Request failed with status code 403".

Streamlit compares a header of an upload with a cookie, so that no other site can upload in a
visitor's name. A browser that blocks cookies sends neither. Here, an upload without that cookie
passes if it does not come from another site: its address has the visit's name, which only the
visitor's own page knows. If the visit is in another process, the answer is 404, so that nginx asks
that one.

Upstream: none found.
Test: tests/ui/streamlit_fixes/test_uploads_without_cookies.py
Delete it when Streamlit takes uploads from browsers that block cookies.
"""

import re
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import runtime
from streamlit.runtime import Runtime
from streamlit.web.server.starlette.starlette_app_utils import generate_xsrf_token_string
from streamlit.web.server.starlette.starlette_server_config import XSRF_COOKIE_NAME

from ttt_ui.streamlit_fixes.patching import expect

_ADDRESS = re.compile(r"/_stcore/upload_file/([^/]+)/[^/]+$")


def apply() -> None:
    """Check that Streamlit has the names used here."""
    expect(Runtime, "is_active_session")


class UploadsWithoutCookies:
    """Middleware that gives an upload without the cookie what Streamlit asks for."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request, with a token of its own if it is such an upload."""
        upload = _ADDRESS.search(scope["path"]) if scope["type"] == "http" else None
        if upload is None or scope["method"] not in {"PUT", "DELETE"} or not _needs_token(scope):
            await self._app(scope, receive, send)
        elif not runtime.get_instance().is_active_session(upload[1]):
            await PlainTextResponse("This visit is not here.", 404)(scope, receive, send)
        else:
            token = generate_xsrf_token_string()
            cookie = f"{XSRF_COOKIE_NAME}={token}"
            given = [(b"cookie", cookie.encode()), (b"x-xsrftoken", token.encode())]
            await self._app({**scope, "headers": [*scope["headers"], *given]}, receive, send)


def _needs_token(scope: Scope) -> bool:
    headers = Headers(scope=scope)
    has_cookie = XSRF_COOKIE_NAME in cookie_parser(headers.get("cookie", ""))
    origin = headers.get("origin")
    is_own = origin is None or urlsplit(origin).netloc == headers.get("host")
    return is_own and not has_cookie and "x-xsrftoken" not in headers
