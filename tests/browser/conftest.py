"""Fixtures that run the dashboard and drive it with a real Chromium."""

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    Frame,
    Locator,
    Page,
    Playwright,
    ViewportSize,
    expect,
    sync_playwright,
)
from playwright.sync_api import (
    Error as PlaywrightError,
)

from tests.browser.board import board_of
from tests.browser.server import CHROMIUM_FLAGS, NO_CHROMIUM, find_chromium
from tests.browser.shared_servers import SharedServers
from tests.browser.support import APPS, TIMEOUT_MS, Traffic, another, visit


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Print what was on the pages of a test that has failed."""
    report = yield
    if report.when == "call" and report.failed:
        for name, page in item.funcargs.items():
            if isinstance(page, Page):
                with suppress(PlaywrightError):
                    report.sections.append((f"On {name}", page.locator("body").aria_snapshot()))
    return report


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    expect.set_options(timeout=TIMEOUT_MS)
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> str:
    """Return the path of Chromium. If there is none, skip the tests, or fail them on CI."""
    found = find_chromium(playwright)
    if found:
        return found
    if os.environ.get("CI"):
        pytest.fail(NO_CHROMIUM, pytrace=False)
    pytest.skip(NO_CHROMIUM)


@pytest.fixture(scope="session")
def browser(playwright: Playwright, chromium: str) -> Iterator[Browser]:
    # Optimizing scripts does not pay, because no page is shown for long.
    flags = [*CHROMIUM_FLAGS, "--js-flags=--no-opt --no-maglev"]
    browser = playwright.chromium.launch(executable_path=chromium, args=flags)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def serve(chromium: str, servers: SharedServers) -> Callable[[str], str]:
    """Return a function from a script's path, relative to the root, to its server's address.

    Depends on `chromium`, so that no server starts in vain.
    """
    return servers.address


@pytest.fixture(scope="session")
def app_url(serve: Callable[[str], str]) -> str:
    return serve("app.py")


def is_no_request_of_ours(url: str) -> bool:
    """Return whether Streamlit asks for its server's health or its base path, or asks for an icon.

    A server that does not answer fails a test by what is not on its page. Chromium itself asks for
    the icon of a tab that is being cleaned, also from a server that a test has stopped by then.
    """
    path = urlsplit(url).path
    is_other_base = path.endswith("/_stcore/host-config") and path.count("/") > 2
    return is_other_base or path.endswith("/_stcore/health") or path == "/favicon.ico"


class Tab:
    """A page in its own browser context, which can be cleaned for the next visitor.

    It compiles the dashboard's scripts once. In a new context, a page takes Chromium 4.2 s of
    processor time, and 1.5 s in one that has shown the dashboard before.

    Attributes
    ----------
    page : Page
    problems : list of str
        Errors since it was opened or cleaned: console errors and uncaught errors.
    """

    def __init__(self, browser: Browser, **options: Any) -> None:
        self.problems: list[str] = []
        self._origins: set[str] = set()
        context = browser.new_context(**options)
        context.set_default_timeout(TIMEOUT_MS)
        context.on(
            "console",
            lambda message: (
                self.problems.append(f"Console error: {message.text} ({message.location['url']})")
                if message.type == "error" and not is_no_request_of_ours(message.location["url"])
                else None
            ),
        )
        context.on("weberror", lambda error: self.problems.append(f"Uncaught error: {error.error}"))
        self._context = context
        context.on("page", lambda page: page.on("framenavigated", self._note))
        self.page = context.new_page()
        self._devtools = context.new_cdp_session(self.page)
        Traffic(self.page)

    def _note(self, frame: Frame) -> None:
        parts = urlsplit(frame.url)
        if parts.netloc:
            self._origins.add(f"{parts.scheme}://{parts.netloc}")

    def complain(self) -> None:
        """Fail if anything has gone wrong, including a traceback on a page."""
        for page in self._context.pages:
            tracebacks = page.locator('[data-testid="stException"]:visible').all_inner_texts()
            self.problems += [f"On the page: {text}" for text in tracebacks]
        if self.problems:
            pytest.fail("\n".join(self.problems), pytrace=False)

    def clean(self) -> None:
        """Leave the dashboard, and clear everything except its compiled scripts."""
        first, *others = self._context.pages
        assert first is self.page
        for page in others:
            page.close()
        for visited in self._origins:
            # Stay on the same site; for another one, Chromium would start another process.
            self.page.goto(f"{visited}/_stcore/health")
            self.page.evaluate("sessionStorage.clear()")
            self._devtools.send(
                "Storage.clearDataForOrigin", {"origin": visited, "storageTypes": "all"}
            )
        self._context.clear_cookies()
        self._context.clear_permissions()
        self.page.mouse.move(0, 0)
        self._devtools.send("Page.resetNavigationHistory")
        self._origins.clear()
        self.problems.clear()

    def close(self) -> None:
        self._context.close()


@contextmanager
def watched_page(browser: Browser, **options: Any) -> Iterator[Page]:
    """Open a page in its own browser context; afterwards, fail if anything went wrong in it.

    Requests to other hosts are refused, which the console reports, because the dashboard needs
    no other host.
    """
    tab = Tab(browser, **options)
    try:
        yield tab.page
        tab.complain()
    finally:
        tab.close()


Lend = Callable[..., AbstractContextManager[Page]]


@pytest.fixture(scope="session")
def lend(browser: Browser) -> Lend:
    """Return a function that gives a page as `watched_page` does, in a tab used before.

    For tests that leave behind only another window size, other media features and the data that
    the dashboard stores: no init scripts and no clock.
    """
    tabs: dict[bool, list[Tab]] = {False: [], True: []}

    @contextmanager
    def lent(viewport: ViewportSize, *, touch: bool = False) -> Iterator[Page]:
        # Take the tab out of the list, so that it is not used again if the test fails.
        free = tabs[touch]
        tab = free.pop() if free else Tab(browser, has_touch=touch, is_mobile=touch)
        tab.page.set_viewport_size(viewport)
        tab.page.emulate_media(media="screen", color_scheme="light", reduced_motion="no-preference")
        yield tab.page
        tab.complain()
        tab.clean()
        free.append(tab)

    return lent


DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def page(lend: Lend) -> Iterator[Page]:
    with lend(DESKTOP) as page:
        yield page


@pytest.fixture
def phone(lend: Lend) -> Iterator[Page]:
    with lend(PHONE, touch=True) as page:
        yield page


@pytest.fixture
def lone_page(browser: Browser) -> Iterator[Page]:
    """Return a page in its own browser context, for tests with a clock or stopping servers."""
    with watched_page(browser, viewport=DESKTOP) as page:
        yield page


@pytest.fixture
def new_page(lend: Lend) -> Iterator[Page]:
    """Return a page that is closed after the test, for tests that leave scripts or routes in it."""
    with lend(DESKTOP) as before:
        page = another(before.context)
        page.set_viewport_size(DESKTOP)
        yield page


@pytest.fixture
def open_board(serve: Callable[[str], str]) -> Callable[..., Locator]:
    """Return a function that opens the app afresh on a page and returns its board or boards."""

    def open_it(page: Page, query: str = "") -> Locator:
        visit(page, serve(APPS), "board", query)
        board = board_of(page)
        expect(board.last).to_be_visible()
        return board

    return open_it
