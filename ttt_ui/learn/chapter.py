"""The parts of a chapter: something to do, something to see, and a question about it."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Chapter:
    """A chapter of Learn; its words are said where they are shown.

    Attributes
    ----------
    minutes : int
        How long it takes, roughly.
    aim : str
        What to do and what to watch, in a few sentences of Markdown.
    show : callable
        Draws the chapter. Its widget keys begin with the chapter's name.
    question : str
        It is answered before the right answer appears.
    answers : tuple of str
        The choices, two to four.
    right : callable
        Returns the index of the right answer, as computed by the engine.
    reason : callable
        Says why in Markdown, with numbers computed by the engine.
    reveal : callable or None
        Draws what appears once the question has been answered.
    words : tuple of str
        Terms of the glossary that textbooks use for what the chapter shows.
    """

    title: str
    minutes: int
    aim: str
    show: Callable[[], None]
    question: str
    answers: tuple[str, ...]
    right: Callable[[], int]
    reason: Callable[[], str]
    reveal: Callable[[], None] | None = None
    words: tuple[str, ...] = ()
