"""The play page in a real browser: everything on it that can be clicked or seen."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import cell, click_and_wait, play_out, shows
from tests.browser.support import (
    GAME,
    LateServer,
    agent_card,
    becomes,
    boards_have_answered,
    box_of,
    come_to_rest,
    is_written,
    press_in_table,
    wait_idle,
)


def open_play(page: Page, url: str, level: str | None = None) -> None:
    page.goto(f"{url}/{GAME}")
    expect(page.get_by_role("heading", name="Your turn: you are X")).to_be_visible()
    if level:
        page.get_by_role("radio", name=level).click()
        wait_idle(page)


@pytest.mark.thorough
def test_a_click_counts_even_if_the_board_has_moved(new_page: Page, app_url: str) -> None:
    page, server = new_page, LateServer(new_page)
    open_play(page, app_url)
    wait_idle(page)
    server.hold_from(b"")
    page.get_by_role("button", name="Where to start").click()
    server.wait_for_runs(1)
    cell(page, 4).click()
    server.tell_everything()
    boards_have_answered(page)
    expect(cell(page, 4, "X")).to_be_visible()
    expect(page.locator(".st-key-welcome")).to_have_count(0)


class Told:
    """What the server sends to a page from the next address onwards."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._frames: list[str | bytes] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._note))

    def _note(self, frame: str | bytes) -> None:
        self._frames.append(frame)

    def begin(self, *, parts: int = 0) -> None:
        """Forget all; a click together with a report on what is saved would redraw the page."""
        is_written(self._page, parts=parts)
        come_to_rest(self._page)
        wait_idle(self._page)
        self._frames.clear()

    def expect(self, words: bytes, *, alone: bool) -> None:
        frames = [frame for frame in self._frames if isinstance(frame, bytes)]
        assert any(words in frame for frame in frames)
        assert any(b"Learn from these games" in frame for frame in frames) == (not alone)


def test_a_move_and_a_step_through_an_ended_game_redraw_little(page: Page, app_url: str) -> None:
    told = Told(page)
    open_play(page, app_url, "Expert")
    told.begin()
    click_and_wait(page, 4)
    told.expect(b"Undo move", alone=True)
    told.begin()
    play_out(page)
    told.expect(b"Undo move", alone=False)
    score = page.locator(".st-key-play_score")
    expect(score).to_contain_text(re.compile(r"Games 1 · Agent \d · You \d · Draws \d · Positions"))

    told.begin(parts=1)
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.get_by_role("button", name="Forward", exact=True)).to_be_enabled()
    wait_idle(page)
    told.expect(b"Forward", alone=True)

    page.get_by_text("The game, move by move").click()
    table = page.get_by_test_id("stDataFrame").first
    expect(table).to_be_visible()
    wait_idle(page)
    press_in_table(table, 150, 35 + 17)
    expect(page.get_by_role("heading", name="Inspect", exact=True)).to_be_visible()


@pytest.mark.thorough
def test_a_reset_asks_first_and_can_be_undone_in_place(page: Page, app_url: str) -> None:
    open_play(page, app_url)
    page.locator(".st-key-play_more").get_by_role("button").first.click()
    page.get_by_text("Reset agent", exact=True).click()
    wait_idle(page)
    places = [
        page.get_by_role("group", name="Board").first,
        page.get_by_text("Learn from these games"),
    ]
    before = [box_of(place) for place in places]
    page.get_by_role("button", name="Erase what it has learned").click()
    undo = page.get_by_role("button", name="Back to Default")
    expect(undo).to_be_visible()
    wait_idle(page)
    expect(agent_card(page)).to_contain_text(re.compile(r"Default[\s\S]*\b0\sgames"))
    becomes(page, lambda: [box_of(place) for place in places], before)
    undo.click()
    expect(undo).to_have_count(0)
    expect(agent_card(page)).to_contain_text("20,000 games")


def test_keys_and_buttons_work(page: Page, app_url: str) -> None:
    open_play(page, app_url, "Expert")
    expect_a_hint_to_be_heard(page)
    page.keyboard.press("5")
    expect(cell(page, 4, "X")).to_be_visible()
    wait_idle(page)
    page.keyboard.press("u")
    shows(page, "---------")
    wait_idle(page)
    click_and_wait(page, 4)
    page.keyboard.press("n")
    shows(page, "---------")
    wait_idle(page)
    undo = page.get_by_role("button", name="Undo move")
    expect(undo).to_be_disabled()
    click_and_wait(page, 4)
    undo.click()
    shows(page, "---------")


def expect_a_hint_to_be_heard(page: Page) -> None:
    page.keyboard.press("h")
    said = page.get_by_role("status").filter(has_text="Hint")
    verbs = "(?:completes|blocks|makes|forces|keeps|holds)"
    expect(said).to_have_text(re.compile(rf"^Hint: [a-z ]+ {verbs} .+\.$"))
    name = re.split(f" {verbs} ", said.inner_text())[0].removeprefix("Hint: ")
    hinted = page.get_by_role("button", name=f"{name}, empty", exact=True)
    expect(hinted).to_have_accessible_description("hint")
