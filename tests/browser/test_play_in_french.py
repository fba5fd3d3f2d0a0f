"""The first minute of a visitor who speaks French, and a change of language in the middle of it."""

import re

from playwright.sync_api import Page, expect

from tests.browser.support import wait_idle


def test_a_newcomer_teaches_a_pupil_in_french(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/play?lang=fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.get_by_role("button", name="Former un agent à partir de zéro").click()
    expect(page.get_by_text("Il connaît les règles et rien d’autre.")).to_be_visible()
    page.get_by_role("button", name="100 parties", exact=True).click()
    expect(
        page.get_by_text(re.compile(r"fait une erreur dans \d+,\d\u202f% de celles"))
    ).to_be_visible()
    expect(page.get_by_role("button", name="100 parties", exact=True)).to_be_enabled()

    page.get_by_role("button", name="ligne 2, colonne 2, vide", exact=True).click()
    expect(page.get_by_role("button", name=re.compile(r"^ligne \d, colonne \d, O"))).to_have_count(
        1
    )
    expect(page.get_by_role("heading", name="À vous\u202f: vous jouez X")).to_be_visible()
    wait_idle(page)

    page.get_by_test_id("stExpandSidebarButton").click()
    page.get_by_role("combobox", name="Langue").click()
    page.get_by_role("option", name="English").click()
    expect(page.get_by_role("heading", name="Your turn: you are X")).to_be_visible()
    expect(page.get_by_role("button", name="row 2, column 2, X", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name=re.compile(r"^row \d, column \d, O"))).to_have_count(1)
    expect(page.locator("html")).to_have_attribute("lang", "en")
