"""Time from releasing a slider to the new learning curve on the screen, in a real Chromium.

Run with `python -m tests.benchmarks.live_training`; prints the median of 20 changes of ε, each of
which trains 100,000 games from scratch and measures them at 45 points.
"""

import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.support import CHROMIUM_FLAGS, Server, find_chromium

CHANGES = 20

# The clock of the page itself: from letting the slider go to the first frame with other lines.
WATCH = """() => {
    const lines = () => [...document.querySelectorAll('.st-key-train_curve .js-line')]
        .map(line => line.getAttribute('d')).join();
    const before = lines();
    window.newCurve = new Promise(done => addEventListener('pointerup', () => {
        const start = performance.now();
        const look = () => lines() !== before ? done(performance.now() - start)
                                              : requestAnimationFrame(look);
        requestAnimationFrame(look);
    }, {once: true, capture: true}));
}"""

LIMITED = """() => Promise.race([
    window.newCurve,
    new Promise((_, fail) => setTimeout(() => fail(new Error('no new curve')), 5000)),
])"""


def measure(page: Page, url: str) -> list[float]:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{url}/train")
    page.locator(".st-key-train_curve .js-line").first.wait_for()
    page.wait_for_timeout(1000)
    page.locator(".st-key-group_exploration summary").click()
    thumb = page.locator(".st-key-setting_epsilon_0 [data-testid=stSliderThumbValue]").locator("..")
    thumb.scroll_into_view_if_needed()
    page.wait_for_timeout(500)
    times = []
    for change in range(CHANGES):
        box = thumb.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.evaluate(WATCH)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + (20 if change % 2 else -20), y, steps=4)
        page.mouse.up()
        times.append(float(page.evaluate(LIMITED)))
        page.wait_for_timeout(500)
    return times


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server("app.py", Path(folder) / "server.log")
        try:
            server.wait_until_up()
            browser = playwright.chromium.launch(
                executable_path=find_chromium(playwright), args=CHROMIUM_FLAGS
            )
            times = measure(browser.new_page(), server.url)
        finally:
            server.stop()
    print(
        f"Slider to new curve: median {statistics.median(times):.0f} ms of {CHANGES}, "
        f"quickest {min(times):.0f}, slowest {max(times):.0f}"
    )


if __name__ == "__main__":
    main()
