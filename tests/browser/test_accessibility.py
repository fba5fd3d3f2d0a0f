"""Headings, formulas, and that axe-core finds faults.

It looks at every view in test_languages.py.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import expect_headings_in_order, findings
from tests.browser.support import on, wait_idle

pytestmark = pytest.mark.thorough


def test_headings_of_a_reward_memory_are_in_order_and_axe_finds_a_deliberate_fault(
    page: Page, app_url: str
) -> None:
    page.goto(f"{app_url}/inspect?rule=reward-memory&games=300")
    on(page, "Inspect")
    expect(page.get_by_role("heading", name="Rewards", level=3)).to_be_visible()
    expect_headings_in_order(page)
    page.get_by_test_id("stMain").evaluate("main => main.append(document.createElement('button'))")
    assert any(found.startswith("button-name") for found in findings(page))


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
