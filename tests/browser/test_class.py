"""A whole lesson: five pupils teach on phones, their teacher ranks them in one table."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Lend
from tests.browser.support import boards_have_answered, on, wait_idle
from tests.browser.test_play import cell
from tests.browser.test_teach import play_the_plan

NAMES = ("Ada", "Ben", "Chloé", "Dmitri", "Ada")
"""Two of them have the same name."""
PRACTISES = 2
"""How many of them, the first ones, also let their pupil practise."""


def teach(page: Page, url: str, name: str, *, practises: bool) -> str:
    """Teach a pupil at least one game, and return its link."""
    page.goto(url)
    page.get_by_role("button", name="Teach an agent from scratch").wait_for()
    wait_idle(page)
    cell(page, 4).click()  # the name does not stand in the way
    boards_have_answered(page)
    field = page.get_by_role("textbox", name="Your pupil's name")
    field.fill(name)
    field.press("Enter")
    expect(page.locator(".st-key-agent_card")).to_contain_text(name)
    play_the_plan(page)
    if practises:
        page.get_by_role("button", name="100", exact=True).click()
        expect(page.locator(".st-key-agent_card")).not_to_contain_text("1 game trained")
        wait_idle(page)
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_test_id("stPopoverBody").locator("code")
    expect(link).to_contain_text("pupil=")
    return link.inner_text()


@pytest.mark.thorough
def test_five_pupils_teach_and_their_teacher_ranks_them(lend: Lend, app_url: str) -> None:
    links = []
    for number, name in enumerate(NAMES):
        with lend(PHONE, touch=True) as phone:
            links.append(teach(phone, app_url, name, practises=number < PRACTISES))
    assert [parse_qs(urlsplit(link).query)["name"] for link in links] == [[n] for n in NAMES]

    with lend(DESKTOP) as teacher:
        teacher.goto(links[0])
        on(teacher, "Play")
        expect(teacher.get_by_text("Somebody taught Ada: 1 game with a person,")).to_be_visible()

        teacher.goto(f"{app_url}/compare?view=judge-files")
        on(teacher, "Compare")
        box = teacher.get_by_role("textbox", name="Links of pupils, one a line")
        box.fill("\n".join([*links, "and http://x.example/notes"]))
        box.press("Control+Enter")
        unread = re.compile("Line 6, “and http.+notes”, was not loaded")
        expect(teacher.get_by_text(unread)).to_be_visible()
        wait_idle(teacher)
        with teacher.expect_download() as download:
            teacher.get_by_role("button", name="Download as CSV", exact=True).click()
        table = download.value.path().read_text(encoding="utf-8").splitlines()
        names = [line.partition(",")[0].partition(" (same lessons")[0] for line in table[1:]]
        assert sorted(names) == [
            *("Ada", "Ada (2)", "Ben", "Chloé", "Dmitri"),
        ]
        with teacher.expect_download() as download:
            teacher.get_by_role("button", name="Picture for the wall").click()
        assert "Chloé" in download.value.path().read_text(encoding="utf-8")
        choice = teacher.get_by_role("combobox", name="Do more with one of them")
        choice.fill("Ada (2)")
        choice.press("Enter")
        teacher.get_by_role("button", name="Add to the players").click()
        expect(teacher.get_by_text("Added Ada (2).")).to_be_visible()
        teacher.get_by_role("tab", name="Players").click()
        expect(teacher.locator("[class*=st-key-agent_]", has_text="Ada (2)").first).to_be_visible()
