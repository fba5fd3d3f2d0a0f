"""What a drag of a slider brings, in a real Chromium: new curves a second, and how soon the last.

Run with `python -m tests.benchmarks.live_training`. It drags ε ten times for a second, as a hand
does, and then at an even pace, let go in full motion; every change trains 100,000 games from
scratch, measures them at 45 points and draws curve, fronts and map. Then the same without the map.
"""

import statistics
from collections.abc import Callable

from playwright.sync_api import Page

from tests.benchmarks.unit import print_unit
from tests.browser.server import dashboard
from tests.browser.support import at, wait_idle

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


def by_hand(time: float) -> float:
    """Return how far a hand has come after a share of the time of a movement.

    The movement of least jerk (Flash and Hogan 1985, doi:10.1523/JNEUROSCI.05-07-01688.1985).
    """
    return time**3 * (10 - 15 * time + 6 * time**2)


def at_an_even_pace(time: float) -> float:
    """Return how far what does not slow down has come after a share of the time."""
    return time


def drag(page: Page, start: float, end: float, movement: Callable[[float], float]) -> None:
    slider = page.get_by_role("slider", name="Exploration rate ε")
    (left, y), (right, _) = at(slider, start), at(slider, end)
    page.mouse.move(left, y)
    page.mouse.down()
    for step in range(1, STEPS + 1):
        page.mouse.move(left + (right - left) * movement(step / STEPS), y)
        page.wait_for_timeout(1000 / STEPS)
    page.mouse.up()


def open_train(page: Page, url: str, look: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{url}/train?games=100000{look}")
    page.locator(".st-key-train_curve .js-line").first.wait_for()
    page.get_by_role("slider", name="Exploration rate ε").scroll_into_view_if_needed()
    wait_idle(page)
    page.evaluate(WATCH)


def measure(page: Page, movement: Callable[[float], float]) -> tuple[list[float], list[float]]:
    rates, delays = [], []
    for number in range(DRAGS):
        drag(page, *((FROM, TO) if number % 2 else (TO, FROM)), movement)
        page.wait_for_timeout(3000)
        wait_idle(page)
        rates.append(float(page.evaluate(CURVES)))
        delays.append(float(page.evaluate(LAST)))
    return rates, delays


def main() -> None:
    print_unit()
    with dashboard() as (browser, url):
        for movement, look in (
            (by_hand, ""),
            (at_an_even_pace, ""),
            (by_hand, "&hide=map"),
        ):
            page = browser.new_page()
            open_train(page, url, look)
            rates, delays = measure(page, movement)
            page.close()
            print(f"Dragged {movement.__name__.replace('_', ' ')}{look}:")
            for what, figures, unit in (
                ("New curves while it is dragged", rates, "a second"),
                ("Release to the last curve", delays, "ms"),
            ):
                print(
                    f"  {what}: median {statistics.median(figures):.1f} {unit} of {DRAGS} drags, "
                    f"from {min(figures):.1f} to {max(figures):.1f}"
                )


if __name__ == "__main__":
    main()
