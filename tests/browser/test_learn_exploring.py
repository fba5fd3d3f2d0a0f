"""The chapter on exploring in the browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import expect_good_looks
from tests.browser.test_learn import answer, open_chapter


@pytest.mark.thorough
def test_a_visitor_finds_the_fork_and_sees_which_agents_do(page: Page, app_url: str) -> None:
    open_chapter(page, app_url, "exploring", "Explore or exploit")
    own = page.get_by_role("group", name="Board")
    own.get_by_role("button", name="row 1, column 1, empty").click()
    expect(page.get_by_text("That makes one threat, and O blocks it.").first).to_be_visible()
    own.get_by_role("button", name="row 1, column 3, empty").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("The fork! Two threats").first).to_be_visible()
    expect(own.get_by_role("button", name="row 1, column 1, empty")).to_be_visible()

    answer(page, "ε = 0.4: sometimes a random move")
    main = page.get_by_test_id("stMain")
    expect(main.get_by_text("16,167 of 16,167 moves tried")).to_be_visible()
    expect(main.get_by_text(re.compile("^It plays the fork"))).to_have_count(2)
    expect(main.get_by_text(re.compile("^It does not play the fork"))).to_have_count(1)
    shown = main.get_by_test_id("stMarkdownContainer")
    expect(shown.filter(has_text=re.compile("Unbeatable$"))).to_have_count(1)
    page.get_by_role("heading", name="Learn", exact=True).click()
    expect_good_looks(page)
