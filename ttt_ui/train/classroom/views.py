"""The place on Train to make a link for a lesson."""

import streamlit as st

from ttt_ui.frame.share import lesson_menu, link_to_share
from ttt_ui.language import tr
from ttt_ui.train.classroom.state import PARTS, TABS_IN_LINKS
from ttt_ui.train.links import link, link_tells_all
from ttt_ui.train.state import TAB
from ttt_ui.train.wording import link_explained
from ttt_ui.widgets import one_of, segmented

MENU = "train_share"
"""Key of the menu with the link."""


def link_maker() -> None:
    """Show the link to the agent; let a teacher choose what it hides and opens with."""
    st.markdown(link_explained(tells_all=link_tells_all()))
    place, view = st.container(), TAB.value
    with lesson_menu():
        hidden = PARTS.choose()
        tabs = [tab for tab, name in TABS_IN_LINKS.items() if name not in hidden]
        if tabs:
            # Another key whenever another tab is open.
            opens = one_of(
                f"lesson_view_{len(tabs)}_{TABS_IN_LINKS[view]}",
                tabs,
                view if view in tabs else tabs[0],
            )
            view = segmented(opens, tr("Open with"), tabs)
    with place:
        link_to_share(link(hidden, view), MENU)
