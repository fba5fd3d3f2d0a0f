"""The address of the page that is shown: each page owns a part of its query parameters.

What the address says counts when the visitor comes to a page (by a link, or by Back and Forward),
and at no other time: whatever the browser sends along later may be out of date. A page writes its
part with `show`; parameters that are not its own stay as they are. What every page has in common
(which agent there is) is written with `show_common`; on a page that owns these parameters itself,
nothing is.

Streamlit's own ``st.query_params`` cannot be used for writing. What it sends says not which page it
is meant for, so that after a quick Back it changes the address of the page before; and it adds a
step to the browser's history even where nobody did anything, so that Back leads nowhere.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

import streamlit as st
from streamlit.navigation.page import Page
from streamlit.runtime.scriptrunner import get_script_run_ctx

from ttt_ui.shared import messages
from ttt_ui.shared.limits import MAX_PARAMETERS, MAX_QUERY
from ttt_ui.shared.session import per_visitor, session

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
    drawn, script
        That page, and Streamlit's own name of it.
    first
        Whether that is the page that the visitor opened the site with.
    came
        The query that the visitor came with, as the browser wrote it.
    asked
        What it says, until the page has dealt with it.
    owned_by_all
        The names of the parameters that are no page's own, but common to all.
    others
        Parameters that nobody here owns.
    shown, common
        The page's own part, and that which is common to all, as last written.
    written
        Number of the writing last handed over.
    pushed
        Whether it was written as a step that Back takes back.
    name, number
        Tell this writing from all others.
    """

    page: str | None = None
    drawn: Page | None = None
    script: str = ""
    first: bool = True
    came: str = ""
    asked: dict[str, str] | None = None
    owned_by_all: Collection[str] = ()
    others: dict[str, str] = field(default_factory=dict)
    shown: dict[str, str] = field(default_factory=dict)
    common: dict[str, str] = field(default_factory=dict)
    written: int = 0
    pushed: bool = False
    name: str = field(default_factory=lambda: uuid4().hex)
    number: int = 0

    @property
    def query(self) -> dict[str, str]:
        """All that the address says as last written."""
        return self.others | self.common | self.shown


def enter(page: Page, *, owned_by_all: Collection[str]) -> bool:
    """Note that a run of a page begins; some parameters are not the page's own.

    Say whether it is another page than before.
    """
    address = per_visitor(Address)
    address.drawn, address.script = page, _script()
    is_another = page.url_path != address.page
    if is_another or _by_history():
        address.first = address.page is None
        address.page = page.url_path
        address.came = _query_of_run()
        address.asked = _bounded(st.query_params.to_dict())
        address.owned_by_all = owned_by_all
        address.shown = {}
    return is_another


def _script() -> str:
    context = get_script_run_ctx()
    return context.page_script_hash if context is not None else ""


def stay_on_page() -> None:
    """Draw the whole page where a part of it is to run that is not where it was, or was left.

    Between a click on a link and the next page, a browser may still report what was done on the
    page before, and by its name. Streamlit's frontend (1.67) takes such a run for another page,
    clears that which is shown, and draws the fragment alone, or nothing. Of a fragment that has
    gone or moved while the browser reported, nothing would be drawn either.
    """
    address, context = per_visitor(Address), get_script_run_ctx()
    fragments = context.fragment_ids_this_run if context is not None else None
    if context is None or not fragments:
        return
    if address.drawn is not None and context.page_script_hash != address.script:
        messages.say_again()
        st.switch_page(address.drawn, query_params=address.query)
    if not all(map(context.fragment_storage.contains, fragments)):
        messages.say_again()
        st.rerun()


def _bounded(query: dict[str, str]) -> dict[str, str]:
    """Return the query of a link, or nothing, and a sentence, where no link of ours is so long."""
    if len(query) <= MAX_PARAMETERS and len(urlencode(query)) <= MAX_QUERY:
        return query
    session().say(
        "The link is far longer than any that leads here, so nothing of it was read.", "warning"
    )
    return {}


def _by_history() -> bool:
    """Say whether Back or Forward asked for this run."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def _query_of_run() -> str:
    """Return the query that the browser sent along with this run, as it writes it itself."""
    context = get_script_run_ctx()
    return context.query_string if context is not None else ""


def asked(owns: Callable[[str], bool]) -> tuple[dict[str, str], bool]:
    """Return what the address asks of a page that owns the parameters `owns` says.

    Returns
    -------
    query : dict
        Empty unless the visitor has just come here.
    first
        Whether they came here from outside.
    """
    address = per_visitor(Address)
    if address.asked is None:
        return {}, False
    asked = {n: text for n, text in address.asked.items() if n not in address.owned_by_all}
    address.others = {name: text for name, text in asked.items() if not owns(name)}
    return {name: text for name, text in asked.items() if owns(name)}, address.first


def asked_of_all() -> tuple[dict[str, str], bool]:
    """Return what the address asks of every page alike; results as of `asked`."""
    address = per_visitor(Address)
    asked = address.asked or {}
    return {n: text for n, text in asked.items() if n in address.owned_by_all}, address.first


def show(query: Mapping[str, str], *, as_step: bool = True) -> None:
    """Make the page's own part of the address say `query`.

    Where the visitor has just come, that puts the address right; later on it is a step that the
    browser's Back takes back, unless `as_step` says that nobody has asked for it.
    """
    address = per_visitor(Address)
    arrived, address.asked = address.asked is not None, None
    if arrived or query != address.shown:
        address.shown, address.pushed = dict(query), as_step and not arrived
        address.number += 1


def shown() -> Mapping[str, str]:
    """Return what the page's own part of the address says."""
    return per_visitor(Address).shown


def show_common(query: Mapping[str, str]) -> None:
    """Make the part that is common to all pages say `query`; that alone is no step to take back."""
    address = per_visitor(Address)
    if query != address.common:
        address.common = dict(query)
        if address.number == address.written:
            address.pushed = False
            address.number += 1


def link(query: Mapping[str, str]) -> str:
    """Return a link to what the page shows, with `query` for what is common to all pages."""
    return f"{st.context.url or ''}?{urlencode({**query, **per_visitor(Address).shown})}"


def write(pages: Collection[str]) -> None:
    """Write what has been asked for; at a page's end, where nobody sees the component load.

    `pages` are the paths of all pages.
    """
    address = per_visitor(Address)
    if address.asked is not None:  # the page has no part of its own
        asked(lambda _: False)
        show({})
    _write(
        key="address",
        data={
            "page": address.page,
            "pages": [path for path in pages if path],
            "query": urlencode(address.query),
            "push": address.pushed,
            "asked": _query_of_run(),
            "came": address.came,
            "writing": f"{address.name} {address.number}",
        },
    )
    address.written = address.number
