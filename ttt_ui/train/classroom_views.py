"""What the train page says of a link that hides parts of it, and where such a link is made."""

import streamlit as st

from ttt_ui.shared.view_links import slug
from ttt_ui.train.actions import link, link_tells_all
from ttt_ui.train.classroom import PARTS, classroom, show_all
from ttt_ui.train.state import TAB, TABS


def notice() -> None:
    """Say what is hidden, and offer to show it."""
    hidden = classroom().hidden
    with st.container():  # also where it is empty, or all below it would be made anew
        if hidden:
            named = ", ".join(label for part, label in PARTS.items() if part in hidden)
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.caption(f":material/visibility_off: This link hides: {named}.", width="content")
                st.button(
                    "Show all", icon=":material/visibility:", type="tertiary", on_click=show_all
                )


def link_maker() -> None:
    """Show the link to what the page shows; let a teacher choose what it hides and opens with."""
    st.markdown("The link is the model: it gives anyone the agent that these settings train.")
    place = st.container()
    hidden, view = classroom().hidden, TAB.value
    with st.expander("Link for a lesson", icon=":material/school:", key="train_lesson"):
        chosen = st.pills(
            "The link hides",
            list(PARTS),
            selection_mode="multi",
            format_func=PARTS.__getitem__,
            default=[part for part in PARTS if part in hidden],
            # Another control where something else is hidden, or another tab is open, by now.
            key=f"lesson_hides_{','.join(sorted(hidden))}",
            persist_state="session",
            help="Whoever opens the link can show it all with one click.",
        )
        tabs = [tab for tab in TABS if slug(tab) not in chosen]
        if tabs:
            opens = st.segmented_control(
                "And opens with",
                tabs,
                default=view if view in tabs else tabs[0],
                required=True,
                key=f"lesson_view_{slug(view)}_{len(tabs)}",
            )
            view = opens
    with place:
        st.code(link(chosen, view), language=None, wrap_lines=True)
        if not link_tells_all():
            st.caption("Your agent has learned more than that, or otherwise: share it as a file.")
