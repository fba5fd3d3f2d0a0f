"""Visitors continue where they left off: after a reload, a lost connection or a server restart."""

import re
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

LINK = "games=3000&seed=5&rule=q-learning&alpha=0.3"
SEES_DEFAULT = """
    new MutationObserver(() => {
        const card = document.querySelector(".st-key-agent_card");
        if (card?.textContent.includes("Default")) window.sawDefault = true;
    }).observe(document, { childList: true, subtree: true, characterData: true });
"""
FULL = """
    IDBObjectStore.prototype.put = () => {
        throw new DOMException("No room", "QuotaExceededError");
    };
"""


def card(page: Page) -> str:
    """Return the agent's name and figures from the sidebar."""
    return agent_card(page).inner_text()


def open_what_is_saved(page: Page) -> None:
    """Open the part of the file menu that is about saving, and wait until it has its size."""
    open_file_menu(page)
    menu = page.get_by_test_id("stPopoverBody")
    menu.get_by_text("Saved in this browser", exact=True).click()
    expect(menu.get_by_text("Save my visit", exact=True)).to_be_visible()
    come_to_rest(page)


def is_back(page: Page, name: str) -> None:
    """Wait until the agent has been restored and the page is complete."""
    expect(agent_card(page)).to_be_visible()
    on(page, name)


def reload(page: Page, name: str) -> None:
    page.reload()
    is_back(page, name)


@pytest.mark.thorough
def test_a_game_its_settings_and_an_agent_saved_as_settings(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/train?{LINK}")
    on(page, "Train")
    page.locator(".st-key-group_advanced summary").first.click()
    wait_idle(page)  # a click in a part that is still opening can be lost
    live = page.get_by_role("switch", name="Train live")
    live.press("Space")
    expect(live).not_to_be_checked()
    wait_idle(page)
    gamma = page.get_by_role("slider", name="Discount factor γ")
    gamma.focus()
    page.keyboard.press("ArrowLeft")
    expect(page).not_to_have_url(re.compile("alpha="))  # the agent is not trained with that
    go_to(page, "Play")
    take_first(page)
    page.get_by_text("Beginner", exact=True).click()
    wait_idle(page)
    page.get_by_text("Show chances", exact=True).click()
    wait_idle(page)
    is_written(page)
    mine, board = card(page), board_string(page)
    assert "3,000 games trained" in mine
    assert sorted(saved(page)) == ["cookie", "record"]
    with page.add_init_script(SEES_DEFAULT):
        page.goto(app_url)
        on(page, "Play")
    shows(page, board)
    expect(agent_card(page)).to_have_text(mine, use_inner_text=True)
    assert not page.evaluate("window.sawDefault")
    expect(page.get_by_role("radio", name="Beginner")).to_be_checked()
    expect(page.get_by_role("switch", name="Show chances")).not_to_be_checked()
    go_to(page, "Train")
    expect(page.get_by_role("slider", name="Discount factor γ")).to_have_attribute(
        "aria-valuetext", "0.89"
    )
    page.locator(".st-key-group_advanced summary").first.click()
    expect(page.get_by_role("switch", name="Train live")).not_to_be_checked()
    page.get_by_role("button", name="Undo").click()
    expect(agent_card(page)).to_contain_text("20,000 games")


@pytest.mark.thorough
def test_a_visit_comes_back_whatever_the_clock_says(lone_page: Page, app_url: str) -> None:
    page = lone_page
    page.goto(f"{app_url}/{GAME}")
    on(page, "Play")
    take_first(page)
    board = board_string(page)
    is_written(page)
    page.goto("about:blank")
    page.clock.set_fixed_time("1999-12-31")
    page.goto(app_url)
    on(page, "Play")
    shows(page, board)


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
    open_what_is_saved(page)
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
        reload(page, "Play")  # restored from the cookie
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


def start_again(servers: list[Server], folder: Path) -> None:
    """Kill the server and start another in its place."""
    servers[-1].process.kill()
    servers[-1].process.wait()
    servers.append(Server("app.py", folder / f"{len(servers)}.log", servers[-1].port))
    servers[-1].wait_until_up()


@pytest.mark.thorough
def test_a_lost_connection_and_a_restarted_server(
    browser: Browser, own_server: list[Server], tmp_path: Path
) -> None:
    context = browser.new_context(viewport=DESKTOP)
    page = another(context)
    url = own_server[0].url
    page.goto(f"{url}/{GAME}")
    on(page, "Play")
    for _ in range(3):
        play_out(page)
        new_game(page)
    take_first(page)
    board = board_string(page)
    context.set_offline(True)
    page.wait_for_timeout(1)
    context.set_offline(False)
    wait_idle(page)
    shows(page, board)
    take_first(page)
    assert board_string(page) != board
    is_written(page, parts=1)
    mine, board = card(page), board_string(page)
    assert "20,003 games" in mine

    # Another browser trains with the same visit.
    training = browser.new_context(
        viewport=DESKTOP, storage_state=context.storage_state(indexed_db=True)
    )
    trains = another(training)
    before = saved(page)["record"]
    trains.goto(f"{url}/train?{SLOW}")
    stop = trains.get_by_role("button", name="Stop training")
    expect(stop).to_be_visible()
    becomes(trains, lambda: saved(trains)["record"] != before, True)

    start_again(own_server, tmp_path)
    expect(stop).to_be_visible(timeout=2 * TIMEOUT_MS)
    stop.click()
    expect(stop).to_be_hidden()
    trains.get_by_role("button", name="Undo").click()
    expect(agent_card(trains)).to_contain_text(mine.splitlines()[0])
    training.close()

    page.get_by_role("button", name="Hint").wait_for()
    wait_idle(page)
    expect(agent_card(page)).to_contain_text("20,003 games")
    assert (card(page), board_string(page)) == (mine, board)
    expect(page.locator(".st-key-play_score")).to_contain_text("Games 3 ")
    take_first(page)
    assert board_string(page).count("-") < 5
    context.close()
