"""Learn in the browser: links to its chapters, their questions and the last chapter's doors."""

import re

from playwright.sync_api import Page, expect

from tests.browser.looks import expect_good_looks
from tests.browser.support import on, wait_idle
from tests.browser.test_languages import fr, speak
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


def test_the_next_chapter_begins_at_its_top(phone: Page, app_url: str) -> None:
    open_chapter(phone, app_url, "your-turn", "Your turn")
    main = phone.get_by_test_id("stMain")
    back = main.get_by_role("button").filter(has_text="arrow_back")
    back.scroll_into_view_if_needed()
    expect(back).to_be_in_viewport()
    back.click()
    heading = main.get_by_role("heading", level=2).first
    expect(heading).not_to_have_text("Your turn")
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport()


def test_another_language_keeps_what_is_chosen_in_a_chapter(page: Page, app_url: str) -> None:
    open_chapter(page, app_url, "minus-sign", "Two players and a minus sign")
    page.get_by_role("radio", name="Add").click()
    expect(page.get_by_text("O would toss a coin")).to_be_visible()
    wait_idle(page)
    speak(page, "Français")
    expect(page.get_by_role("radio", name=fr("Add"))).to_be_checked()
    page.get_by_role("button", name=fr("Next update")).click()
    expect(page.get_by_text("complète une ligne")).to_be_visible()


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
