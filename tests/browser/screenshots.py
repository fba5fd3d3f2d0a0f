"""Make the README's screenshots: `python -m tests.browser.screenshots` writes docs/*.png."""

import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.support import CHROMIUM_FLAGS, ROOT, Server, find_chromium, wait_idle
from tests.browser.test_teach import new_game, play_the_plan

DOCS = ROOT / "docs"
SIZE = {"width": 1280, "height": 900}


def play(page: Page) -> None:
    page.get_by_role("button", name="Teach a newborn").click()
    wait_idle(page)
    while not play_the_plan(page):
        new_game(page)
    page.get_by_text("Why did it move there?").click()
    page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, 0)")


def inspect(page: Page) -> None:
    page.get_by_role("textbox").first.fill("XO-|-X-|--O")
    page.keyboard.press("Enter")


def main() -> None:
    DOCS.mkdir(exist_ok=True)
    steps = {"play": play, "train": None, "inspect": inspect, "compare": None}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server("app.py", Path(folder) / "server.log")
        server.wait_until_up()
        browser = playwright.chromium.launch(
            executable_path=find_chromium(playwright), args=CHROMIUM_FLAGS
        )
        for name, prepare in steps.items():
            page = browser.new_page(viewport=SIZE)
            page.goto(f"{server.url}/{name}")
            page.get_by_role("heading", name=name.title(), exact=True).wait_for()
            wait_idle(page)
            if prepare is not None:
                prepare(page)
            page.wait_for_timeout(2000)
            page.mouse.move(0, 0)
            page.screenshot(path=DOCS / f"{name}.png")
            page.close()
        server.stop()


if __name__ == "__main__":
    main()
