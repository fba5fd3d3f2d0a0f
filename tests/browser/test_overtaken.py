"""Whatever changes the agent while it learns in the background: nothing is lost, undo finds it."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

import ttt_core as ttt
from tests.browser.support import agent_card, go_to, wait_idle
from ttt_ui.frame.links import config_to_query


def games_trained(page: Page) -> int:
    found = re.search(r"([\d,]+) games trained", agent_card(page).inner_text())
    assert found is not None
    return int(found[1].replace(",", ""))


def stays(page: Page, games: int, name: str) -> None:
    """Look at the agent on Train: nothing in the background changes it."""
    if "/train" in page.url:
        go_to(page, "Inspect")
    go_to(page, "Train")
    assert games_trained(page) == games
    expect(agent_card(page)).to_contain_text(name)
    expect(page.get_by_role("progressbar")).to_have_count(0)


def choose_preset(page: Page, name: str) -> None:
    """Choose a preset, though the page may still be drawing, which closes a list that is open."""
    for _ in range(10):
        page.get_by_role("combobox", name="Preset").click()
        try:
            page.get_by_role("option", name=name, exact=True).click(timeout=3_000)
        except PlaywrightTimeoutError:
            page.keyboard.press("Escape")
        else:
            return
    raise AssertionError(f"{name} could not be chosen.")


@pytest.mark.thorough
def test_an_earlier_link_during_a_training(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/train?games=300&seed=1&replay=200")
    expect(agent_card(page)).to_contain_text("300 games trained")
    wait_idle(page)
    page.get_by_test_id("stSidebar").get_by_role("slider", name="Games").first.focus()
    page.keyboard.press("End")
    expect(page).not_to_have_url(re.compile("games="))  # they wait for a click
    wait_idle(page)
    page.get_by_role("button", name="Start over").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page).to_have_url(re.compile("games=10000000"))
    page.go_back()
    expect(agent_card(page)).to_contain_text("300 games trained")
    expect(page.get_by_role("progressbar")).to_have_count(0)
    stays(page, 300, "Minimax-Q agent")


@pytest.mark.thorough
def test_presets_chosen_quickly_leave_the_settings_they_say(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/train?games=300&seed=1")
    expect(page.get_by_role("heading", name="Train", exact=True)).to_be_visible()
    wait_idle(page)
    names = ["Two tables (2026)", "Adaptive (freeCodeCamp 2025)", "Default", "Quick study"]
    for name in names:
        choose_preset(page, name)
    expect(agent_card(page)).to_contain_text(names[-1])
    wait_idle(page)
    query = urlencode(config_to_query(ttt.PRESETS[names[-1]]))
    expect(page).to_have_url(f"{app_url}/train?{query}")
    expect(page.get_by_test_id("stAlert")).to_have_count(0)
