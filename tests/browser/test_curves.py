"""Learning curves of several configurations, in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import on, wait_idle


@pytest.mark.thorough
def test_a_comparison_is_opened_extended_and_downloaded(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/compare")
    on(page, "Compare")
    page.get_by_role("tab", name="Learning curves").click()
    chart = page.get_by_label(re.compile("^Learning curves, O loses vs random: Default, Default"))
    expect(chart).to_be_visible()
    expect(page.get_by_text(re.compile("Unbeatable .* all 8 seeds"))).to_be_visible()
    expect(page).to_have_url(re.compile("view=learning-curves&a.games=20000.*&b.symmetry=false"))

    wait_idle(page)
    page.get_by_role("button", name="Add a configuration").click()
    wait_idle(page)  # a list that is opened while the page still draws closes again
    page.get_by_role("combobox", name="Change one setting").click()
    page.get_by_role("option", name="Discount factor γ").click()
    value = page.get_by_label("Value", exact=True)
    expect(value).to_have_value("0.9")
    value.fill("0.5")
    value.press("Tab")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
    expect(page.get_by_label(re.compile("Default, γ 0.5$"))).to_be_visible()
    expect(page.get_by_text(re.compile(r"with (all|\d+ of) \d seeds\."))).to_have_count(3)
    expect(page.get_by_text("Measured so far")).to_have_count(0)
    expect(page).to_have_url(re.compile("&c.games=20000&c.gamma=0.5&"))
    wait_idle(page)

    with page.expect_download() as download:
        page.get_by_role("button", name="Download as CSV").click()
    assert download.value.suggested_filename.endswith(".csv")

    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Remove").first.scroll_into_view_if_needed()
    page.get_by_role("button", name="Remove").first.click()
    expect(page.get_by_role("button", name="Remove")).to_have_count(2)
    expect(page.get_by_label(re.compile(": Default, use symmetry: no, Default, γ"))).to_be_visible()
    main = page.get_by_test_id("stMain")
    expect(main).to_have_js_property("scrollWidth", main.evaluate("main => main.clientWidth"))
