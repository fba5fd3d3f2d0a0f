"""A visitor without a browser: speaks to the server as Streamlit's page in the browser does.

That is Streamlit's own protobuf messages over its websocket. It keeps no cache of messages, so the
server sends it everything in full: what is measured is at least what a browser causes.
"""

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

PATIENCE_SECONDS = 30.0
"""After that a visitor gives up."""

_TRIGGER = "$$STREAMLIT_INTERNAL_KEY_{}__events"


class VisitError(Exception):
    """The visitor did not get what it asked for."""


class Visitor:
    """One visitor with the dashboard open; make it with `arrive`.

    Every action returns the seconds from sending to seeing its result.
    """

    def __init__(self, socket: ClientConnection, seed: int) -> None:
        self._socket = socket
        self._random = random.Random(seed)
        self._news = asyncio.Event()
        self._gone = False
        self._problem: str | None = None
        self._pages: dict[str, str] = {}
        self._page = ""
        self._buttons: dict[str, tuple[str, str]] = {}
        self._board: dict[str, Any] = {}
        self._board_at = ("", "")
        self._finished = 0
        self._is_running = False
        self._timers: dict[str, asyncio.Task[None]] = {}

    async def open(self, page: str) -> float:
        """Go to a page, as a link in the header does; the first one is that of the address."""
        before = self._finished
        self._buttons.clear()
        self._board = {}
        if self._pages:
            self._page = self._pages[page]
        name = "" if self._pages else page
        return await self._ask(lambda: self._is_at_rest(before), page_name=name)

    async def play(self) -> float:
        """Click a free cell, or begin a new game where the last one is over."""
        token = self._board["token"]
        if not self._board["playable"]:
            await self._wait(lambda: not self._is_running)  # its buttons come after the board
            return await self._press("New game", lambda: self._board["token"] != token)
        cells = self._board["cells"]
        cell = self._random.choice([cell for cell in range(9) if cells[cell] == "-"])
        component, fragment = self._board_at
        event = {"event": "play", "value": {"cell": cell, "token": token}}
        click = WidgetState(id=_TRIGGER.format(component), json_trigger_value=json.dumps([event]))
        return await self._ask(lambda: self._board["token"] != token, click, fragment)

    async def train(self) -> float:
        """Train a new agent on the train page, with what is set there, to the last game."""
        before = self._finished
        return await self._press("Start over", lambda: self._is_at_rest(before))

    def _is_at_rest(self, before: int) -> bool:
        return self._finished > before and not self._timers

    async def _press(self, label: str, done: Callable[[], bool]) -> float:
        button, fragment = self._buttons[label]
        return await self._ask(done, WidgetState(id=button, trigger_value=True), fragment)

    async def _ask(
        self,
        done: Callable[[], bool],
        widget: WidgetState | None = None,
        fragment: str = "",
        page_name: str = "",
    ) -> float:
        start = time.perf_counter()
        await self._rerun(fragment, widget, page_name=page_name)
        await self._wait(done)
        return time.perf_counter() - start

    async def _wait(self, done: Callable[[], bool]) -> None:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not done() and self._problem is None:
                    if self._gone:
                        raise VisitError("The server has closed the connection.")
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise VisitError(f"No answer within {PATIENCE_SECONDS:.0f} seconds.") from None
        if self._problem is not None:
            raise VisitError(self._problem)

    async def _rerun(
        self,
        fragment: str,
        widget: WidgetState | None = None,
        *,
        by_itself: bool = False,
        page_name: str = "",
    ) -> None:
        message = BackMsg()
        run = message.rerun_script
        run.page_script_hash = self._page
        run.page_name = page_name
        run.fragment_id = fragment
        run.is_auto_rerun = by_itself
        if widget is not None:
            run.widget_states.widgets.append(widget)
        await self._socket.send(message.SerializeToString())

    async def listen(self) -> None:
        """Take in what the server sends, until either side closes the connection."""
        try:
            async for data in self._socket:
                assert isinstance(data, bytes)
                self._take(ForwardMsg.FromString(data))
                self._news.set()
        finally:
            self._gone = True
            self._news.set()

    def stop(self) -> None:
        """Ask for nothing any more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _take(self, message: ForwardMsg) -> None:
        match message.WhichOneof("type"):
            case "new_session":
                self._is_running = True
                if not message.metadata.run.fragment_ids:
                    self.stop()
                    self._page = message.new_session.page_script_hash
            case "navigation":
                self._page = message.navigation.page_script_hash
                for page in message.navigation.app_pages:
                    self._pages[page.url_pathname] = page.page_script_hash
            case "delta":
                self._take_delta(message.delta)
            case "auto_rerun":
                self._repeat(message.auto_rerun.fragment_id, message.auto_rerun.interval)
            case "stop_auto_rerun":
                for fragment in message.stop_auto_rerun.fragment_ids:
                    if timer := self._timers.pop(fragment, None):
                        timer.cancel()
            case "script_finished":
                self._is_running = False
                if message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
                    self._finished += 1
                elif message.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
                    self._problem = "The script does not compile."

    def _take_delta(self, delta: Delta) -> None:
        if delta.WhichOneof("type") != "new_element":
            return
        element = delta.new_element
        kind = element.WhichOneof("type")
        if kind == "bidi_component" and element.bidi_component.component_name == "ttt_board":
            component = element.bidi_component
            self._board = json.loads(component.json)
            self._board_at = component.id, delta.fragment_id
        elif kind == "button":
            self._buttons[element.button.label] = element.button.id, delta.fragment_id
        elif kind == "exception":
            self._problem = f"{element.exception.type}: {element.exception.message}"

    def _repeat(self, fragment: str, seconds: float) -> None:
        if fragment not in self._timers:
            self._timers[fragment] = asyncio.create_task(self._repeating(fragment, seconds))

    async def _repeating(self, fragment: str, seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            await self._rerun(fragment, by_itself=True)


@asynccontextmanager
async def arrive(url: str, seed: int) -> AsyncIterator[Visitor]:
    """Connect a new visitor to the dashboard at `url`; `seed` decides which cells it clicks."""
    address = f"{url.replace('http', 'ws', 1)}/_stcore/stream"
    async with connect(address, subprotocols=["streamlit"], origin=url, max_size=None) as socket:
        visitor = Visitor(socket, seed)
        listening = asyncio.create_task(visitor.listen())
        try:
            yield visitor
        finally:
            visitor.stop()
            await socket.close()
            await listening
