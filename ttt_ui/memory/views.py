"""What is seen of the browser's memory: its line in the sidebar, and what there is to wait for."""

import streamlit as st

from ttt_ui.memory import actions
from ttt_ui.memory.state import Memory, memory
from ttt_ui.shared.storage_component import hand_over, storage


def place_of_the_agent() -> None:
    """Stand in the sidebar until the visitor's agent has come."""
    with st.container(border=True):
        st.caption(":material/hourglass_empty: Your agent…")


def waiting(title: str) -> None:
    """Stand in the place of a page until the visitor's agent has come."""
    st.title(title, anchor=False)
    st.markdown("Your agent is coming back from this browser…")
    st.button(
        "Go on without it",
        type="tertiary",
        on_click=actions.go_on_without,
        help="You begin anew, and that is remembered from then on.",
    )


def offer() -> None:
    """Let the visitor take over what they did in another tab."""
    if memory().offers:
        with st.container(border=True, horizontal=True, vertical_alignment="center", key="offer"):
            st.markdown(
                ":material/tab: You have gone on in another tab of this browser.", width="content"
            )
            st.button(
                "Take that over",
                icon=":material/move_down:",
                on_click=actions.take_over,
                help="Agent, game and settings are then those of the other tab. Undo, on the train "
                "page, brings the agent of this one back. Whatever you do here instead is "
                "remembered in place of the other.",
            )


@st.fragment
def keep() -> None:
    """Have the browser remember, at the end of a run of a page; hear what it has to say."""
    if actions.listen():
        st.rerun()
    actions.save()
    memo = memory()
    storage(memo.wire, offers=memo.offers, on_report=lambda: None)


def keep_here(key: str) -> None:
    """Have the browser remember, at the end of a part of the page that runs by itself."""
    actions.save()
    hand_over(memory().wire, key=key)


def control() -> None:
    """Say what is remembered, and let it be switched off or forgotten."""
    memo = memory()
    remembers = memo.phase == "open" and not memo.off and memo.trouble is None
    with st.popover(
        "Remembered in this browser" if remembers else "Not remembered",
        icon=":material/bookmark_added:" if remembers else ":material/bookmark_remove:",
        type="tertiary",
        width="stretch",
        key="memory",
    ):
        _explain(memo)
        key = f"memory_on_{memo.off}"
        st.toggle(
            "Remember my visit",
            value=not memo.off,
            key=key,
            disabled=memo.phase != "open",
            on_change=actions.switch,
            args=(key,),
            help="Off: this browser forgets it now, and keeps nothing but that you do not want it.",
        )
        if memo.asks:
            st.markdown("Your agents and figures are then only here, until you leave. Forget them?")
            with st.container(horizontal=True, gap="xsmall"):
                st.button("Forget", on_click=actions.forget)
                st.button("Keep", on_click=actions.do_not_forget)
        else:
            st.button("Forget this browser…", icon=":material/delete:", on_click=actions.ask)


def _explain(memo: Memory) -> None:
    if memo.phase == "closed":
        st.markdown(actions.NEWER)
    elif memo.trouble is not None:
        st.markdown(actions.TROUBLE[memo.trouble])
    else:
        st.markdown(
            "When you come back you are where you were: agent, figures, game, settings, agents to "
            "compare with. It is kept in this browser alone, a year from your last visit."
        )
