"""Learn in the browser: every chapter fits, and its boards and grids work by keyboard."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.looks import SCHEMES, expect_nothing_found, expect_to_fit
from tests.browser.support import agent_card, boards_have_answered, box_of, on, wait_idle
from ttt_ui.learn.state import CHAPTERS
from ttt_ui.train.experiments import EXPERIMENTS


def open_chapter(page: Page, app_url: str, name: str) -> Locator:
    """Open a chapter by its link; return the main part of the page."""
    page.goto(f"{app_url}/learn?chapter={name}")
    on(page, "Learn")
    title = CHAPTERS[name].TITLE
    expect(page.get_by_role("heading", name=title, exact=True, level=2)).to_be_visible()
    return page.get_by_test_id("stMain")


def answer(page: Page, name: str) -> None:
    """Give the right answer to a chapter's question, and see the answers marked."""
    chapter = CHAPTERS[name]
    button = page.get_by_role("button", name=chapter.ANSWERS[chapter.right()], exact=True)
    button.click()
    expect(button).to_have_count(0)
    expect(page.get_by_text("your answer")).to_be_visible()
    wait_idle(page)


def press(page: Page, label: str) -> None:
    page.get_by_role("button", name=label, exact=True).click()


def boards(page: Page) -> Locator:
    return page.get_by_role("group", name="Board", exact=True)


def square(place: Locator, row: int, column: int) -> Locator:
    """Return a square of the grid world."""
    return place.get_by_role("button", name=re.compile(f"^row {row}, column {column}, "))


def test_the_next_chapter_begins_at_its_top(page: Page, app_url: str) -> None:
    page.set_viewport_size(PHONE)
    main = open_chapter(page, app_url, "your-turn")
    back = main.get_by_role("button").filter(has_text="arrow_back")
    back.scroll_into_view_if_needed()
    expect(back).to_be_in_viewport()
    back.click()
    heading = main.get_by_role("heading", level=2).first
    expect(heading).not_to_have_text("Your turn")
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport()


@pytest.mark.thorough
def test_every_chapter_fits_on_a_phone(phone: Page, app_url: str) -> None:
    first, *others = CHAPTERS
    main = open_chapter(phone, app_url, first)
    expect_to_fit(main, first)
    for name in others:
        phone.locator(".st-key-learn_step_1 button").click()
        expect(main.get_by_role("heading", name=CHAPTERS[name].TITLE, exact=True)).to_be_visible()
        wait_idle(phone)
        expect_to_fit(main, name)


@pytest.mark.thorough
def test_your_turn_leads_to_an_experiment_and_to_teaching(page: Page, app_url: str) -> None:
    main = open_chapter(page, app_url, "your-turn")
    answer(page, "your-turn")
    main.get_by_role("link", name="Train").click()
    on(page, "Train")
    expect(page.get_by_text(next(iter(EXPERIMENTS.values())).question)).to_be_visible()
    expect(agent_card(page)).to_contain_text("Default")
    page.go_back()
    on(page, "Learn")
    expect(page.get_by_text("your answer")).to_be_visible()
    press(page, "Teach an agent from scratch")
    on(page, "Play")


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
    open_chapter(page, app_url, "one-cell")
    grid = page.get_by_role("group", name="Grid world")
    expect(grid.get_by_role("button")).to_have_count(16)
    page.evaluate(COUNT_MOTIONS)
    page.emulate_media(reduced_motion="reduce")
    press(page, "1 step")
    expect(page.get_by_text("1 step.", exact=True)).to_be_visible()
    expect(grid.locator(".cell[data-lit]")).to_have_count(1)
    page.emulate_media(reduced_motion="no-preference")
    press(page, "1 step")
    page.wait_for_function("window.motions === 1")  # and none for the step before
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
    above_the_goal = square(grid, 3, 4)
    expect(above_the_goal).to_have_attribute("data-best", "down")
    expect(above_the_goal.locator('.value[data-move="down"]')).not_to_have_text("0")
    expect(grid.locator(".cell[data-way]")).to_have_count(6)

    # By keyboard: from the goal, where the focus is, three cells up.
    square(grid, 4, 4).focus()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    expect(square(grid, 1, 4)).to_be_focused()
    page.keyboard.press("Enter")
    expect(square(grid, 1, 4)).to_have_accessible_name("row 1, column 4, goal")
    expect(square(grid, 1, 4)).to_be_focused()
    press(page, "Run")
    expect(page.get_by_text("It knows a shortest way, 3 steps long.")).to_be_visible()

    answer(page, "one-cell")
    without = page.get_by_role("group", name="Learned without looking ahead")
    expect(without.locator('.cell:not([data-best=""])')).to_have_count(2)
    page.get_by_role("radio", name="Wall", exact=True).click()
    square(grid, 1, 3).click()
    expect(square(grid, 1, 3)).to_have_accessible_name("row 1, column 3, wall")
    expect(without.locator('.cell:not([data-best=""])')).to_have_count(1)

    page.get_by_role("radio", name="6", exact=True).click()
    expect(grid.get_by_role("button")).to_have_count(36)
    press(page, "Walk")
    expect(page.get_by_text(re.compile("into (the goal|a pit): reward"))).to_be_visible()
    wait_idle(page)
    for scheme in SCHEMES:
        expect_nothing_found(page, scheme, "a large grid")
    page.set_viewport_size(PHONE)
    lowest, highest = square(grid, 6, 6), square(grid, 1, 1)
    expect(highest.locator(".value").first).to_be_hidden()
    assert box_of(highest)["x"] >= 0
    assert box_of(lowest)["x"] + box_of(lowest)["width"] <= 390
    assert box_of(lowest)["width"] >= 48


