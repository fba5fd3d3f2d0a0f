"""What the board component does in a real Chromium: clicks, keys and focus."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.board import cell
from tests.browser.support import LateServer, log_of, wait_idle


def test_click_plays_and_shows_the_reply_and_a_double_click_plays_once(
    page: Page, open_board: Callable[..., Locator]
) -> None:
    board = open_board(page)
    expect(board.get_by_role("button")).to_have_count(9)

    cell(board, 4).click()
    expect(cell(board, 4, "X")).to_be_visible()
    expect(cell(board, 0, "O")).to_have_accessible_description("last move")
    expect(cell(board, 4, "X")).to_have_accessible_description("")
    cell(board, 8).click()
    expect(cell(board, 1, "O")).to_have_accessible_description("last move")

    expect(log_of(page)).to_have_text("play (4, 'move 0')\nplay (8, 'move 1')")

    cell(board, 6).dblclick()
    expect(cell(board, 2, "O")).to_be_visible()
    wait_idle(page)
    expect(log_of(page)).to_have_text("play (4, 'move 0')\nplay (8, 'move 1')\nplay (6, 'move 2')")


def test_clicks_that_the_server_answers_late(
    new_page: Page, open_board: Callable[..., Locator]
) -> None:
    page, server = new_page, LateServer(new_page)
    expect_a_mark_at_once(page, server, open_board(page))
    expect_refused_marks_to_go(page, server, open_board(page, "refuse"))


def expect_a_mark_at_once(page: Page, server: LateServer, board: Locator) -> None:
    server.hold_from(b"")
    cell(board, 4).click()
    expect(cell(board, 4, "X")).to_have_accessible_description("last move")
    expect(board).to_have_attribute("aria-busy", "true")
    expect(log_of(page)).to_have_text("nothing yet")
    cell(board, 8).click()
    page.keyboard.press("7")

    server.tell_everything()
    expect(cell(board, 0, "O")).to_be_visible()
    expect(board).to_have_attribute("aria-busy", "false")
    wait_idle(page)
    expect(log_of(page)).to_have_text("play (4, 'move 0')")
    expect(cell(board, 8)).to_be_visible()


def expect_refused_marks_to_go(page: Page, server: LateServer, board: Locator) -> None:
    for times in (1, 2):
        server.hold_from(b"")
        cell(board, 4).click()
        expect(cell(board, 4, "X")).to_be_visible()
        server.tell_everything()
        expect(cell(board, 4)).to_be_visible()
        expect(board).to_have_attribute("aria-busy", "false")
        expect(log_of(page)).to_have_text("\n".join(["play (4, 'move 0')"] * times))


@pytest.mark.thorough
def test_cells_that_cannot_be_played_and_keys_that_are_not_for_the_board_do_nothing(
    page: Page, open_board: Callable[..., Locator]
) -> None:
    for query in ("finished", "cells=X--------"):
        first = open_board(page, query).get_by_role("button").first
        expect(first).to_be_disabled()
        assert first.get_attribute("disabled") is None  # so that it can have the focus
        first.dispatch_event("click")
        first.focus()
        expect(first).to_be_focused()
        page.keyboard.press("Enter")
        page.keyboard.press("1")
        press_keys_for_widgets_and_the_browser(page)
        wait_idle(page)
        expect(log_of(page)).to_have_text("nothing yet")


def press_keys_for_widgets_and_the_browser(page: Page) -> None:
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


def test_digits_and_shortcuts_work_anywhere_and_arrow_keys_move_the_focus(
    page: Page, open_board: Callable[..., Locator]
) -> None:
    boards = open_board(page, "two")
    expect(boards).to_have_count(2)
    other, board = boards.all()

    page.keyboard.press("9")
    expect(cell(board, 0, "O")).to_be_visible()
    expect(cell(board, 8, "X")).to_be_visible()
    page.keyboard.press("Shift+N")
    expect(log_of(page)).to_contain_text("command new")
    page.keyboard.press("b")
    expect(log_of(page)).to_have_text("play (8, 'move 0')\ncommand new\ncommand None")
    page.get_by_role("switch", name="Board").focus()
    page.keyboard.press("5")
    expect(cell(board, 4, "X")).to_be_visible()
    expect(log_of(page)).to_contain_text("play (4, 'move 1')")
    expect(cell(other, 4)).to_be_visible()
    expect(cell(other, 8)).to_be_visible()

    page.keyboard.press("Tab")
    buttons = board.get_by_role("button")
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
        ("End", 2),
    ):
        page.keyboard.press(key)
        expect(buttons.nth(reached)).to_be_focused()
        expect(board.locator("[tabindex='0']")).to_have_count(1)
    page.keyboard.press("Space")
    expect(cell(board, 3, "O")).to_be_visible()
    for key in ("ArrowLeft", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(cell(board, 7, "X")).to_be_visible()
    expect(cell(board, 5, "O")).to_be_visible()
    expect(buttons.nth(7)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("textbox", name="Text")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(buttons.nth(7)).to_be_focused()


@pytest.mark.thorough
def test_a_click_counts_for_a_new_game_if_it_comes_after_it(
    new_page: Page, open_board: Callable[..., Locator]
) -> None:
    page = new_page
    for by in ("button", "key"):
        board = open_board(page, "new&cells=XXXOO----")
        cell(board, 6).dispatch_event("click")
        begin_a_game(page, by)
        expect(board.get_by_role("button", name=", empty")).to_have_count(9)
        wait_idle(page)
        expect(board.get_by_role("button", name=", empty")).to_have_count(9)
        expect(log_of(page)).not_to_contain_text("play")
    server = LateServer(page)
    for cells, clicked, content, by in (
        ("XXXOO----", 6, "empty", "button"),
        ("XXXOO----", 0, "X", "key"),
        ("XO-------", 6, "empty", "key"),
    ):
        board = open_board(page, f"new&cells={cells}")
        server.hold_from(b"")
        begin_a_game(page, by)
        cell(board, clicked, content).dispatch_event("click")
        server.tell_everything()
        expect(cell(board, clicked, "X")).to_be_visible()
        expect(board.get_by_role("button", name=", O")).to_have_count(1)
        expect(board.get_by_role("button", name=", X")).to_have_count(1)
        expect(log_of(page)).to_have_text(re.compile(rf"play \({clicked}, 'move 10'\)$"))


def begin_a_game(page: Page, by: str) -> None:
    if by == "key":
        page.keyboard.press("n")
    else:
        page.get_by_role("button", name="New game").click()


def expect_listeners(page: Page, count: int) -> None:
    """Wait for so many; React removes the element first and tells the component a moment later."""
    page.wait_for_function("count => window.keyListeners === count", arg=count)


@pytest.mark.thorough
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
