"""What a visitor waits for on a fresh machine: run `python -m tests.benchmarks.cold_start`.

Each start has an empty cache for the compiled loops, and a browser that is open but has never shown
the dashboard. One kind of start is followed by clicks in the same page while the loops are
compiled, the other by a visit to Train. Let nothing else run. Linux only: processes are found in
/proc.
"""

import os
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.benchmarks.click_to_reply import measure
from tests.benchmarks.first_visit import CHART
from tests.benchmarks.unit import print_unit
from tests.browser.server import CHROMIUM_FLAGS, LabServer, find_chromium, health

STARTS = 3
CLICKS = 15
"""In one start; compiling takes longer."""

Tell = Callable[[str], None]


@contextmanager
def fresh_start(browser: Browser, tell: Tell) -> Iterator[tuple[Page, LabServer]]:
    """Start the dashboard, and come to its first page as soon as it answers."""
    with tempfile.TemporaryDirectory() as folder, browser.new_context() as context:
        os.environ["NUMBA_CACHE_DIR"] = folder
        page = context.new_page()
        server = LabServer(Path(folder) / "server.log")
        try:
            while not server.output:
                time.sleep(0.01)
            tell("first line")
            while health(server.port) is None:
                time.sleep(0.05)
            tell("first answer")
            page.goto(server.url)
            page.get_by_role("button", name="top left, empty").wait_for(timeout=300_000)
            tell("first page")
            yield page, server
        finally:
            server.stop()


def is_compiling(server: LabServer) -> bool:
    tasks = Path(f"/proc/{server.process.pid}/task").glob("*/children")
    children = [child for listed in tasks for child in listed.read_text().split()]
    return any("ttt_ui.loops" in Path(f"/proc/{pid}/cmdline").read_text() for pid in children)


def main() -> None:
    print_unit()
    found, clicks = defaultdict[str, list[float]](list), list[float]()
    with sync_playwright() as driver:
        chromium = find_chromium(driver)
        for _ in range(STARTS):
            for leads_to_train in (False, True):
                # A browser that has shown the dashboard would be quicker.
                with driver.chromium.launch(
                    executable_path=chromium, args=CHROMIUM_FLAGS
                ) as browser:
                    began = time.monotonic()

                    def tell(what: str, began: float = began) -> None:
                        found[what].append(time.monotonic() - began)

                    with fresh_start(browser, tell) as (page, server):
                        if leads_to_train:
                            page.goto(f"{server.url}/train")
                            page.locator(CHART).first.wait_for(timeout=300_000)
                            tell("Train's curve")
                        else:
                            clicks += measure(page, server.url, CLICKS)
                            assert is_compiling(server), "The last clicks came too late."
    for what, times in found.items():
        listed = ", ".join(f"{each:.1f}" for each in sorted(times))
        print(f"{what:14} {statistics.median(times):5.1f} s  ({listed})")
    high = statistics.quantiles(clicks, n=20, method="inclusive")[-1]
    print(
        f"{len(clicks)} clicks while it compiles: median {statistics.median(clicks):.0f} ms, "
        f"95 of 100 within {high:.0f}, slowest {max(clicks):.0f}"
    )


if __name__ == "__main__":
    main()
