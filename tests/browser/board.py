"""The board on a page: its cells, what is on it, and moves."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.support import becomes, boards_have_answered, wait_idle
from ttt_core.evaluation import player_with_plan
from ttt_core.game import board as rules
from ttt_core.game import position_of
from ttt_ui.wording import cell_name


def board_of(page: Page) -> Locator:
    return page.get_by_role("group", name="Board", exact=True)


def cell(place: Page | Locator, number: int, state: str = "empty") -> Locator:
    """Return a cell of a board, or of the page's, if this is on it."""
    board = board_of(place) if isinstance(place, Page) else place
    return board.get_by_role("button", name=f"{cell_name(number)}, {state}", exact=True)


def board_string(page: Page) -> str:
    """Return the nine characters of the page's board."""
    cells = board_of(page).first.get_by_role("button")
    expect(cells).to_have_count(9)
    names = cells.evaluate_all("cells => cells.map(cell => cell.ariaLabel)")
    return "".join(name.rsplit(", ", 1)[1].replace("empty", "-") for name in names)


def shows(page: Page, board: str) -> None:
    """Wait until the board is this one."""
    becomes(page, lambda: board_string(page), board)


def click_and_wait(page: Page, number: int) -> None:
    """Click a cell and wait for the agent's reply or the end."""
    cell(page, number).click()
    boards_have_answered(page)
    wait_idle(page)


def take_first(page: Page) -> None:
    """Take the first free cell, and wait for the result."""
    board_of(page).get_by_role("button", name=", empty").first.click()
    boards_have_answered(page)
    wait_idle(page)


def play_out(page: Page) -> None:
    """Take the first free cell until the game is over."""
    while rules.outcome(board_string(page)) is None:
        take_first(page)


def play_the_plan(page: Page, wanted: list[int]) -> bool:
    """Play a game as X by a plan; return whether it has won."""
    plan = player_with_plan(wanted)
    while rules.outcome(board_string(page)) is None:
        cell(page, int(plan[position_of(board_string(page))].argmax())).click()
        boards_have_answered(page)
    wait_idle(page)
    return rules.outcome(board_string(page)) == "X"
