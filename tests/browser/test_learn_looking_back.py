"""The chapter on looking back and looking ahead in the browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import expect_good_looks
from tests.browser.support import boards_have_answered
from tests.browser.test_learn import answer, open_chapter

CELLS = ("row 1, column 1", "row 2, column 2", "row 3, column 3", "row 1, column 3")


def has_moved(page: Page, cell: str, side: str) -> None:
    expect(page.get_by_role("button", name=f"{cell}, {side}")).to_be_visible()
    turn = f"{'O' if side == 'X' else 'X'} to move."
    expect(page.get_by_text(turn).first).to_be_visible()
    boards_have_answered(page)


@pytest.mark.thorough
def test_a_visitor_plays_a_game_and_sees_what_four_agents_learn(page: Page, app_url: str) -> None:
    open_chapter(page, app_url, "looking-back", "Look back or look ahead")
    board = page.get_by_role("group", name="Board")
    for cell, side in zip(CELLS, "XOXO", strict=True):
        board.get_by_role("button", name=f"{cell}, empty").click()
        has_moved(page, cell, side)
    answer(page, "One step")
    expect(page.get_by_text("Finish your game")).to_be_visible()
    for key, cell, side in (("7", "row 3, column 1", "X"), ("4", "row 2, column 1", "O")):
        page.keyboard.press(key)
        has_moved(page, cell, side)
    board.get_by_role("button", name="row 3, column 2, empty").focus()
    page.keyboard.press("Enter")

    moved = page.get_by_text("Values changed, out of 7")
    expect(moved).to_contain_text("Monte Carlo 7, One step 2, Replay 5, Backward 5.")
    again = page.get_by_role("button", name="Learn from it again")
    for number, times in ((3, 2), (4, 3), (5, 4)):
        again.click()
        expect(page.get_by_text(f"Learned from it {times} times")).to_be_visible()
        expect(moved).to_contain_text(f"One step {number},")
    expect_good_looks(page)
