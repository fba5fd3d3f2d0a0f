"""Time from clicking a cell to the agent's reply on the screen, in a real Chromium.

Run with `python -m tests.benchmarks.click_to_reply`; prints the median of 30 clicks.
"""

import statistics

from playwright.sync_api import Page

from tests.benchmarks.unit import print_unit
from tests.browser.server import dashboard
from tests.browser.support import GAME

CLICKS = 30

# The clock of the page itself: from the click to the first frame with a mark of the agent.
CLICK_AND_WAIT = """cell => new Promise(done => {
    const hosts = [...document.querySelectorAll("*")];
    const host = hosts.find(e => e.shadowRoot?.querySelector(".cell"));
    const cells = [...host.shadowRoot.querySelectorAll('.cell')];
    const marks = () => cells.filter(c => c.dataset.mark === 'O').length;
    const before = marks();
    const start = performance.now();
    cells[cell].click();
    const look = () => marks() > before ? done(performance.now() - start)
                                        : requestAnimationFrame(look);
    requestAnimationFrame(look);
})"""


def measure(page: Page, url: str, clicks: int = CLICKS) -> list[float]:
    """Return the milliseconds from each click to its reply."""
    page.goto(f"{url}/{GAME}")
    page.get_by_role("heading", name="Your turn").wait_for()
    page.wait_for_timeout(1000)
    times = []
    for _ in range(clicks):
        times.append(float(page.evaluate(CLICK_AND_WAIT, 4)))
        page.wait_for_timeout(300)
        page.keyboard.press("n")
        page.get_by_role("button", name="centre, empty").wait_for()
        page.wait_for_timeout(300)
    return times


def main() -> None:
    print_unit()
    with dashboard() as (browser, url):
        times = measure(browser.new_page(), url)
    print(
        f"Click to reply: median {statistics.median(times):.0f} ms of {CLICKS}, "
        f"quickest {min(times):.0f}, slowest {max(times):.0f}"
    )


if __name__ == "__main__":
    main()
