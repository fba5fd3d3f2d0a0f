"""What the board component looks like in a real Chromium."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.board import cell
from tests.browser.looks import SCHEMES, computed, contrast, switch_to
from tests.browser.support import box_of, log_of, wait_idle
from ttt_core.game.board import LINES

CHANGED_COLOUR = """
  (board) => Promise.all(
    board.getAnimations({ subtree: true })
      .filter((change) => change instanceof CSSTransition)
      .map((change) => change.finished)
  ).then(() => {})
"""


def expect_shares(bar: Locator, shares: list[float]) -> None:
    """Wait until the parts of a bar have come to rest at their shares."""
    bar.locator(".track").evaluate(
        """(track, shares) => new Promise((done) => {
             const rests = () => shares.every((share, place) => Math.abs(
               track.children[place].getBoundingClientRect().width
               / track.getBoundingClientRect().width - share) < 0.005);
             const look = () => (rests() ? done() : requestAnimationFrame(look));
             look();
           })""",
        shares,
    )


COUNT_BURSTS = """
  (board) => {
    window.bursts = 0;
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const layer of addedNodes) {
          if (layer.className !== "confetti") continue;
          const { width, height } = layer.getBoundingClientRect();
          if (width === innerWidth && height === innerHeight) window.bursts += 1;
        }
      }
    }).observe(board.parentElement, { childList: true });
  }
"""


IS_CROSSED = """
  (board) => {
    const path = board.querySelector(".win path");
    const toPath = path.getScreenCTM().inverse();
    return [...board.querySelectorAll(".cell")].map((cell) => {
      const { x, y, width, height } = cell.getBoundingClientRect();
      const middle = new DOMPoint(x + width / 2, y + height / 2);
      return path.isPointInStroke(middle.matrixTransform(toPath));
    });
  }
