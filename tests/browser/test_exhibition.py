"""Watch it play, in a real browser: it runs, learns in view, and resumes after a break."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import shows
from tests.browser.support import (
    GAME,
    agent_card,
    becomes,
    box_of,
    expect_to_stay,
    figure,
    wait_idle,
)


def open_exhibition(page: Page, url: str) -> None:
    page.goto(f"{url}/{GAME}")
    page.get_by_role("radio", name="Watch it play").click()
    expect(page.get_by_role("button", name="Step")).to_be_visible()
    wait_idle(page)


def choose_the_highest_speed(page: Page) -> None:
    slider = page.get_by_role("slider", name="Speed")
    slider.press("End")
    expect(slider).to_have_attribute("aria-valuetext", "1,000 moves/s")
    wait_idle(page)


def start(page: Page) -> None:
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


def pause(page: Page) -> None:
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    wait_idle(page)


def erase(page: Page) -> None:
    page.get_by_text("Reset agent", exact=True).click()
    wait_idle(page)
    page.get_by_role("button", name="Erase what it has learned").click()
    expect(agent_card(page)).to_contain_text(re.compile(r"[^\d,]0 games trained"))
    wait_idle(page)


def number(page: Page, label: str) -> int:
    return int(figure(page, label).inner_text().replace(",", ""))


@pytest.mark.thorough
def test_it_starts_steps_and_pauses_and_all_figures_change_and_add_up(
    page: Page, app_url: str
) -> None:
    open_exhibition(page, app_url)
    erase(page)
    expect(page.get_by_text("Both sides explore in 100.0% of their moves.")).to_be_visible()
    shows(page, "---------")
    step = page.get_by_role("button", name="Step")
    step.click()
    expect(page.get_by_role("button", name=re.compile("^[a-z ]+, X$"))).to_have_count(1)
    expect(page.get_by_role("heading", name="O to move")).to_be_visible()
    choose_the_highest_speed(page)
    place = box_of(step)
    start(page)
    becomes(page, lambda: box_of(step), place)
    expect(agent_card(page)).not_to_contain_text(re.compile(r"[^\d,]0 games trained"))
    in_sidebar = agent_card(page).inner_text()
    shown = page.get_by_test_id("stMetric").filter(has=page.get_by_text("Games", exact=True))
    expect(shown).to_have_text(re.compile(r"^Games\s*(1[5-9]\d|[2-9]\d\d|\d+,\d+)$"))
    expect(agent_card(page)).not_to_have_text(in_sidebar, use_inner_text=True)
    expect(page.get_by_text(re.compile("Beatable as|Unbeatable"))).to_have_count(2)
    pause(page)
    expect_to_stay(page, figure(page, "Games"))
    expect_the_statistics_to_add_up(page)


def expect_the_statistics_to_add_up(page: Page) -> None:
    results = [number(page, name) for name in ("X wins", "O wins", "Draws")]
    assert sum(results) == number(page, "Games")
    expect(page.get_by_text(re.compile(r"Distinct games: [\d,]+ of 255,168"))).to_be_visible()
    expect(page.get_by_text(re.compile(r"Exploratory moves: [\d,]+ of"))).to_be_visible()
