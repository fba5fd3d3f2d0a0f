"""The board component in a real Chromium, and its defence against what a client may send."""

from collections.abc import Callable
from typing import Any

import pytest
import streamlit as st
from hypothesis import given
from hypothesis import strategies as some
from playwright.sync_api import Locator, Page, expect

from tests.browser.looks import SCHEMES, Scheme, switch_to
from tests.browser.support import APPS, box_of, visit, wait_idle
from ttt_core.game.board import LINES
from ttt_ui.drawing.board_component import board, read_command, read_play

Serve = Callable[[str], str]

# A colour as the browser computes it, in any notation, as red, green, blue from 0 to 255.
RGB = """
  (colour) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d");
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  }
"""


@pytest.fixture
def page(page_that_stays: Page) -> Page:
    return page_that_stays


@pytest.fixture
def open_board(serve: Serve) -> Callable[..., Locator]:
    """Return a function that begins the app anew on a page and returns its board (or boards)."""

    def open_it(page: Page, query: str = "") -> Locator:
        visit(page, serve(APPS), "board", query)
        board = board_of(page)
        expect(board.last).to_be_visible()
        if "lines" not in query:
            # By a part of Streamlit that is loaded when needed.
            expect(log_of(page)).to_have_text("nothing yet")
        return board

    return open_it


def board_of(page: Page) -> Locator:
    return page.get_by_role("group", name="Board", exact=True)


def cell(board: Locator, row: int, column: int, content: str) -> Locator:
    return board.get_by_role("button", name=f"row {row}, column {column}, {content}", exact=True)


def log_of(page: Page) -> Locator:
    return page.get_by_test_id("stCode").locator("code")


def computed(element: Locator, *names: str) -> list[str]:
    values: list[str] = element.evaluate(
        "(element, names) => names.map((name) => getComputedStyle(element)[name])", list(names)
    )
    return values


