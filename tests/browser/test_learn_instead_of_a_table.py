"""The chapter on networks in the browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import expect_good_looks
from tests.browser.support import wait_idle
from tests.browser.test_learn import answer, open_chapter


@pytest.mark.thorough
def test_a_visitor_finds_the_seed_that_is_lucky(page: Page, app_url: str) -> None:
    open_chapter(page, app_url, "instead-of-a-table", "Instead of a table")
    main = page.get_by_test_id("stMain")
    units = main.get_by_role("slider", name="Hidden units")
    units.press("End")
    expect(main.get_by_role("cell", name="905", exact=True)).to_be_visible()
    answer(page, "Only the network")
    expect(main.get_by_text("0 of 10 networks are unbeatable")).to_be_visible()
    expect(main.get_by_text("Two boards that differ in 2 cells")).to_be_visible()
    expect(main.get_by_role("group", name="Board")).to_have_count(3)
    wait_idle(page)
    expect_good_looks(page)
    seed = main.get_by_role("slider", name="Seed")
    for _ in range(11):
        seed.press("ArrowRight")
    expect(main.get_by_text(re.compile("Unbeatable$")).first).to_be_visible()
    expect(main.get_by_text("Two boards that differ")).to_have_count(0)
