"""The chapter on minimax and the agent in the browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import expect_good_looks
from tests.browser.support import wait_idle
from tests.browser.test_learn import answer, open_chapter


@pytest.mark.thorough
def test_minimax_and_the_agent_share_a_board_and_the_ladder_grows(page: Page, app_url: str) -> None:
    open_chapter(page, app_url, "learned-or-known", "Learned or known")
    main = page.get_by_test_id("stMain")
    minimax, agent = (main.get_by_role("group", name="Board", exact=True).nth(n) for n in (0, 1))
    expect(main.get_by_text("X to move. Click a cell on either board.")).to_be_visible()
    corner = minimax.get_by_role("button", name="row 1, column 1, empty")
    expect(corner).to_have_accessible_description(re.compile("minimax: draw"))
    agent.get_by_role("button", name="row 1, column 2, empty").press("Enter")
    expect(main.get_by_text("O to move. Click a cell on either board.")).to_be_visible()
    for one in (minimax, agent):
        expect(one.get_by_role("button", name="row 1, column 2, X")).to_be_visible()
    main.get_by_role("button", name="Where they differ").click()
    expect(main.get_by_text(re.compile("mistake: it turns a win into a draw"))).to_be_visible()

    wait_idle(page)
    answer(page, "About 500")
    main.get_by_role("button", name="Add all").click()
    expect(main.get_by_text(re.compile(r"^\+ fine tuning: 481 games\."))).to_be_visible()
    expect(main.get_by_role("figure", name=re.compile(r"\+ symmetry: 5,595 games"))).to_be_visible()
    expect_good_looks(page)
