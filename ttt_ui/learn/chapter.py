"""What a chapter of Learn is: something to do, something to see, and a question about it."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question to answer before the answer shows.

    Attributes
    ----------
    text : str
    answers : tuple of str
        Two to four to choose from.
    right : callable
        Works out from the engine which of the answers is right.
    reason : callable
        Says why in Markdown, with numbers that come from the engine as well.
    """

    text: str
    answers: tuple[str, ...]
    right: Callable[[], int]
    reason: Callable[[], str]


@dataclass(frozen=True, kw_only=True)
class Chapter:
    """A step on the way.

    Attributes
    ----------
    title : str
    aim : str
        What there is to do and to see, in a sentence or two of Markdown.
    show : callable
        Draws it. All that it draws under a key of its own begins with the chapter's name.
    question : Question
    reveal : callable or None
        Draws what is to be seen only once the question has been answered.
    """

    title: str
    aim: str
    show: Callable[[], None]
    question: Question
    reveal: Callable[[], None] | None = None
