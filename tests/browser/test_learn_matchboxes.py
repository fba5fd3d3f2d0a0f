"""The chapter on the matchboxes in the browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import expect_good_looks
from tests.browser.support import wait_idle
from tests.browser.test_learn import answer, open_chapter


@pytest.mark.thorough
def test_beads_come_and_go_with_each_game(page: Page, app_url: str) -> None:
    open_chapter(page, app_url, "matchboxes", "A machine made of matchboxes")
    main = page.get_by_test_id("stMain")
    expect(main.get_by_text("12 beads", exact=True)).to_be_visible()

    page.get_by_role("button", name="Play 1", exact=True).press("Enter")
    expect(main.get_by_text(re.compile("^Game 1: it won."))).to_be_visible()
    expect(main.get_by_text("B: 4 → 7. Box: 15 beads", exact=True)).to_be_visible()
    expect(main.get_by_test_id("stMetric").filter(has_text="first box")).to_contain_text("15")
    drawn = main.get_by_role("button", name="row 1, column 2, empty").first
    expect(drawn).to_contain_text("B 7")
    expect(drawn).to_have_accessible_description(re.compile("drawn: 7 beads now, 4 before"))

    page.get_by_role("button", name="Play 1,000", exact=True).click()
    expect(main.get_by_text(re.compile("^Game 1,001: "))).to_be_visible()
    expect(main.get_by_role("figure", name=re.compile("after 1,001 games"))).to_be_visible()
    wait_idle(page)
    answer(page, "In more than 10% of games")
    expect(page.get_by_role("heading", name="What it never learns")).to_be_visible()
    expect_good_looks(page)

    page.get_by_text("Perfect player", exact=True).click()
    expect(main.get_by_text("12 beads", exact=True)).to_be_visible()
