"""A network in a real browser: chosen as the rule, trained, and inspected."""

import re

from playwright.sync_api import Page, expect

from tests.browser.support import go_to, wait_idle
from tests.browser.test_train import agent_card, choose, games, lines, open_train


def test_a_network_is_trained_and_inspected(page: Page, app_url: str) -> None:
    open_train(page, app_url, "games=500&hidden_units=8")
    before = lines(page)
    choose(page, "Rule", "Network")
    expect(agent_card(page)).to_contain_text("Network agent")
    wait_idle(page)
    assert lines(page) != before
    page.get_by_role("slider", name="Games", exact=True).press("ArrowRight")
    expect(agent_card(page)).to_contain_text("1,000 games trained")
    wait_idle(page)
    assert games(page) == 1_000
    go_to(page, "Inspect")
    expect(page.get_by_text("Values", exact=True)).to_be_visible()
    expect(page.get_by_text("The agent plays")).to_be_visible()
    page.get_by_test_id("stButtonGroup").get_by_text(re.compile(r"^Unit \d+$")).first.click()
    expect(page.get_by_text("Without unit")).to_be_visible()
