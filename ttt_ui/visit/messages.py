"""Messages for the visitor: above the page, each shown once, or in the menu they answer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import streamlit as st

from ttt_ui.language import tr
from ttt_ui.visit.session import Message, session
from ttt_ui.wording import agent_name, plain

_SHOW = {"info": st.info, "success": st.success, "warning": st.warning, "error": st.error}


@contextmanager
def shown_above(undo: Callable[[], None]) -> Iterator[None]:
    """Show above the page the messages from before and during its run.

    If `st.rerun` or a click cuts the run short, the next run shows them. `undo` is what the button
    next to a message about another agent does.
    """
    place, visitor = st.container(), session()
    visitor.shown = []
    yield
    now_shown = list(visitor.messages)
    with place:
        for message in now_shown:
            _show(message, undo, "undo")
    del visitor.messages[: len(now_shown)]
    visitor.shown = now_shown


def _show(message: Message, undo: Callable[[], None] | None, key: str) -> None:
    _SHOW[message.kind](message.text)
    if undo and message.undoes == session().replacements:
        undo_button(undo, key, icon=":material/undo:")


def undo_button(undo: Callable[[], None], key: str, **look: Any) -> None:
    """Offer to restore the agent that undo leads to, if there is one."""
    visitor = session()
    before, replacements = visitor.agent_before, visitor.replacements

    def take() -> None:
        if visitor.replacements == replacements:  # else the button is of an earlier agent
            undo()

    if before is not None:
        name = plain(agent_name(before.packed))
        label = tr("Back to {name}", name=name)
        st.button(label, key=visitor.key(key), on_click=take, **look)


def answer(menu: str, *answers: Message) -> None:
    """Show messages in a menu, in place of the last answer, until the next one or the next agent.

    The menu may cover the top of the page, or be far below it.
    """
    session().answers = menu, answers


def answer_in(menu: str, undo: Callable[[], None] | None = None) -> None:
    """Draw the last answer, if it is for this menu; `undo` is as in `shown_above`."""
    answered, messages = session().answers
    for message in messages if answered == menu else ():
        _show(message, undo, f"undo_{menu}")


def say_again() -> None:
    """Show the messages again after a rerun that the visitor did not ask for."""
    visitor = session()
    visitor.messages[:0] = visitor.shown


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
