"""The parts of a chapter: something to do, something to see, and a question about it."""

from typing import Protocol

from ttt_ui.learn.question import Question


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
