"""A server that prepares itself says so, and ends if it cannot."""

import asyncio
import logging
import signal
from typing import Any

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message

from ttt_ui.frame.starting import Start, StartingAnswers

READY = PlainTextResponse("ready")


async def ask(site: StartingAnswers, kind: str = "http", **headers: str) -> tuple[Any, str]:
    """Return the status of the answer, or the kind of message that refuses, and the body."""
    sent: list[Message] = []

    async def receive() -> Message:
        raise AssertionError("There is nothing to receive.")

    async def send(message: Message) -> None:
        sent.append(message)

    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    await site({"type": kind, "method": "GET", "path": "/", "headers": given}, receive, send)
    assert sent[0]["type"] == ("" if kind == "http" else "websocket.") + "http.response.start"
    return sent[0]["status"], sent[1]["body"].decode()


def test_until_it_is_prepared_everything_is_answered_with_503() -> None:
    async def run() -> None:
        may_end = asyncio.Event()

        async def prepare() -> None:
            await may_end.wait()

        start = Start(prepare, asyncio.Event().wait)
        site = StartingAnswers(READY, start)
        async with start.lifespan(None):
            assert await ask(site) == (503, "Starting.")
            assert await ask(site, "websocket") == (503, "Starting.")
            status, page = await ask(site, accept="text/html,*/*;q=0.8")
            assert status == 503
            assert "The dashboard is starting." in page
            assert '<meta http-equiv="refresh" content="1">' in page
            _, page = await ask(site, accept="text/html", accept_language="fr-CA,fr;q=0.9,en")
            assert '<html lang="fr">' in page
            assert "The dashboard is starting." not in page
            may_end.set()
            while not start.is_done:
                await asyncio.sleep(0)
            assert await ask(site) == (200, "ready")

    asyncio.run(run())


def test_a_server_that_cannot_prepare_itself_ends(
    monkeypatch: pytest.MonkeyPatch, logged: list[logging.LogRecord]
) -> None:
    raised = list[int]()
    monkeypatch.setattr(signal, "raise_signal", raised.append)

    async def fail() -> None:
        raise OSError("No room is left.")

    async def run() -> None:
        async with Start(fail, asyncio.Event().wait).lifespan(None):
            while not raised:
                await asyncio.sleep(0)

    asyncio.run(run())
    assert raised == [signal.SIGTERM]
    (line,) = logged
    assert line.exc_info is not None
    assert str(line.exc_info[1]) == "No room is left."


def test_a_server_that_is_told_to_end_does_not_wait_for_its_preparations(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    raised = list[int]()
    monkeypatch.setattr(signal, "raise_signal", raised.append)

    async def run() -> None:
        async with Start(asyncio.Event().wait, asyncio.Event().wait).lifespan(None):
            await asyncio.sleep(0)

    asyncio.run(run())
    assert raised == []
