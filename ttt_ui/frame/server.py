"""The server's process: how it starts, what it loads, and its log.

While it prepares itself, it answers everything at once: that it is starting, and when to ask again.
A proxy then asks another process, and a visitor's browser gets a small page that loads itself
again. Its log has a time on each line and, once an hour, a line of figures.
"""

import asyncio
import logging
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib import import_module

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ttt_ui import jobs
from ttt_ui.language import SOURCE, known, speaking, tr
from ttt_ui.streamlit_fixes.visitor_connection import visitors
from ttt_ui.workers import RESIDENT, memory

RETRY_SECONDS = 1
SECONDS_BETWEEN_FIGURES = 3600.0
_LOG = logging.getLogger(__name__)
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

    def until_done(self, app: ASGIApp) -> ASGIApp:
        """Wrap an app, as middleware: until all is prepared, everything is answered by 503."""

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            is_asked = scope["type"] in {"http", "websocket"}
            refusal = _refusal(Headers(scope=scope)) if is_asked and not self.is_done else None
            await (refusal or app)(scope, receive, send)

        return answer


def _end_if_failed(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _LOG.error("The server cannot start.", exc_info=error)
        signal.raise_signal(signal.SIGTERM)


def _refusal(headers: Headers) -> Response:
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


def load_pandas() -> None:
    """Load pandas, or wait until another thread has; call it before a page with charts.

    It takes as long as everything else that the first page needs, so no module of the interface
    imports it at its top. Plotly looks whether it is there, and fails if it is only half loaded.
    """
    import_module("pandas")


def begin_log() -> None:
    """Give a time and a level to each line that the dashboard writes."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    _LOG.setLevel(logging.INFO)


async def write_figures(seconds: float = SECONDS_BETWEEN_FIGURES) -> None:
    """Write a line of figures into the log, again and again."""
    while True:
        await asyncio.sleep(seconds)
        megabytes = memory(RESIDENT) >> 20
        _LOG.info("%d visitors, %d jobs, %d MB", visitors(), jobs.number_running(), megabytes)
