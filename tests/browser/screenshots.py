"""Make the README's screenshots: `python -m tests.browser.screenshots` writes docs/*.png."""

from playwright.sync_api import Page

from tests.browser.server import ROOT, dashboard
from tests.browser.support import new_game, wait_idle
from tests.browser.test_teach import play_the_plan

DOCS = ROOT / "docs"
SIZE = {"width": 1280, "height": 900}


def learn(page: Page) -> None:
    page.get_by_role("radio", name="At once").click()
    for label in ["Walk"] * 40 + ["1 step"] * 3:
        page.get_by_role("button", name=label, exact=True).click()
        wait_idle(page)


def play(page: Page) -> None:
    page.get_by_role("button", name="Teach an agent from scratch").click()
    wait_idle(page)
    while not play_the_plan(page):
        new_game(page)
    page.get_by_text("Why that move?").click()
    page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, 0)")


def inspect(page: Page) -> None:
    page.get_by_role("textbox").first.fill("XO-|-X-|--O")
    page.keyboard.press("Enter")


def main() -> None:
    DOCS.mkdir(exist_ok=True)
    steps = {"learn": learn, "play": play, "train": None, "inspect": inspect, "compare": None}
    with dashboard() as (browser, url):
        for name, prepare in steps.items():
            page = browser.new_page(viewport=SIZE)
            page.goto(f"{url}/{name}")
            page.get_by_role("heading", name=name.title(), exact=True).wait_for()
            wait_idle(page)
            if prepare is not None:
                prepare(page)
            page.mouse.move(0, 0)
            wait_idle(page)
            page.screenshot(path=DOCS / f"{name}.png")
            page.close()


if __name__ == "__main__":
    main()
