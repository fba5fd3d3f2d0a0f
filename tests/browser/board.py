"""The test app's board, and what is on it."""

from playwright.sync_api import Locator, Page

from ttt_ui.wording import cell_name


def board_of(page: Page) -> Locator:
    return page.get_by_role("group", name="Board", exact=True)


def cell(board: Locator, row: int, column: int, content: str) -> Locator:
    name = cell_name(3 * row + column - 4)
    return board.get_by_role("button", name=f"{name}, {content}", exact=True)


def log_of(page: Page) -> Locator:
    return page.get_by_test_id("stCode").locator("code")
