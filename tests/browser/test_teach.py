"""The first minute: a newcomer teaches a pupil until nobody can beat it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import board_string, cell, play_the_plan
from tests.browser.conftest import PHONE
from tests.browser.looks import expect_no_jumps
from tests.browser.support import (
    agent_card,
    becomes,
    boards_have_answered,
    box_of,
    go_to,
    new_game,
    wait_idle,
)
from ttt_core.game import board as rules
from ttt_ui.play.teaching import WELCOME

PLANS = ([4, 0, 8, 2, 6], [0, 8, 2, 6, 4], [1, 4, 0, 2, 6], [6, 2, 8, 0, 4], [5, 4, 8, 2, 0])
"""Each beats an untrained agent in 19 games out of 20."""

PRESSES = 10
"""Presses until nobody can win, with room to spare: of 40 seeds, 30 need one and 10 need two."""


def expect_the_welcome(page: Page) -> None:
    expect(page.get_by_role("heading", name=WELCOME)).to_be_in_viewport()
    expect(page.get_by_role("group", name="Board", exact=True)).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("stSidebar")).not_to_be_in_viewport()
    expect(page.get_by_role("button", name="New game")).to_have_count(0)
    for name in ("Teach an agent from scratch", "Play an unbeatable agent", "Look inside an agent"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport()


def practise_until_nobody_can_win(page: Page) -> None:
    taught = page.get_by_text(re.compile(r"It took \d+\sgames? with you"))
    trained = agent_card(page)
    for _ in range(PRESSES):
        if taught.is_visible():
            break
        games = re.findall(r"([\d,]+)\sgames? trained", trained.text_content() or "")[0]
        all_games = int(games.replace(",", "")) + 1_000
        page.get_by_role("button", name="1,000 games").click()
        # The practice has ended, and not only begun.
        all_played = trained.filter(has_text=f"{all_games:,} games trained")
        expect(taught.or_(all_played).first).to_be_attached()
        expect(page.get_by_role("progressbar")).to_have_count(0)
        wait_idle(page)
    expect(taught).to_be_visible()


@pytest.mark.thorough
def test_a_newcomer_teaches_a_pupil(page: Page, app_url: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(app_url)
    expect_the_welcome(page)
    page.get_by_role("button", name="Teach an agent from scratch").click()
    expect(page.get_by_text("Try to win a game.")).to_be_visible()
    expect(page.get_by_role("button", name="Teach an agent from scratch")).to_have_count(0)
    wait_idle(page)
    expect(agent_card(page)).to_contain_text(re.compile(r"\b0\sgames trained"))

    for wanted in PLANS:
        if play_the_plan(page, wanted):
            break
        new_game(page)
    expect(
        page.get_by_text(re.compile(r"It learned \d+\snew positions? from this game"))
    ).to_be_visible()
    expect(page.get_by_text(re.compile("Your winning plan .*→"))).to_be_visible()
    practise_until_nobody_can_win(page)
    expect(page.get_by_text(re.compile("Nobody can beat it any more"))).to_be_visible()
    expect(
        page.get_by_label(re.compile(r"^Your winning plan wins: .*, 0\.0%\. The worst-case"))
    ).to_be_visible()
    map_ = page.locator(".st-key-play_map")
    expect(map_.get_by_text(re.compile(r"can go wrong in \d"))).to_be_visible()
    expect(agent_card(page)).to_contain_text("Unbeatable")


def test_the_first_tap_begins_the_teaching_and_what_it_learned_appears_under_the_board(
    phone: Page, app_url: str
) -> None:
    page = phone
    page.goto(app_url)
    expect_the_welcome(page)
    wait_idle(page)
    expect_no_jumps(page, "the welcome")
    cell(page, 4).click()
    expect(page.get_by_text("Try to win a game.")).to_be_visible()
    boards_have_answered(page)
    wait_idle(page)
    expect(agent_card(page)).to_contain_text("Pupil")
    practise = page.get_by_role("button", name="1,000 games")
    expect(practise).to_be_visible()
    expect(page.locator(".st-key-map_on_a_phone svg").first).to_be_in_viewport(ratio=1)
    new = page.get_by_role("button", name="New game")
    assert box_of(practise)["y"] - box_of(new)["y"] < 120
    play_the_plan(page, PLANS[0])
    told = page.get_by_text(re.compile("Your winning plan .*→|Try to win a game"))
    expect(told).to_be_visible()
    rings = page.get_by_test_id("stMain").get_by_role("img", name="Map of the game")
    expect(rings).to_be_visible()
    expect(page.locator(".st-key-pupil_story")).to_be_visible()
    assert box_of(practise)["y"] - box_of(new)["y"] < 120
    bottom = box_of(new)["y"] + box_of(new)["height"]
    for place in (told, rings):
        assert box_of(place)["y"] - bottom < 260
    expect(page.get_by_role("heading", name="What the agent learned")).to_be_visible()


@pytest.mark.thorough
def test_a_shared_pupil_opens_at_the_top_with_its_challenge(page: Page, app_url: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{app_url}/play?pupil=03142")
    expect(page.get_by_text("Somebody taught Pupil")).to_be_in_viewport(ratio=1)
    wait_idle(page)
    expect(page.get_by_test_id("stMain")).to_have_js_property("scrollTop", 0)


@pytest.mark.thorough
def test_one_button_leads_inside_and_one_below_the_board_leads_to_it(
    page: Page, app_url: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 720})
    page.goto(app_url)
    page.get_by_role("button", name="Look inside an agent").click()
    expect(page).to_have_url(re.compile(r"/inspect\?board=XO-%7C-O-%7C--X"))
    go_to(page, "Play")
    page.get_by_role("button", name="Where to start").click()
    page.get_by_role("button", name="Play an unbeatable agent").click()
    expect(page.get_by_role("heading", name="Your turn: you are X")).to_be_visible()
    expect(page.get_by_role("group", name="Board", exact=True)).to_be_in_viewport(ratio=1)
    expect(agent_card(page)).to_contain_text("Trap setter")


@pytest.mark.thorough
def test_the_first_move_keeps_the_board_and_its_focus_and_back_returns_to_the_welcome(
    page: Page, app_url: str
) -> None:
    page.goto(app_url)
    expect_the_welcome(page)
    wait_idle(page)
    place = box_of(page.get_by_role("group", name="Board", exact=True))["x"]
    cell(page, 4).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="New game")).to_be_visible()
    wait_idle(page)
    board = page.get_by_role("group", name="Board", exact=True)
    becomes(page, lambda: box_of(board)["x"], place)
    expect(page.get_by_test_id("stSidebar")).not_to_be_in_viewport()
    expect(cell(page, 4, "X")).to_be_focused()
    page.go_back()
    expect(page.get_by_role("heading", name=WELCOME)).to_be_visible()
    expect(cell(page, 4)).to_be_visible()
    wait_idle(page)
    page.get_by_role("button", name="Continue with Pupil").click()
    expect(cell(page, 4, "X")).to_be_visible()
    wait_idle(page)
    cell(page, 4, "X").focus()
    while rules.outcome(board_string(page)) is None:
        page.keyboard.press(str(board_string(page).index("-") + 1))
        boards_have_answered(page)
    wait_idle(page)
    expect(cell(page, 4, "X")).to_be_focused()

    page.get_by_role("button", name="Where to start").click()
    expect(page.get_by_role("heading", name=WELCOME)).to_be_visible()
    wait_idle(page)
    page.get_by_role("button", name="Teach an agent from scratch").click()
    expect(page.get_by_text("Try to win a game.")).to_be_visible()
    wait_idle(page)
    page.go_back()
    expect(page.get_by_role("heading", name=WELCOME)).to_be_visible()
    wait_idle(page)
    page.go_forward()
    expect(page.get_by_text("Try to win a game.")).to_be_visible()
