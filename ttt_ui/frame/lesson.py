"""Links for a lesson: ``hide=partner,rewards`` hides parts of a page, ``only=…`` all but one thing.

Both last while the visitor looks at other pages. One click shows the hidden parts again.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ttt_ui import widgets
from ttt_ui.frame.links import HIDE, SETTINGS_IN_LINKS, WITHOUT_EFFECT, Link, Parameter
from ttt_ui.language import tr, tr_plural
from ttt_ui.visit.session import per_visitor
from ttt_ui.widgets import Control, show_control

S = TypeVar("S", bound=str)


@dataclass
class _Look:
    """What links have made of the pages, by the name of the page."""

    hidden: dict[str, frozenset[str]] = field(default_factory=dict)
    only: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class PageParts:
    """The parts of a page that a link can hide."""

    page: str
    labels: Mapping[str, str]  # name in links → name on the page, in the order of the page
    alone: Parameter[str] | None = None  # names what can be shown alone; None if nothing can
    # Former name in links → the present one.
    former: Mapping[str, str] = field(default_factory=dict)

    @property
    def hidden(self) -> frozenset[str]:
        """The names of the hidden parts."""
        return per_visitor(_Look).hidden.get(self.page, frozenset())

    @property
    def only(self) -> str:
        """The name of what is shown alone; empty if the whole page is shown."""
        return per_visitor(_Look).only.get(self.page, "")

    def hides(self, part: str) -> bool:
        return part in self.hidden

    def show_all(self) -> None:
        per_visitor(_Look).hidden[self.page] = frozenset()

    def follow(self, link: Link) -> None:
        """Hide what a link hides. Without a link, everything stays as it is."""
        if not link.rest:
            return
        look = per_visitor(_Look)
        look.only[self.page] = (link.read(self.alone) if self.alone else None) or ""
        if self.only:
            without_effect = (*WITHOUT_EFFECT, *SETTINGS_IN_LINKS)
            link.drop_without_effect(name for name in without_effect if name in link.rest)
        look.hidden[self.page] = self.read_hidden(link)

    def read_hidden(self, link: Link) -> frozenset[str]:
        names = [name.strip() for name in link.rest.pop(HIDE, "").split(",")]
        names = [self.former.get(name, name) for name in names]
        unknown = ",".join(name for name in names if name and name not in self.labels)
        if unknown:
            parts = ", ".join(self.labels)
            link.drop(HIDE, unknown, tr("this cannot be hidden. Choose from {parts}.", parts=parts))
        return frozenset(names).intersection(self.labels)

    def to_query(self, hidden: Collection[str]) -> dict[str, str]:
        """Return the query that hides these parts."""
        names = [part for part in self.labels if part in hidden]
        return {HIDE: ",".join(names)} if names else {}

    def query(self) -> dict[str, str]:
        """Return the page's present look as a query."""
        if self.alone is not None and self.only:
            return self.alone.to_query(self.only)
        return self.to_query(self.hidden)

    def notice(self) -> None:
        """Say what is hidden, and offer to show it."""
        if not self.hidden:
            return
        text = tr_plural(
            "This link hides {n} part of the page.",
            "This link hides {n} parts of the page.",
            len(self.hidden),
        )
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.caption(f":material/visibility_off: {text}", width="content")
            st.button(
                tr("Show all"),
                icon=":material/visibility:",
                type="tertiary",
                on_click=self.show_all,
            )

    def choose(self) -> list[str]:
        """Let a teacher choose what a link hides, and return the names."""
        return show_control(
            Control(
                # Another key whenever another part is hidden.
                f"{self.page}_hides_{','.join(sorted(self.hidden))}",
                [part for part in self.labels if part in self.hidden],
                lambda parts: (
                    isinstance(parts, list) and all(part in list(self.labels) for part in parts)
                ),
            ),
            st.pills,
            tr("Hide"),
            list(self.labels),
            selection_mode="multi",
            format_func=lambda part: tr(self.labels[part]),
            help=tr("Students can show everything with one click."),
        )

    def open_tab(
        self, view: Control[S], tabs: Mapping[S, str]
    ) -> tuple[S, DeltaGenerator] | tuple[None, None]:
        """Show the tabs that are not hidden; return the name of the open one, and its place.

        `tabs` gives the name in links of each.
        """
        offered = [tab for tab, part in tabs.items() if not self.hides(part)]
        if not offered:
            return None, None
        if view.value not in offered:
            view.set(offered[0])
        places = widgets.tabs(view, offered)
        return next((name, place) for name, place in places.items() if place.open)
