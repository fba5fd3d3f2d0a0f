"""Watch it play, in a real browser: it runs, steps, pauses, and learns in view."""

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


@pytest.mark.thorough
def test_it_starts_steps_and_pauses_and_all_figures_change(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/{GAME}")
    page.get_by_role("radio", name="Watch it play").click()
    step = page.get_by_role("button", name="Step")
    expect(step).to_be_visible()
    wait_idle(page)
    page.get_by_text("Reset agent", exact=True).click()
    wait_idle(page)
    page.get_by_role("button", name="Erase what it has learned").click()
    untrained = re.compile(r"[^\d,]0 games trained")
    expect(agent_card(page)).to_contain_text(untrained)
    wait_idle(page)

    shows(page, "---------")
    step.click()
    expect(page.get_by_role("button", name=re.compile("^[a-z ]+, X$"))).to_have_count(1)
    expect(page.get_by_role("heading", name="O to move")).to_be_visible()
    speed = page.get_by_role("slider", name="Speed")
    speed.press("End")
    expect(speed).to_have_attribute("aria-valuetext", "1,000 moves/s")
    wait_idle(page)
    place = box_of(step)
    page.get_by_role("button", name="Start", exact=True).click()
    pause = page.get_by_role("button", name="Pause")
    expect(pause).to_be_visible()
    becomes(page, lambda: box_of(step), place)
    expect(agent_card(page)).not_to_contain_text(untrained)
    in_sidebar = agent_card(page).inner_text()
    shown = page.get_by_test_id("stMetric").filter(has=page.get_by_text("Games", exact=True))
    expect(shown).to_have_text(re.compile(r"^Games\s*(1[5-9]\d|[2-9]\d\d|\d+,\d+)$"))
    expect(agent_card(page)).not_to_have_text(in_sidebar, use_inner_text=True)
    expect(page.get_by_text(re.compile("Beatable as|Unbeatable"))).to_have_count(2)
    pause.click()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    wait_idle(page)
    expect_to_stay(page, figure(page, "Games"))
