"""What a slow phone waits for on a first visit, next to the first page of `streamlit hello`.

Run with `python -m tests.benchmarks.first_visit`. Chromium emulates a line of 1.6 Mbit/s and 150 ms
to the server and back, and a processor four times slower than the machine's: let nothing else run.
Each figure is the median of three visits in new browser contexts, the two servers taking turns.
"""

import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.benchmarks.unit import print_unit
from tests.browser.server import Server, dashboard
from tests.browser.support import page_link

VISITS = 3
LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
SLOWER = 4
PLAYED_SECONDS = 20
CHART = ".js-plotly-plot .scatterlayer .trace"
FROM_CLICK = """
  (selector) => {
    let click;
    addEventListener("click", ({ timeStamp }) => { click = timeStamp }, { capture: true });
    window.fromClick = new Promise((seen) => {
      const look = () => document.querySelector(selector)
        && requestAnimationFrame(() => setTimeout(() => seen(performance.now() - click)));
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    });
  }
"""
"""The browser's own time from a click to the picture: on a slow processor, Playwright adds some."""


class HelloServer(Server):
    """Streamlit's own demonstration."""

    def words(self, address: str) -> list[str]:
        return ["-m", "streamlit", "hello", *super().words(address)[4:]]


@contextmanager
def slow_phone(browser: Browser) -> Iterator[Page]:
    with browser.new_context(
        viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True
    ) as context:
        page = context.new_page()
        devtools = context.new_cdp_session(page)
        devtools.send("Network.enable")
        devtools.send("Network.emulateNetworkConditions", LINE)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        yield page


def seconds(act: Callable[[], object]) -> float:
    start = time.monotonic()
    act()
    return time.monotonic() - start


def visits(browser: Browser, ours: str, hello: str) -> Iterator[tuple[str, float]]:
    """Yield a name and the seconds for each thing that somebody waits for."""

    def title(page: Page) -> None:
        page.goto(hello, wait_until="commit")
        page.get_by_text("Streamlit is an open-source app framework").wait_for()

    def board(page: Page) -> None:
        page.goto(f"{ours}/play", wait_until="commit")
        page.get_by_role("button", name="top left, empty").wait_for()

    def chart(page: Page) -> None:
        page.goto(f"{ours}/train", wait_until="commit")
        page.locator(CHART).first.wait_for()

    for name, act in (("hello", title), ("Train's chart", chart)):
        with slow_phone(browser) as page:
            yield name, seconds(lambda act=act, page=page: act(page))  # type: ignore[misc]
    with slow_phone(browser) as page:
        yield "Play's board", seconds(lambda: board(page))
        page.wait_for_timeout(PLAYED_SECONDS * 1000)
        page.evaluate(FROM_CLICK, CHART)
        page_link(page, "Train").click()
        yield "from Play to Train's chart", page.evaluate("fromClick") / 1000


def main() -> None:
    print_unit()
    found = defaultdict[str, list[float]](list)
    with tempfile.TemporaryDirectory() as folder, dashboard() as (browser, url):
        hello = HelloServer("hello", Path(folder) / "hello.log")
        try:
            hello.wait_until_up()
            for _ in range(VISITS):
                for name, waited in visits(browser, url, hello.url):
                    found[name].append(waited)
        finally:
            hello.stop()
    base = statistics.median(found["hello"])
    for name, times in found.items():
        median = statistics.median(times)
        print(f"{name:27} {median:5.1f} s, {median / base:4.2f} of hello's first page")


if __name__ == "__main__":
    main()
