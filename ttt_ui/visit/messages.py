"""Messages for the visitor, above the page; each is shown once."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import streamlit as st

from ttt_ui.language import tr
from ttt_ui.visit.session import Message, per_visitor, session

_SHOW = {"info": st.info, "success": st.success, "warning": st.warning, "error": st.error}


@dataclass
class _Shown:
    """The messages above the page."""

    messages: list[Message] = field(default_factory=list)


@contextmanager
def shown_above() -> Iterator[None]:
    """Show above the page the messages from before and during its run.

    If `st.rerun` or a click cuts the run short, the next run shows them.
    """
    place, shown = st.container(), per_visitor(_Shown)
    shown.messages = []
    yield
    said = list(session().messages)
    with place:
        for message in said:
            show(message)
    del session().messages[: len(said)]
    shown.messages = said


def show(message: Message) -> None:
    _SHOW[message.kind](message.text)


def say_again() -> None:
    """Show the messages again after a rerun that the visitor did not ask for."""
    visitor, shown = session(), per_visitor(_Shown)
    visitor.messages[:0] = shown.messages


def tell_of_malformed_value() -> None:
    """Say once above the page that a control was given a value that it cannot have."""
    message = Message(
        "warning",
        tr(
            "Your browser sent a value that a control cannot have. The control has its default "
            "value."
        ),
    )
    if message not in session().messages:
        session().messages.append(message)
