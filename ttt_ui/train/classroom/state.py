"""Classroom links: what a link hides on Train until the visitor asks to see it.

``hide=partner,rewards`` in the address.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from ttt_core.sentences import tr_noop
from ttt_ui.frame.links import Link, slug
from ttt_ui.language import tr
from ttt_ui.train.settings.controls import GROUPS
from ttt_ui.train.state import TABS, Tab
from ttt_ui.visit.session import per_visitor

HIDE = "hide"
"""The query parameter."""

_SHORT = {"Weak spots": "why", "More figures": "figures"}
_FORMER = {"what-the-numbers-mean": "update-rule"}


def name_in_links(tab: Tab) -> str:
    return _SHORT.get(tab, slug(tab))


PARTS: dict[str, str] = {
    "preset": tr_noop("Preset"),
    "rule": tr_noop("Rule"),
    **{group: label for group, (label, _) in GROUPS.items()},
    "experiments": tr_noop("Experiments"),
    "curve": tr_noop("Learning curve"),
    "figures": tr_noop("Figures"),
    **{name_in_links(tab): tab for tab in TABS if tab != "More figures"},
}
"""What can be hidden: name in links → name on the page, in the order of the page."""


@dataclass
class Classroom:
    """How the visitor's link shows the page."""

    hidden: frozenset[str] = frozenset()  # the names of the hidden parts
    asked: Tab | Literal[""] = ""  # the tab that a link from outside asked for; empty if none did


def classroom() -> Classroom:
    return per_visitor(Classroom)


def is_hidden(part: str) -> bool:
    return part in classroom().hidden


def open_tabs() -> list[Tab]:
    return [tab for tab in TABS if not is_hidden(name_in_links(tab))]


def show_all() -> None:
    classroom().hidden = frozenset()


def hidden_to_query(hidden: Collection[str]) -> dict[str, str]:
    names = [part for part in PARTS if part in hidden]
    return {HIDE: ",".join(names)} if names else {}


def read_hidden(link: Link) -> frozenset[str]:
    names = [name.strip() for name in link.rest.pop(HIDE, "").split(",")]
    names = [_FORMER.get(name, name) for name in names]
    unknown = ",".join(name for name in names if name and name not in PARTS)
    if unknown:
        parts = ", ".join(PARTS)
        link.drop(HIDE, unknown, tr("this cannot be hidden. Choose from {parts}.", parts=parts))
    return frozenset(names).intersection(PARTS)
