"""Inspect in a real Chromium: every way to open a board, and what it shows."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.looks import Scheme, switch_to
from tests.browser.support import (
    box_of,
    press_in_table,
    wait_idle,
)
from ttt_core.game import board as rules

# The widths of the first two columns of tables with boards: the drawing and the button.
FIXED_WIDTH = 56 + 62


START = "X--|---|---"
"""A board on which the default agent has something to show: a corner with one right reply."""


def open_inspect(page: Page, app_url: str, board: str = "") -> None:
    page.goto(f"{app_url}/inspect" + (f"?board={board}" if board else ""))
    expect(page.get_by_role("heading", name="Inspect", level=1)).to_be_visible()
    wait_idle(page)


def pattern_field(page: Page) -> Locator:
    return page.get_by_label("Enter a board", exact=True)


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
    expect(page.locator("h2 code")).to_have_text(pattern)
    in_address = re.escape(pattern).replace(r"\|", "(%7C|[|])")
    expect(page).to_have_url(re.compile(f"[?&]board={in_address}$"))
    if rules.outcome(rules.parse_board(pattern)) is None:
        expect(
            page.get_by_role("figure", name=re.compile(f"in {re.escape(pattern)}"))
        ).to_be_visible()


def press_open(table: Locator, row: int) -> None:
    """Press the button in a row of a table (the second column)."""
    press_in_table(table, FIXED_WIDTH - 31, 36 + 52 * row + 26)


def test_every_way_to_open_a_board(page: Page, app_url: str) -> None:
    open_inspect(page, app_url)
    expect_board(page, START)
    page.get_by_role("button", name="Empty board").click()
    expect_board(page, "---|---|---")
    wait_idle(page)

    click_cell(page, 2, 2)
    expect_board(page, "---|-X-|---")
    expect(page.get_by_role("heading", name="O to move")).to_be_visible()

    pattern_field(page).fill("ox--x-o--")
    pattern_field(page).press("Enter")
    expect_board(page, "OX-|-X-|O--")
    expect(page.get_by_text("The agent plays bottom. This keeps the win.")).to_be_visible()

    page.get_by_role("button", name="Go to").click()
    page.get_by_role("menuitem", name="A threat to block").click()
    expect_board(page, "XO-|-O-|--X")

    page.get_by_role("tab", name="All positions").click()
    positions = page.get_by_role("tabpanel", name="All positions")
    search = positions.get_by_role("searchbox", name="Search")
    search.fill("X--|-O-|---")
    search.press("Enter")
    expect(positions.get_by_text(re.compile(r"^1 shown\."))).to_be_visible()
    wait_idle(page)
    press_open(positions.get_by_test_id("stDataFrame"), 0)
    expect_board(page, "X--|-O-|---")


@pytest.mark.thorough
def test_a_click_on_a_heatmap_plays_once_and_its_numbers_stand_out_in_both_themes(
    page: Page, app_url: str
) -> None:
    page.emulate_media(color_scheme="dark")
    open_inspect(page, app_url, "X--|-O-|---")
    expect_board(page, "X--|-O-|---")
    wait_idle(page)
    click_cell(page, 3, 3)
    expect_board(page, "X--|-O-|--X")
    wait_idle(page)
    expect_board(page, "X--|-O-|--X")

    # The same click counts again after a step back; a click on a mark does not count.
    page.get_by_role("button", name="Back", exact=True).click()
    expect_board(page, "X--|-O-|---")
    wait_idle(page)
    click_cell(page, 1, 1)
    wait_idle(page)
    expect_board(page, "X--|-O-|---")
    click_cell(page, 3, 3)
    expect_board(page, "X--|-O-|--X")
    wait_idle(page)

    page.get_by_role("radio", name="Visits").click()
    wait_idle(page)
    click_cell(page, 1, 2, times=2)
    expect_board(page, "XO-|-O-|--X")
    wait_idle(page)
    expect_board(page, "XO-|-O-|--X")

    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("written => navigator.clipboard.writeText(written)", "OX \n X \nO  \n")
    pattern_field(page).focus()
    page.keyboard.press("ControlOrMeta+V")  # three lines
    page.keyboard.press("Enter")
    expect_board(page, "OX-|-X-|O--")
    for shown in ("Values", "True value", "Visits", "Probability"):
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


@pytest.mark.thorough
def test_a_button_opens_the_board_of_its_row_when_the_table_is_sorted(
    page: Page, app_url: str
) -> None:
    open_inspect(page, app_url)
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
    press_open(table, 0)
    expect_board(page, seen)
