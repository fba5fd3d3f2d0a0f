"""An agent that a link to another page than Train brings along: it is trained on arrival."""

from dataclasses import dataclass

import streamlit as st

from ttt_ui.shared import address
from ttt_ui.shared.links import config_from_query, config_that_tells, said_of_dropped
from ttt_ui.shared.session import per_visitor, session
from ttt_ui.train import views
from ttt_ui.train.actions import start_over
from ttt_ui.train.state import train_state


@dataclass
class Arrival:
    """What is known of a visitor's arrival.

    Attributes
    ----------
    settled
        Whether what the link says of the agent has been dealt with.
    claim
        What the training of the link's agent was announced with; None where the link has none.
    """

    settled: bool = False
    claim: int | None = None


def follow_link() -> bool:
    """Give the visitor the agent of the link that they came from outside by; undo takes it back.

    Say whether there is one. A link from the browser's history counts for nothing: it can train
    its agent again at any time, the present one perhaps not.
    """
    train_from_link, visitor, train = per_visitor(Arrival), session(), train_state()
    query, first = address.asked_of_all()
    if train_from_link.settled or not first or not query:
        return False
    config, dropped = config_from_query(query)
    if len(dropped) < len(query) and config_that_tells(visitor.agent) != config:
        train.take(config)
        start_over()
        train_from_link.claim = train.claim
    if dropped:
        visitor.say(said_of_dropped(dropped))
    train_from_link.settled = True
    return train_from_link.claim is not None


def brought_an_agent() -> bool:
    """Say whether the visitor came by a link to an agent, and it is still the present one."""
    claim, train = per_visitor(Arrival).claim, train_state()
    return claim == train.claim and train.table == session().agent.fingerprint


def is_training() -> bool:
    """Say whether the agent of the link is still being trained."""
    return brought_an_agent() and session().training_under_way


def progress() -> None:
    """Train the agent of the link on, in place of the page that it is for."""
    train, course = train_state(), train_state().course
    assert course is not None
    st.title("The agent of this link is being trained", anchor=False)
    views.progress(session(), train, course)
