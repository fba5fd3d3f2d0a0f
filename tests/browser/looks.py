"""Checks of a page's appearance, for any window size and both themes."""

import re
from io import BytesIO
from itertools import pairwise
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.support import becomes, wait_idle

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
RULES_ON_COLOURS = ("color-contrast", "link-in-text-block")
"""Axe's rules on colours; the theme does not affect the others."""
RULES_ON_ROOM = ("scrollable-region-focusable",)
"""Axe's rule on what scrolls; a narrow window does not affect the others in a page's content."""
NO_FAULT_OF_OURS = ("presentation-role-conflict", 'data-testid="stFileUploaderDropzone"')
"""Streamlit gives the place for files a name, and says that it is only there for its looks."""

# How much a colour painted over another stands out from it, by WCAG 2.
_PAINTING = """
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const paint = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (...luminances) => {
    const [dark, light] = luminances.sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
"""

LEAST_CONTRAST = f"""
  (words) => {{
    {_PAINTING}
    const contrastOf = (text) => {{
      const around = [];
      for (let one = text; one; one = one.parentElement) around.unshift(getComputedStyle(one));
      const grounds = around.map(({{ backgroundColor }}) => paint(backgroundColor));
      canvas.globalAlpha = around.reduce((product, {{ opacity }}) => product * opacity, 1);
      const ink = paint(getComputedStyle(text)[text instanceof SVGElement ? "fill" : "color"]);
      canvas.globalAlpha = 1;
      return contrast(grounds.at(-1), ink);
    }};
    return words.length ? Math.min(...words.map(contrastOf)) : 21;
  }}
"""
"""The least contrast between a text and its background."""

CONTRAST = f"([ink, ground]) => {{ {_PAINTING} return contrast(paint(ground), paint(ink)); }}"


# Rows of controls that may wrap, and the number of controls on each line.
LINES_OF_ROWS = """
main => [...main.querySelectorAll('[data-testid="stHorizontalBlock"]')]
  .filter(row => getComputedStyle(row).flexWrap === 'wrap')
  .map(row => {
    const lines = [];
    for (const control of row.children) {
      const { top, bottom, width, height } = control.getBoundingClientRect();
      if (!width || !height) continue;
      const line = lines.find(line => top < line.bottom && bottom > line.top);
      if (line) line.controls += 1;
      else lines.push({ top, bottom, controls: 1 });
    }
    return [row.innerText.replaceAll('\\n', ' | '), lines.map(line => line.controls)];
  })
"""

BROKEN_CHOICES = """
main => [...main.querySelectorAll('[role="radiogroup"]')]
  .filter(group => group.checkVisibility())
  .filter(group => new Set([...group.children].map(choice => choice.offsetTop)).size > 1)
  .map(group => group.innerText)
"""

CUT_OFF = """
main => [...main.querySelectorAll("*")]
  .filter(one => getComputedStyle(one).textOverflow === "ellipsis" && one.checkVisibility())
  .filter(one => one.clientWidth && one.scrollWidth > one.clientWidth + 1)
  .map(one => one.innerText)
"""

SMALL_HELP = """
main => {
  const isSmall = help => {
    help.scrollIntoView({ block: "center" });
    const { left, right, top, bottom } = help.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return [[-11, 0], [11, 0], [0, -11], [0, 11]].some(([right, down]) => {
      const hit = document.elementFromPoint(x + right, y + down);
      return hit && !help.contains(hit);
    });
  };
  const before = main.scrollTop;
  const helps = [...main.querySelectorAll('button[aria-label^="Help"]')];
  const small = helps.filter(help => help.checkVisibility()).filter(isSmall);
  main.scrollTo(0, before);
  const of = help => help.closest(".stElementContainer").innerText;
  return small.map(help => `Help under 24 pixels: ${of(help)}`);
}
"""

JUMPS = """() => {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: "layout-shift", buffered: true });
  return observer.takeRecords()
    .filter(({ hadRecentInput }) => !hadRecentInput)
    .map(({ value, sources }) => [value, sources.map(({ node }) => node?.outerHTML)]);
}"""

MARGINS = dict.fromkeys(("top", "bottom", "left", "right"), "12mm")
BUTTONS = "[data-testid=stMain] [data-testid=stButton]:not([class*=_answer_] *)"
"""Except the answers of a question."""
# A page has its listener once this has an effect.
PREPARES_FOR_PAPER = """() => {
  dispatchEvent(new Event("beforeprint"));
  return document.documentElement.style.getPropertyValue("--paper-zoom") !== "";
}"""


WINDOWS: tuple[ViewportSize, ...] = (
    {"width": 1280, "height": 900},
    {"width": 390, "height": 844},
)


_HAS_NO_COLOUR_UNDER_WAY = """
  () => document.getAnimations()
    .every((one) => !(one instanceof CSSTransition && one.playState === "running"))
"""
"""A header's background takes a moment from one theme to the other."""


def switch_to(page: Page, scheme: Scheme) -> None:
    """Switch to a theme, and wait until the page has it."""
    page.emulate_media(color_scheme=scheme)
    expect(page.get_by_test_id("stApp")).to_have_css("color-scheme", scheme)
    page.wait_for_function(_HAS_NO_COLOUR_UNDER_WAY)


