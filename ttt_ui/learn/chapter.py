"""The parts of a chapter: something to do, something to see, and a question about it.

A question is answered before the right answer appears.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import streamlit as st

from ttt_ui.language import tr
from ttt_ui.visit.session import per_visitor
from ttt_ui.wording import marked_answer

_ENOUGH_FOR_TWO_TRIES = 3
"""With fewer answers, the first wrong one gives the right one away."""


@dataclass(frozen=True)
class Question:
    """What is asked, the choices, and the right one, as computed by the engine."""

    words: str
    answers: tuple[str, ...]  # two to four choices
    right: Callable[[], int]  # returns the index of the right answer
    reason: Callable[[], str]  # says why in Markdown, with numbers computed by the engine


@dataclass
class Guesses:
    """The index of the answer given to each question, and of a first wrong one, by name."""

    answers: dict[str, int] = field(default_factory=dict)
    first_tries: dict[str, int] = field(default_factory=dict)
    unjudged: dict[str, int] = field(default_factory=dict)

    def guess(self, name: str, number: int) -> None:
        """Note a guess, which `judge` tells right or wrong."""
        # A double click on a wrong answer is one guess.
        if name not in self.answers and self.first_tries.get(name) != number:
            self.unjudged[name] = number

    def judge(self, name: str, question: Question) -> bool:
        """Record a guess as the answer, or a first wrong one, which a second may follow.

        Return whether there was one. What the answer needs may take seconds to train.
        """
        number = self.unjudged.pop(name, None)
        if number is None:
            return False
        is_first = name not in self.first_tries
        may_try_again = is_first and len(question.answers) >= _ENOUGH_FOR_TWO_TRIES
        if may_try_again and number != question.right():
            self.first_tries[name] = number
        else:
            self.answers[name] = number
            question.reason()
        return True


def ask(name: str, question: Question, guesses: Guesses | None = None) -> bool:
    """Draw a question or, once it is answered, the right answer; return whether it is answered.

    The guesses of questions that are asked after a chapter's own are kept apart.
    """
    guesses = per_visitor(Guesses) if guesses is None else guesses
    st.subheader(tr(question.words), anchor=False)
    with st.spinner(tr("Working out the answer…")):
        if guesses.judge(name, question):
            st.rerun()  # the list of chapters, above, shows what is answered
        is_answered = name in guesses.answers
        right, reason = (question.right(), question.reason()) if is_answered else (None, "")
    answer, first_try = guesses.answers.get(name), guesses.first_tries.get(name)
    if answer is None:
        _choices(name, question, guesses, first_try)
        return False
    for number, words in enumerate(question.answers):
        st.markdown(
            marked_answer(
                tr(words), is_right=number == right, guessed=number in (answer, first_try)
            )
        )
    st.markdown(reason)
    return True


def _choices(name: str, question: Question, guesses: Guesses, first_try: int | None) -> None:
    with st.container(gap="xsmall"):
        for number, words in enumerate(question.answers):
            st.button(
                tr(words),
                key=f"learn_answer_{name}_{number}",
                icon=":material/cancel:" if number == first_try else None,
                disabled=number == first_try,
                on_click=guesses.guess,
                args=(name, number),
            )
    if first_try is not None:
        st.markdown(tr("That is not it. Look again, then try once more."))


class Chapter(Protocol):
    """What every chapter of Learn has: a module, whose words are said where they are shown."""

    TITLE: str
    MINUTES: int  # how long it takes, roughly
    AIM: str  # what to do and what to watch, in a few sentences of Markdown
    QUESTION: str

    @property
    def ANSWERS(self) -> tuple[str, ...]:  # noqa: N802
        """The choices of its question."""

    @property
    def WORDS(self) -> tuple[str, ...]:  # noqa: N802
        """Terms of the glossary that textbooks use for what the chapter shows."""

    def show(self) -> None:
        """Draw the chapter. Its widget keys begin with the chapter's name."""

    def right(self) -> int:
        """Return the index of the right answer, as of a `Question`."""

    def reason(self) -> str:
        """Say why it is right."""

    def reveal(self) -> None:
        """Draw what appears once the question has been answered."""
