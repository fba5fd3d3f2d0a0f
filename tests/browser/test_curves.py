"""Learning curves of several configurations, in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import on, wait_idle

SLOW = "a=games-300~gamma-0.5&b=games-400&c=games-10000000~replay-200&seeds=4"


def test_a_comparison_is_opened_extended_and_downloaded(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/compare")
    on(page, "Compare")
    page.get_by_role("tab", name="Learning curves").click()
    chart = page.get_by_label(re.compile("^Learning curves, O loses vs random: Default, Default"))
    expect(chart).to_be_visible()
    expect(page.get_by_text(re.compile("Unbeatable .* all 8 seeds"))).to_be_visible()
    expect(page).to_have_url(re.compile("view=learning-curves&a=games-20000.*&b=.*symmetry-false"))

    page.get_by_role("button", name="Add a configuration").click()
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
    expect(page).to_have_url(re.compile("&c=games-20000~gamma-0.5~"))
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


@pytest.mark.thorough
def test_a_long_comparison_is_started_stopped_and_continued(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/compare?view=learning-curves&{SLOW}&measure=luck")
    on(page, "Compare")
    expect(page.get_by_text("measure=luck")).to_be_visible()
    expect(page.get_by_text("Not measured yet")).to_have_count(3)
    page.get_by_role("button", name="Measure", exact=True).click()
    stop = page.get_by_role("button", name="Stop measuring")
    expect(page.get_by_text(re.compile("^[1-9] of 12 runs · .* left$"))).to_be_visible()
    stop.click()
    resume = page.get_by_role("button", name="Continue")
    expect(resume).to_be_visible()
    expect(page.get_by_text(re.compile("^[1-9] of 12 runs done"))).to_be_visible()
    resume.click()
    expect(stop).to_be_visible()
    page.get_by_role("tab", name="Players").click()  # leaving the view stops it
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    wait_idle(page)
    page.get_by_role("tab", name="Learning curves").click()
    expect(resume).to_be_visible()
    resume.click()
    page.get_by_text("Linear").click()
    expect(page).to_have_url(re.compile("axis=linear"))
    expect(stop).to_be_visible()
    page.get_by_role("button", name="Remove", exact=True).last.click()  # the slow one
    expect(stop).to_have_count(0)
    expect(page.get_by_text("Measured so far")).to_have_count(0)
    expect(page.get_by_text(re.compile("with all 4 seeds"))).to_have_count(2)
    wait_idle(page)
    expect(resume).to_have_count(0)


@pytest.mark.thorough
def test_the_message_about_a_link_stays_until_everything_is_measured(
    page: Page, app_url: str
) -> None:
    page.goto(f"{app_url}/compare?view=learning-curves&a=games-300~gamma-7&b=games-400&seeds=5")
    on(page, "Compare")
    expect(page.get_by_text(re.compile(r"with (all|\d of) 5 seeds\.$"))).to_have_count(2)
    wait_idle(page)
    expect(page.get_by_text("a: gamma=7")).to_be_visible()
