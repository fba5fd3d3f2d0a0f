"""Why an agent is beatable, explained in a real browser, and the fix tried."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.support import on, wait_idle
from tests.browser.test_play import board_string
from tests.browser.test_train import agent_card, open_train
from ttt_core.game import board as rules
from ttt_core.study.causes import CAUSES

WIDEST = "main => main.scrollWidth - main.clientWidth"


def ask(page: Page) -> None:
    page.get_by_role("tab", name="Weak spots").click()
    expect(page.get_by_role("button", name="Try a fix")).to_be_visible()
    wait_idle(page)


def said(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.get_by_test_id("stMain").get_by_text(text).first).to_be_visible()


@pytest.mark.thorough
def test_why_an_agent_that_looks_only_one_move_ahead_is_beatable(page: Page, app_url: str) -> None:
    open_train(page, app_url, "gamma=0.0&games=20000")
    ask(page)
    read_the_cause_and_fix_it(page)
    step_through_the_game_and_open_its_mistake_in_inspect(page)


def read_the_cause_and_fix_it(page: Page) -> None:
    for window in (PHONE, DESKTOP):
        page.set_viewport_size(window)
        wait_idle(page)
        assert page.get_by_test_id("stMain").evaluate(WIDEST) <= 0
    (cause,) = (one for one in CAUSES if one.name == "discount")
    said(page, f"{cause.label}.")
    said(page, re.compile("Wrong from the start"))
    said(page, "Tested: training from scratch with this fix makes it unbeatable.")

    page.get_by_role("button", name="Try a fix: γ 0.9").click()
    expect(page.get_by_role("heading", name=re.compile("Unbeatable"))).to_be_visible()
    said(page, "there is nothing to explain")
    expect(page).not_to_have_url(re.compile("[?&]gamma=0.0"))
    wait_idle(page)
    expect(agent_card(page)).to_contain_text("20,000 games trained")

    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name=re.compile("Beatable"))).to_be_visible()
    expect(page.get_by_role("button", name="Try a fix")).to_be_visible()
    wait_idle(page)


def step_through_the_game_and_open_its_mistake_in_inspect(page: Page) -> None:
    shown = board_string(page)
    marks = 9 - shown.count("-")
    said(page, re.compile(f"Move {marks} of"))
    expect(page.locator("[data-ring]").first).to_be_visible()
    page.get_by_role("button", name="Back", exact=True).click()
    said(page, re.compile(f"Move {marks - 1} of"))
    wait_idle(page)
    before = board_string(page)
    assert before.count("-") == shown.count("-") + 1
    expect(page.locator("[data-ring]")).to_have_count(0)
    sentence = page.get_by_text(re.compile(f"Move {marks - 1} of")).first.inner_text()
    number = int(re.findall(r"of (\d)", sentence)[0])
    for move in range(marks, number + 1):
        page.get_by_role("button", name="Forward", exact=True).click()
        said(page, re.compile(f"Move {move} of"))
        wait_idle(page)
    expect(page.get_by_role("button", name="Forward", exact=True)).to_be_disabled()
    said(page, re.compile("[XO] wins\\.$"))

    page.get_by_role("button", name="Open in Inspect").click()
    on(page, "Inspect")
    expect(page.locator("h2 code")).to_have_text(rules.pattern(before))
