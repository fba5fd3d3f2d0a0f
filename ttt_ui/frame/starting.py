"""A server that prepares itself answers at once: that it is starting, and when to ask again.

A proxy then asks another process. A visitor's browser gets a small page that
loads itself again.
"""

import asyncio
import logging
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ttt_ui.language import SOURCE, known, speaking, tr

RETRY_SECONDS = 1
_PAGE = """\
<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="{seconds}">
<title>{title}</title>
<body style="font: 1.125rem sans-serif; display: grid; place-items: center; height: 90vh">
<p role="status">{sentence}</p>
"""


class Start:
    """The preparations of a server, which run next to it.

    Parameters
    ----------
    prepare
        Returns when visitors can be answered. If it fails, the process ends.
    accompany
        Runs from then on, until the server ends.
    """

    def __init__(
        self,
        prepare: Callable[[], Awaitable[object]],
        accompany: Callable[[], Awaitable[object]],
    ) -> None:
        self._prepare = prepare
        self._accompany = accompany
        self.is_done = False

    @asynccontextmanager
    async def lifespan(self, _: object) -> AsyncIterator[None]:
        """Prepare while the server runs."""
        task = asyncio.create_task(self._run())
        task.add_done_callback(_end_if_failed)
        yield
        task.cancel()

    async def _run(self) -> None:
        await self._prepare()
        self.is_done = True
        await self._accompany()


def _end_if_failed(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        logging.getLogger(__name__).error("The server cannot start.", exc_info=error)
        signal.raise_signal(signal.SIGTERM)


class StartingAnswers:
    """Middleware that answers everything with status 503 until the server is prepared."""

    def __init__(self, app: ASGIApp, start: Start) -> None:
        self._app = app
        self._start = start

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or say that the server is starting."""
        is_asked = scope["type"] in {"http", "websocket"}
        answer = _answer(Headers(scope=scope)) if is_asked and not self._start.is_done else None
        await (answer or self._app)(scope, receive, send)


def _answer(headers: Headers) -> Response:
    retry = {"Retry-After": str(RETRY_SECONDS), "Cache-Control": "no-store"}
    if "text/html" not in headers.get("Accept", ""):
        return PlainTextResponse("Starting.", 503, retry)
    asked = headers.get("Accept-Language", "").split(",")[0].split(";")[0]
    language = known(asked) or SOURCE
    with speaking(language):
        page = _PAGE.format(
            language=language,
            seconds=RETRY_SECONDS,
            title=tr("Tic-tac-toe lab"),
            sentence=tr("The dashboard is starting. This page opens it as soon as it is ready."),
        )
    return HTMLResponse(page, 503, retry)
