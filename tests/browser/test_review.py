"""The review of an ended game in a real browser: its mistakes as exercises, and a second try."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.board import cell, click_and_wait, play_out, shows
from tests.browser.conftest import PHONE
from tests.browser.looks import expect_no_overhang
from tests.browser.support import wait_idle
from tests.browser.test_play import open_play

AT_MOVE_5 = "XXOXO----"
BEFORE_MOVE_5 = "XXO-O----"


def expect_move(page: Page, said: str) -> None:
    expect(page.get_by_test_id("stMarkdown").get_by_text(said)).to_be_visible()
    wait_idle(page)


@pytest.mark.thorough
def test_a_lost_game_is_stepped_through_corrected_and_tried_again(
    phone: Page, app_url: str
) -> None:
    open_play(phone, app_url, "Expert")  # which has only one best move each time
    play_out(phone)
    shows(phone, "XXOXO-O--")
    step_with_keys_and_the_slider(phone)
    correct_the_mistake(phone)
    phone.get_by_role("slider", name="Move").press("End")
    phone.get_by_role("button", name="Go to move 5").click()
    expect_move(phone, "Move 5 of 6")
    phone.get_by_role("button", name="Try again from here").click()
    expect(phone.get_by_role("heading", name="Your turn: you are X")).to_be_visible()
    wait_idle(phone)
    shows(phone, BEFORE_MOVE_5)
    expect_no_overhang(phone.get_by_test_id("stMain"))


def step_with_keys_and_the_slider(page: Page) -> None:
    back = page.get_by_role("button", name="Back", exact=True)
    for window in (ViewportSize(width=1280, height=720), PHONE):
        page.set_viewport_size(window)
        expect(back).to_be_in_viewport()
    page.keyboard.press("ArrowLeft")  # the board has the focus: its last cell was clicked
    expect_move(page, "Move 5 of 6")
    shows(page, AT_MOVE_5)
    better = cell(page, 6)
    expect(better).to_have_attribute("data-ring", "")
    expect(better).to_have_attribute("aria-description", "better move")
    expect(page.locator("[data-ring]")).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text="Move 5 of 6: you (X)")).to_be_attached()
    page.keyboard.press("ArrowLeft")
    expect_move(page, "Move 4 of 6")
    expect(page.locator("[data-ring]")).to_have_count(0)
    slider = page.get_by_role("slider", name="Move")
    slider.press("ArrowRight")
    expect_move(page, "Move 5 of 6")
    slider.press("Home")
    expect_move(page, "Before the first move")
    expect(back).to_be_disabled()
    page.get_by_role("button", name="Forward").click()
    expect_move(page, "Move 1 of 6")


def correct_the_mistake(page: Page) -> None:
    page.get_by_role("button", name="Your mistakes · 1").click()
    expect(page.get_by_role("heading", name="X to move: keep the draw")).to_be_visible()
    wait_idle(page)
    shows(page, BEFORE_MOVE_5)
    click_and_wait(page, 3)
    said = page.get_by_test_id("stMarkdown")
    expect(said.get_by_text("Not quite")).to_be_visible()
    shows(page, BEFORE_MOVE_5)
    page.keyboard.press("7")
    expect(said.get_by_text("It keeps the draw")).to_be_visible()
    wait_idle(page)
    page.get_by_role("button", name="Back to the game").click()
    expect(page.get_by_role("heading", name="The agent wins")).to_be_visible()
    wait_idle(page)