"""


LAND = "(pieces) => pieces.forEach((piece) => piece.getAnimations().forEach((way) => way.finish()))"


def test_overlay_hint_announcement_and_bar_follow_a_move(
    page: Page, open_board: Callable[..., Locator]
) -> None:
    board = open_board(page, "notes&hint&bar")
    status = page.get_by_role("status").filter(has_text="Move")
    bar = page.get_by_role("img", name="If you play perfectly")
    label = "If you play perfectly: win {}, draw {}, lose 0.0%"

    expect(cell(board, 0)).to_have_accessible_description("Q-value 0.00")
    expect(cell(board, 8)).to_have_accessible_description("hint")
    expect(cell(board, 0)).to_have_text("0.00loss")
    expect(cell(board, 6)).to_have_text("1.00win")
    expect(cell(board, 7)).to_have_text("12")
    expect(status).to_have_text("Move 0")
    expect(bar).to_have_accessible_name(label.format("0.0%", "100.0%"))
    expect(bar).to_contain_text("win 0.0%")
    expect_shares(bar, [0, 1, 0])

    cell(board, 8).click()
    expect(cell(board, 0, "O")).to_have_text("")
    expect(cell(board, 1)).to_have_text("0.15loss")
    expect(status).to_have_text("Move 1")
    expect(bar).to_have_accessible_name(label.format("11.1%", "88.9%"))
    expect_shares(bar, [1 / 9, 8 / 9, 0])


@pytest.mark.thorough
def test_winning_line_goes_through_its_three_marks(
    page: Page, open_board: Callable[..., Locator]
) -> None:
    page.emulate_media(reduced_motion="reduce")  # or the line would still be drawn
    boards = open_board(page, "lines")
    expect(boards).to_have_count(len(LINES))
    for shown, line in zip(boards.all(), LINES, strict=True):
        expect(shown.locator(".win")).to_be_visible()
        assert shown.evaluate(IS_CROSSED) == [number in line for number in range(9)]
        for number in line:
            button = shown.get_by_role("button").nth(number)
            expect(button).to_have_accessible_description("in the winning line")


@pytest.mark.thorough
def test_contrast(page: Page, open_board: Callable[..., Locator]) -> None:
    board = open_board(page, "notes&hint")
    for scheme in SCHEMES:
        switch_to(page, scheme)
        board.evaluate(CHANGED_COLOUR)
        for badge in board.locator(".true-value:not(:empty)").all():
            assert contrast(page, *computed(badge, "color", "backgroundColor")) >= 4.5, scheme

    cell(board, 8).click()
    expect(cell(board, 0, "O")).to_be_visible()
    last_move = cell(board, 0, "O")
    hint = cell(board, 8, "X")
    hint.focus()
    page.keyboard.press("ArrowUp")
    for scheme in SCHEMES:
        switch_to(page, scheme)
        board.evaluate(CHANGED_COLOUR)
        (paper,) = computed(page.get_by_test_id("stApp"), "backgroundColor")
        graphics = [
            *computed(last_move.locator(".o"), "stroke"),
            *computed(hint.locator(".x"), "stroke"),
            *computed(board.locator(".lines path"), "stroke"),
            *computed(board.get_by_role("button").nth(5), "outlineColor"),
            last_move.evaluate("(cell) => getComputedStyle(cell, '::before').borderTopColor"),
            hint.evaluate("(cell) => getComputedStyle(cell, '::after').borderTopColor"),
        ]
        assert graphics[0] != graphics[1], scheme
        for place, colour in enumerate(graphics):
            assert contrast(page, colour, paper) >= 3, (scheme, place)


@pytest.mark.thorough
def test_board_is_a_square_that_grows_with_the_window(
    page: Page, open_board: Callable[..., Locator]
) -> None:
    board = open_board(page, "notes&bar")
    for width, height, expected in (
        (1280, 720, 720 - 328),
        (1920, 1080, 704),
        (390, 844, 390 - 32),
        (320, 640, 320 - 32),
        (844, 390, 240),
    ):
        page.set_viewport_size({"width": width, "height": height})
        wait_idle(page)
        box = box_of(board)
        column = box_of(page.get_by_role("textbox", name="Text"))
        assert abs(box["width"] - box["height"]) < 1, (width, height)
        assert abs(box["width"] - expected) <= 1, (width, height)
        middles = [place["x"] + place["width"] / 2 for place in (box, column)]
        assert abs(middles[0] - middles[1]) <= 2, (width, height)
        fits = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert fits, (width, height)


@pytest.mark.thorough
def test_notes_over_marks_and_the_choice(page: Page, open_board: Callable[..., Locator]) -> None:
    board = open_board(page, "notes&decision&cells=OX-------")

    random, plain = cell(board, 0, "O"), cell(board, 1, "X")
    expect(random).to_have_text("0.70loss")
    expect(random).to_have_accessible_description("chosen at random")
    expect(random.locator(".die")).to_be_visible()
    expect(random.locator(".value")).to_be_visible()
    expect(plain).to_have_text("")
    expect(plain.locator(".die")).to_be_hidden()
    outline = "(cell) => parseFloat(getComputedStyle(cell, '::before').borderTopWidth)"
    assert random.evaluate(outline) >= 2.5
    expect(cell(board, 2).locator(".die")).to_be_hidden()


@pytest.mark.thorough
def test_nothing_moves_when_bar_and_caption_come_and_go(
    page: Page, open_board: Callable[..., Locator]
) -> None:
    board = open_board(page, "words")
    below = page.get_by_role("textbox", name="Text")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        wait_idle(page)
        before = box_of(board), box_of(below)
        expect(page.get_by_role("img", name="If you play")).to_have_count(0)

        page.get_by_role("switch", name="Words").press("Space")
        expect(page.get_by_role("img", name="If you play")).to_be_visible()
        expect(page.get_by_text("Whose values these are")).to_be_visible()
        assert (box_of(board), box_of(below)) == before, width
        page.get_by_role("switch", name="Words").press("Space")


@pytest.mark.thorough
def test_an_ending_is_calm_where_motion_is_reduced(
    page: Page, open_board: Callable[..., Locator]
) -> None:
    page.emulate_media(reduced_motion="reduce")
    board = open_board(page, "celebrate&bar&cells=XX-OO----")
    board.evaluate(COUNT_BURSTS)
    cell(board, 2).click()
    expect(cell(board, 2, "X")).to_have_accessible_description("last move, in the winning line")
    expect(board).to_have_attribute("aria-busy", "false")

    assert computed(cell(board, 0, "X").locator(".mark"), "opacity") == ["1"]
    assert float(computed(cell(board, 3, "O").locator(".mark"), "opacity")[0]) < 0.5
    line, mark = board.locator(".win path"), cell(board, 0, "X").locator(".x path").first
    thickness = [
        element.evaluate(
            "(path) => parseFloat(getComputedStyle(path).strokeWidth) * path.getScreenCTM().a"
        )
        for element in (line, mark)
    ]
    assert thickness[0] < thickness[1] / 3
    wait_idle(page)
    assert page.evaluate("window.bursts") == 0
    assert computed(page.locator(".part").first, "transitionDuration") == ["0s"]


@pytest.mark.thorough
def test_what_is_celebrated_is_celebrated_once_over_the_whole_window(
    page: Page, open_board: Callable[..., Locator]
) -> None:
    board = open_board(page, "celebrate")
    board.evaluate(COUNT_BURSTS)
    pieces = page.locator(".confetti .piece")

    cell(board, 4).click()
    page.wait_for_function("window.bursts === 1")
    pieces.evaluate_all(LAND)
    expect(pieces).to_have_count(0)
    page.keyboard.press("n")
    expect(log_of(page)).to_contain_text("command new")
    wait_idle(page)
    assert page.evaluate("window.bursts") == 1
    cell(board, 8).click()
    page.wait_for_function("window.bursts === 2")
    pieces.evaluate_all(LAND)
    expect(pieces).to_have_count(0)

    switch = page.get_by_role("switch", name="Board")
    switch.press("Space")
    expect(board).to_have_count(0)
    switch.press("Space")
    expect(board).to_be_visible()
    board.evaluate(COUNT_BURSTS)
    wait_idle(page)
    assert page.evaluate("window.bursts") == 0
    expect(pieces).to_have_count(0)


@pytest.mark.thorough
def test_only_the_newest_mark_is_drawn_in(page: Page, open_board: Callable[..., Locator]) -> None:
    def animated(content: str) -> list[bool]:
        strokes = board.locator(f"[data-mark={content}] .{content.lower()} path:first-child")
        names = strokes.evaluate_all(
            "(all) => all.map((one) => getComputedStyle(one).animationName)"
        )
        return [name != "none" for name in names]

    board = open_board(page, "cells=---OXOOXX")
    assert animated("X") + animated("O") == [False] * 6
    cell(board, 0).click()
    expect(cell(board, 0, "X")).to_be_visible()
    expect(board).to_have_attribute("aria-busy", "false")
    assert animated("X") == [True, False, False, False]
    assert animated("O") == [False, False, False]

    board = open_board(page, "markless")
    cell(board, 4).click()
    expect(cell(board, 0, "O")).to_be_visible()
    assert animated("X") == [False]
    assert animated("O") == [True]
    page.emulate_media(reduced_motion="reduce")
    assert animated("O") == [False]
