"""One cell at a time in the browser: the walker and its grid."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.looks import expect_good_looks
from tests.browser.support import box_of, wait_idle
from tests.browser.test_learn import answer, open_chapter


def cell(grid: Locator, row: int, column: int) -> Locator:
    return grid.get_by_role("button", name=re.compile(f"^row {row}, column {column}, "))


def press(page: Page, label: str) -> None:
    page.get_by_role("button", name=label, exact=True).click()


COUNT_MOTIONS = """
  () => {
    window.motions = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...what) {
      if (this.classList.contains("walker")) window.motions += 1;
      return animate.apply(this, what);
    };
  }
"""


@pytest.mark.thorough
def test_a_walker_finds_the_goal_and_then_a_moved_one(page: Page, app_url: str) -> None:
    open_chapter(page, app_url, "one-cell", "One cell at a time")
    grid = page.get_by_role("group", name="Grid world")
    expect(grid.get_by_role("button")).to_have_count(16)
    expect(cell(grid, 1, 1)).to_have_accessible_name(
        "row 1, column 1, start, the walker is here, no good move yet"
    )
    formula = page.locator(".katex-display")
    expect(formula).to_have_count(0)

    page.evaluate(COUNT_MOTIONS)
    page.emulate_media(reduced_motion="reduce")
    press(page, "1 step")
    expect(page.get_by_text("1 step.", exact=True)).to_be_visible()
    expect(formula).to_contain_text("0.5")
    expect(grid.locator(".cell[data-lit]")).to_have_count(1)
    page.emulate_media(reduced_motion="no-preference")
    press(page, "1 step")
    page.wait_for_function("window.motions === 1")  # and none for the step before
    press(page, "Walk")
    expect(page.get_by_text(re.compile("into (the goal|a pit): reward"))).to_be_visible()
    press(page, "Run")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    steps = page.get_by_text(re.compile(r"^[\d,]+ steps\.$"))
    before = steps.inner_text()
    expect(steps).not_to_have_text(before)
    press(page, "Pause")
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_visible()
    page.get_by_role("radio", name="At once").click()
    press(page, "Run")
    expect(page.get_by_text("It knows a shortest way, 6 steps long.")).to_be_visible()
    taken = int(steps.inner_text().removesuffix(" steps.").replace(",", ""))
    press(page, "Run")
    expect(page.get_by_text(f"{taken + 100_000:,} steps.", exact=True)).to_be_visible()
    expect(cell(grid, 3, 4)).to_have_accessible_name(re.compile("best: down 10.00$"))
    expect(cell(grid, 3, 4).locator('.value[data-move="down"]')).to_have_text("10")
    expect(cell(grid, 3, 4)).to_have_attribute("data-best", "down")
    expect(grid.locator(".cell[data-way]")).to_have_count(6)

    # By keyboard: from the goal, where the focus is, three cells up.
    cell(grid, 4, 4).focus()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    expect(cell(grid, 1, 4)).to_be_focused()
    page.keyboard.press("Enter")
    expect(cell(grid, 1, 4)).to_have_accessible_name("row 1, column 4, goal")
    expect(cell(grid, 1, 4)).to_be_focused()
    expect(page.get_by_text("The walker keeps its values")).to_be_visible()
    expect(page.get_by_text("It does not know a way yet.")).to_be_visible()
    press(page, "Run")
    expect(page.get_by_text("It knows a shortest way, 3 steps long.")).to_be_visible()

    expect(page.get_by_role("group", name="Learned without")).to_have_count(0)
    answer(page, "Only the moves into the goal")
    without = page.get_by_role("group", name="Learned without looking ahead")
    expect(without.locator('.cell:not([data-best=""])')).to_have_count(2)
    page.get_by_role("radio", name="Wall", exact=True).click()
    cell(grid, 1, 3).click()
    expect(cell(grid, 1, 3)).to_have_accessible_name("row 1, column 3, wall")
    expect(without.locator('.cell:not([data-best=""])')).to_have_count(1)
    cell(grid, 2, 4).click()
    expect(page.get_by_text("There is no way to the goal.")).to_be_visible()

    page.get_by_role("radio", name="6", exact=True).click()
    expect(grid.get_by_role("button")).to_have_count(36)
    press(page, "Walk")
    expect(page.get_by_text(re.compile("into (the goal|a pit): reward"))).to_be_visible()
    wait_idle(page)
    expect_good_looks(page)

    page.set_viewport_size({"width": 390, "height": 844})
    lowest, highest = cell(grid, 6, 6), cell(grid, 1, 1)
    expect(highest.locator(".value").first).to_be_hidden()
    box, first = box_of(lowest), box_of(highest)
    assert first["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert box["width"] >= 48
    page.get_by_role("radio", name="Pit", exact=True).click()
    cell(grid, 6, 5).click()
    expect(cell(grid, 6, 5)).to_have_accessible_name("row 6, column 5, pit")
