"""No cell of a downloaded table is a formula, and every file speaks the visitor's language."""

import csv
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO, StringIO
from typing import Any

import pandas as pd
import pytest
import streamlit as st

from ttt_core.files import without_formulas
from ttt_ui.drawing.download import as_spreadsheets_expect, download_button
from ttt_ui.language import speaking, tr


@pytest.mark.parametrize(
    "name", ["=HYPERLINK(1)", "@SUM(1)", "+a", "-a", "\t=1", "\n=1", "---|-X-|---"]
)
def test_a_text_that_would_be_a_formula_gets_an_apostrophe(name: str) -> None:
    table = pd.DataFrame({"agent": [name], name: ["Ada"]})
    rows = csv.reader(StringIO(without_formulas(table.to_csv(index=False)), newline=""))
    assert [*rows] == [["agent", f"'{name}"], [f"'{name}", "Ada"]]


def test_everything_else_stays() -> None:
    table = pd.DataFrame(
        {
            "agent": ["Ada, the “first”", 'a "b"', "two\nlines", "a=b", ""],
            "value": [-0.5, 1e-7, -1e300, float("nan"), float("-inf")],
            "moves": ["-1", "+2.5", "0", "−3", "5"],
        }
    )
    text = table.to_csv(index=False)
    assert without_formulas(text) == text


def test_a_table_is_cleaned_and_an_agent_is_left_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files = dict[str, str]()

    def take(_: str, *, data: Callable[[], str], file_name: str, **__: Any) -> None:
        files[file_name] = data()

    monkeypatch.setattr(st, "download_button", take)
    for name in ("table.csv", "agent.json"):
        download_button("Download", name, lambda: "agent\n=1\n", key=name)
    assert files == {"table.csv": "agent\n'=1\n", "agent.json": "agent\n=1\n"}


def test_a_file_speaks_the_language_of_the_visitor_who_was_shown_its_button(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = list[Callable[[], str]]()
    monkeypatch.setattr(st, "download_button", lambda _, *, data, **__: made.append(data))
    with speaking("fr"):
        for name in ("a.csv", "a.html", "a.json", "a.svg"):
            download_button("Download", name, lambda: tr("Play"), key=name)
    with ThreadPoolExecutor(1) as another_thread:
        assert [another_thread.submit(text).result().strip() for text in made] == 4 * ["Jouer"]


@pytest.mark.parametrize(("language", "form"), [("en", {}), ("fr", {"sep": ";", "decimal": ","})])
def test_a_spreadsheet_opens_a_table_in_the_visitors_language(
    language: str, form: dict[str, str]
) -> None:
    table = pd.DataFrame({"élève": ["Zoé; 1.5 of 2", "Ada"], "share": [0.25, -1e-7], "n": [1, 20]})
    with speaking(language):
        text = as_spreadsheets_expect(table.to_csv(index=False))
    assert text.encode().startswith(b"\xef\xbb\xbf")
    read = pd.read_csv(BytesIO(text.encode()), encoding="utf-8-sig", **form)  # type: ignore[call-overload]
    assert read.equals(table)
