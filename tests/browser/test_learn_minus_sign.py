"""The chapter on the minus sign in the browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import expect_good_looks
from tests.browser.test_learn import answer, open_chapter


@pytest.mark.thorough
def test_the_sign_decides_the_move_and_both_agents_train(page: Page, app_url: str) -> None:
    open_chapter(page, app_url, "minus-sign", "Two players and a minus sign")
    expect(page.get_by_text("O would toss a coin")).to_be_visible()
    further = page.get_by_role("button", name="Next update")
    further.click()
    expect(page.get_by_text("X completes a line: reward")).to_be_visible()
    further.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("O would block")).to_be_visible()
    first = page.get_by_role("group", name="Board").first
    mistake = first.get_by_role("button", name="row 1, column 1, empty")
    expect(mistake).to_contain_text("−0.9")
    page.get_by_role("radio", name="Add").click()
    expect(page.get_by_text("O would let X complete its line.")).to_be_visible()
    expect(mistake).to_contain_text("0.9")

    answer(page, "An opponent on either side")
    slider = page.get_by_role("slider", name="Games of self-play")
    slider.press("Home")
    expect(page.get_by_role("status").filter(has_text="Add, 0 games:")).to_be_attached()
    slider.press("End")
    shown = page.get_by_test_id("stMain").get_by_test_id("stMarkdownContainer")
    expect(shown.filter(has_text=re.compile("Unbeatable$"))).to_be_visible()
    expect(shown.filter(has_text="Beatable as X and O")).to_be_visible()
    told = page.get_by_role("status").filter(has_text="20,000 games: Beatable as X")
    expect(told).to_have_text("Add, 20,000 games: Beatable as X and O")
    page.get_by_role("heading", name="Learn", exact=True).click()
    expect_good_looks(page)
