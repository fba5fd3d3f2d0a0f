"""Guided experiments in a real browser: guess, see, read why, and keep the agent."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import WINDOWS, expect_no_overhang
from tests.browser.support import wait_idle
from ttt_ui.train.experiments.declared import EXPERIMENTS


@pytest.mark.thorough
def test_an_experiment_is_guessed_seen_and_kept(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/train")
    page.get_by_role("button", name="Pause").click()  # the growth of the first curve
    page.get_by_role("combobox", name="Experiment").click()
    page.get_by_role("option", name="Look one move ahead").click()
    experiment = EXPERIMENTS["gamma-0"]
    expect(page.get_by_text(experiment.question)).to_be_visible()
    expect(page).to_have_url(re.compile("experiment=gamma-0"))
    wait_idle(page)
    page.get_by_role("button", name=experiment.answers[0]).click()
    expect(page.get_by_text(re.compile("· your answer"))).to_be_visible()
    expect(page.get_by_text("True in 20 of 20 training runs with different seeds.")).to_be_visible()
    picture = page.get_by_role("figure", name=re.compile("Blocks made in 20 training runs"))
    expect(picture.locator(".scatterlayer .point")).to_have_count(40)
    expect(page.get_by_role("heading", name=re.compile("Unbeatable"))).to_be_visible()
    page.get_by_role("button", name="Keep this agent").click()
    expect(page.get_by_role("heading", name=re.compile("Beatable"))).to_be_visible()
    expect(page).to_have_url(re.compile("gamma=0.0"))
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name=re.compile("Unbeatable"))).to_be_visible()
    expect(page).not_to_have_url(re.compile("gamma=0.0"))


@pytest.mark.thorough
def test_an_answered_experiment_fits(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/train?experiment=gamma-0")
    page.get_by_role("button", name=EXPERIMENTS["gamma-0"].answers[0]).click()
    expect(page.get_by_text(re.compile("· your answer"))).to_be_visible()
    for window in reversed(WINDOWS):
        page.set_viewport_size(window)
        wait_idle(page)
        expect_no_overhang(page.get_by_test_id("stMain"), window)
