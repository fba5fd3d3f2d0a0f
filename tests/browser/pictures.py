"""Make the README's pictures: `python -m tests.browser.pictures` writes docs/*.png and *.webp."""

import re
from collections.abc import Iterator
from io import BytesIO

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.board import board_string, cell, play_the_plan
from tests.browser.server import ROOT, dashboard
from tests.browser.support import (
    TIMEOUT_MS,
    at,
    boards_have_answered,
    come_to_rest,
    new_game,
    wait_idle,
)
from tests.browser.test_teach import PLANS
from ttt_core.evaluation.policy import player_with_plan
from ttt_core.game import board as rules
from ttt_core.game.graph import position_of

DOCS = ROOT / "docs"
CHART = "document.querySelector('.st-key-train_curve .js-plotly-plot')"
DESK: ViewportSize = {"width": 1280, "height": 720}
PHONE: ViewportSize = {"width": 390, "height": 844}
SCREEN: ViewportSize = {"width": 1280, "height": 900}
STEPS = 14
SHORT_MS, LONG_MS = 120, 900
MOVE_MS, RESULT_MS, END_MS = 500, 1_500, 4_000

Frame = tuple[Image.Image, int]
"""A picture, and for how long it is shown."""


def drag(page: Page, url: str) -> Iterator[Frame]:
    """Drag ε to one end and back; there is a frame for every new curve."""
    page.goto(f"{url}/train?games=10000")
    page.locator(".st-key-train_curve .js-line").first.wait_for()
    wait_idle(page)
    slider = page.get_by_role("slider", name="Exploration rate ε")
    places = [0.98 - 0.94 * step / STEPS for step in range(STEPS + 1)]
    page.mouse.move(*at(slider, places[0]))
    page.mouse.down()
    for place in [*places[1:], *reversed(places[:-1])]:
        page.evaluate(f"window.before = {CHART}.data")
        page.mouse.move(*at(slider, place))
        page.wait_for_function(f"{CHART}.data !== before")
        come_to_rest(page)
        yield picture(page, 0.75), LONG_MS if place in (places[1], places[-1]) else SHORT_MS
    page.mouse.up()


def lesson(page: Page, url: str) -> Iterator[Frame]:
    """Teach a pupil until the plan no longer works, and let it practise until it is unbeatable."""
    page.goto(url)
    page.get_by_role("button", name="Teach an agent from scratch").wait_for()
    wait_idle(page)
    yield picture(page), RESULT_MS
    page.get_by_role("button", name="Teach an agent from scratch").click()
    wait_idle(page)
    plan = page.get_by_text(re.compile("Your winning plan .*→"))
    while not (plan.is_visible() and re.search(r"→ 0\.0%", plan.inner_text())):
        yield from game(page)
        new_game(page)
        wait_idle(page)
    taught = page.get_by_text(re.compile(r"It took \d+\sgames? with you"))
    while not taught.is_visible():
        page.get_by_role("button", name="1,000 games").click()
        wait_idle(page)
        expect(page.get_by_role("progressbar")).to_have_count(0)
        wait_idle(page)
    page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, 0)")
    yield picture(page), RESULT_MS
    taught.scroll_into_view_if_needed()
    come_to_rest(page)
    yield picture(page), END_MS


def game(page: Page) -> Iterator[Frame]:
    """Play a game by the plan."""
    plan = player_with_plan(PLANS[0])
    while rules.outcome(board_string(page)) is None:
        yield picture(page), MOVE_MS
        cell(page, int(plan[position_of(board_string(page))].argmax())).click()
        boards_have_answered(page)
    wait_idle(page)
    yield picture(page), RESULT_MS


def picture(page: Page, scale: float = 0.8) -> Image.Image:
    taken = Image.open(BytesIO(page.screenshot())).convert("RGB")
    size = round(taken.width * scale), round(taken.height * scale)
    return taken.resize(size, Image.Resampling.LANCZOS)


def show_learn(page: Page) -> None:
    page.get_by_role("radio", name="At once").click()
    for label in ("Run", "Walk", "1 step"):
        page.get_by_role("button", name=label, exact=True).click()
        wait_idle(page)


def show_play(page: Page) -> None:
    page.get_by_role("button", name="Teach an agent from scratch").click()
    wait_idle(page)
    while not play_the_plan(page, PLANS[0]):
        new_game(page)
    page.get_by_text("Settings", exact=True).click()
    page.get_by_text("Why that move?").click()
    page.get_by_text("Settings", exact=True).click()
    page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, 0)")


def show_inspect(page: Page) -> None:
    page.get_by_role("textbox").first.fill("XO-|-X-|--O")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=2).first).to_contain_text("XO-|-X-|--O")


def take_screenshots(browser: Browser, url: str) -> None:
    steps = {"learn": show_learn, "play": show_play, "inspect": show_inspect}
    for name in ("learn", "play", "train", "inspect", "compare"):
        page = browser.new_page(viewport=SCREEN)
        page.goto(f"{url}/{name}" + ("?games=20000" if name == "train" else ""))  # has been watched
        page.get_by_role("heading", level=1).wait_for()
        wait_idle(page)
        if name in steps:
            steps[name](page)
        page.mouse.move(0, 0)
        wait_idle(page)
        page.screenshot(path=DOCS / f"{name}.png")
        page.close()


def animate(browser: Browser, url: str) -> None:
    for name, frames, size in (("train-drag", drag, DESK), ("play-lesson", lesson, PHONE)):
        page = browser.new_page(viewport=size)
        page.set_default_timeout(TIMEOUT_MS * 4)
        pictures, pauses = zip(*frames(page, url), strict=True)
        pictures[0].save(
            DOCS / f"{name}.webp",
            save_all=True,
            append_images=pictures[1:],
            duration=list(pauses),
            loop=0,
            quality=80,
            method=6,
        )
        page.close()


if __name__ == "__main__":
    expect.set_options(timeout=TIMEOUT_MS)
    with dashboard() as opened:
        take_screenshots(*opened)
        animate(*opened)
