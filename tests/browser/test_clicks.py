"""The result of a click is shown, whatever the page reports at the same moment."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.support import APPS, LateServer, box_of, on, wait_idle

# To the storage component it looks as if another tab had written an invalid record.
_REPORTS_AND_CLICKS = """
  (button) => {
    localStorage.setItem("ttt-lab.record", "nonsense");
    dispatchEvent(new StorageEvent("storage", { key: "ttt-lab.record" }));
    button.click();
  }
"""


def test_the_page_shows_a_click_sent_together_with_a_storage_report(
    page: Page, app_url: str
) -> None:
    page.goto(f"{app_url}/train?games=500&seed=3")
    on(page, "Train")
    agent = page.locator(".st-key-agent_card")
    expect(agent).to_contain_text("500 games trained")
    undo = page.get_by_test_id("stMain").get_by_role("button", name="Undo")
    undo.evaluate(_REPORTS_AND_CLICKS)
    expect(agent).to_contain_text("20,000 games trained")


def test_what_follows_a_button_stays_in_place_when_another_one_replaces_it(
    new_page: Page, serve: Callable[[str], str]
) -> None:
    page, server = new_page, LateServer(new_page)
    page.goto(f"{serve(APPS)}/?app=retained")
    first, second = (page.get_by_role("button", name=f"Button {n}") for n in (0, 1))
    below = page.get_by_text("Below the button")
    expect(below).to_be_visible()
    wait_idle(page)
    places = box_of(first), box_of(below)
    server.hold_from(b"The end")  # until the run has ended, the clicked one is there too
    first.click()
    expect(second).to_be_visible()
    expect(first).to_have_count(1)
    assert (box_of(second), box_of(below)) == places
    server.tell_everything()
    expect(first).to_have_count(0)
    assert (box_of(second), box_of(below)) == places
