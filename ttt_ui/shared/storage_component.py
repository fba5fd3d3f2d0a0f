"""What the visitor's browser keeps for the program: read and written by ``storage_component.js``.

That is a *record*, and *parts* that it refers to, in the browser's ``localStorage``, where there is
room for 4.9 million characters; and a cookie of `MAX_COOKIE` characters, which alone is there in
the first run of a visit. The record is written when all of its parts are there, so that what is
kept belongs together at any time; parts that it does not refer to are dropped.

The browser reports what the program asked for, which parts are still missing, a record that the
program does not know of (another tab has written it), and what keeps it from keeping anything. What
it sends is checked here for its form alone.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal

import streamlit as st

from ttt_ui.shared.widgets import held

COOKIE = "ttt-lab"
MAX_COOKIE = 3_800
"""Browsers drop longer ones without a word."""

Trouble = Literal["full", "blocked"]

_KEY = "storage"

_mount = st.components.v2.component(
    "ttt_storage",
    js=Path(__file__).with_name("storage_component.js").read_text(encoding="utf-8"),
)


@dataclass(frozen=True)
class Writing:
    """What is to be kept from now on.

    Attributes
    ----------
    number
        Rises with each.
    record, cookie
        Empty where nothing is to be kept.
    parts
        The names of the parts that the record refers to.
    """

    number: int
    record: str
    cookie: str
    parts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """What the browser says.

    Attributes
    ----------
    number
        Rises with each; what was not answered comes again with the next.
    knows_record, record
        Whether it says what the record is; None where there is none.
    parts
        By name, all that there are; None unless they were asked for.
    missing
        Names of the parts that it needs before it can write.
    trouble
        Why it can keep nothing.
    """

    number: int
    knows_record: bool = False
    record: str | None = None
    parts: Mapping[str, str] | None = None
    missing: tuple[str, ...] = ()
    trouble: Trouble | None = None


@dataclass
class Wire:
    """Where the talk with the browser stands.

    Attributes
    ----------
    visit
        Tells this visit from all others.
    held
        The record that the browser is known to hold; None if there is none.
    asked
        How often the program has asked what there is.
    answered
        The number of the last report that was taken in.
    writing
        The last one; None before the first.
    content
        Parts that were asked for, by name.
    """

    visit: str
    held: str | None = None
    asked: int = 0
    answered: int = 0
    writing: Writing | None = None
    content: dict[str, str] = field(default_factory=dict)


def cookie() -> str:
    """Return what the cookie said when the visit began; empty where there was none."""
    text = st.context.cookies.get(COOKIE)
    return text if isinstance(text, str) else ""


def storage(wire: Wire, *, offers: bool, on_report: Callable[[], None]) -> None:
    """Talk with the browser.

    Parameters
    ----------
    wire
    offers
        Whether the visitor has been told of another tab: need not be told again.
    on_report
        Called when there is something to be read by `read_report`.
    """
    _mount(
        key=_KEY,
        data={
            "speaks": True,
            "visit": wire.visit,
            "held": wire.held,
            "asked": wire.asked,
            "answered": wire.answered,
            "content": wire.content,
            "offers": offers,
            "writing": _sent(wire.writing),
        },
        on_report_change=on_report,
    )


def hand_over(wire: Wire, *, key: str) -> None:
    """Hand over what is to be written, from a part of the page that runs by itself."""
    _mount(key=key, data={"speaks": False, "visit": wire.visit, "writing": _sent(wire.writing)})


def _sent(writing: Writing | None) -> dict[str, object] | None:
    return None if writing is None else asdict(writing)


def read_report(wire: Wire) -> Report | None:
    """Return the report that is being handled; None where it is none, or was taken in before."""
    state = held(_KEY)
    report = state.get("report") if isinstance(state, Mapping) else None
    if not isinstance(report, Mapping) or report.get("visit") != wire.visit:
        return None
    number = report.get("number")
    return _read(number, report) if type(number) is int and number > wire.answered else None


def _read(number: int, report: Mapping[str, object]) -> Report:
    record, parts, missing = report.get("record"), report.get("parts"), report.get("missing")
    trouble = report.get("trouble")
    return Report(
        number,
        knows_record="record" in report,
        record=record if isinstance(record, str) else None,
        parts=_texts(parts) if isinstance(parts, Mapping) else None,
        missing=tuple(name for name in missing if isinstance(name, str))
        if isinstance(missing, list)
        else (),
        trouble=trouble if trouble == "full" or trouble == "blocked" else None,
    )


def _texts(values: Mapping[object, object]) -> dict[str, str]:
    return {n: text for n, text in values.items() if isinstance(n, str) and isinstance(text, str)}
