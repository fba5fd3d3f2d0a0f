"""On a busy server, nothing that was drawn is lost."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect


@pytest.mark.thorough
def test_a_page_is_complete_though_a_fragment_is_drawn_again_before_it_is_sent(
    page: Page, serve: Callable[[str], str]
) -> None:
    page.goto(serve("tests/browser/delivery_app.py"))
    page.get_by_role("button", name="Draw").click()
    expect(page.get_by_text("The part, drawn again")).to_be_visible()
    expect(page.get_by_text("Below the part")).to_be_visible()
