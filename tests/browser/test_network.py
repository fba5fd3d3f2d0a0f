"""A network in a real browser: chosen as the rule, trained, and inspected."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import go_to, wait_idle
from tests.browser.test_train import agent_card, games, lines, open_train

NETWORK = (
    "rule=network&seed=16&hidden_units=24&games=2000&gamma=1&epsilon=0.7&epsilon_decay=1"
    "&symmetry=false&replay_size=100000"
)
"""Unbeatable after 5,000 games, and not after 2,000."""


@pytest.mark.thorough
def test_a_network_becomes_unbeatable_and_falls_without_one_of_its_units(
    page: Page, app_url: str
) -> None:
    open_train(page, app_url, NETWORK)
    expect(agent_card(page)).to_contain_text("Beatable as")
    before = lines(page)
    page.get_by_role("slider", name="Games", exact=True).press("ArrowRight")
    expect(agent_card(page)).to_contain_text("Unbeatable")
    wait_idle(page)
    assert lines(page) != before
    assert games(page) == 5_000
    go_to(page, "Inspect")
    expect(page.get_by_text("Values", exact=True)).to_be_visible()
    page.get_by_test_id("stButtonGroup").get_by_text(re.compile(r"^Unit \d+$")).first.click()
    expect(page.get_by_text(re.compile(r"Without unit \d+: Beatable as"))).to_be_visible()
