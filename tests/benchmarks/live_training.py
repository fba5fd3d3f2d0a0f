"""What a drag of a slider brings, in a real Chromium: new curves a second, and how soon the last.

Run with `python -m tests.benchmarks.live_training`. It drags ε ten times for a second; every change
trains 100,000 games from scratch and measures them at 45 points.
"""

import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.support import CHROMIUM_FLAGS, Server, at, find_chromium, wait_idle

DRAGS = 10
STEPS = 40
FROM, TO = 0.9, 0.1

# The clock of the page itself: when the chart had other lines, and when the slider was let go.
WATCH = """() => {
    const lines = () => [...document.querySelectorAll('.st-key-train_curve .js-line')]
        .map(line => line.getAttribute('d')).join();
    let last = lines();
    window.changes = [];
    addEventListener('pointerdown', () => { window.held = performance.now(); }, true);
    addEventListener('pointerup', () => { window.released = performance.now(); }, true);
    const look = () => {
        if (lines() !== last) {
            last = lines();
            changes.push(performance.now());
        }
        requestAnimationFrame(look);
    };
    look();
}"""

CURVES = """() => {
    const curves = changes.filter(time => time > held && time <= released).length;
    return curves / ((released - held) / 1000);
}"""

LAST = "() => Math.max(0, changes.at(-1) - released)"


def drag(page: Page, start: float, end: float) -> None:
    slider = page.get_by_role("slider", name="ε in the first game")
    page.mouse.move(*at(slider, start))
    page.mouse.down()
    for step in range(1, STEPS + 1):
        page.mouse.move(*at(slider, start + (end - start) * step / STEPS))
        page.wait_for_timeout(1000 / STEPS)
    page.mouse.up()


def measure(page: Page, url: str) -> tuple[list[float], list[float]]:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{url}/train?games=100000")
    page.locator(".st-key-train_curve .js-line").first.wait_for()
    page.locator(".st-key-group_exploration summary").click()
    page.get_by_role("slider", name="ε in the first game").scroll_into_view_if_needed()
    wait_idle(page)
    page.evaluate(WATCH)
    rates, delays = [], []
    for number in range(DRAGS):
        drag(page, *((FROM, TO) if number % 2 else (TO, FROM)))
        page.wait_for_timeout(3000)
        wait_idle(page)
        rates.append(float(page.evaluate(CURVES)))
        delays.append(float(page.evaluate(LAST)))
    return rates, delays


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server("app.py", Path(folder) / "server.log")
        try:
            server.wait_until_up()
            browser = playwright.chromium.launch(
                executable_path=find_chromium(playwright), args=CHROMIUM_FLAGS
            )
            rates, delays = measure(browser.new_page(), server.url)
        finally:
            server.stop()
    for what, figures, unit in (
        ("New curves while it is dragged", rates, "a second"),
        ("Release to the last curve", delays, "ms"),
    ):
        print(
            f"{what}: median {statistics.median(figures):.1f} {unit} of {DRAGS} drags, "
            f"from {min(figures):.1f} to {max(figures):.1f}"
        )


if __name__ == "__main__":
    main()
