"""The storage component in a real Chromium, and its handling of invalid reports."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import APPS, becomes, saved, wait_idle
from tests.browser.test_browser_storage import FULL

Serve = Callable[[str], str]


@pytest.fixture
def url(serve: Serve) -> str:
    return f"{serve(APPS)}/?app=storage"


def come(page: Page, url: str, *, cookie: str = "") -> None:
    page.goto(url)
    expect(page.get_by_test_id("stCode")).to_contain_text(f"cookie={cookie}")
    wait_idle(page)


def press(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("button", name=name, exact=True).click()
        wait_idle(page)


def heard(page: Page) -> list[str]:
    return page.get_by_test_id("stCode").locator("code").inner_text().splitlines()[1:]


def hears(page: Page, report: str) -> None:
    """Wait until this is the last report that the program has read."""
    last = re.compile(re.escape(report) + "$")
    expect(page.get_by_test_id("stCode").locator("code")).to_have_text(last)


def stores(page: Page, entries: dict[str, object]) -> None:
    """Wait until the browser has these entries of ours, and the cookie."""
    becomes(page, lambda: saved(page), entries)


FIRST: dict[str, object] = {"record": "record 1", "cookie": "record 1"}
SECOND: dict[str, object] = {
    "record": "record 2",
    "part.part 2": "content 2",
    "cookie": "cookie2",
}


MISSING = "record=? parts={} missing=['part 2'] trouble=None []"


def other_tab(page: Page, record: str) -> None:
    page.evaluate(
        """(record) => new Promise((resolve) => {
            const request = indexedDB.open("ttt-lab");
            request.onsuccess = () => {
                const transaction = request.result.transaction("saved", "readwrite");
                transaction.objectStore("saved").put(record, "record");
                transaction.oncomplete = () => { request.result.close(); resolve(); };
            };
        })""",
        record,
    )


def test_a_record_is_written_once_its_parts_are_there(page: Page, url: str) -> None:
    come(page, url)
    assert heard(page) == []
    press(page, "Write 1")
    stores(page, FIRST)
    press(page, "Write 2")
    hears(page, MISSING)
    assert heard(page) == [MISSING]
    stores(page, FIRST)
    press(page, "Give")
    stores(page, FIRST | SECOND)
    press(page, "Answer", "Write 1", "Ask")
    hears(page, "record=record 1 parts={} missing=[] trouble=None []")
    stores(page, FIRST)
    press(page, "Answer", "Forget")
    stores(page, {})


@pytest.mark.thorough
def test_the_last_tab_wins_what_it_replaced_is_kept_once_and_no_record_needs_a_cookie(
    page: Page, url: str
) -> None:
    come(page, url)
    press(page, "Write 2", "Give", "Answer")
    other_tab(page, "of another tab")
    press(page, "Write 1")
    hears(page, "record=? parts={} missing=[] trouble=None ['replaced']")
    press(page, "Answer")
    replaced = {"record": "of another tab", "parts": ["part 2"]}
    stores(page, FIRST | {"part.part 2": "content 2", "replaced": replaced})
    press(page, "Ask for replaced")
    hears(page, "record=of another tab parts={'part 2': 'content 2'} missing=[] trouble=None []")
    press(page, "Answer", "Forget")
    stores(page, {})

    press(page, "Write 2", "Give", "Answer")
    stores(page, SECOND)
    page.context.clear_cookies()
    come(page, url)
    hears(page, "record=record 2 parts={'part 2': 'content 2'} missing=[] trouble=None []")


@pytest.mark.thorough
def test_what_an_earlier_version_saved_is_moved_once(page: Page, url: str) -> None:
    page.goto(url)
    page.evaluate(
        """() => new Promise((resolve) => {
            const entries = {
                record: "record 2",
                "part.part 2": "content 2",
                replaced: '{"record":"of another tab","parts":["part 2"]}',
            };
            for (const [name, text] of Object.entries(entries)) {
                localStorage.setItem(`ttt-lab.${name}`, text);
            }
            indexedDB.deleteDatabase("ttt-lab").onsuccess = resolve;
        })"""
    )
    come(page, url)
    hears(
        page,
        "record=record 2 parts={'part 2': 'content 2'} missing=[] trouble=None ['keeps']",
    )
    replaced = {"record": "of another tab", "parts": ["part 2"]}
    moved: dict[str, object] = {
        "record": "record 2",
        "part.part 2": "content 2",
        "replaced": replaced,
    }
    stores(page, moved)
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('ttt-lab'))") == []
    press(page, "Answer", "Ask for replaced")
    hears(page, "record=of another tab parts={'part 2': 'content 2'} missing=[] trouble=None []")


@pytest.mark.thorough
def test_what_another_tab_has_switched_off_stays_off(page: Page, url: str) -> None:
    come(page, url)
    press(page, "Write 1")
    other_tab(page, "off")
    press(page, "Write 2")
    hears(page, "['off']")
    stores(page, {"record": "off", "cookie": "record 1"})


@pytest.mark.thorough
def test_without_cookies_nothing_is_saved_and_that_is_told(page: Page, url: str) -> None:
    come(page, url)
    page.evaluate(
        """() => Object.defineProperty(document, "cookie", { get: () => "", set() {} })"""
    )
    press(page, "Write 1")
    hears(page, "trouble=blocked []")
    stores(page, {})


@pytest.mark.thorough
def test_a_full_storage_keeps_its_data(page: Page, url: str) -> None:
    come(page, url)
    press(page, "Write 2", "Give", "Answer")
    stores(page, SECOND)
    page.evaluate(f"() => {{ {FULL} }}")
    press(page, "Write 3", "Give")
    hears(page, "trouble=full []")
    stores(page, SECOND)
    press(page, "Answer", "Write 1")
    stores(page, {"cookie": "record 1"})
