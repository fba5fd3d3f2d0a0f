"""The dashboard in French, in two languages at once, and in a language that no one speaks.

Each view in this longest language also meets axe-core, in both themes.
"""

import re
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.looks import (
    RULES_ON_ROOM,
    SCHEMES,
    WINDOWS,
    cut_off,
    expect_headings_in_order,
    expect_no_overhang,
    expect_nothing_found,
    findings,
    sticking_out,
)
from tests.browser.server import ROOT, Server
from tests.browser.support import GAME, agent_card, at, becomes, wait_idle
from tests.languages import CODE, add_to, fr, marked, not_said_in_it
from tests.test_languages import catalogues_command
from ttt_ui.compare.state import VIEWS as COMPARE
from ttt_ui.inspect.state import VIEWS as INSPECT
from ttt_ui.language import languages
from ttt_ui.learn.state import CHAPTERS
from ttt_ui.play.state import MODE_LABELS
from ttt_ui.play.teaching import WELCOME
from ttt_ui.train.state import TABS

TAB = "[role=tab]"
MODE_OF_PLAY = "[data-testid=stMain] [role=radiogroup] >> nth=0 >> [role=radio]"
VIEWS = {
    "": (TAB, 1),
    GAME: (MODE_OF_PLAY, len(MODE_LABELS)),
    "learn": (".st-key-learn_step_1 button", len(CHAPTERS)),
    "train?games=300&rule=q-learning&seed=1": (TAB, len(TABS)),
    "train?rule=network&games=500": (TAB, 1),
    "train?experiment=epsilon-0": (TAB, 1),
    "inspect?board=X---O---X": (TAB, len(INSPECT) - 1),  # without a verdict on a file
    "compare": (TAB, len(COMPARE)),
}
"""Links to pages, what leads to a page's other views, and the number of its views."""


def speak(page: Page, name: str) -> None:
    """Choose a language in the sidebar, and wait until the browser has been told."""
    (code,) = (code for code, own_name in languages().items() if own_name == name)
    picker = page.locator(".st-key-language")
    picker.scroll_into_view_if_needed()
    picker.locator("input").click()
    page.get_by_role("option", name=name).click()
    expect(page.locator("html")).to_have_attribute("lang", code)
    wait_idle(page)


@pytest.mark.thorough
def test_another_language_comes_at_once_on_every_page_and_for_the_next_visit(
    page: Page, app_url: str
) -> None:
    page.goto(f"{app_url}/train?games=2000&seed=3&rule=minimax-q&view=slow-motion")
    expect(page.get_by_role("tab", name="Slow motion")).to_have_attribute("aria-selected", "true")
    page.locator(".st-key-group_advanced summary").first.click()
    wait_idle(page)
    group = page.locator(".st-key-group_learning")
    group.locator("summary").click()
    expect(group.locator("details")).to_have_attribute("open", "")
    wait_idle(page)
    speak(page, "Français")
    expect(page.get_by_role("heading", name=fr("Train"), level=1)).to_be_visible()
    expect(group.locator("details")).to_have_attribute("open", "")
    slow_motion = page.get_by_role("tab", name=fr("Slow motion"))
    expect(slow_motion).to_have_attribute("aria-selected", "true")
    games = page.get_by_role("slider", name=fr("Games"), exact=True)
    expect(games).to_have_attribute("aria-valuetext", "2\u202f000")
    games.press("ArrowRight")
    expect(agent_card(page)).to_contain_text("5\u202f000 parties")
    wait_idle(page)
    gamma = page.get_by_role("slider", name=fr("Discount factor γ"), exact=True)
    gamma.scroll_into_view_if_needed()
    page.mouse.move(*at(gamma, 0.9))
    page.mouse.down()
    page.mouse.move(*at(gamma, 0.5))
    page.mouse.up()
    expect(gamma).to_have_attribute("aria-valuetext", "0,5")
    expect(page).to_have_url(re.compile(r"lang=fr.*gamma=0\.5"))
    page.get_by_role("navigation").get_by_role("link", name=fr("Compare")).click()
    page.get_by_role("tab", name=fr("Side by side")).click()
    wait_idle(page)
    speak(page, "English")
    expect(page.get_by_role("tab", name="Side by side")).to_have_attribute("aria-selected", "true")
    expect(agent_card(page)).to_contain_text("5,000 games")
    expect(page).not_to_have_url(re.compile("lang"))
    speak(page, "Français")
    page.goto(app_url)
    turn = fr("Your turn: you are {side}").replace("{side}", "X")
    expect(page.get_by_role("heading", name=turn, level=1)).to_be_visible()


