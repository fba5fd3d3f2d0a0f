"""The parts of a chapter: something to do, something to see, and a question about it."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Chapter:
    """A chapter of Learn; its words are said where they are shown."""

    title: str
    minutes: int  # how long it takes, roughly
    aim: str  # what to do and what to watch, in a few sentences of Markdown
    # Draws the chapter. Its widget keys begin with the chapter's name.
    show: Callable[[], None]
    question: str  # it is answered before the right answer appears
    answers: tuple[str, ...]  # the choices, two to four
    right: Callable[[], int]  # returns the index of the right answer, as computed by the engine
    reason: Callable[[], str]  # says why in Markdown, with numbers computed by the engine
    # Draws what appears once the question has been answered.
    reveal: Callable[[], None] | None = None
    # Terms of the glossary that textbooks use for what the chapter shows.
    words: tuple[str, ...] = ()
