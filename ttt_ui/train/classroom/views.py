"""The place on Train to make a link for a lesson."""

import streamlit as st

from ttt_core.sentences import tr_noop
from ttt_ui.frame.field import Field, one_of
from ttt_ui.frame.share import lesson_menu, link_to_share
from ttt_ui.train.classroom.state import PARTS
from ttt_ui.train.links import link, link_tells_all
from ttt_ui.train.state import TAB, TABS, Tab
from ttt_ui.train.wording import link_explained

MENU = "train_share"
"""Key of the menu with the link."""


def link_maker() -> None:
    """Show the link to the agent; let a teacher choose what it hides and opens with."""
    st.markdown(link_explained(tells_all=link_tells_all()))
    place, view = st.container(), TAB.value
    with lesson_menu():
        hidden = PARTS.choose()
        tabs = [tab for tab in TABS if PARTS.of(tab).name not in hidden]
        if tabs:
            # Another key whenever another tab is open.
            opens: Field[Tab] = one_of(
                f"lesson_view_{len(tabs)}_{PARTS.of(view).name}",
                tabs,
                view if view in tabs else tabs[0],
                label=tr_noop("Open with"),
            )
            view = opens.show()
    with place:
        link_to_share(link(hidden, view), MENU)
