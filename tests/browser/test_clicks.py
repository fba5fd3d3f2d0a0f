"""The result of a click is shown, whatever the page reports at the same moment."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.support import APPS, box_of, on

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


def test_a_button_that_replaces_the_clicked_one_appears_where_it_stays(
    page: Page, serve: Callable[[str], str]
) -> None:
    page.goto(f"{serve(APPS)}/?app=retained")
    first = page.get_by_role("button", name="Button 0")
    place = box_of(first)
    first.click()
    expect(page.get_by_role("button", name="Button 1")).to_be_visible()
    assert box_of(page.get_by_role("button", name="Button 1")) == place
    assert first.count() == 1, "The run has ended: the clicked one has gone."
