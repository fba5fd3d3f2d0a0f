"""Data saved in the visitor's browser, read and written by ``storage_component.js``.

The browser's IndexedDB contains a *record* and the *parts* it refers to; what an earlier version of
the app had saved in ``localStorage`` is moved there once. A cookie of up to `MAX_COOKIE` characters
is all that the first run of a visit can read. The record is written only when all its parts are
there, so that the saved data is always consistent; parts it does not refer to are removed. The
last tab wins: the record of another tab that is replaced is kept with its parts, once; so is a
visit that is put aside for the next visitor.

The browser reports what the program asked for, which parts are missing, whether it keeps what
another tab had saved, and why it cannot save. Only the form of its reports is checked here.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal

import streamlit as st

from ttt_ui.streamlit_fixes.component_files import component
from ttt_ui.widgets import sent

COOKIE = "ttt-lab"
MAX_COOKIE = 3_800
"""Browsers silently drop longer ones."""

Trouble = Literal["full", "blocked"]

_KEY = "storage"

_mount = component("ttt_storage", Path(__file__).with_suffix(".js"))


@dataclass(frozen=True)
class Writing:
    """The data to save from now on."""

    number: int  # increases with each one
    # Empty if there is nothing to save.
    record: str
    cookie: str
    parts: tuple[str, ...] = ()  # the names of the parts that the record refers to
    erases: bool = False  # whether nothing else must stay in the browser
    # The address that the browser opens next, once it has put the record aside; empty if it stays.
    leaves_for: str = ""


@dataclass(frozen=True)
class Report:
    """A report from the browser."""

    # Increases with each one. A report repeats whatever has not been answered.
    number: int
    # Whether the report includes a saved record, with all saved parts by name; the record is None
    # if there is none.
    has_record: bool = False
    record: str | None = None
    parts: Mapping[str, str] = field(default_factory=dict)
    keeps: bool = False  # whether the browser keeps what another tab had saved
    replaced: bool = False  # whether this tab has just been saved in place of another
    off: bool = False  # whether another tab has switched saving off
    missing: tuple[str, ...] = ()  # names of the parts that the browser needs before it can write
    trouble: Trouble | None = None  # why it cannot save anything


@dataclass
class Exchange:
    """The state of the exchange with the browser."""

    visit: str  # identifies this visit
    held: str | None = None  # the record that this visit was restored from, if any
    asked: int = 0  # how often the program has asked for saved data
    asks_for: Literal["record", "replaced"] = "record"
    answered: int = 0  # the number of the last report that was read
    writing: Writing | None = None  # the last one; None before the first
    # Parts that the browser has requested, by name.
    content: dict[str, str] = field(default_factory=dict)


def cookie() -> str:
    """Return the cookie from the start of the visit; empty if there was none."""
    text = st.context.cookies.get(COOKIE)
    return text if isinstance(text, str) else ""


def storage(exchange: Exchange, *, off: str) -> None:
    """Exchange data with the browser; `off` is the record that says that nothing is saved."""
    _mount(
        key=_KEY,
        data={
            "reports": True,
            "visit": exchange.visit,
            "held": exchange.held,
            "asked": exchange.asked,
            "asks_for": exchange.asks_for,
            "answered": exchange.answered,
            "content": exchange.content,
            "off": off,
            "writing": _sent(exchange.writing),
        },
        on_report_change=lambda: None,
    )


def send_writing(exchange: Exchange, *, key: str) -> None:
    """Send the data to save from a fragment, which runs without the rest of the page."""
    _mount(
        key=key,
        data={"reports": False, "visit": exchange.visit, "writing": _sent(exchange.writing)},
    )


def _sent(writing: Writing | None) -> dict[str, object] | None:
    return None if writing is None else asdict(writing)


def read_report(exchange: Exchange) -> Report | None:
    """Return the current report; None if it is invalid or was read before."""
    report = sent(_KEY, "report")
    if not isinstance(report, Mapping) or report.get("visit") != exchange.visit:
        return None
    number = report.get("number")
    return _read(number, report) if type(number) is int and number > exchange.answered else None


def _read(number: int, report: Mapping[str, object]) -> Report:
    record, parts, missing = report.get("record"), report.get("parts"), report.get("missing")
    trouble = report.get("trouble")
    return Report(
        number,
        has_record="record" in report,
        record=record if isinstance(record, str) else None,
        parts={n: text for n, text in parts.items() if isinstance(n, str) and isinstance(text, str)}
        if isinstance(parts, Mapping)
        else {},
        keeps=report.get("keeps") is True,
        replaced=report.get("replaced") is True,
        off=report.get("off") is True,
        missing=tuple(name for name in missing if isinstance(name, str))
        if isinstance(missing, list)
        else (),
        trouble=trouble if trouble == "full" or trouble == "blocked" else None,
    )