def test_the_first_walk_moves_neither_the_editor_nor_the_question_out_of_a_laptops_window(
    page: Page, app_url: str
) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    open_chapter(page, app_url, "one-cell")
    question = page.get_by_role("heading", name=CHAPTERS["one-cell"].QUESTION, exact=True)
    places = [question, page.get_by_role("button", name="Erase values")]
    for place in places:
        expect(place).to_be_in_viewport(ratio=1)
    before = [box_of(place) for place in places]
    press(page, "Walk")
    expect(page.get_by_role("group", name="Formula", exact=True)).to_be_visible()
    wait_idle(page)
    assert [box_of(place) for place in places] == before


def has_replied(page: Page, men: int) -> None:
    """Wait until that many men of O stand, and X is to move."""
    o = boards(page).get_by_role("button", name=re.compile(", O$"))
    expect(o).to_have_count(men)
    boards_have_answered(page)


def highest_value(page: Page) -> Locator:
    """Return the cell of the move that the opponent values most."""
    values = boards(page).locator('.cell[aria-disabled="false"] .value').all_inner_texts()
    best = max(values, key=lambda text: float(text.replace("−", "-")))
    free = boards(page).get_by_role("button", disabled=False)
    return free.nth(values.index(best))


@pytest.mark.thorough
def test_a_visitor_plays_another_game_by_keyboard_and_meets_those_who_learned_it(
    page: Page, app_url: str
) -> None:
    main = open_chapter(page, app_url, "another-game")
    answer(page, "another-game")
    expect(main.get_by_role("figure", name=re.compile("^Worst-case losses"))).to_be_visible()
    main.get_by_role("button", name="Minimax-Q", exact=True).press("Enter")
    expect(main.get_by_role("button", name="Minimax-Q", exact=True)).to_be_disabled()
    wait_idle(page)
    for men in (1, 2, 3):
        highest_value(page).press("Enter")
        has_replied(page, men)
    expect(page.get_by_text("Pick up a man.").first).to_be_visible()
    man = boards(page).get_by_role("button", name=re.compile(", X$"), disabled=False).first
    place = str(man.get_attribute("aria-label")).removesuffix(", X")
    man.press("Enter")
    expect(page.get_by_text("Put it down, or pick up another.").first).to_be_visible()
    lifted = boards(page).get_by_role("button", name=f"{place}, X", exact=True)
    expect(lifted).to_have_accessible_description(re.compile("^picked up"))
    expect(lifted).to_be_focused()
    boards_have_answered(page)
    boards(page).get_by_role("button", name=re.compile(", empty$"), disabled=False).first.focus()
    page.keyboard.press("Enter")
    expect(boards(page).get_by_role("button", name=f"{place}, X", exact=True)).to_have_count(0)
    boards_have_answered(page)
    wait_idle(page)
    expect(boards(page).locator("[data-picked]")).to_have_count(0)  # the click is not repeated
    press(page, "New game")
    expect(boards(page).get_by_role("button", name=re.compile(", empty$"))).to_have_count(9)
