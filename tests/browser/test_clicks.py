"""The result of a click is shown, whatever the page reports at the same moment."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import APPS, LateServer, box_of, go_to, on, visit, wait_idle

pytestmark = pytest.mark.thorough

_CLICKS_BOTH = """
  (button) => {
    const buttons = [...document.querySelectorAll("button")];
    buttons.find((other) => other.textContent.includes("Inside")).click();
    button.click();
  }
"""

_CLICKS_AND_WAITS = """
  (button) => {
    const begin = window.setTimeout;
    const late = [];
    window.setTimeout = (act, delay = 0, ...given) =>
      delay ? begin(act, delay, ...given) : late.push(act);
    button.click();
    window.setTimeout = begin;
    window.send = () => late.forEach((act) => act());
  }
"""
"""A click is sent by a timer; here it waits until `send` is called."""


def test_the_page_shows_a_click_sent_together_with_one_in_a_fragment(
    page: Page, serve: Callable[[str], str]
) -> None:
    visit(page, serve(APPS), "clicks", "part=replaced")
    page.get_by_role("button", name="Button 0").evaluate(_CLICKS_BOTH)
    expect(page.get_by_text("1 clicks outside")).to_be_visible()


def test_what_follows_a_button_stays_in_place_when_another_one_replaces_it(
    new_page: Page, serve: Callable[[str], str]
) -> None:
    page, server = new_page, LateServer(new_page)
    visit(page, serve(APPS), "clicks", "part=replaced")
    first, second = (page.get_by_role("button", name=f"Button {n}") for n in (0, 1))
    below = page.get_by_text("Below the button")
    places = box_of(first), box_of(below)
    server.hold_from(b"The end")  # until the run has ended, the clicked one is there too
    first.click()
    expect(second).to_be_visible()
    expect(first).to_have_count(1)
    assert (box_of(second), box_of(below)) == places
    server.tell_everything()
    expect(first).to_have_count(0)
    assert (box_of(second), box_of(below)) == places


def test_a_click_counts_once_though_a_fragment_runs_before_it_is_sent(
    page: Page, serve: Callable[[str], str]
) -> None:
    page.goto(f"{serve(APPS)}/?app=clicks&part=timed")  # it is never idle
    expect(page.get_by_text("0 clicks", exact=True)).to_be_visible()
    page.get_by_role("button", name="Count").evaluate(_CLICKS_AND_WAITS)
    runs = page.get_by_text(re.compile(r"^\d+ runs$"))
    for _ in range(2):  # the first may have been on its way
        expect(runs).not_to_have_text(runs.inner_text())
    expect(page.get_by_text("0 clicks", exact=True)).to_be_visible()
    page.evaluate("send()")
    expect(page.get_by_text("1 clicks", exact=True)).to_be_visible()


LEAVE_AND_MOVE = """
    (slider, delay) => {
        document.querySelector('a[href$="/inspect"]').click();
        setTimeout(() => {
            slider.stepDown();
            slider.dispatchEvent(new Event("input"));
        }, delay);
    }
"""


def test_a_slider_moved_while_the_page_changes_leads_nobody_back(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/train?games=300")
    on(page, "Train")
    for delay in (0, 24):
        page.get_by_role("slider", name="Discount factor γ").evaluate(LEAVE_AND_MOVE, delay)
        expect(page.get_by_role("heading", name="Inspect", level=1)).to_be_visible()
        wait_idle(page)
        expect(page.get_by_role("heading", name="Inspect", level=1)).to_be_visible()
        go_to(page, "Train")


def test_a_page_is_complete_though_a_fragment_is_drawn_again_before_it_is_sent(
    page: Page, serve: Callable[[str], str]
) -> None:
    visit(page, serve(APPS), "clicks", "part=again")
    page.get_by_role("button", name="Draw").click()
    expect(page.get_by_text("The part, drawn again")).to_be_visible()
    expect(page.get_by_text("Below the part")).to_be_visible()
