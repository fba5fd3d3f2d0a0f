"""A visitor without a browser: speaks Streamlit's protobuf messages over its websocket.

It keeps no cache of messages, so the server sends everything in full, as to no browser.

Every visitor has an agent of its own, with a name and a seed that nobody else has, and looks
through every message that it receives for those of others.
"""

import asyncio
import gzip
import json
import random
import re
import time
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.load.http import Answer, Browser

PATIENCE_SECONDS = 120.0
"""After that a visitor gives up; what comes later than that is not waited for."""
GAMES = 100_000
"""Of a training."""

_TRIGGER = "$$STREAMLIT_INTERNAL_KEY_{}__events"
_MARK = re.compile(rb"(?:Visitor |seed=7)(\d{8})")
_MOVE = re.compile("[XO] [abc][123]")
"""Opens a position that the agent expects."""
_CLOSED = "The server has closed the connection."
_XSRF = "_streamlit_xsrf"
_BOUNDARY = "no-agent-holds-these-words"


class VisitError(Exception):
    """The visitor did not get what it asked for."""


class Visitor:
    """One visitor with the dashboard open; make it with `arrive`.

    Every action returns the seconds from sending to seeing its result. `own_marks_seen` counts the
    messages with its own name or seed.
    """

    def __init__(self, socket: ClientConnection, browser: Browser, number: int) -> None:
        self.browser = browser
        self.number = number
        self.name = f"Visitor {number:08}"
        self.own_marks_seen = 0
        self._mark = f"{number:08}".encode()
        self._socket = socket
        self._random = random.Random(number)
        self._session = ""
        self._news = asyncio.Event()
        self._gone = False
        self._problem: str | None = None
        self._pages: dict[str, str] = {}
        self._page = ""
        self._buttons: dict[str, tuple[str, str]] = {}
        self._sliders: dict[str, tuple[str, str]] = {}
        self.progress = ""  # what the last progress bar says
        self._name_field = self._uploader = self._download = ""
        self._answers: dict[str, ForwardMsg] = {}
        self._board: dict[str, Any] = {}
        self._board_at = ("", "")
        self._finished = 0
        self._is_running = False
        self._timers: dict[str, asyncio.Task[None]] = {}

    async def open(self, page: str, **query: str) -> float:
        """Go to a page, as a link in the header does.

        The first one is that of the address, by a link: with the given parameters or, if there are
        none, one that brings an agent with a seed that no other visitor has.
        """
        at_rest = await self._rest_after_this()
        self._buttons.clear()
        self._board = {}
        if self._pages:
            self._page = self._pages[page]
            return await self._ask(at_rest)
        link = urlencode(query or {"games": GAMES, "seed": f"7{self._mark.decode()}"})
        return await self._ask(at_rest, page_name=page, query=link)

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

    async def press_and_ask_for_more(self, label: str) -> None:
        """Press a button, and ask at once for another run of the page, as a second click does."""
        at_rest = await self._rest_after_this()
        button, fragment = self._buttons[label]
        await self._rerun(fragment, WidgetState(id=button, trigger_value=True))
        await self._ask(at_rest)

    async def press(self, label: str) -> None:
        """Press a button as soon as no run is under way, and do not wait for what it does."""
        await self._wait(lambda: not self._is_running and label in self._buttons)
        button, fragment = self._buttons[label]
        await self._rerun(fragment, WidgetState(id=button, trigger_value=True))

    async def slide(self, label: str, option: str) -> float:
        """Move a slider to an option."""
        at_rest = await self._rest_after_this()
        slider, fragment = self._sliders[label]
        moved = WidgetState(id=slider)
        moved.string_array_value.data.append(option)
        return await self._ask(at_rest, moved, fragment)

    async def train(self) -> float:
        """Train a new agent on the train page, with what is set there, to the last game."""
        return await self._press("Start over", await self._rest_after_this())

    async def rename(self) -> float:
        seen, at_rest = self.own_marks_seen, await self._rest_after_this()
        return await self._ask(
            lambda: at_rest() and self.own_marks_seen > seen,
            WidgetState(id=self._name_field, string_value=self.name),
        )

    async def inspect(self) -> float:
        """Look at the next position on the inspect page, or begin anew at the empty board."""
        at_rest = await self._rest_after_this()
        expected = (label for label in self._buttons if _MOVE.fullmatch(label))
        button, fragment = self._buttons[next(expected, "Empty board")]
        self._buttons.clear()
        return await self._ask(at_rest, WidgetState(id=button, trigger_value=True), fragment)

    async def ask_for_file(self) -> str:
        """Press the download button in the sidebar; return where the agent's file is."""
        message = BackMsg()
        asked = message.backend_operation_request
        asked.request_id, asked.session_id = "download", self._session
        asked.deferred_file.file_id = self._download
        answer = await self._answer_to(message, "download")
        return answer.backend_operation_response.deferred_file.url

    async def fetch(self, address: str) -> bytes:
        file = await self.browser.ask("GET", address)
        _expect(file, HTTPStatus.OK)
        return gzip.decompress(file.body) if "Content-Encoding" in file.headers else file.body

    async def upload(self, file: bytes) -> None:
        message = BackMsg()
        asked = message.file_urls_request
        asked.request_id, asked.session_id = "upload", self._session
        asked.file_names.append("agent.json")
        (urls,) = (await self._answer_to(message, "upload")).file_urls_response.file_urls
        _expect(await self.put(urls.file_id, file), HTTPStatus.NO_CONTENT)
        widget = WidgetState(id=self._uploader)
        handed_in = widget.file_uploader_state_value.uploaded_file_info.add()
        handed_in.name, handed_in.size = "agent.json", len(file)
        handed_in.file_id = urls.file_id
        handed_in.file_urls.CopyFrom(urls)
        at_rest, uploader = await self._rest_after_this(), self._uploader
        await self._ask(lambda: at_rest() and self._uploader != uploader, widget)

    async def put(self, file_id: str, file: bytes) -> Answer:
        """Send a file to the server under an id, which need not be one that it has given."""
        head = (
            f"--{_BOUNDARY}\r\n"
            'Content-Disposition: form-data; name="file"; filename="agent.json"\r\n'
            "Content-Type: application/json\r\n\r\n"
        )
        return await self.browser.ask(
            "PUT",
            f"/_stcore/upload_file/{self._session}/{file_id}",
            {
                "Content-Type": f"multipart/form-data; boundary={_BOUNDARY}",
                "X-Xsrftoken": self.browser.cookies[_XSRF],
            },
            head.encode() + file + f"\r\n--{_BOUNDARY}--\r\n".encode(),
        )

    async def _answer_to(self, message: BackMsg, request: str) -> ForwardMsg:
        self._answers.pop(request, None)
        await self._send(message)
        await self._wait(lambda: request in self._answers)
        return self._answers[request]

    async def wait_for_run(self) -> None:
        await self._wait(lambda: self._is_running)

    @property
    def pages(self) -> set[str]:
        return set(self._pages)

    @property
    def close_code(self) -> int | None:
        return self._socket.close_code

    async def _rest_after_this(self) -> Callable[[], bool]:
        """Wait for the end of the run under way; return what tells whether the next is over."""
        await self._wait(lambda: not self._is_running)
        before = self._finished
        return lambda: self._finished > before and not self._timers and not self._is_running

    async def _press(self, label: str, done: Callable[[], bool]) -> float:
        button, fragment = self._buttons[label]
        return await self._ask(done, WidgetState(id=button, trigger_value=True), fragment)

    async def _ask(
        self,
        done: Callable[[], bool],
        widget: WidgetState | None = None,
        fragment: str = "",
        **address: str,
    ) -> float:
        start = time.perf_counter()
        await self._rerun(fragment, widget, **address)
        await self._wait(done)
        return time.perf_counter() - start

    async def _wait(self, done: Callable[[], bool]) -> None:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not done() and self._problem is None:
                    if self._gone:
                        raise VisitError(_CLOSED)
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
        query: str = "",
    ) -> None:
        message = BackMsg()
        run = message.rerun_script
        run.page_script_hash = self._page
        run.page_name = page_name
        run.query_string = query
        run.fragment_id = fragment
        run.is_auto_rerun = by_itself
        if widget is not None:
            run.widget_states.widgets.append(widget)
        await self._send(message)

    async def _send(self, message: BackMsg) -> None:
        try:
            await self._socket.send(message.SerializeToString())
        except ConnectionClosed:
            raise VisitError(_CLOSED) from None

    async def listen(self) -> None:
        """Take in what the server sends, until either side closes the connection."""
        try:
            async for data in self._socket:
                assert isinstance(data, bytes)
                self._look_for_others(data)
                self._take(ForwardMsg.FromString(data))
                self._news.set()
        except ConnectionClosed:
            pass  # without taking leave
        finally:
            self._gone = True
            self._news.set()

    def _look_for_others(self, data: bytes) -> None:
        for mark in _MARK.findall(data):
            if mark == self._mark:
                self.own_marks_seen += 1
            else:
                self._problem = f"Was sent what belongs to visitor {mark.decode()}."

    def stop(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _take(self, message: ForwardMsg) -> None:
        match message.WhichOneof("type"):
            case "new_session":
                self._is_running = True
                self._session = message.new_session.initialize.session_id
                if not message.metadata.run.fragment_ids:
                    self.stop()
                    self._page = message.new_session.page_script_hash
            case "navigation":
                self._page = message.navigation.page_script_hash
                for page in message.navigation.app_pages:
                    self._pages[page.url_pathname] = page.page_script_hash
            case "delta":
                self._take_delta(message.delta)
            case "auto_rerun" if message.auto_rerun.interval < PATIENCE_SECONDS:
                self._repeat(message.auto_rerun.fragment_id, message.auto_rerun.interval)
            case "stop_auto_rerun":
                for fragment in message.stop_auto_rerun.fragment_ids:
                    if timer := self._timers.pop(fragment, None):
                        timer.cancel()
            case "file_urls_response":
                self._answers[message.file_urls_response.response_id] = message
            case "backend_operation_response":
                self._answers[message.backend_operation_response.request_id] = message
            case "script_finished":
                # A run that ends early for another is followed by it, so nothing is at rest yet.
                self._is_running = message.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN
                if message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
                    self._finished += 1
                elif message.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
                    self._problem = "The script does not compile."

    def _take_delta(self, delta: Delta) -> None:
        if delta.WhichOneof("type") != "new_element":
            return
        element = delta.new_element
        kind = element.WhichOneof("type")
        if kind == "bidi_component" and element.bidi_component.component_name == "ttt_large_board":
            component = element.bidi_component
            self._board = json.loads(component.json)
            self._board_at = component.id, delta.fragment_id
        elif kind == "button":
            self._buttons[element.button.label] = element.button.id, delta.fragment_id
        elif kind == "slider":
            self._sliders[element.slider.label] = element.slider.id, delta.fragment_id
        elif kind == "progress":
            self.progress = element.progress.text
        elif kind == "text_input" and element.text_input.label == "Agent's name":
            self._name_field = element.text_input.id
        elif kind == "file_uploader" and element.file_uploader.label == "Agent file":
            self._uploader = element.file_uploader.id
        elif kind == "download_button" and element.download_button.label == "Download":
            self._download = element.download_button.deferred_file_id
        elif kind == "exception":
            self._problem = f"{element.exception.type}: {element.exception.message}"

    def _repeat(self, fragment: str, seconds: float) -> None:
        if fragment not in self._timers:
            self._timers[fragment] = asyncio.create_task(self._repeating(fragment, seconds))

    async def _repeating(self, fragment: str, seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            await self._rerun(fragment, by_itself=True)


def _expect(answer: Answer, status: HTTPStatus) -> None:
    if answer.status != status:
        raise VisitError(f"Answered {answer.status}: {answer.body.decode(errors='replace')}")


@asynccontextmanager
async def arrive(
    url: str, number: int, files: Collection[str] = (), browser: Browser | None = None
) -> AsyncIterator[Visitor]:
    """Connect a visitor to the dashboard at `url`.

    Each has its own `number`, which also decides which cells it clicks. It first loads `files`, as
    a browser does before it shows the page. A `browser` brings the cookies of an earlier visit.
    """
    browser = browser or Browser(url)
    await browser.get_all(["/"])
    await browser.get_all([*files, "/_stcore/health", "/_stcore/host-config"])
    try:
        socket = await connect(
            f"{url.replace('http', 'ws', 1)}/_stcore/stream",
            subprotocols=["streamlit", browser.cookies[_XSRF]],
            origin=url,
            additional_headers={"Cookie": browser.cookie_header},
            max_size=None,
        )
    except WebSocketException as error:
        raise VisitError(f"No connection: {error}") from None
    browser.take_cookies(socket.response.headers.get_all("Set-Cookie"))
    visitor = Visitor(socket, browser, number)
    listening = asyncio.create_task(visitor.listen())
    try:
        yield visitor
    finally:
        visitor.stop()
        await socket.close()
        await listening