@pytest.fixture(scope="module")
def unspoken_url(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a copy of the project that has one catalogue more, and nothing else."""
    copy = tmp_path_factory.mktemp("unspoken")
    for part in ("ttt_core", "ttt_ui", "pages", ".streamlit"):
        shutil.copytree(ROOT / part, copy / part)
    shutil.copy2(ROOT / "app.py", copy)
    add_to(copy / "ttt_ui" / "locale", catalogues_command().template())
    server = Server("app.py", copy / "server.log", folder=copy)
    server.wait_until_up()
    yield server.url
    server.stop()
    assert server.complaints() == []


@pytest.mark.thorough
@pytest.mark.parametrize("link", VIEWS)
def test_every_view_is_in_the_language_fits_and_has_no_faults(
    page: Page, unspoken_url: str, link: str
) -> None:
    page.emulate_media(color_scheme="dark")
    open_in(page, f"{unspoken_url}/{link}", CODE)
    leads, views = VIEWS[link]
    for view in range(views):
        if view:
            others = page.locator(leads)
            others.nth(min(view, others.count() - 1)).click()
            wait_idle(page)
        if link == "learn" or "experiment" in link:
            answer(page)
        becomes(page, lambda: not_said_in_it(page), set(), page.url)
        expect_no_faults(page, view)
        if link == "compare" and view == 0:
            expect_no_faults_where_players_are_added(page)
    page.set_viewport_size(WINDOWS[0])
    for groups in (".st-key-group_advanced", "[class*=st-key-group_] [class*=st-key-group_]"):
        for closed in page.locator(f"{groups} summary").all():
            closed.click()
        wait_idle(page)
    becomes(page, lambda: not_said_in_it(page), set(), page.url)


def expect_no_faults_where_players_are_added(page: Page) -> None:
    page.locator(".st-key-compare_players").get_by_test_id("stPopover").get_by_role(
        "button"
    ).click()
    added = page.get_by_test_id("stPopoverBody")
    expect(added.get_by_test_id("stFileUploader").get_by_role("button").first).to_be_visible()
    wait_idle(page)
    becomes(page, lambda: not_said_in_it(page), set())
    assert findings(page) == []
    page.keyboard.press("Escape")
    expect(added).to_have_count(0)


def answer(page: Page) -> None:
    """Answer a question of the page, right in the second try at the latest."""
    choices = page.locator("[class*=_answer_] button:enabled")
    expect(choices.first).to_be_visible()
    while choices.count():
        choices.last.click()
        wait_idle(page)


def expect_no_faults(page: Page, view: int) -> None:
    """Check the room, by axe both themes, and headings; what surrounds the views only once.

    The window and the theme change as rarely as possible: each view begins with those of the last.
    """
    within = "[data-testid=stMain]" if view else "html"
    windows, schemes = (WINDOWS, SCHEMES[::-1]) if view % 2 == 0 else (WINDOWS[::-1], SCHEMES)
    for window in windows:
        page.set_viewport_size(window)
        wait_idle(page)
        expect_no_overhang(page.get_by_test_id("stMain"), (page.url, window))
        if window == windows[0]:
            assert findings(page, *(RULES_ON_ROOM if view else ())) == [], page.url
    for scheme in schemes:
        expect_nothing_found(page, scheme, page.url, within=within)
    expect_headings_in_order(page)


@pytest.mark.thorough
def test_a_browser_that_speaks_french_is_answered_in_french_by_streamlit_too(
    browser: Browser, unspoken_url: str, app_url: str, phone: Page
) -> None:
    phone.goto(app_url)
    expect(phone.get_by_role("heading", name=WELCOME)).to_be_visible()
    wait_idle(phone)
    with browser.new_context(locale="fr-CA", viewport=PHONE) as context:
        page = context.new_page()  # in which an unknown address may be an error
        page.goto(app_url)
        expect(page.get_by_role("heading", name=fr(WELCOME))).to_be_in_viewport()
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        page.get_by_role("button", name=fr("Teach an agent from scratch")).click()
        expect(agent_card(page)).to_contain_text(re.compile(r"\b0\spartie"))
        phone.get_by_role("button", name="Teach an agent from scratch").click()
        expect(agent_card(phone)).to_contain_text(re.compile(r"\b0\sgames"))

        page.set_viewport_size(DESKTOP)
        open_in(page, f"{app_url}/inspect", "fr")
        menu = page.get_by_test_id("stMainMenuButton")
        expect(menu).to_have_accessible_name("Menu principal")
        speak(page, "English")
        expect(menu).to_have_accessible_name("Main menu")
        open_in(page, f"{unspoken_url}/inspect", CODE)
        menu.click()
        expect(page.get_by_test_id("stMainMenuItem-print")).to_be_visible()
        becomes(page, lambda: not_said_in_it(page), set())
        page.keyboard.press("Escape")
        page.locator(".st-key-language input").fill("zzz")
        expect(page.get_by_role("listbox")).to_contain_text(marked("No results"))
        becomes(page, lambda: not_said_in_it(page), set())
        page.goto(f"{unspoken_url}/nowhere?lang={CODE}")
        expect(page.get_by_role("dialog")).to_contain_text(marked("Page not found"))
        react = {"Rejeter"}  # said in the browser's own language
        becomes(page, lambda: not_said_in_it(page) - react, set())


@pytest.mark.thorough
def test_french_fits(page: Page, app_url: str) -> None:
    open_in(page, f"{app_url}/{GAME}", "fr")
    main = page.get_by_test_id("stMain")
    for name in ("", "Train", "Inspect", "Compare"):
        if name:
            page.get_by_role("navigation").get_by_role("link", name=fr(name)).click()
            page.get_by_role("heading", name=fr(name), level=1).wait_for()
            expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
        for window in reversed(WINDOWS):
            page.set_viewport_size(window)
            wait_idle(page)
            becomes(page, lambda: sticking_out(main) + cut_off(main), [], (name, window))


def open_in(page: Page, url: str, language: str) -> None:
    page.goto(f"{url}{'&' if '?' in url else '?'}lang={language}")
    page.get_by_role("heading", level=1).first.wait_for()
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
    wait_idle(page)