def findings(page: Page, *rules: str, within: str = "html") -> list[str]:
    """Return axe's findings, by all its rules or by some, on a page or in a part of it."""
    page.evaluate("document.fonts.ready.then(() => null)")
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    violations = page.evaluate(
        "all => axe.run(...all).then(({ violations }) => violations)", [within, options]
    )
    return [
        f"{violation['id']}: {node['target']} {node['html'][:200]} {node['failureSummary']}"
        for violation in violations
        for node in violation["nodes"]
        if violation["id"] != NO_FAULT_OF_OURS[0] or NO_FAULT_OF_OURS[1] not in node["html"]
        if violation["id"] != "button-name" or not has_name(page.locator(node["target"][0]))
    ]


def has_name(button: Locator) -> bool:
    """Return whether a button has a name for the browser: axe misses those that styles give."""
    return re.match('- button ".', button.aria_snapshot()) is not None


def expect_nothing_found(page: Page, scheme: Scheme, what: object, *, within: str = "html") -> None:
    """Run all of axe's rules in the first theme, and those on colours in the second."""
    switch_to(page, scheme)
    expect_legible(page)
    rules = () if scheme == SCHEMES[0] else RULES_ON_COLOURS
    faults = findings(page, *rules, within=within)
    assert not faults, (what, scheme, faults)


WORDS = (
    "[data-testid=stCaptionContainer] :is(p, code, strong), "
    ".xtick text, .ytick text, .xtitle, .ytitle, .legendtext, .annotation-text"
)
"""Captions, and the words of charts."""


def expect_legible(page: Page) -> None:
    """Wait for the contrast: charts follow a theme late, and what is being redrawn is pale."""
    words = f"[...document.querySelectorAll('{WORDS}')].filter((one) => one.checkVisibility())"
    page.wait_for_function(f"() => ({LEAST_CONTRAST})({words}) >= 4.5")


def expect_headings_in_order(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    headings = page.get_by_test_id("stMain").get_by_role("heading")
    levels = headings.evaluate_all(
        "all => all.filter((one) => one.checkVisibility()).map((one) => Number(one.tagName[1]))"
    )
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    expect(headings.get_by_role("link")).to_have_count(0)


def expect_no_jumps(page: Page, what: object) -> None:
    """Expect that what a page shows has hardly moved since it was opened."""
    jumps = page.evaluate(JUMPS)
    assert sum(value for value, _ in jumps) <= 0.1, (what, jumps)


def expect_to_print_whole_and_light(page: Page) -> None:
    """Expect a dark page to print light on one sheet, without its sidebar and its buttons."""
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(PREPARES_FOR_PAPER)
    paper = page.pdf(format="A4", margin=MARGINS)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1, page.url
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    expect(page.get_by_role("tab", selected=False)).to_have_count(0)
    expect(page.locator(BUTTONS).filter(visible=True)).to_have_count(0)
    page.wait_for_function(_HAS_NO_COLOUR_UNDER_WAY)
    picture = Image.open(BytesIO(page.screenshot())).convert("L")
    assert picture.getpixel((picture.width - 2, 2)) == 255, page.url
    page.emulate_media(media="screen", color_scheme="light")
    wait_idle(page)


def expect_to_fit(main: Locator, what: object = "") -> None:
    """Wait until nothing sticks out, stands alone on a line or is hard to hit."""
    becomes(main.page, lambda: misfits(main), [], what)


def expect_no_overhang(main: Locator, what: object = "") -> None:
    """Wait until a page is no wider than its place."""
    becomes(main.page, lambda: sticking_out(main), [], what)


def misfits(main: Locator) -> list[str]:
    """Return elements that stick out, stand alone on a line or are hard to hit on a page."""
    broken: list[str] = main.evaluate(BROKEN_CHOICES)
    small: list[str] = main.evaluate(SMALL_HELP)
    return sticking_out(main) + _controls_left_alone(main) + broken + small


def sticking_out(main: Locator) -> list[str]:
    """Return by how much a page is wider than its place, if it is."""
    overhang = main.evaluate("main => main.scrollWidth - main.clientWidth")
    return [f"{overhang} px to scroll sideways"] if overhang else []


def cut_off(main: Locator) -> list[str]:
    """Return the texts that end in dots because there is no room for them."""
    texts: list[str] = main.evaluate(CUT_OFF)
    return texts


def _controls_left_alone(main: Locator) -> list[str]:
    """Return the rows that have a single control on the last line and more on another.

    A row that is broken after every control is a column, which is a layout too.
    """
    rows = main.evaluate(LINES_OF_ROWS)
    assert rows
    return [row for row, lines in rows if len(lines) > 1 and lines[-1] == 1 < max(lines)]


def contrast(page: Page, ink: str, ground: str) -> float:
    """Return the contrast between two CSS colours, by WCAG 2."""
    return float(page.evaluate(CONTRAST, [ink, ground]))


def computed(element: Locator, *names: str) -> list[str]:
    values: list[str] = element.evaluate(
        "(element, names) => names.map((name) => getComputedStyle(element)[name])", list(names)
    )
    return values
