"""The address of the page that is shown: each page owns a part of its query parameters.

What the address says counts when the visitor comes to a page (by a link, or by Back and Forward),
and at no other time: whatever the browser sends along later may be out of date. A page writes its
part with `show`; parameters that are not its own stay as they are.

Streamlit's own ``st.query_params`` cannot be used for writing. What it sends says not which page it
is meant for, so that after a quick Back it changes the address of the page before; and it adds a
step to the browser's history even where nobody did anything, so that Back leads nowhere.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from ttt_ui.shared.session import kept

_write = st.components.v2.component(
    "ttt_address",
    js=Path(__file__).with_name("address.js").read_text(encoding="utf-8"),
)


@dataclass
class Address:
    """What is known of a visitor's address.

    Attributes
    ----------
    page
        Path of the page last run; None before the first.
    first
        Whether that is the page that the visitor opened the site with.
    asked
        The query that the visitor came with, until the page has dealt with it.
    others
        Parameters that the page does not own.
    shown
        Its own part as last written.
    pushed
        Whether it was written as a step that Back takes back.
    name, number
        Tell this writing from all others.
    """

    page: str | None = None
    first: bool = True
    asked: dict[str, str] | None = None
    others: dict[str, str] = field(default_factory=dict)
    shown: dict[str, str] = field(default_factory=dict)
    pushed: bool = False
    name: str = field(default_factory=lambda: uuid4().hex)
    number: int = 0

    @property
    def query(self) -> dict[str, str]:
        """All that the address says as last written."""
        return self.others | self.shown


def enter(page: str) -> None:
    """Note that a run of the page with this path begins."""
    address = kept(Address)
    if page != address.page or _by_history():
        address.first = address.page is None
        address.page = page
        address.asked = st.query_params.to_dict()


def _by_history() -> bool:
    """Say whether Back or Forward asked for this run."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def asked(owns: Callable[[str], bool]) -> tuple[dict[str, str], bool]:
    """Return what the address asks of a page that owns the parameters `owns` says.

    Returns
    -------
    query : dict
        Empty unless the visitor has just come here.
    first
        Whether they came here from outside.
    """
    address = kept(Address)
    if address.asked is None:
        return {}, False
    address.others = {name: text for name, text in address.asked.items() if not owns(name)}
    return {name: text for name, text in address.asked.items() if owns(name)}, address.first


def show(query: Mapping[str, str]) -> None:
    """Make the page's own part of the address say `query`.

    Where the visitor has just come, that puts the address right; later on it is a step that the
    browser's Back takes back.
    """
    address = kept(Address)
    arrived, address.asked = address.asked is not None, None
    if arrived or query != address.shown:
        address.shown, address.pushed = dict(query), not arrived
        address.number += 1


def write() -> None:
    """Write what the page has asked for; at its end, where nobody sees the component load."""
    address = kept(Address)
    if address.asked is None:  # else the page has no part of the address
        _write(
            key="address",
            data={
                "page": address.page,
                "query": urlencode(address.query),
                "push": address.pushed,
                "writing": f"{address.name} {address.number}",
            },
        )
