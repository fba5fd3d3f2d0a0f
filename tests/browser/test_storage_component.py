"""The storage component in a real Chromium, and its handling of invalid reports."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import APPS, wait_idle
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


def stored(page: Page) -> dict[str, str]:
    kept = page.evaluate("({...localStorage})")
    cookies = {str(c.get("name")): str(c.get("value")) for c in page.context.cookies()}
    return {name: text for name, text in kept.items() if name.startswith("ttt-lab")} | (
        {"cookie": cookies["ttt-lab"]} if "ttt-lab" in cookies else {}
    )


FIRST = {"ttt-lab.record": "record 1", "cookie": "cookie1"}
SECOND = {
    "ttt-lab.record": "record 2",
    "ttt-lab.part.part 2": "content 2",
    "cookie": "cookie2",
}


def test_a_record_is_written_once_its_parts_are_there(page: Page, url: str) -> None:
    come(page, url)
    assert heard(page) == []
    press(page, "Write 1")
    assert stored(page) == FIRST
    press(page, "Write 2")
    hears(page, "record=? parts=None missing=['part 2'] trouble=None")
    assert heard(page) == ["record=? parts=None missing=['part 2'] trouble=None"]
    assert stored(page) == FIRST
    press(page, "Give")
    assert stored(page) == FIRST | SECOND
    press(page, "Answer")
    come(page, url, cookie="cookie2")
    # The cookie is not the record, so the storage reports its record and waits for an answer.
    hears(page, "record=record 2 parts=None missing=[] trouble=None")
    assert heard(page) == ["record=record 2 parts=None missing=[] trouble=None"]
    press(page, "Write 1")
    assert stored(page) == SECOND
    press(page, "Answer")
    assert stored(page) == FIRST
    press(page, "Ask")
    hears(page, "record=record 1 parts={} missing=[] trouble=None")
    assert heard(page)[-1] == "record=record 1 parts={} missing=[] trouble=None"
    press(page, "Answer", "Forget")
    assert stored(page) == {}


def test_another_tab_is_reported_and_nothing_is_overwritten_unseen(page: Page, url: str) -> None:
    come(page, url)
    press(page, "Write 1")
    page.evaluate(
        """() => {
            const other = document.body.appendChild(document.createElement("iframe"));
            other.contentWindow.localStorage.setItem("ttt-lab.record", "of another tab");
        }"""
    )
    expect(page.get_by_test_id("stCode")).to_contain_text("record=of another tab")
    press(page, "Forget")
    assert stored(page)["ttt-lab.record"] == "of another tab"
    press(page, "Answer")
    assert stored(page) == {}


def test_a_full_storage_keeps_its_data(page: Page, url: str) -> None:
    come(page, url)
    press(page, "Write 2", "Give", "Answer")
    assert stored(page) == SECOND
    page.evaluate(f"() => {{ {FULL} }}")
    press(page, "Write 3", "Give")
    hears(page, "trouble=full")
    assert stored(page) == SECOND
    press(page, "Answer", "Write 1")
    assert stored(page) == {"cookie": "cookie1"}
