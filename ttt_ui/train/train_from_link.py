"""Train the agent in a link to another page than Train."""

from dataclasses import dataclass

import streamlit as st

from ttt_core.learning import config_that_tells
from ttt_ui.frame import address
from ttt_ui.frame.links import SETTINGS_IN_LINKS, config_from_query
from ttt_ui.language import tr
from ttt_ui.train.actions import try_settings
from ttt_ui.train.result import views
from ttt_ui.train.result.training import Training
from ttt_ui.train.state import known_training, whole_training
from ttt_ui.visit.session import per_visitor, session


@dataclass
class LinkedAgent:
    """The agent in the link that the visitor came by."""

    is_done: bool = False  # whether the link has been followed
    training: Training | None = None  # of the link's agent; None if the link has no agent


def follow_link() -> bool:
    """Train the agent in the visitor's link, with undo; return whether the link has one.

    A link from the browser's history is ignored: it can train its agent again at any time, but
    nothing might bring back the present one.
    """
    linked, visitor = per_visitor(LinkedAgent), session()
    link = address.asked_of_all(SETTINGS_IN_LINKS)
    if linked.is_done or not link.first:
        return False
    config, dropped = config_from_query(link.rest)
    link.dropped += dropped
    if len(dropped) < len(link.rest) and config_that_tells(visitor.agent) != config:
        try_settings(config)
        linked.training = known_training(visitor)
    link.say_what_was_dropped()
    linked.is_done = True
    return linked.training is not None


def brought_an_agent() -> bool:
    """Return whether the visitor's agent is the one in the link they came by."""
    training, visitor = per_visitor(LinkedAgent).training, session()
    return training is not None and training is whole_training(visitor)


def is_training() -> bool:
    return brought_an_agent() and session().training_under_way


def progress() -> None:
    """Continue training the agent in the link, in place of the page."""
    st.title(tr("Training the agent in this link…"), anchor=False)
    views.progress()
    if not is_training():  # it has ended while the page was drawn, so nothing follows it
        st.rerun()
