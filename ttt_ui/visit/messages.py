"""Messages for the visitor: above the page, each shown once, or in the menu they answer."""

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
            _SHOW[message.kind](message.text)
    del session().messages[: len(said)]
    shown.messages = said


@dataclass
class MenuAnswer:
    """What was said last in a menu, and `Session.replacements` then."""

    menu: str = ""
    said: tuple[Message, ...] = ()
    replacements: int = -1


def answer(menu: str, *said: Message) -> None:
    """Show messages in a menu, in place of the last answer, until the next one or the next agent.

    The menu may cover the top of the page, or be far below it.
    """
    shown = per_visitor(MenuAnswer)
    shown.menu, shown.said, shown.replacements = menu, said, session().replacements


def answer_in(menu: str) -> None:
    """Draw the last answer, if it is for this menu."""
    shown = per_visitor(MenuAnswer)
    if (shown.menu, shown.replacements) == (menu, session().replacements):
        for message in shown.said:
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
