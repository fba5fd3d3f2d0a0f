"""The parts of a chapter: something to do, something to see, and a question about it.

A question is answered before the right answer appears.
"""

from dataclasses import dataclass, field
from typing import Protocol

import streamlit as st

from ttt_ui.language import tr
from ttt_ui.wording import marked_answer

_ENOUGH_FOR_TWO_TRIES = 3
"""With fewer answers, the first wrong one gives the right one away."""


class Question(Protocol):
    """What is asked, the choices, and the right one, as computed by the engine."""

    QUESTION: str

    @property
    def ANSWERS(self) -> tuple[str, ...]:  # noqa: N802
        """The choices, two to four."""

    def right(self) -> int:
        """Return the index of the right answer."""

    def reason(self) -> str:
        """Say why in Markdown, with numbers computed by the engine."""


@dataclass
class Guesses:
    """The index of the answer given to each question, and of a first wrong one, by name."""

    answers: dict[str, int] = field(default_factory=dict)
    first_tries: dict[str, int] = field(default_factory=dict)

    def guess(self, name: str, number: int, question: Question) -> None:
        """Record an answer; a first wrong one may be followed by a second."""
        if name in self.answers or self.first_tries.get(name) == number:
            return  # a browser may report a click twice
        is_first = name not in self.first_tries
        may_try_again = is_first and len(question.ANSWERS) >= _ENOUGH_FOR_TWO_TRIES
        if may_try_again and number != question.right():
            self.first_tries[name] = number
        else:
            self.answers[name] = number


def ask(name: str, question: Question, guesses: Guesses) -> bool:
    """Draw a question or, once it is answered, the right answer; return whether it is answered."""
    st.subheader(tr(question.QUESTION), anchor=False)
    answer, first_try = guesses.answers.get(name), guesses.first_tries.get(name)
    if answer is None:
        _choices(name, question, guesses, first_try)
        return False
    right = question.right()
    for number, words in enumerate(question.ANSWERS):
        st.markdown(
            marked_answer(
                tr(words), is_right=number == right, guessed=number in (answer, first_try)
            )
        )
    st.markdown(question.reason())
    return True


def _choices(name: str, question: Question, guesses: Guesses, first_try: int | None) -> None:
    with st.container(gap="xsmall"):
        for number, words in enumerate(question.ANSWERS):
            st.button(
                tr(words),
                key=f"learn_answer_{name}_{number}",
                icon=":material/cancel:" if number == first_try else None,
                disabled=number == first_try,
                on_click=guesses.guess,
                args=(name, number, question),
            )
    if first_try is not None:
        st.markdown(tr("That is not it. Look again, then try once more."))


class Chapter(Question, Protocol):
    """What every chapter of Learn has: a module, whose words are said where they are shown."""

    TITLE: str
    MINUTES: int  # how long it takes, roughly
    AIM: str  # what to do and what to watch, in a few sentences of Markdown

    @property
    def WORDS(self) -> tuple[str, ...]:  # noqa: N802
        """Terms of the glossary that textbooks use for what the chapter shows."""

    def show(self) -> None:
        """Draw the chapter. Its widget keys begin with the chapter's name."""

    def reveal(self) -> None:
        """Draw what appears once the question has been answered."""