def contrast(page: Page, one: str, other: str) -> float:
    """Return the contrast ratio of WCAG 2 between two CSS colours."""
    lighter, darker = sorted((luminance(page.evaluate(RGB, c)) for c in (one, other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(rgb: list[int]) -> float:
    linear = [
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in (value / 255 for value in rgb)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_click_plays_and_shows_the_reply_and_a_double_click_plays_once(
    page: Page, open_board: Callable[..., Locator]
) -> None:
    board = open_board(page)
    expect(board.get_by_role("button")).to_have_count(9)

    cell(board, 2, 2, "empty").click()
    expect(cell(board, 2, 2, "X")).to_be_visible()
    expect(cell(board, 1, 1, "O")).to_have_accessible_description("last move")
    expect(cell(board, 2, 2, "X")).to_have_accessible_description("")
    cell(board, 3, 3, "empty").click()
    expect(cell(board, 1, 2, "O")).to_have_accessible_description("last move")

    expect(log_of(page)).to_have_text("play (4, 'move 0')\nplay (8, 'move 1')")

    cell(board, 3, 1, "empty").dblclick()
    expect(cell(board, 1, 3, "O")).to_be_visible()
    wait_idle(page)
    expect(log_of(page)).to_have_text("play (4, 'move 0')\nplay (8, 'move 1')\nplay (6, 'move 2')")


def test_mark_shows_before_the_server_answers(
    page: Page, open_board: Callable[..., Locator]
) -> None:
    board = open_board(page, "delay=4")

    cell(board, 2, 2, "empty").click()
    expect(cell(board, 2, 2, "X")).to_have_accessible_description("last move", timeout=3000)
    expect(board).to_have_attribute("aria-busy", "true", timeout=100)
    expect(log_of(page)).to_have_text("nothing yet", timeout=100)
    cell(board, 3, 3, "empty").click()
    page.keyboard.press("7")

    expect(cell(board, 1, 1, "O")).to_be_visible()
    expect(board).to_have_attribute("aria-busy", "false")
    wait_idle(page)
    expect(log_of(page)).to_have_text("play (4, 'move 0')")
    expect(cell(board, 3, 3, "empty")).to_be_visible()


def test_refused_click_is_taken_back(page: Page, open_board: Callable[..., Locator]) -> None:
    board = open_board(page, "refuse&delay=0.5")

    for times in (1, 2):
        cell(board, 2, 2, "empty").click()
        expect(cell(board, 2, 2, "X")).to_be_visible()
        expect(cell(board, 2, 2, "empty")).to_be_visible()
        expect(board).to_have_attribute("aria-busy", "false")
        expect(log_of(page)).to_have_text("\n".join(["play (4, 'move 0')"] * times))


@pytest.mark.parametrize("query", ["cells=X--------", "cells=---------&finished"])
def test_cell_that_cannot_be_played_does_nothing(
    page: Page, open_board: Callable[..., Locator], query: str
) -> None:
    board = open_board(page, query)
    first = board.get_by_role("button").first

    expect(first).to_be_disabled()
    assert first.get_attribute("disabled") is None  # so that it can have the focus
    first.dispatch_event("click")
    first.focus()
    expect(first).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("1")

    wait_idle(page)
    expect(log_of(page)).to_have_text("nothing yet")


def test_digits_and_shortcuts_work_anywhere(page: Page, open_board: Callable[..., Locator]) -> None:
    board = open_board(page)

    page.keyboard.press("9")
    expect(cell(board, 1, 1, "O")).to_be_visible()
    expect(cell(board, 3, 3, "X")).to_be_visible()
    page.keyboard.press("Shift+N")
    expect(log_of(page)).to_contain_text("command new")
    page.keyboard.press("b")
    expect(log_of(page)).to_have_text("play (8, 'move 0')\ncommand new\ncommand None")
    page.get_by_role("switch", name="Board").focus()
    page.keyboard.press("5")
    expect(cell(board, 2, 2, "X")).to_be_visible()
    expect(log_of(page)).to_contain_text("play (4, 'move 1')")


def test_digit_goes_to_the_board_that_can_be_played(
    page: Page, open_board: Callable[..., Locator]
) -> None:
    boards = open_board(page, "two")
    expect(boards).to_have_count(2)

    page.keyboard.press("5")
    expect(cell(boards.last, 2, 2, "X")).to_be_visible()
    expect(cell(boards.last, 1, 1, "O")).to_be_visible()
    expect(cell(boards.first, 2, 2, "empty")).to_be_visible()


def test_keys_are_left_to_widgets_and_the_browser(
    page: Page, open_board: Callable[..., Locator]
) -> None:
    open_board(page)

    for widget in (
        page.get_by_role("textbox", name="Text"),
        page.get_by_role("slider", name="Number"),
        page.get_by_role("combobox", name="Choice"),
    ):
        widget.focus()
        page.keyboard.press("5")
        page.keyboard.press("n")
        page.keyboard.press("Escape")
    expect(page.get_by_role("textbox", name="Text")).to_have_value("5n")
    page.get_by_role("switch", name="Board").focus()
    for modifier in ("Control", "Alt", "Meta"):
        page.keyboard.press(f"{modifier}+5")
        page.keyboard.press(f"{modifier}+b")

    wait_idle(page)
    expect(log_of(page)).to_have_text("nothing yet")


def test_arrow_keys_move_the_focus(page: Page, open_board: Callable[..., Locator]) -> None:
    board = open_board(page)
    buttons = board.get_by_role("button")
    page.get_by_role("switch", name="Board").focus()
    page.keyboard.press("Tab")
    expect(buttons.nth(0)).to_be_focused()

    for key, reached in (
        ("ArrowRight", 1),
        ("ArrowDown", 4),
        ("End", 5),
        ("ArrowRight", 5),
        ("ArrowDown", 8),
        ("ArrowDown", 8),
        ("Home", 6),
        ("ArrowLeft", 6),
        ("ArrowUp", 3),
        ("ArrowUp", 0),
        ("ArrowUp", 0),
        ("ArrowDown", 3),
    ):
        page.keyboard.press(key)
        expect(buttons.nth(reached)).to_be_focused()
        expect(board.locator("[tabindex='0']")).to_have_count(1)

    page.keyboard.press("Space")
    expect(cell(board, 1, 1, "O")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(cell(board, 2, 2, "X")).to_be_visible()
    expect(cell(board, 1, 2, "O")).to_be_visible()
    expect(buttons.nth(4)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("textbox", name="Text")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(buttons.nth(4)).to_be_focused()


def test_overlay_hint_and_announcement(page: Page, open_board: Callable[..., Locator]) -> None:
    board = open_board(page, "notes&hint")
    status = page.get_by_role("status").filter(has_text="Move")

    expect(cell(board, 1, 1, "empty")).to_have_accessible_description("Q-value 0.00")
    expect(cell(board, 3, 3, "empty")).to_have_accessible_description("hint")
    expect(cell(board, 1, 1, "empty")).to_have_text("0.00loss")
    expect(cell(board, 3, 1, "empty")).to_have_text("1.00win")
    expect(cell(board, 3, 2, "empty")).to_have_text("12")
    expect(status).to_have_text("Move 0")

    cell(board, 3, 3, "empty").click()
    expect(cell(board, 1, 1, "O")).to_have_text("")
    expect(cell(board, 1, 2, "empty")).to_have_text("0.15loss")
    expect(status).to_have_text("Move 1")


def test_winning_line_goes_through_its_three_marks(
    page: Page, open_board: Callable[..., Locator]
) -> None:
    boards = open_board(page, "lines")
    expect(boards).to_have_count(len(LINES))

    for shown, line in zip(boards.all(), LINES, strict=True):
        expect(shown.locator(".win")).to_be_visible()
        (x0, y0), (x1, y1) = shown.locator(".win path").evaluate(
            """(path) => [0, path.getTotalLength()].map((length) => {
                 const end = path.getPointAtLength(length).matrixTransform(path.getScreenCTM());
                 return [end.x, end.y];
               })"""
        )
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        for number in line:
            button = shown.get_by_role("button").nth(number)
            expect(button).to_have_accessible_description("in the winning line")
            box = box_of(button)
            x, y = box["x"] + box["width"] / 2 - x0, box["y"] + box["height"] / 2 - y0
            distance = abs((x1 - x0) * y - (y1 - y0) * x) / length
            share_of_way = ((x1 - x0) * x + (y1 - y0) * y) / length**2
            assert distance < 1
            assert 0.05 < share_of_way < 0.95


def test_contrast(page: Page, open_board: Callable[..., Locator]) -> None:
    board = open_board(page, "notes&hint")
    papers = {scheme: paper_in(page, board, scheme) for scheme in SCHEMES}
    shades = {scheme: luminance(page.evaluate(RGB, paper)) for scheme, paper in papers.items()}
    assert shades["dark"] < 0.5 <= shades["light"]

    for scheme in SCHEMES:
        paper_in(page, board, scheme)
        for number in range(8):
            button = board.get_by_role("button").nth(number)
            (shade,) = computed(button, "backgroundColor")
            (ink,) = computed(button.locator(".value"), "color")
            assert contrast(page, ink, shade) >= 4.5, (scheme, number)
        for badge in board.locator(".true-value:not(:empty)").all():
            assert contrast(page, *computed(badge, "color", "backgroundColor")) >= 4.5, scheme

    cell(board, 3, 3, "empty").click()
    expect(cell(board, 1, 1, "O")).to_be_visible()
    last_move = cell(board, 1, 1, "O")
    hint = cell(board, 3, 3, "X")
    hint.focus()
    page.keyboard.press("ArrowUp")
    for scheme, paper in papers.items():
        paper_in(page, board, scheme)
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


CHANGED_COLOUR = """
  (board) => Promise.all(
    board.getAnimations({ subtree: true })
      .filter((change) => change instanceof CSSTransition)
      .map((change) => change.finished)
  ).then(() => {})
"""


def paper_in(page: Page, board: Locator, scheme: Scheme) -> str:
    """Switch to a theme, and return the colour behind all."""
    switch_to(page, scheme)
    board.evaluate(CHANGED_COLOUR)
    return computed(page.get_by_test_id("stApp"), "backgroundColor")[0]


def test_board_is_a_square_that_grows_with_the_window(
    page: Page, open_board: Callable[..., Locator]
) -> None:
    board = open_board(page, "notes&bar")
    for width, height, expected in (
        (1280, 720, 720 - 432),
        (1366, 768, 768 - 432),
        (1280, 900, 900 - 432),
        (1920, 1080, 1080 - 432),
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


def test_notes_over_marks_and_the_choice(page: Page, open_board: Callable[..., Locator]) -> None:
    board = open_board(page, "notes&decision&cells=OX-------")

    random, plain = cell(board, 1, 1, "O"), cell(board, 1, 2, "X")
    expect(random).to_have_text("0.70loss")
    expect(random).to_have_accessible_description("chosen at random")
    expect(random.locator(".die")).to_be_visible()
    expect(random.locator(".value")).to_be_visible()
    expect(plain).to_have_text("")
    expect(plain.locator(".die")).to_be_hidden()
    outline = "(cell) => parseFloat(getComputedStyle(cell, '::before').borderTopWidth)"
    assert random.evaluate(outline) >= 2.5
    expect(cell(board, 1, 3, "empty").locator(".die")).to_be_hidden()


def test_the_bar_moves_and_says_what_it_shows(
    page: Page, open_board: Callable[..., Locator]
) -> None:
    board = open_board(page, "bar")
    label = "If you play perfectly: win {}, draw {}, lose 0.0%"
    bar = page.get_by_role("img", name="If you play perfectly")

    expect(bar).to_have_accessible_name(label.format("0.0%", "100.0%"))
    expect(bar).to_contain_text("win 0.0%")
    expect_shares(bar, [0, 1, 0])
    cell(board, 2, 2, "empty").click()
    expect(bar).to_have_accessible_name(label.format("11.1%", "88.9%"))
    expect_shares(bar, [1 / 9, 8 / 9, 0])


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


def test_nothing_moves_when_bar_and_caption_come_and_go(
    page: Page, open_board: Callable[..., Locator]
) -> None:
    board = open_board(page, "words")
    below = page.get_by_role("textbox", name="Text")
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        wait_idle(page)
        before = board.bounding_box(), below.bounding_box()
        expect(page.get_by_role("img", name="If you play")).to_have_count(0)

        page.get_by_role("switch", name="Words").press("Space")
        expect(page.get_by_role("img", name="If you play")).to_be_visible()
        expect(page.get_by_text("Whose values these are")).to_be_visible()
        assert (board.bounding_box(), below.bounding_box()) == before, width
        page.get_by_role("switch", name="Words").press("Space")


def test_an_ending_is_calm(page: Page, open_board: Callable[..., Locator]) -> None:
    page.emulate_media(reduced_motion="reduce")
    board = open_board(page, "cells=XX-OO----")
    cell(board, 1, 3, "empty").click()
    expect(cell(board, 1, 3, "X")).to_have_accessible_description("last move, in the winning line")
    expect(board).to_have_attribute("aria-busy", "false")

    assert computed(cell(board, 1, 1, "X").locator(".mark"), "opacity") == ["1"]
    assert float(computed(cell(board, 2, 1, "O").locator(".mark"), "opacity")[0]) < 0.5
    line, mark = board.locator(".win path"), cell(board, 1, 1, "X").locator(".x path").first
    thickness = [
        element.evaluate(
            "(path) => parseFloat(getComputedStyle(path).strokeWidth) * path.getScreenCTM().a"
        )
        for element in (line, mark)
    ]
    assert thickness[0] < thickness[1] / 3


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


def test_what_is_celebrated_is_celebrated_once_over_the_whole_window(
    page: Page, open_board: Callable[..., Locator]
) -> None:
    board = open_board(page, "celebrate")
    board.evaluate(COUNT_BURSTS)
    pieces = page.locator(".confetti .piece")

    cell(board, 2, 2, "empty").click()
    page.wait_for_function("window.bursts === 1")
    expect(pieces).to_have_count(0)
    page.keyboard.press("n")
    expect(log_of(page)).to_contain_text("command new")
    wait_idle(page)
    assert page.evaluate("window.bursts") == 1
    cell(board, 3, 3, "empty").click()
    page.wait_for_function("window.bursts === 2")
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


def test_nothing_flies_where_motion_is_reduced(
    page: Page, open_board: Callable[..., Locator]
) -> None:
    page.emulate_media(reduced_motion="reduce")
    board = open_board(page, "celebrate&bar")
    board.evaluate(COUNT_BURSTS)
    cell(board, 2, 2, "empty").click()
    expect(cell(board, 1, 1, "O")).to_be_visible()
    wait_idle(page)
    assert page.evaluate("window.bursts") == 0
    assert computed(page.locator(".part").first, "transitionDuration") == ["0s"]


@pytest.mark.parametrize(
    ("cells", "row", "content"),
    [("XXXOO----", 3, "empty"), ("XXXOO----", 1, "X"), ("XO-------", 3, "empty")],
    ids=["free when over", "taken when over", "free in a game"],
)
@pytest.mark.parametrize("by", ["button", "key"])
def test_a_click_right_after_new_game_counts_for_the_new_game(
    page: Page,
    open_board: Callable[..., Locator],
    cells: str,
    row: int,
    content: str,
    by: str,
) -> None:
    board = open_board(page, f"new&delay=0.5&cells={cells}")
    cell(board, row, 1, content).scroll_into_view_if_needed()
    if by == "key":
        page.keyboard.press("n")
    else:
        page.get_by_role("button", name="New game").click()
    cell(board, row, 1, content).dispatch_event("click")

    expect(cell(board, row, 1, "X")).to_be_visible()
    expect(board.get_by_role("button", name=", O")).to_have_count(1)
    expect(board.get_by_role("button", name=", X")).to_have_count(1)
    wait_idle(page)
    log = log_of(page).inner_text().splitlines()
    assert log[-1] == f"play ({3 * row - 3}, 'move 10')"


def test_a_click_before_new_game_does_not(page: Page, open_board: Callable[..., Locator]) -> None:
    for new_game in (
        lambda: page.get_by_role("button", name="New game").click(),
        lambda: page.keyboard.press("n"),
    ):
        board = open_board(page, "new&cells=XXXOO----")
        cell(board, 3, 1, "empty").dispatch_event("click")
        new_game()
        expect(board.get_by_role("button", name=", empty")).to_have_count(9)
        wait_idle(page)
        expect(board.get_by_role("button", name=", empty")).to_have_count(9)
        assert "play" not in log_of(page).inner_text()


def test_only_the_newest_mark_is_drawn_in(page: Page, open_board: Callable[..., Locator]) -> None:
    def animated(content: str) -> list[bool]:
        strokes = board.locator(f"[data-mark={content}] .{content.lower()} path:first-child")
        names = strokes.evaluate_all(
            "(all) => all.map((one) => getComputedStyle(one).animationName)"
        )
        return [name != "none" for name in names]

    board = open_board(page, "cells=---OXOOXX")
    assert animated("X") + animated("O") == [False] * 6
    cell(board, 1, 1, "empty").click()
    expect(cell(board, 1, 1, "X")).to_be_visible()
    expect(board).to_have_attribute("aria-busy", "false")
    assert animated("X") == [True, False, False, False]
    assert animated("O") == [False, False, False]

    board = open_board(page, "markless")
    cell(board, 2, 2, "empty").click()
    expect(cell(board, 1, 1, "O")).to_be_visible()
    assert animated("X") == [False]
    assert animated("O") == [True]
    page.emulate_media(reduced_motion="reduce")
    assert animated("O") == [False]


def expect_listeners(page: Page, count: int) -> None:
    """Wait for so many; React removes the element first and tells the component a moment later."""
    page.wait_for_function("count => window.keyListeners === count", arg=count)


def test_one_listener_per_board_and_none_when_it_is_gone(
    new_page: Page, open_board: Callable[..., Locator]
) -> None:
    page = new_page  # the script stays in it
    page.add_init_script(
        """
        window.keyListeners = 0; // of the keyboard and of clicks
        for (const [name, change] of [["addEventListener", 1], ["removeEventListener", -1]]) {
          const original = document[name];
          document[name] = function (type, ...others) {
            if (["keydown", "click"].includes(type)) window.keyListeners += change;
            return original.call(this, type, ...others);
          };
        }
        """
    )
    board = open_board(page)
    listeners: int = page.evaluate("window.keyListeners")
    switch = page.get_by_role("switch", name="Board")
    kept = board.get_by_role("button").first.element_handle()

    for times in (1, 2, 3):
        page.keyboard.press("n")
        expect(log_of(page)).to_have_text("\n".join(["command new"] * times))
    expect_listeners(page, listeners)
    assert kept.evaluate("(button) => button.isConnected")

    switch.press("Space")
    expect(board).to_have_count(0)
    expect_listeners(page, listeners - 2)
    page.keyboard.press("n")
    page.keyboard.press("1")
    wait_idle(page)
    expect(log_of(page)).to_have_text("\n".join(["command new"] * 3))

    switch.press("Space")
    expect(board).to_be_visible()
    expect_listeners(page, listeners)
    page.keyboard.press("n")
    expect(log_of(page)).to_have_text("\n".join(["command new"] * 4))

    page.get_by_test_id("stBidiComponentIsolated").evaluate("(host) => (host.hidden = true)")
    expect(board).to_be_hidden()
    page.keyboard.press("n")
    wait_idle(page)
    expect(log_of(page)).to_have_text("\n".join(["command new"] * 4))


JSON: some.SearchStrategy[Any] = some.recursive(
    some.none() | some.booleans() | some.integers(-2, 11) | some.floats() | some.text(max_size=5),
    lambda inner: some.lists(inner) | some.dictionaries(some.text(max_size=5), inner),
    max_leaves=5,
)
PAYLOAD = JSON | some.fixed_dictionaries({"cell": JSON, "token": JSON, "name": JSON})


@given(sent=JSON | some.fixed_dictionaries({"play": PAYLOAD, "command": PAYLOAD}))
def test_whatever_a_client_sends_is_a_move_or_nothing(sent: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(st, "session_state", {"key": sent})
        click = read_play("key")
        assert read_command("key", {"new"}) is None
        assert read_command("other", {"new"}) is None
    if click is not None:
        assert click == (sent["play"]["cell"], sent["play"]["token"])
        assert type(click[0]) is int
        assert 0 <= click[0] <= 8
        assert isinstance(click[1], str)


@pytest.mark.parametrize(
    ("payload", "click"),
    [
        ({"cell": 0, "token": "t"}, (0, "t")),
        ({"cell": 8, "token": ""}, (8, "")),
        ({"cell": 9, "token": "t"}, None),
        ({"cell": -1, "token": "t"}, None),
        ({"cell": True, "token": "t"}, None),
        ({"cell": 1.0, "token": "t"}, None),
        ({"cell": 1, "token": 1}, None),
        ({"cell": 1}, None),
        ([1, "t"], None),
    ],
)
def test_read_play(
    monkeypatch: pytest.MonkeyPatch, payload: object, click: tuple[int, str] | None
) -> None:
    monkeypatch.setattr(st, "session_state", {"key": {"play": payload}})
    assert read_play("key") == click


@pytest.mark.parametrize(
    ("payload", "name"),
    [
        ({"name": "new", "token": "t"}, "new"),
        ({"name": "drop"}, None),
        ({"name": ["new"]}, None),
        ("new", None),
    ],
)
def test_read_command(monkeypatch: pytest.MonkeyPatch, payload: object, name: str | None) -> None:
    monkeypatch.setattr(st, "session_state", {"key": {"command": payload}})
    assert read_command("key", {"new", "undo"}) == name


@pytest.mark.parametrize("cells", ["", "XO", "---------X", "xo-------", "XO|------"])
def test_board_refuses_what_is_no_board(cells: str) -> None:
    with pytest.raises(ValueError, match="nine characters"):
        board(cells, key="key", token="")
