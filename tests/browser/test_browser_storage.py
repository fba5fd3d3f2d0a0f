"""Visitors continue where they left off: after a reload, a lost connection or a server restart."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.board import board_string, play_out, shows, take_first
from tests.browser.conftest import DESKTOP
from tests.browser.server import Server
from tests.browser.support import (
    GAME,
    TIMEOUT_MS,
    agent_card,
    another,
    becomes,
    come_to_rest,
    go_to,
    is_written,
    new_game,
    on,
    open_file_menu,
    saved,
    wait_idle,
)
from tests.browser.test_journey import open_sidebar
from tests.browser.test_train import SLOW

SEES_DEFAULT = """
    new MutationObserver(() => {
        const card = document.querySelector(".st-key-agent_card");
        if (card?.textContent.includes("Default")) window.sawDefault = true;
    }).observe(document, { childList: true, subtree: true, characterData: true });
    Date.now = () => 0; // whatever the clock says
"""
FULL = """
    IDBObjectStore.prototype.put = () => {
        throw new DOMException("No room", "QuotaExceededError");
    };
"""


@pytest.mark.thorough
def test_a_game_its_settings_and_an_agent_saved_as_settings(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/train?games=3000&seed=5&rule=q-learning&alpha=0.3")
    on(page, "Train")
    go_to(page, "Play")
    page.get_by_text("Beginner", exact=True).click()
    wait_idle(page)
    take_first(page)
    is_written(page)
    mine, board = agent_card(page).inner_text(), board_string(page)
    assert "3,000 games trained" in mine
    assert sorted(saved(page)) == ["cookie", "record"]
    with page.add_init_script(SEES_DEFAULT):
        page.goto(app_url)
        on(page, "Play")
    shows(page, board)
    expect(agent_card(page)).to_have_text(mine, use_inner_text=True)
    assert not page.evaluate("window.sawDefault")
    expect(page.get_by_role("radio", name="Beginner")).to_be_checked()


@pytest.mark.thorough
def test_the_next_student_starts_afresh_and_the_last_visit_can_come_back(
    page: Page, app_url: str
) -> None:
    page.goto(app_url)
    page.get_by_role("button", name="Teach an agent from scratch").click()
    take_first(page)
    board = board_string(page)
    is_written(page, parts=1)
    for _ in range(2):  # the next pupil does nothing, and so takes the place of no visit
        open_sidebar(page)
        open_file_menu(page)
        page.get_by_role("button", name="Next student").click()
        with page.expect_event("load"):
            page.get_by_role("button", name="Start afresh").click()
        expect(page.get_by_role("button", name=", empty")).to_have_count(9)
        expect(page.get_by_role("button", name="Teach an agent from scratch")).to_be_visible()
        expect(agent_card(page)).to_contain_text("Default")
        becomes(page, lambda: "replaced" in saved(page), True)
        becomes(page, lambda: {"cookie", "record"}.isdisjoint(saved(page)), True)
        wait_idle(page)
    open_sidebar(page)
    open_file_menu(page)
    page.get_by_text("Saved in this browser", exact=True).click()
    come_to_rest(page)  # until the part that opens has its size
    page.get_by_role("button", name="Load the visit put aside").click()
    wait_idle(page)
    shows(page, board)
    expect(agent_card(page)).to_contain_text("Pupil")


@pytest.mark.thorough
def test_a_full_storage_is_told_once_the_visit_outgrows_the_cookie_and_stays_in_sight(
    page: Page, app_url: str
) -> None:
    with page.add_init_script(FULL):
        page.goto(f"{app_url}/{GAME}")
        on(page, "Play")
        take_first(page)
        board = board_string(page)
        page.reload()  # restored from the cookie
        on(page, "Play")
        shows(page, board)
        told = page.get_by_text("This browser's storage is full")
        expect(told).to_have_count(0)
        play_out(page)
        expect(told).to_be_visible()
        expect(agent_card(page)).to_contain_text("20,001 games")
        go_to(page, "Compare")
        expect(told).to_be_visible()
        open_file_menu(page)
        expect(page.get_by_text("Not saved", exact=True)).to_be_visible()


@pytest.fixture
def own_server(chromium: str, tmp_path: Path) -> Iterator[list[Server]]:
    """Return a list whose last entry is a server that tests may kill."""
    servers = [Server("app.py", tmp_path / "first.log")]
    servers[0].wait_until_up()
    yield servers
    servers[-1].stop()
    assert not [line for server in servers for line in server.complaints()]


@pytest.mark.thorough
def test_a_training_and_a_game_continue_after_the_server_was_restarted(
    browser: Browser, own_server: list[Server], tmp_path: Path
) -> None:
    context = browser.new_context(viewport=DESKTOP)
    page = another(context)
    killed = own_server[0]
    page.goto(f"{killed.url}/{GAME}")
    on(page, "Play")
    play_out(page)
    new_game(page)
    take_first(page)
    is_written(page, parts=1)
    mine, board, before = agent_card(page).inner_text(), board_string(page), saved(page)["record"]
    assert "20,001 games" in mine
    page.goto(f"{killed.url}/train?{SLOW}")
    stop = page.get_by_role("button", name="Stop training")
    expect(stop).to_be_visible()
    becomes(page, lambda: saved(page)["record"] != before, True)

    killed.process.kill()
    killed.process.wait()
    own_server.append(Server("app.py", tmp_path / "second.log", killed.port))
    own_server[-1].wait_until_up()
    expect(stop).to_be_visible(timeout=2 * TIMEOUT_MS)
    stop.click()
    expect(stop).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    expect(agent_card(page)).to_have_text(mine, use_inner_text=True)
    go_to(page, "Play")
    shows(page, board)
    expect(page.locator(".st-key-play_score")).to_contain_text("Games 1 ")
    take_first(page)
    assert board_string(page).count("-") < board.count("-")
    context.close()
