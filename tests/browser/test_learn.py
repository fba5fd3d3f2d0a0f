"""Learn in the browser: the way through its chapters, and each of them on every window."""

import re

from playwright.sync_api import Page, expect

from tests.browser.looks import expect_good_looks
from tests.browser.support import on, wait_idle
from ttt_ui.train.experiments import EXPERIMENTS


def open_chapter(page: Page, app_url: str, name: str, title: str) -> None:
    """Open a chapter by its link."""
    page.goto(f"{app_url}/learn?chapter={name}")
    on(page, "Learn")
    expect(page.get_by_role("heading", name=title, exact=True, level=2)).to_be_visible()


def answer(page: Page, words: str) -> None:
    """Answer the question of a chapter, and see that it is told what is right."""
    page.get_by_role("button", name=words, exact=True).click()
    expect(page.get_by_role("button", name=words, exact=True)).to_have_count(0)
    expect(page.get_by_text("your guess")).to_be_visible()
    wait_idle(page)


def test_your_turn_leads_to_an_experiment_and_to_a_newborn(page: Page, app_url: str) -> None:
    open_chapter(page, app_url, "your-turn", "Your turn")
    answer(page, "More than a thousand")
    expect(page.get_by_text(re.compile("After a game of 5 moves it knows"))).to_be_visible()
    expect_good_looks(page)
    page.get_by_test_id("stMain").get_by_role("link", name="Train").click()
    on(page, "Train")
    expect(page.get_by_text(next(iter(EXPERIMENTS.values())).question)).to_be_visible()
    expect(page.locator(".st-key-agent_card")).to_contain_text("Default")
    page.go_back()
    on(page, "Learn")
    expect(page.get_by_text("your guess")).to_be_visible()
    page.get_by_role("button", name="Teach a newborn").click()
    on(page, "Play")
    expect(page.get_by_text("It knows the rules, and nothing else.")).to_be_visible()
