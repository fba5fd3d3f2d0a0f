"""Classroom links: ``hide=partner,rewards`` hides parts of a page, ``only=…`` all but one thing.

Both last while the visitor looks at other pages. One click shows the hidden parts again.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ttt_core.sentences import tr_noop
from ttt_ui.frame.field import Field, Part, look, several, tabs
from ttt_ui.frame.links import (
    HIDE,
    SETTINGS_IN_LINKS,
    WITHOUT_EFFECT,
    Link,
    Parameter,
    slug,
)
from ttt_ui.language import tr, tr_plural

S = TypeVar("S", bound=str)


@dataclass(frozen=True)
class PageParts:
    """The parts of a page that a link can hide."""

    page: str
    labels: Mapping[str, str]  # name in links → name on the page, in the order of the page
    alone: Parameter[str] | None = None  # names what can be shown alone; None if nothing can
    # Former name in links → the present one.
    former: Mapping[str, str] = field(default_factory=dict)
    # Tab → its part, where the two have different names.
    of_tabs: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, part: str) -> Part:
        assert part in self.labels
        return Part(self.page, part)

    def of(self, tab: str) -> Part:
        """Return the part that is a tab."""
        return self[self.of_tabs.get(tab, slug(tab))]

    @property
    def hidden(self) -> frozenset[str]:
        """The names of the hidden parts."""
        return look().hidden.get(self.page, frozenset())

    @property
    def only(self) -> str:
        """The name of what is shown alone; empty if the whole page is shown."""
        return look().only.get(self.page, "")

    def hides(self, part: str) -> bool:
        return self[part].hidden

    def show_all(self) -> None:
        look().hidden[self.page] = frozenset()

    def apply_link(self, link: Link) -> None:
        """Hide what a link hides. Without a link, everything stays as it is."""
        if not link.rest:
            return
        look().only[self.page] = (link.read(self.alone) if self.alone else None) or ""
        if self.only:
            without_effect = (*WITHOUT_EFFECT, *SETTINGS_IN_LINKS)
            link.drop_without_effect(name for name in without_effect if name in link.rest)
        look().hidden[self.page] = self.read_hidden(link)

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

    def choose(self) -> Sequence[str]:
        """Let a teacher choose what a link hides, and return the names."""
        return several(
            # Another key whenever another part is hidden.
            f"{self.page}_hides_{','.join(sorted(self.hidden))}",
            self.labels,
            [part for part in self.labels if part in self.hidden],
            label=tr_noop("Hide"),
            help=tr_noop("Students can show everything with one click."),
        ).show()

    def open_tab(self, view: Field[S]) -> tuple[S, DeltaGenerator] | tuple[None, None]:
        """Show the tabs that are not hidden; return the name of the open one, and its place."""
        (views,) = view.offers()
        offered = [tab for tab in views if not self.of(tab).hidden]
        if not offered:
            return None, None
        if view.value not in offered:
            view.set(offered[0])
        places = tabs(view, offered)
        return next((name, place) for name, place in places.items() if place.open)
