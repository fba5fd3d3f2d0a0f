"""axe-core finds no faults of ours on any page, and headings are in order."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import PHONE
from tests.browser.looks import (
    RULES_ON_ROOM,
    SCHEMES,
    expect_headings_in_order,
    expect_no_overhang,
    expect_nothing_found,
    findings,
    switch_to,
)
from tests.browser.support import GAME, on, wait_idle

LOOKS = {
    "Play": (f"/{GAME}", ()),
    "Train": (
        "/train?games=3000&gamma=0",
        ("Experiments", "Five questions", "Update rule", "Weak spots"),
    ),
    "Inspect": ("/inspect?board=XO--X---O", ("Position", "All positions", "Five questions")),
    "Compare": ("/compare", ("Players", "Judge files", "Learning curves", "Sweep", "Side by side")),
}
"""The address of each page, and the tabs to check."""

WINDOWS: tuple[ViewportSize, ...] = ({"width": 1280, "height": 720}, PHONE)


@pytest.mark.thorough
@pytest.mark.parametrize("name", LOOKS)
def test_axe_finds_no_faults_of_ours_and_headings_are_in_order(
    page: Page, app_url: str, name: str
) -> None:
    address, tabs = LOOKS[name]
    page.set_viewport_size(WINDOWS[0])
    page.goto(f"{app_url}{address}")
    on(page, name)
    for window in WINDOWS:
        switch_to(page, SCHEMES[0])
        page.set_viewport_size(window)
        collapsed = "true" if window is PHONE else "false"
        expect(page.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", collapsed)
        wait_idle(page)
        for tab in tabs or [None]:
            if tab is not None:
                page.get_by_role("tab", name=tab, exact=True).click()
                wait_idle(page)
            expect_no_overhang(page.get_by_test_id("stMain"), (tab, window))
            if window is PHONE and tab not in (None, *tabs[:1]):
                assert findings(page, *RULES_ON_ROOM) == [], tab
                continue
            for scheme in SCHEMES:
                expect_nothing_found(page, scheme, (tab, window))
            expect_headings_in_order(page)


@pytest.mark.thorough
def test_headings_of_a_reward_memory_are_in_order_and_axe_finds_a_deliberate_fault(
    page: Page, app_url: str
) -> None:
    page.goto(f"{app_url}/inspect?rule=reward-memory&games=300")
    on(page, "Inspect")
    expect(page.get_by_role("heading", name="Rewards", level=3)).to_be_visible()
    expect_headings_in_order(page)
    page.get_by_test_id("stMain").evaluate("main => main.append(document.createElement('button'))")
    assert any(found.startswith("button-name") for found in findings(page))


@pytest.mark.thorough
def test_the_button_of_an_uploader_has_a_name(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/compare")
    on(page, "Compare")
    page.get_by_role("button", name="Add", exact=True).click()
    uploader = page.get_by_test_id("stPopoverBody").get_by_test_id("stFileUploader")
    expect(uploader.get_by_role("button", name="Upload", exact=True)).to_be_visible()
    wait_idle(page)
    assert findings(page) == []


@pytest.mark.thorough
def test_a_formula_wider_than_the_window_can_be_reached_by_keyboard(
    phone: Page, app_url: str
) -> None:
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.goto(f"{app_url}/train?games=3000&move_cost=0.05&step_size=sample-average")
    on(phone, "Train")
    phone.get_by_role("tab", name="Update rule").click()
    wide = phone.get_by_role("group", name="Formula", exact=True)
    expect(wide.first).to_be_visible()
    wait_idle(phone)
    assert findings(phone) == []
    phone.get_by_role("tab", name="Update rule").focus()
    for _ in range(5):
        phone.keyboard.press("Tab")
        if phone.evaluate("document.activeElement.matches('.katex-display')"):
            break
    expect(wide.first).to_be_focused()
    phone.keyboard.press("ArrowRight")
    phone.wait_for_function("document.activeElement.scrollLeft > 0")
