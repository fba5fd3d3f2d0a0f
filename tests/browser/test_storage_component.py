"""The storage component in a real Chromium, and its handling of invalid reports."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import APPS, becomes, log_of, saved, wait_idle
from tests.browser.test_browser_storage import FULL


@pytest.fixture
def url(serve: Callable[[str], str]) -> str:
    return f"{serve(APPS)}/?app=storage"


def come(page: Page, url: str, *, cookie: str = "") -> None:
    page.goto(url)
    expect(log_of(page)).to_contain_text(f"cookie={cookie}")
    wait_idle(page)


def press(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("button", name=name, exact=True).click()
        wait_idle(page)


def heard(page: Page) -> list[str]:
    return log_of(page).inner_text().splitlines()[1:]


def hears(page: Page, report: str) -> None:
    """Wait until this is the last report that the program has read."""
    expect(log_of(page)).to_have_text(re.compile(re.escape(report) + "$"))


def stores(page: Page, entries: dict[str, object]) -> None:
    """Wait until the browser has these entries of ours, and the cookie."""
    becomes(page, lambda: saved(page), entries)


FIRST: dict[str, object] = {"record": "record 1", "cookie": "record 1"}
PART: dict[str, object] = {"part.part 2": "content 2"}
SECOND = {"record": "record 2", "cookie": "cookie2"} | PART
REPLACED: dict[str, object] = {"replaced": {"record": "of another tab", "parts": ["part 2"]}}
OF_ANOTHER_TAB = "record=of another tab parts={'part 2': 'content 2'} missing=[] trouble=None []"


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
    missing = "record=? parts={} missing=['part 2'] trouble=None []"
    come(page, url)
    assert heard(page) == []
    press(page, "Write 1")
    stores(page, FIRST)
    press(page, "Write 2")
    hears(page, missing)
    assert heard(page) == [missing]
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
    stores(page, FIRST | PART | REPLACED)
    press(page, "Ask for replaced")
    hears(page, OF_ANOTHER_TAB)
    press(page, "Answer", "Forget")
    stores(page, {})

    press(page, "Write 2", "Give", "Answer")
    stores(page, SECOND)
    page.context.clear_cookies()
    come(page, url)
    hears(page, "record=record 2 parts={'part 2': 'content 2'} missing=[] trouble=None []")

    other_tab(page, "off")  # somebody has switched saving off there
    press(page, "Answer", "Write 1")
    hears(page, "['off']")
    stores(page, {"record": "off"} | PART)


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
    hears(page, "record=record 2 parts={'part 2': 'content 2'} missing=[] trouble=None ['keeps']")
    stores(page, {"record": "record 2"} | PART | REPLACED)
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('ttt-lab'))") == []
    press(page, "Answer", "Ask for replaced")
    hears(page, OF_ANOTHER_TAB)


@pytest.mark.thorough
def test_without_cookies_nothing_is_saved_and_a_full_storage_keeps_its_data(
    page: Page, url: str
) -> None:
    come(page, url)
    page.evaluate(
        """() => Object.defineProperty(document, "cookie", { get: () => "", set() {} })"""
    )
    press(page, "Write 1")
    hears(page, "trouble=blocked []")
    stores(page, {})

    come(page, url)
    press(page, "Write 2", "Give", "Answer")
    stores(page, SECOND)
    page.evaluate(f"() => {{ {FULL} }}")
    press(page, "Write 3", "Give")
    hears(page, "trouble=full []")
    stores(page, SECOND)
    press(page, "Answer", "Write 1")
    stores(page, {"cookie": "record 1"})
