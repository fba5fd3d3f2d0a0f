"""The chapter on openings in the browser."""

import re

from playwright.sync_api import Page, expect

from tests.browser.looks import expect_good_looks
from tests.browser.support import choose_with_keys, wait_idle
from tests.browser.test_learn import answer, open_chapter


def test_the_openings_change_rank_with_the_opponent(phone: Page, app_url: str) -> None:
    open_chapter(phone, app_url, "which-opening", "Which opening is best?")
    main = phone.get_by_test_id("stMain")
    corner, centre = (
        main.get_by_role("group", name="Board", exact=True).get_by_role("button").nth(cell)
        for cell in (0, 4)
    )
    expect(corner).to_have_accessible_description(re.compile("X wins 99.5%"))
    expect(main.get_by_text("Best against this opponent: a corner.", exact=True)).to_be_visible()
    for opponent, best, win_rate in (
        ("Intermediate", "the centre", "23.5%"),
        ("Wins or blocks", "a corner", "83.3%"),
    ):
        choose_with_keys(phone, "Opponent", opponent)
        expect(centre).to_have_accessible_description(re.compile(f"X wins {win_rate}"))
        expect(main.get_by_text(f"Best against this opponent: {best}.", exact=True)).to_be_visible()
    choose_with_keys(phone, "Opponent", "Your agent")
    expect(
        main.get_by_text("Against this opponent, every opening is equally good.", exact=True)
    ).to_be_visible()
    wait_idle(phone)

    answer(phone, "A corner")
    expect(main.get_by_role("cell", name="25.8%")).to_be_visible()
    expect(main.get_by_role("cell", name="255,168")).to_be_visible()
    expect(main.get_by_text(re.compile("435 different games"))).to_be_visible()
    expect_good_looks(phone)
