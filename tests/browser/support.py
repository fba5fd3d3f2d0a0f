"""Helpers that drive the dashboard with a real Chromium, for tests and benchmarks."""

import os
import re
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from playwright.sync_api import (
    BrowserContext,
    FloatRect,
    Locator,
    Page,
    WebSocket,
    WebSocketRoute,
    expect,
)
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

T = TypeVar("T")

GAME = "play?view=against-the-agent"
"""The address of Play past its welcome."""


def _busyness() -> float:
    """Return how many programs want each core, from 1 to 4; 1 where the system does not say."""
    try:
        load = os.getloadavg()[0]
    except (AttributeError, OSError):
        return 1
    return min(4, max(1, load / (os.cpu_count() or 1)))


TIMEOUT_MS = 120_000 if os.environ.get("CI") else round(30_000 * _busyness())
"""Time limit of an action or an expectation: a wrong one fails soon, except on a busy machine."""

_APP = '[data-testid="stApp"]'
_IDLE = f'{_APP}[data-test-script-state="notRunning"][data-test-connection-state="CONNECTED"]'


# A timer sends a widget's value; `soon` returns the number of pending timers. What a timer begins
# does not count: Streamlit measures some elements again and again.
_COUNTS_TIMERS = """
  (() => {
    const { setTimeout: begin, clearTimeout: end } = window;
    const waiting = new Set();
    let isInTimer = false;
    window.setTimeout = (act, delay = 0, ...given) => {
      const id = begin((...all) => {
        waiting.delete(id);
        isInTimer = true;
        try {
          act(...all);
        } finally {
          isInTimer = false;
        }
      }, delay, ...given);
      if (delay <= 500 && !isInTimer) waiting.add(id);
      return id;
    };
    window.clearTimeout = (id) => { waiting.delete(id); end(id); };
    window.soon = () => waiting.size;
  })()
"""


# Wait until the browser has nothing to do, twice, with a frame in between (a hidden page has no
# frames), and until nothing moves: a click into a part that is still unfolding gets lost. (An idle
# callback would come only after 0.3 seconds without a task.)
# Some pages always have something to do, and some timers never end, so the wait is limited.
# Return whether an element is there at the end.
_COMES_TO_REST = """
  async (selector) => {
    const within = (ms, begin) => new Promise((go) => {
      const late = setTimeout(go, ms);
      begin(() => { clearTimeout(late); go(); });
    });
    const idle = () =>
      within(1000, (go) => scheduler.postTask(go, { priority: "background" }));
    const frame = () => within(100, requestAnimationFrame);
    const moves = ({ effect, playState }) =>
      playState === "running" && effect.getComputedTiming().endTime < Infinity;
    const tired = performance.now() + 1000;
    let rounds = 0;
    do {
      await idle();
      await frame();
      await idle();
      rounds += 1;
    } while (
      (window.soon?.() > 0 || document.getAnimations().some(moves)) &&
      (performance.now() < tired || rounds < 5)
    );
    return document.querySelector(selector) !== null;
  }
"""


def open_file_menu(page: Page) -> None:
    """Open the menu of your agent in the sidebar."""
    menu = page.get_by_role("button", name="File", exact=True)
    if menu.get_attribute("aria-expanded") != "true":
        menu.click()
    expect(menu).to_have_attribute("aria-expanded", "true")


