"""Minimax that looks less far ahead, in the browser: on Compare, in links and on Play."""

import re

from playwright.sync_api import Page, expect

from tests.browser.support import choose_with_keys, on
from tests.browser.test_compare import open_compare
from tests.browser.test_play import click_and_wait, open_play


def test_minimax_of_depth_2_is_compared_linked_and_played(page: Page, app_url: str) -> None:
    open_compare(page, app_url)
    page.get_by_role("button", name="2", exact=True).click()
    expect(page.locator(".js-plotly-plot").get_by_text("Minimax, depth").first).to_be_visible()
    page.get_by_text("Your agent and built-in players").click()
    said = page.get_by_test_id("stMarkdown")
    expect(
        said.filter(has_text=re.compile("Minimax, depth 5 · Beatable as X and O"))
    ).to_be_visible()
    expect(said.filter(has_text=re.compile("Minimax, depth 6 · Unbeatable"))).to_be_visible()

    page.goto(f"{app_url}/compare?view=side-by-side&a=minimax-depth-2&b=minimax-depth-12")
    on(page, "Compare")
    expect(page.get_by_text("b=minimax-depth-12: links cannot name this player")).to_be_visible()
    expect(page.get_by_text("A: Minimax, depth 2").first).to_be_visible()

    open_play(page, app_url, "Custom")
    choose_with_keys(page, "Other moves by", "Minimax, depth 2")
    click_and_wait(page, 4)
    page.get_by_text("Why that move?").click()
    expect(page.get_by_text("As O, Minimax, depth 2 took one of the best moves.")).to_be_visible()
