"""Learn in the browser: links to its chapters, their questions and the last chapter's doors."""

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
    """Answer a chapter's question, and see the answers marked."""
    page.get_by_role("button", name=words, exact=True).click()
    expect(page.get_by_role("button", name=words, exact=True)).to_have_count(0)
    expect(page.get_by_text("your answer")).to_be_visible()
    wait_idle(page)


def test_your_turn_leads_to_an_experiment_and_to_teaching(page: Page, app_url: str) -> None:
    open_chapter(page, app_url, "your-turn", "Your turn")
    answer(page, "More than 1,000")
    expect(page.get_by_text(re.compile("^In our trial it knew [0-9,]+ of 4,520"))).to_be_visible()
    expect_good_looks(page)
    page.get_by_test_id("stMain").get_by_role("link", name="Train").click()
    on(page, "Train")
    expect(page.get_by_text(next(iter(EXPERIMENTS.values())).question)).to_be_visible()
    expect(page.locator(".st-key-agent_card")).to_contain_text("Default")
    page.go_back()
    on(page, "Learn")
    expect(page.get_by_text("your answer")).to_be_visible()
    page.get_by_role("button", name="Teach an agent from scratch").click()
    on(page, "Play")
    expect(page.get_by_text(re.compile("It knows the rules,? and nothing else"))).to_be_visible()
