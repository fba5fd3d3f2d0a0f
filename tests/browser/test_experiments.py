"""Guided experiments in a real browser: guess, see, read why, and undo."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import wait_idle
from ttt_ui.train.experiments import EXPERIMENTS


def test_an_experiment_is_guessed_seen_and_undone(page: Page, app_url: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{app_url}/train")
    page.get_by_text("Experiments", exact=True).click()
    page.get_by_role("radio", name="Look one move ahead").click()
    experiment = EXPERIMENTS["gamma-0"]
    expect(page.get_by_text(experiment.question)).to_be_visible()
    expect(page).to_have_url(re.compile("experiment=gamma-0"))
    wait_idle(page)
    page.get_by_role("button", name=experiment.answers[0]).click()
    expect(page.get_by_text(re.compile("· your answer"))).to_be_visible()
    expect(page.get_by_text("True in 20 of 20 trainings with different seeds.")).to_be_visible()
    picture = page.get_by_role("figure", name=re.compile("Blocks made in 20 trainings"))
    expect(picture.locator(".scatterlayer .point")).to_have_count(40)
    expect(page.get_by_role("heading", name=re.compile("Beatable"))).to_be_visible()
    expect(page).to_have_url(re.compile("gamma=0.0"))
    wait_idle(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name=re.compile("Unbeatable"))).to_be_visible()
    expect(page).not_to_have_url(re.compile("gamma=0.0"))


@pytest.mark.parametrize(
    ("name", "answer", "setting"),
    [
        ("gamma-1", 1, "gamma=1.0"),
        ("rewards-for-x", 2, "rewards_for=X"),
        ("best-ever", 2, "best_ever=true"),
    ],
)
def test_what_does_not_work_is_seen_with_every_seed(
    page: Page, app_url: str, name: str, answer: int, setting: str
) -> None:
    experiment = EXPERIMENTS[name]
    page.goto(f"{app_url}/train?experiment={name}")
    page.get_by_role("button", name=experiment.answers[answer]).click()
    expect(page.get_by_text("True in 20 of 20 trainings with different seeds.")).to_be_visible()
    picture = page.get_by_role("figure", name=re.compile(f"{experiment.measure.label} in 20"))
    expect(picture.locator(".scatterlayer .point")).to_have_count(40)
    expect(page).to_have_url(re.compile(setting))


@pytest.mark.thorough
def test_a_link_opens_an_experiment_and_on_a_phone_nothing_is_wider_than_the_screen(
    phone: Page, app_url: str
) -> None:
    phone.goto(f"{app_url}/train?experiment=no-symmetry")
    expect(phone.get_by_text(EXPERIMENTS["no-symmetry"].question)).to_be_visible()
    wait_idle(phone)
    phone.get_by_role("button", name=EXPERIMENTS["no-symmetry"].answers[1]).click()
    expect(phone.get_by_text(re.compile("· your answer"))).to_be_visible()
    wait_idle(phone)
    assert phone.get_by_test_id("stMain").evaluate("main => main.scrollWidth") <= 390
