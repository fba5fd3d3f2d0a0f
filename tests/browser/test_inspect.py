"""Inspect in a real Chromium: the ways to open a board, and how its numbers look."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.looks import Scheme, switch_to
from tests.browser.support import box_of, on, press_in_table, wait_idle
from ttt_core.game import board as rules

# The widths of the first two columns of tables with boards: the drawing and the button.
FIXED_WIDTH = 56 + 62


def open_inspect(page: Page, app_url: str, board: str) -> None:
    page.goto(f"{app_url}/inspect?board={board}")
    on(page, "Inspect")
    expect_board(page, board)


def heatmap(page: Page) -> Locator:
    return page.locator(".js-plotly-plot").first


def click_cell(page: Page, row: int, column: int, *, times: int = 1) -> None:
    """Click the middle of a cell; the cells form a square in the middle of the figure."""
    box = box_of(heatmap(page))
    side = min(box["width"], box["height"])
    position = {
        "x": box["width"] / 2 + (column - 2) * side / 3,
        "y": box["height"] / 2 + (row - 2) * side / 3,
    }
    heatmap(page).click(position=position, click_count=times, delay=80)


def expect_board(page: Page, pattern: str) -> None:
    """Wait until the page is about a board, and stays there."""
    for _ in range(2):
        expect(page.locator("h2 code")).to_have_text(pattern)
        in_address = re.escape(pattern).replace(r"\|", "(%7C|[|])")
        expect(page).to_have_url(re.compile(f"[?&]board={in_address}$"))
        wait_idle(page)
    if rules.outcome(rules.parse_board(pattern)) is None:
        figure = page.get_by_role("figure", name=re.compile(f"in {re.escape(pattern)}"))
        expect(figure).to_be_visible()


def test_a_click_a_text_and_a_row_of_a_sorted_table_open_a_board(page: Page, app_url: str) -> None:
    open_inspect(page, app_url, "X--|---|---")
    click_cell(page, 2, 2)
    expect_board(page, "X--|-O-|---")
    text = page.get_by_label("Enter a board", exact=True)
    text.fill("ox--x-o--")
    text.press("Enter")
    expect_board(page, "OX-|-X-|O--")

    page.get_by_role("tab", name="All positions").click()
    table = page.get_by_role("tabpanel", name="All positions").get_by_test_id("stDataFrame")
    expect(table).to_be_visible()
    wait_idle(page)
    pattern = table.get_by_test_id("glide-cell-2-0")
    expect(pattern).to_have_text("---|---|---")
    for _ in range(2):
        press_in_table(table, FIXED_WIDTH + 30, 18)
    expect(pattern).not_to_have_text("---|---|---")
    seen = pattern.inner_text()
    assert seen.startswith("X")
    press_in_table(table, FIXED_WIDTH - 31, 36 + 26)  # the button in the first row
    expect_board(page, seen)


@pytest.mark.thorough
def test_a_click_on_a_heatmap_plays_once_and_its_numbers_stand_out_in_both_themes(
    page: Page, app_url: str
) -> None:
    page.emulate_media(color_scheme="dark")
    open_inspect(page, app_url, "X--|-O-|---")
    click_cell(page, 3, 3)
    expect_board(page, "X--|-O-|--X")

    # The same click counts again after a step back; a click on a mark does not count.
    page.get_by_role("button", name="Back", exact=True).click()
    expect_board(page, "X--|-O-|---")
    click_cell(page, 1, 1)
    expect_board(page, "X--|-O-|---")
    click_cell(page, 3, 3)
    expect_board(page, "X--|-O-|--X")

    page.get_by_role("radio", name="Visits").click()
    wait_idle(page)
    click_cell(page, 1, 2, times=2)
    expect_board(page, "XO-|-O-|--X")

    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("written => navigator.clipboard.writeText(written)", "OX \n X \nO  \n")
    page.get_by_label("Enter a board", exact=True).press("ControlOrMeta+V")  # three lines
    page.keyboard.press("Enter")
    expect_board(page, "OX-|-X-|O--")
    for shown in ("Values", "Probability"):
        page.get_by_role("radio", name=shown, exact=True).click()
        wait_idle(page)
        expect(heatmap(page).locator(".annotation-text")).to_have_count(5)
        expect_numbers_to_stand_out(page)


def expect_numbers_to_stand_out(page: Page) -> None:
    """Check the heatmap in the theme in which it was drawn, in the other one, and again.

    The colours of cells are checked in tests/ui/drawing/test_colours.py.
    """
    app = page.get_by_test_id("stApp")
    loaded: Scheme = app.evaluate("app => getComputedStyle(app).colorScheme")
    for scheme in (loaded, "dark" if loaded == "light" else "light", loaded):
        switch_to(page, scheme)
        ink = app.evaluate("app => getComputedStyle(app).color")
        for text in heatmap(page).locator(".annotation-text").all():
            expect(text).to_have_css("fill", ink)
        for outline in heatmap(page).locator(".shapelayer path[style*='stroke-width: 2.5']").all():
            expect(outline).to_have_css("stroke", ink)