class Traffic:
    """Listens to the messages between a page and its server, from the next address onwards.

    Attributes
    ----------
    unanswered : bool
        Whether a rerun is pending: the page has requested one, or the server has ended one early
        for the next, which has not begun.
    """

    def __init__(self, page: Page) -> None:
        self.unanswered = False
        page.add_init_script(_COUNTS_TIMERS)
        page.on("websocket", self._listen)
        self._page = page
        _traffic[page] = self

    def be_told(self) -> None:
        """Listen to no socket any more: somebody else passes on what is sent and received."""
        self._page.remove_listener("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        self.unanswered = False  # requests over the old socket are lost
        socket.on("framesent", self.take_sent)
        socket.on("framereceived", self.take_received)

    def take_sent(self, data: str | bytes) -> None:
        if not isinstance(data, bytes):
            return
        if BackMsg.FromString(data).HasField("rerun_script"):
            self.unanswered = True

    def take_received(self, data: str | bytes) -> None:
        if not isinstance(data, bytes):
            return
        message = ForwardMsg.FromString(data)
        if message.HasField("new_session"):
            self.unanswered = False
        elif message.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
            self.unanswered = True


class LateServer:
    """Holds back the server's messages to a page, from a given word onwards.

    What is held back is not an answer yet: `wait_idle` waits until the page has got it.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._word: bytes | None = None
        self._holds = False
        self._held: list[bytes] = []
        self._traffic = _traffic[page]
        self._traffic.be_told()
        page.route_web_socket(re.compile("_stcore/stream"), self._route)

    def _route(self, browser: WebSocketRoute) -> None:
        self._traffic.unanswered = False  # requests over an old socket are lost
        self._browser, self._server = browser, browser.connect_to_server()
        browser.on_message(self._ask)
        self._server.on_message(self._take)

    def _ask(self, message: str | bytes) -> None:
        self._traffic.take_sent(message)
        self._server.send(message)

    def _take(self, message: str | bytes) -> None:
        assert isinstance(message, bytes)
        self._holds = self._holds or (self._word is not None and self._word in message)
        if self._holds:
            self._held.append(message)
        else:
            self._pass_on(message)

    def _pass_on(self, message: bytes) -> None:
        self._browser.send(message)
        self._traffic.take_received(message)

    def hold_from(self, word: bytes) -> None:
        self._word = word

    def wait_for_runs(self, number: int) -> None:
        """Wait until the messages of this number of runs are held back."""
        while sum(map(_ends_a_run, self._held)) < number:
            self._page.wait_for_timeout(10)  # while listening

    def tell(self) -> None:
        """Pass on the messages held so far; later ones are still held back."""
        for message in self._held:
            self._pass_on(message)
        self._held.clear()

    def tell_everything(self) -> None:
        self.tell()
        self._word, self._holds = None, False


def _ends_a_run(data: bytes) -> bool:
    message = ForwardMsg.FromString(data)
    is_early = message.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN
    return message.HasField("script_finished") and not is_early


_traffic: WeakKeyDictionary[Page, Traffic] = WeakKeyDictionary()


def another(context: BrowserContext) -> Page:
    """Open another page in a context, and listen to it."""
    page = context.new_page()
    Traffic(page)
    return page


def wait_idle(page: Page) -> None:
    """Wait until Streamlit has nothing left to run and the browser nothing left to draw.

    The page does not show that it has requested a rerun, only that the server has begun one, which
    can take a while on a busy machine. This function therefore listens to their messages. One run
    can cause another, and a widget can request a run shortly after a click, so the page counts as
    idle only if the browser has come to rest and nothing has been requested in the meantime.
    If something should appear, an ``expect`` for it is quicker and more reliable.
    """
    traffic = _traffic.get(page)
    deadline = time.monotonic() + TIMEOUT_MS / 1000
    while time.monotonic() < deadline:
        if traffic is not None and traffic.unanswered:
            page.wait_for_timeout(25)  # while listening
            continue
        _outside_components(page, _IDLE).wait_for(state="attached", timeout=TIMEOUT_MS)
        is_still_idle = come_to_rest(page)
        if is_still_idle and not (traffic and traffic.unanswered):
            return
    raise AssertionError(f"Streamlit was still rerunning after {TIMEOUT_MS} ms.")


def becomes(page: Page, read: Callable[[], T], wanted: T, what: object = "") -> None:
    """Wait until what is read from a page is as it should be, as ``expect`` does for an element."""
    deadline = time.monotonic() + TIMEOUT_MS / 1000
    while (value := read()) != wanted:
        assert time.monotonic() < deadline, (what, value, wanted)
        page.wait_for_timeout(50)


def is_written(page: Page, *, parts: int = 0) -> None:
    """Wait until the browser has saved the visit, with this number of parts."""
    wait_idle(page)

    def written() -> tuple[bool, int]:
        names = saved(page)
        return "record" in names, sum(name.startswith("part.") for name in names)

    becomes(page, written, (True, parts))


def saved(page: Page) -> dict[str, Any]:
    """Return what the browser has saved of a visit, by name; that of its cookie is "cookie"."""
    return dict(page.evaluate(_SAVED))


_SAVED = """async () => {
    const cookie = document.cookie.split("; ").find((one) => one.startsWith("ttt-lab="));
    const ours = cookie === undefined ? [] : [["cookie", cookie.slice("ttt-lab=".length)]];
    const request = indexedDB.open("ttt-lab");
    const database = await new Promise((resolve) => {
        request.onupgradeneeded = () => request.transaction.abort(); // there is none yet
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => resolve(null);
    });
    if (database === null) return ours;
    const store = database.transaction("saved").objectStore("saved");
    const [names, values] = await Promise.all(
        [store.getAllKeys(), store.getAll()].map((asked) => new Promise((resolve) => {
            asked.onsuccess = () => resolve(asked.result);
        })),
    );
    database.close();
    return [...ours, ...names.map((name, place) => [name, values[place]])];
}"""


def come_to_rest(page: Page) -> bool:
    """Wait until the browser has drawn everything it has received.

    Return whether Streamlit is idle then.
    """
    return bool(page.evaluate(_COMES_TO_REST, _IDLE))


def expect_to_stay(page: Page, shown: Locator) -> None:
    """Expect a text to stay unchanged for a while, even if another run follows."""
    words = shown.inner_text()
    with suppress(PlaywrightTimeoutError):
        running = _outside_components(page, f"{_APP}:not({_IDLE})")
        running.wait_for(state="attached", timeout=1000)
    wait_idle(page)
    expect(shown).to_have_text(words, use_inner_text=True)


def _outside_components(page: Page, selector: str) -> Locator:
    """Return what a selector finds, without a look into every shadow root of the page."""
    return page.locator(f"css:light={selector}")


def box_of(place: Locator) -> FloatRect:
    """Return an element's box. Wait for it, because a redrawn element briefly has none."""
    for _ in range(TIMEOUT_MS // 10):
        if box := place.bounding_box():
            return box
        place.page.wait_for_timeout(10)
    raise AssertionError(f"{place} is nowhere to be seen.")


def at(slider: Locator, share: float) -> tuple[float, float]:
    """Return the point on the rail of one of our sliders at a share of its length."""
    box = box_of(slider)
    return box["x"] + share * box["width"], box["y"] + box["height"] / 2


APPS = "tests/browser/apps.py"
"""The script that serves the test apps."""


def visit(page: Page, url: str, app: str, query: str) -> None:
    """Open one of the test apps; its last element has the key `end`."""
    page.goto(f"{url}/?app={app}&{query}")
    expect(page.locator(".st-key-end")).to_be_visible()
    wait_idle(page)


def swipe(page: Page, start: tuple[float, float], by: tuple[float, float]) -> None:
    """Move a finger over the screen, with events as from a device."""
    device = page.context.new_cdp_session(page)

    def touch(kind: str, share: float) -> None:
        x, y = (place + share * way for place, way in zip(start, by, strict=True))
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 0)
    for step in range(1, 11):
        touch("touchMove", step / 10)
    touch("touchEnd", 1)


def press_in_table(table: Locator, x: float, y: float) -> None:
    """Press a button on a table's canvas, at this distance from its upper left corner."""
    canvas, mouse = table.get_by_test_id("data-grid-canvas"), table.page.mouse
    canvas.scroll_into_view_if_needed()
    come_to_rest(table.page)
    is_pointer = "canvas => getComputedStyle(canvas).cursor === 'pointer'"
    noticed = 0
    for step in range(TIMEOUT_MS // 100):
        # A table that is not ready, or about to move, ignores the mouse, and then also the click.
        box = box_of(table)
        mouse.move(box["x"] + x, box["y"] + y + step % 2)
        noticed = noticed + 1 if canvas.evaluate(is_pointer) else 0
        if noticed == 3:
            break
        table.page.wait_for_timeout(100)
    expect(canvas).to_have_css("cursor", "pointer")
    mouse.down()
    mouse.up()


def click_in_chart(chart: Locator, x: float, y: float) -> None:
    """Click in a chart, at these shares of its width and height from the upper left."""
    area, mouse = chart.locator(".xy .nsewdrag"), chart.page.mouse
    noticed = chart.locator(".hoverlayer text").first
    area.scroll_into_view_if_needed()
    for step in range(TIMEOUT_MS // 100):
        # A chart that is being drawn or about to move ignores the mouse.
        box = box_of(area)
        mouse.move(box["x"] + x * box["width"] + step % 2, box["y"] + y * box["height"])
        if noticed.is_visible():
            break
        chart.page.wait_for_timeout(100)
    expect(noticed).to_be_visible()
    mouse.down()
    mouse.up()


def boards_have_answered(page: Page) -> None:
    """Wait until no board waits for the server, because a waiting board takes no second click."""
    # An old board may still be there next to the new one.
    expect(page.locator('[role="group"][aria-busy="true"]')).to_have_count(0)


def is_narrow(page: Page) -> bool:
    """Return whether the links to the pages are in a row under the header."""
    return bool(page.evaluate("innerWidth < 768"))


def page_link(page: Page, name: str) -> Locator:
    """Return the link to a page: in the header, or in the row under it if the window is narrow.

    In a narrow window, the header's links are also in the sidebar, but hidden.
    """
    name_of_bar = "Pages" if is_narrow(page) else "App pages"
    bar = page.get_by_role("navigation", name=name_of_bar, exact=True)
    return bar.get_by_role("link", name=name, exact=True)


def agent_card(page: Page) -> Locator:
    return page.locator(".st-key-agent_card")


def figure(page: Page, label: str) -> Locator:
    metric = page.get_by_test_id("stMetric").filter(has=page.get_by_text(label, exact=True))
    return metric.get_by_test_id("stMetricValue").last  # the first may be about to go


def on(page: Page, name: str) -> None:
    """Wait until a page is complete."""
    headings = page.get_by_role("heading", name=name, exact=True, level=1)
    if name == "Play":  # its title is whose turn it is, or that of the welcome
        headings = page.locator(".st-key-play_top")
    # Until it is there, an `expect` would describe the whole page for its message at each attempt.
    headings.wait_for()
    wait_idle(page)


def go_to(page: Page, name: str) -> None:
    """Go to a page by its link."""
    page_link(page, name).click()
    on(page, name)


def new_game(page: Page) -> None:
    """Start a new game as X after a finished one; the old button disappears a little later."""
    button = page.get_by_role("button", name="New game")
    expect(button).to_have_count(1)
    button.click()
    expect(page.get_by_role("heading", name="Your turn: you are X")).to_be_visible()
    wait_idle(page)


def log_of(page: Page) -> Locator:
    """Return what a test app has heard."""
    return page.get_by_test_id("stCode").locator("code")
