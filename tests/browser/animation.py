"""Make the README's animation of a drag: `python -m tests.browser.animation` writes docs/*.webp."""

from io import BytesIO

from PIL import Image
from playwright.sync_api import Page

from tests.browser.server import ROOT, dashboard
from tests.browser.support import TIMEOUT_MS, at, come_to_rest, wait_idle

FILE = ROOT / "docs" / "train-drag.webp"
LINK = "train?games=10000"
CHART = "document.querySelector('.st-key-train_curve .js-plotly-plot')"
SLIDER = "Initial exploration rate ε"
SIZE = {"width": 1280, "height": 720}
SHOWN = (960, 540)
STEPS = 14
FRAME_MS = 120
PAUSE_MS = 900


def frames(page: Page) -> list[Image.Image]:
    """Drag the slider to one end and back, and record the page whenever it has a new curve."""
    slider = page.get_by_role("slider", name=SLIDER)
    places = [0.98 - 0.94 * step / STEPS for step in range(STEPS + 1)]
    taken = []
    page.mouse.move(*at(slider, places[0]))
    page.mouse.down()
    for place in [*places[1:], *reversed(places[:-1])]:
        page.evaluate(f"window.before = {CHART}.data")
        page.mouse.move(*at(slider, place))
        page.wait_for_function(f"{CHART}.data !== before")
        come_to_rest(page)
        picture = Image.open(BytesIO(page.screenshot()))
        taken.append(picture.convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS))
    page.mouse.up()
    return taken


def main() -> None:
    with dashboard() as (browser, url):
        page = browser.new_page(viewport=SIZE)
        page.set_default_timeout(TIMEOUT_MS * 4)
        page.goto(f"{url}/{LINK}")
        page.locator(".st-key-train_curve .js-line").first.wait_for()
        wait_idle(page)
        first, *others = frames(page)
    pauses = [FRAME_MS] * (len(others) + 1)
    pauses[0] = pauses[len(others) // 2] = PAUSE_MS
    first.save(
        FILE, save_all=True, append_images=others, duration=pauses, loop=0, quality=80, method=6
    )
    print(f"{FILE.relative_to(ROOT)}: {FILE.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
