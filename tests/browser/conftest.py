"""Fixtures that run the dashboard and drive it with a real Chromium."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from tests.browser.support import (
    CHROMIUM_FLAGS,
    HOST,
    NO_CHROMIUM,
    TIMEOUT_MS,
    Server,
    Traffic,
    find_chromium,
)

DESKTOP = {"viewport": {"width": 1280, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    expect.set_options(timeout=TIMEOUT_MS)
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> str:
    """Return the path of a Chromium; skip the tests, or on CI fail them, where there is none."""
    found = find_chromium(playwright)
    if found:
        return found
    if os.environ.get("CI"):
        pytest.fail(NO_CHROMIUM, pytrace=False)
    pytest.skip(NO_CHROMIUM)


@pytest.fixture(scope="session")
def browser(playwright: Playwright, chromium: str) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def serve(
    chromium: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], str]]:
    """Return a function from a script's path, relative to the root, to the address that serves it.

    A script has one server for the whole session. When the session ends, anything that a server
    complained of in its log is an error. Asks for `chromium` so that no server starts in vain.
    """
    logs = tmp_path_factory.mktemp("servers")
    servers: dict[str, Server] = {}

    def start(script: str) -> str:
        if script not in servers:
            servers[script] = Server(script, logs / f"{len(servers)}.log")
        servers[script].wait_until_up()
        return servers[script].url

    yield start
    for server in servers.values():
        server.stop()
    complaints = [line for server in servers.values() for line in server.complaints()]
    if complaints:
        pytest.fail("In the servers' logs:\n" + "\n".join(complaints), pytrace=False)


@pytest.fixture(scope="session")
def app_url(serve: Callable[[str], str]) -> str:
    return serve("app.py")


def is_elsewhere(url: str) -> bool:
    return urlsplit(url).hostname not in (HOST, "localhost", None)


def is_streamlits_probe(url: str) -> bool:
    """Tell Streamlit's own search for its base path, which a page's address makes it begin."""
    path = urlsplit(url).path
    return path.endswith(("/_stcore/health", "/_stcore/host-config")) and path.count("/") > 2


@contextmanager
def watched_page(browser: Browser, **options: Any) -> Iterator[Page]:
    """Open a page in a context of its own; afterwards, fail on anything that went wrong in it.

    That is: console errors, uncaught errors, a traceback on the page. A request to another host is
    refused, which the console reports: the dashboard needs no host but its own.
    """
    problems: list[str] = []
    context = browser.new_context(**options)
    context.set_default_timeout(TIMEOUT_MS)
    context.route(is_elsewhere, lambda route: route.abort())
    context.on(
        "console",
        lambda message: (
            problems.append(f"Console error: {message.text} ({message.location['url']})")
            if message.type == "error" and not is_streamlits_probe(message.location["url"])
            else None
        ),
    )
    context.on("weberror", lambda error: problems.append(f"Uncaught error: {error.error}"))
    page = context.new_page()
    Traffic(page)
    yield page
    for page in context.pages:
        tracebacks = page.locator('[data-testid="stException"]:visible').all_inner_texts()
        problems += [f"On the page: {text}" for text in tracebacks]
    context.close()
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with watched_page(browser, **DESKTOP) as page:
        yield page


@pytest.fixture
def dark_page(browser: Browser) -> Iterator[Page]:
    with watched_page(browser, **DESKTOP, color_scheme="dark") as page:
        yield page


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    with watched_page(browser, **PHONE) as page:
        yield page
