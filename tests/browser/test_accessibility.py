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

LEAST_CONTRAST = """
  (captions) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const luminance = () => {
      const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (text) => {
      const around = [];
      for (let one = text; one; one = one.parentElement) around.unshift(getComputedStyle(one));
      for (const { backgroundColor } of around) {
        canvas.fillStyle = backgroundColor;
        canvas.fillRect(0, 0, 1, 1);
      }
      const ground = luminance();
      canvas.globalAlpha = around.reduce((product, { opacity }) => product * opacity, 1);
      canvas.fillStyle = getComputedStyle(text).color;
      canvas.fillRect(0, 0, 1, 1);
      canvas.globalAlpha = 1;
      const [dark, light] = [ground, luminance()].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };
    const words = captions.flatMap((caption) => [...caption.querySelectorAll("p, code, strong")]);
    return words.length ? Math.min(...words.map(contrast)) : 21;
  }
"""
"""Of all words in captions with what is behind them, by WCAG 2."""


@pytest.fixture(params=[(1280, 720), (390, 844)], ids=["desk", "phone"])
def window(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    with watched_page(browser, **options(request.param)) as page:
        yield page


def findings(page: Page) -> list[str]:
    """Return what axe finds."""
    return [
        f"{violation['id']}: {node['target']} {node['html'][:200]} {node['failureSummary']}"
        for violation in Axe().run(page).response["violations"]
        for node in violation["nodes"]
    ]


def faintest_caption(page: Page) -> float:
    captions = page.get_by_test_id("stCaptionContainer").locator("visible=true")
    return float(captions.evaluate_all(LEAST_CONTRAST))


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
            assert faintest_caption(window) >= 4.5, f"{tab}, {scheme}"
        expect_headings_in_order(window)


def test_headings_of_a_reward_memory_are_in_order(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/inspect?rule=reward-memory&games=300")
    on(page, "Inspect")
    expect(page.get_by_role("heading", name="Rewards", level=3)).to_be_visible()
    expect_headings_in_order(page)


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


def test_a_formula_wider_than_the_window_is_reached_by_keyboard(phone: Page, app_url: str) -> None:
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.goto(f"{app_url}/train?games=3000&move_cost=0.05&step_size=sample-average")
    on(phone, "Train")
    phone.get_by_role("tab", name="What the numbers mean").click()
    wide = phone.get_by_role("group", name="Formula", exact=True)
    expect(wide.first).to_be_visible()
    wait_idle(phone)
    assert findings(phone) == []
    phone.get_by_role("tab", name="What the numbers mean").focus()
    for _ in range(5):
        phone.keyboard.press("Tab")
        if phone.evaluate("document.activeElement.matches('.katex-display')"):
            break
    expect(wide.first).to_be_focused()
    phone.keyboard.press("ArrowRight")
    phone.wait_for_function("document.activeElement.scrollLeft > 0")


def test_axe_does_find_what_is_wrong(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/compare")
    on(page, "Compare")
    page.get_by_test_id("stMain").evaluate("main => main.append(document.createElement('button'))")
    assert any(found.startswith("button-name") for found in findings(page))
