"""The address of the current page: each page owns some of its query parameters.

The address is read only when the visitor comes to a page, by a link or by Back and Forward; what
the browser sends later may be out of date. A page writes its parameters with `show` and leaves all
others unchanged. `show_common` writes the parameters that all pages share (the agent), except on a
page that owns them itself.

Streamlit's ``st.query_params`` is not suitable for writing. It does not say which page a query is
meant for, so after a quick Back it changes the address of the wrong page. It also adds a step to
the browser's history when the visitor did nothing, so that Back has no effect.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

import streamlit as st

from ttt_ui.frame import language_choice
from ttt_ui.frame.links import HIDE, ONLY, PAGES, WITHOUT_EFFECT, Link
from ttt_ui.language import tr
from ttt_ui.streamlit_fixes import this_run
from ttt_ui.streamlit_fixes.component_files import component
from ttt_ui.visit import messages
from ttt_ui.visit.limits import MAX_PARAMETERS, MAX_QUERY
from ttt_ui.visit.session import per_visitor, session
from ttt_ui.wording import listed

_write = component("ttt_address", Path(__file__).with_suffix(".js"))


@dataclass
class Address:
    page: str | None = None  # path of the page last run; None before the first
    # That page, and Streamlit's name for it.
    drawn: st.Page | None = None
    script: str = ""
    first: bool = True  # whether it is the first page of the visit
    came: str = ""  # the query on arrival at the page, as the browser wrote it
    asked: dict[str, str] | None = None  # the same, parsed; None once the page has handled it
    owned_by_all: Collection[str] = ()  # names of the parameters that all pages share
    # The pages that a parameter is for, by its name up to a dot; the others are for none or all.
    read_by: Mapping[str, Collection[str]] = field(default_factory=dict)
    others: dict[str, str] = field(default_factory=dict)  # parameters that no page owns
    # The page's own parameters and the shared ones, as last written.
    shown: dict[str, str] = field(default_factory=dict)
    common: dict[str, str] = field(default_factory=dict)
    written: int = 0  # number of the last update sent to the browser
    pushed: bool = False  # whether the update is a step that Back undoes
    # Together identify an update.
    name: str = field(default_factory=lambda: uuid4().hex)
    number: int = 0

    @property
    def query(self) -> dict[str, str]:
        """The whole query as last written."""
        return self.others | self.common | self.shown

    def pages_of(self, name: str) -> Collection[str]:
        """Return the pages that a parameter is for; empty if it is for none or all."""
        return self.read_by.get(name.partition(".")[0], ())

    def is_for_this_page(self, name: str) -> bool:
        return (self.page or "play") in self.pages_of(name)


def _here() -> Address:
    return per_visitor(Address)


def enter(
    page: st.Page, *, owned_by_all: Collection[str], read_by: Mapping[str, Collection[str]]
) -> bool:
    """Note that a run of a page begins, and return whether the visitor has changed pages.

    `owned_by_all` names the parameters that do not belong to this page alone, `read_by` the pages
    that a parameter is for, by its name up to a dot.
    """
    address = _here()
    address.drawn, address.script = page, this_run.page()
    is_another = page.url_path != address.page
    if is_another or this_run.is_by_history():
        address.first = address.page is None
        address.page = page.url_path
        address.came = this_run.query()
        address.asked = _bounded(st.query_params.to_dict())
        address.owned_by_all, address.read_by = owned_by_all, read_by
        address.shown = {}
    return is_another


def stay_on_page() -> None:
    """Rerun the whole page if the fragment of this run has moved, or is of a page that was left."""
    address = _here()
    if address.drawn is not None and this_run.page() != address.script:
        messages.say_again()
        st.switch_page(address.drawn, query_params=address.query)
    if not this_run.fragments_exist():
        messages.say_again()
        st.rerun()


def _bounded(query: dict[str, str]) -> dict[str, str]:
    """Return a link's query; if it is too long to be ours, return nothing and tell the visitor."""
    if len(query) <= MAX_PARAMETERS and len(urlencode(query)) <= MAX_QUERY:
        return query
    session().say(tr("This link is too long to be one of ours, so it was ignored."), "warning")
    return {}


def asked(*, everything: bool = False) -> Link:
    """Return the link with the page's own parameters; also with unknown ones for `everything`.

    It is empty unless the visitor has just come to the page.
    """
    address = _here()
    if address.asked is None:
        return Link()
    asked = {n: text for n, text in address.asked.items() if n not in address.owned_by_all}
    link = Link(asked, address.first)
    link.read(language_choice.LANGUAGE)
    for name in [*asked] if address.first else []:
        pages = address.pages_of(name)
        if pages and not address.is_for_this_page(name):
            words = listed([tr(PAGES[page][0]) for page in pages])
            link.drop(name, asked.pop(name), tr("this is for {pages}.", pages=words))
    link.rest = {
        name: text
        for name, text in asked.items()
        if everything or name == HIDE or address.is_for_this_page(name)
    }
    address.others = {name: text for name, text in asked.items() if name not in link.rest}
    return link


def asked_of_all(names: Collection[str]) -> Link:
    """Return the link with those of these parameters that all pages share.

    A link to one thing alone leaves the visitor's agent as it is.
    """
    address = _here()
    asked = address.asked or {}
    shared = {n: text for n, text in asked.items() if n in address.owned_by_all and n in names}
    link = Link(shared, address.first)
    if ONLY in asked and address.is_for_this_page(ONLY):
        link.drop_without_effect(shared)
    return link


def show(query: Mapping[str, str], *, as_step: bool = True) -> None:
    """Write `query` as the page's own part of the address.

    On arrival this only corrects the address. Later it is a step that the browser's Back undoes,
    unless `as_step` is False because the visitor did not ask for the change.
    """
    address = _here()
    arrived, address.asked = address.asked is not None, None
    if arrived or query != address.shown:
        address.shown, address.pushed = dict(query), as_step and not arrived
        address.number += 1


def shown() -> Mapping[str, str]:
    """Return the page's own part of the address."""
    return _here().shown


def show_common(query: Mapping[str, str]) -> None:
    """Write `query` as the part that all pages share; this alone is not a step that Back undoes."""
    address = _here()
    if query != address.common:
        address.common = dict(query)
        if address.number == address.written:
            address.pushed = False
            address.number += 1


def link(query: Mapping[str, str], look: dict[str, str] | None = None) -> str:
    """Return a link to what the page shows, with `query` as the part that all pages share.

    With a `look`, its parts of the page are hidden, or one thing shown alone, and no others.
    """
    own = _here().shown
    if look is not None:
        others = {HIDE, ONLY, *(WITHOUT_EFFECT if ONLY in look else ())}
        own = {n: text for n, text in own.items() if n not in others} | look
    return link_with({**query, **own})


def link_with(query: Mapping[str, str]) -> str:
    """Return a link to the page with this query alone, in the visitor's language."""
    query = {**query, **language_choice.query()}
    page = st.context.url or ""
    if not _here().page:  # under a path, a proxy knows the first page by its slash
        page = page.removesuffix("/") + "/"
    return f"{page}?{urlencode(query, safe=',')}"


def write(pages: Collection[str]) -> None:
    """Send the address to the browser; at the end of a page, where the component does not show.

    `pages` are the paths of all pages.
    """
    address = _here()
    _write(
        key="address",
        data={
            "page": address.page,
            "pages": [path for path in pages if path],
            "query": urlencode(address.query),
            "push": address.pushed,
            "asked": this_run.query(),
            "came": address.came,
            "writing": f"{address.name} {address.number}",
        },
    )
    address.written = address.number
