"""The link to a page, which includes the agent if a link can."""

from collections.abc import Mapping

import streamlit as st

import ttt_core as ttt
from ttt_core.learning import config_that_tells
from ttt_ui.frame import address
from ttt_ui.frame.links import config_to_query
from ttt_ui.language import tr
from ttt_ui.visit.session import DEFAULT_PRESET, session


def agent_query() -> dict[str, str]:
    """Return the agent's part of the address; empty for the agent every newcomer has."""
    config = config_that_tells(session().agent)
    is_default = config == ttt.PRESETS[DEFAULT_PRESET]
    return {} if config is None or is_default else config_to_query(config)


def link_button(what_it_shows: str, otherwise: str, agent: Mapping[str, str] | None = None) -> None:
    """Show the button with the link to the page, and say what people who open it see.

    That is `what_it_shows` if the link includes the agent: by `agent`, its part of a query, or else
    by its settings, if these reproduce it.
    """
    config = config_that_tells(session().agent)
    query = agent or ({} if config is None else config_to_query(config))
    with st.popover(tr("Share"), icon=":material/share:", type="tertiary", key="page_link"):
        st.markdown(what_it_shows if query else otherwise)
        st.code(address.link(query), language=None, wrap_lines=True)
        if not query:
            st.caption(
                tr(
                    "A link contains only training settings, and these may not reproduce your "
                    "agent. To share it, use **Download** under **File** and send the file."
                )
            )
