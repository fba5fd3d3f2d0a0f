"""The test app's board, and what is on it."""

from playwright.sync_api import Locator, Page


def board_of(page: Page) -> Locator:
    return page.get_by_role("group", name="Board", exact=True)


def cell(board: Locator, row: int, column: int, content: str) -> Locator:
    return board.get_by_role("button", name=f"row {row}, column {column}, {content}", exact=True)


def log_of(page: Page) -> Locator:
    return page.get_by_test_id("stCode").locator("code")
