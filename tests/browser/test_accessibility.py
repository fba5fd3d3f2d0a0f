"""axe-core finds nothing on any page that is ours, and headings are in order."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import watched_page
from tests.browser.support import on, wait_idle
from tests.browser.test_layout import options

LOOKS = {
    "Play": ("/", ()),
    "Train": ("/train?games=3000", ("Time machine", "Five questions", "What the numbers mean")),
    "Inspect": ("/inspect?board=XO--X---O", ("Position", "All positions", "Five questions")),
    "Compare": ("/compare", ()),
}
"""Address of each page, and the tabs to look behind."""

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

STREAMLITS = [
    # st.latex lets a formula that is too long be scrolled, but gives it no tab stop.
    ("scrollable-region-focusable", 'class="katex-display"'),
]
"""Findings that are Streamlit's own: a rule, and what the HTML of its element contains."""


@pytest.fixture(params=[(1280, 720), (390, 844)], ids=["desk", "phone"])
def window(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    with watched_page(browser, **options(request.param)) as page:
        yield page


def findings(page: Page) -> list[str]:
    """Return what axe finds, without what is Streamlit's own."""
    return [
        f"{violation['id']}: {node['target']} {node['html'][:200]} {node['failureSummary']}"
        for violation in Axe().run(page).response["violations"]
        for node in violation["nodes"]
        if not any(violation["id"] == rule and part in node["html"] for rule, part in STREAMLITS)
    ]


@pytest.mark.parametrize("name", LOOKS)
def test_axe_finds_nothing_of_ours_and_headings_are_in_order(
    window: Page, app_url: str, name: str
) -> None:
    address, tabs = LOOKS[name]
    window.goto(f"{app_url}{address}")
    on(window, name)
    for tab in tabs or [None]:
        if tab is not None:
            window.get_by_role("tab", name=tab, exact=True).click()
            wait_idle(window)
        for scheme in SCHEMES:
            window.emulate_media(color_scheme=scheme)
            expect(window.get_by_test_id("stApp")).to_have_css("color-scheme", scheme)
            assert findings(window) == [], f"{tab}, {scheme}"
        expect_headings_in_order(window)


def expect_headings_in_order(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    headings = page.get_by_test_id("stMain").get_by_role("heading")
    levels = [
        int(heading.evaluate("one => one.tagName")[1])
        for heading in headings.all()
        if heading.is_visible()
    ]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    expect(headings.get_by_role("link")).to_have_count(0)


def test_axe_does_find_what_is_wrong(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/compare")
    on(page, "Compare")
    page.get_by_test_id("stMain").evaluate("main => main.append(document.createElement('button'))")
    assert any(found.startswith("button-name") for found in findings(page))
