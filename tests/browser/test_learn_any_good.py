"""The chapter on win rates in the browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import expect_good_looks
from tests.browser.support import wait_idle
from tests.browser.test_learn import answer, open_chapter


@pytest.mark.thorough
def test_it_nearly_always_wins_and_yet_is_always_beatable(page: Page, app_url: str) -> None:
    open_chapter(page, app_url, "any-good", "Is it any good?")
    main = page.get_by_test_id("stMain")
    main.get_by_role("button", name="Play 100 games").press("Enter")
    expect(main.get_by_text(re.compile(r"^It has won \d+ of 100 games, drawn"))).to_be_visible()
    main.get_by_role("button", name="Play 1,000 games").click()
    expect(
        main.get_by_text(re.compile(r"^It has won 1,09\d of 1,100 games, drawn \d+ and lost"))
    ).to_be_visible()
    expect(main.get_by_role("figure", name=re.compile("of 1,100 games"))).to_be_visible()

    wait_idle(page)
    answer(page, "In every game")
    expect(main.get_by_role("cell", name="100.0%")).to_be_visible()
    forward = main.get_by_role("button", name="Forward", exact=True)
    for number in range(1, 7):
        forward.press("Enter")
        expect(main.get_by_text(re.compile(f"^Move {number} of 6: "))).to_be_visible()
    expect(main.get_by_text(re.compile("O wins"))).to_be_visible()
    main.get_by_role("button", name="Back", exact=True).click()
    expect(main.get_by_text(re.compile("Failed to block"))).to_be_visible()
    expect_good_looks(page)
