"""The link to a page: what it shows, with the agent where its settings can train it again."""

import streamlit as st

import ttt_core as ttt
from ttt_ui.shared import address
from ttt_ui.shared.links import config_that_tells, config_to_query
from ttt_ui.shared.session import DEFAULT_PRESET, session


def agent_query() -> dict[str, str]:
    """Return what the address says of the agent: nothing where a newcomer has the same one."""
    config = config_that_tells(session().agent)
    is_default = config == ttt.PRESETS[DEFAULT_PRESET]
    return {} if config is None or is_default else config_to_query(config)


def link_button(what_it_shows: str, otherwise: str) -> None:
    """Offer the link to the page.

    Parameters
    ----------
    what_it_shows
        What whoever opens the link has before them, with the very same agent.
    otherwise
        The same where settings cannot tell the agent.
    """
    config = config_that_tells(session().agent)
    with st.popover("Link", icon=":material/link:", type="tertiary", key="page_link"):
        st.markdown(otherwise if config is None else what_it_shows)
        st.code(
            address.link({} if config is None else config_to_query(config)),
            language=None,
            wrap_lines=True,
        )
        if config is None:
            st.caption(
                "Your agent has learned more than settings can say: share it as a file. Download "
                "is in the sidebar."
            )
