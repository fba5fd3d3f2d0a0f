"""A server says that it prepares itself, or ends if it cannot; what it loads later, and its log."""

import asyncio
import logging
import re
import signal
from typing import Any

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message

from tests.ui.support import come_by_link, go_to, new_app, run, turn_to_the_game
from ttt_ui.frame import server
from ttt_ui.frame.server import Start
from ttt_ui.train import actions as train_actions

READY = PlainTextResponse("ready")


async def ask(site: ASGIApp, kind: str = "http", **headers: str) -> tuple[Any, str]:
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
        site = start.until_done(READY)
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
            while await ask(site) != (200, "ready"):
                await asyncio.sleep(0)

    asyncio.run(run())


@pytest.fixture
def raised(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the signals that are raised: a list that grows."""
    raised = list[int]()
    monkeypatch.setattr(signal, "raise_signal", raised.append)
    return raised


def test_a_server_that_cannot_prepare_itself_ends(
    raised: list[int], logged: list[logging.LogRecord]
) -> None:
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


def test_a_server_that_is_told_to_end_does_not_wait_for_its_preparations(raised: list[int]) -> None:
    async def run() -> None:
        async with Start(asyncio.Event().wait, asyncio.Event().wait).lifespan(None):
            await asyncio.sleep(0)

    asyncio.run(run())
    assert raised == []


def test_figures_are_written_again_and_again(logged: list[logging.LogRecord]) -> None:
    async def run() -> None:
        task = asyncio.create_task(server.write_figures(0.0))
        while len(logged) < 2 and not task.done():
            await asyncio.sleep(0)
        task.cancel()

    logging.getLogger(server.__name__).setLevel(logging.INFO)
    asyncio.run(run())
    assert len(logged) > 1
    for record in logged:
        assert re.fullmatch(r"0 visitors, 0 jobs, \d+ MB", record.getMessage())


@pytest.mark.slow
def test_the_welcome_does_without_pandas_and_pages_with_charts_wait_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waited: list[str] = []
    monkeypatch.setattr(server, "load_pandas", lambda: waited.append(page))
    page = "play"
    app = run(new_app())
    assert not waited
    for page in ("learn", "train", "inspect", "compare"):
        go_to(app, page)
    page = "play"
    turn_to_the_game(app)
    assert set(waited) == {"learn", "train", "inspect", "compare", "play"}


@pytest.mark.slow
def test_the_curve_of_a_link_to_play_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[bool] = []
    monkeypatch.setattr(server, "load_pandas", lambda: waited.append(True))
    monkeypatch.setattr(train_actions, "STEP_SECONDS", 0.0)
    app = come_by_link("play", games="900000")
    assert [title.value for title in app.title] == ["Training the agent in this link…"]
    assert waited
