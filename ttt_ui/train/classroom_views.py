"""The notice of a link that hides parts of Train, and the place to make such a link."""

import streamlit as st

from ttt_ui.train.classroom import PARTS, classroom, name_in_links, show_all
from ttt_ui.train.links import link, link_tells_all
from ttt_ui.train.state import TAB, TABS
from ttt_ui.train.wording import link_explained


def notice() -> None:
    """Say what is hidden, and offer to show it."""
    hidden = classroom().hidden
    with st.container():  # even if empty, so that everything below stays in place
        if hidden:
            named = ", ".join(label for part, label in PARTS.items() if part in hidden)
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.caption(
                    f":material/visibility_off: Hidden by this link: {named}.", width="content"
                )
                st.button(
                    "Show all", icon=":material/visibility:", type="tertiary", on_click=show_all
                )


def link_maker() -> None:
    """Show the link to the agent; let a teacher choose what it hides and opens with."""
    st.markdown(link_explained(tells_all=link_tells_all()))
    place = st.container()
    hidden, view = classroom().hidden, TAB.value
    with st.expander("Link for a lesson", icon=":material/school:", key="train_lesson"):
        chosen = st.pills(
            "Hide",
            list(PARTS),
            selection_mode="multi",
            format_func=PARTS.__getitem__,
            default=[part for part in PARTS if part in hidden],
            # Another key whenever another part is hidden or another tab is open.
            key=f"lesson_hides_{','.join(sorted(hidden))}",
            persist_state="session",
            help="Students can show everything with one click.",
        )
        tabs = [tab for tab in TABS if name_in_links(tab) not in chosen]
        if tabs:
            opens = st.segmented_control(
                "Open with",
                tabs,
                default=view if view in tabs else tabs[0],
                required=True,
                key=f"lesson_view_{name_in_links(view)}_{len(tabs)}",
            )
            view = opens
    with place:
        st.code(link(chosen, view), language=None, wrap_lines=True)
