"""Every address is answered with the page and status 200: wrong links, robots.txt, anything.

Search engines then list pages that do not exist, and a monitor with a wrong address is content. A
page is sent although the browser already has it. Here, an unknown address has status 404 (a person
still gets Streamlit's page, which says so and shows the dashboard), a page is sent only if it has
changed, and robots may not follow links with settings, which make the server train.

Upstream: none found.
Test: tests/deploy/test_start.py::
  test_addresses_are_answered_as_browsers_robots_and_monitors_expect
Delete it when Streamlit does the same.
"""

from collections.abc import Collection

import streamlit
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_ROBOTS = "User-agent: *\nDisallow: /*?\n"


class PageAddresses:
    """Middleware that tells addresses of pages, by their names, from others."""

    def __init__(self, app: ASGIApp, pages: Collection[str]) -> None:
        self._app = app
        base = str(streamlit.get_option("server.baseUrlPath") or "").strip("/")
        self._base = base and f"/{base}"
        self._pages = {f"{self._base}/{page}" for page in pages}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, unless it is a robot's."""

        async def send_as_unknown(message: Message) -> None:
            if message.get("status") == 200 and _is_page(message):
                message["status"] = 404
            await send(message)

        if scope["type"] != "http" or scope["method"] not in {"GET", "HEAD"}:
            await self._app(scope, receive, send)
        elif scope["path"] == "/robots.txt":
            await PlainTextResponse(_ROBOTS)(scope, receive, send)
        elif scope["path"] in self._pages:
            path = f"{self._base}/index.html"  # a file, of which Streamlit compares the ETag
            await self._app({**scope, "path": path, "raw_path": path.encode()}, receive, send)
        else:
            await self._app(scope, receive, send_as_unknown)


def _is_page(message: Message) -> bool:
    return any(
        name.lower() == b"content-type" and value.startswith(b"text/html")
        for name, value in message["headers"]
    )
