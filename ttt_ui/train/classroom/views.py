"""The notice of a link that hides parts of Train, and the place to make such a link."""

import streamlit as st

from ttt_ui.frame.share import link_to_share
from ttt_ui.language import tr, tr_plural
from ttt_ui.train.classroom.state import PARTS, classroom, name_in_links, show_all
from ttt_ui.train.links import link, link_tells_all
from ttt_ui.train.state import TAB, TABS
from ttt_ui.train.wording import link_explained
from ttt_ui.widgets import Control, one_of, segmented, show_control

MENU = "train_share"
"""Key of the menu with the link."""


def notice() -> None:
    """Say what is hidden, and offer to show it."""
    hidden = classroom().hidden
    with st.container():  # even if empty, so that everything below stays in place
        if hidden:
            text = tr_plural(
                "This link hides {n} part of the page.",
                "This link hides {n} parts of the page.",
                len(hidden),
            )
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.caption(f":material/visibility_off: {text}", width="content")
                st.button(
                    tr("Show all"), icon=":material/visibility:", type="tertiary", on_click=show_all
                )


def link_maker() -> None:
    """Show the link to the agent; let a teacher choose what it hides and opens with."""
    st.markdown(link_explained(tells_all=link_tells_all()))
    place = st.container()
    hidden, view = classroom().hidden, TAB.value
    # Other keys whenever another part is hidden or another tab is open.
    hides = Control(
        f"lesson_hides_{','.join(sorted(hidden))}",
        [part for part in PARTS if part in hidden],
        lambda parts: isinstance(parts, list) and all(part in list(PARTS) for part in parts),
    )
    with st.expander(tr("Link for a lesson"), icon=":material/school:", key="train_lesson"):
        chosen = show_control(
            hides,
            st.pills,
            tr("Hide"),
            list(PARTS),
            selection_mode="multi",
            format_func=lambda part: tr(PARTS[part]),
            help=tr("Students can show everything with one click."),
        )
        tabs = [tab for tab in TABS if name_in_links(tab) not in chosen]
        if tabs:
            opens = one_of(
                f"lesson_view_{len(tabs)}_{name_in_links(view)}",
                tabs,
                view if view in tabs else tabs[0],
            )
            view = segmented(opens, tr("Open with"), tabs)
    with place:
        link_to_share(link(chosen, view), MENU)
