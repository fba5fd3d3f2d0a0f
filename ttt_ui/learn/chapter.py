"""The parts of a chapter: something to do, something to see, and a question about it."""

from typing import Protocol


class Chapter(Protocol):
    """What every chapter of Learn has: a module, whose words are said where they are shown."""

    TITLE: str
    MINUTES: int  # how long it takes, roughly
    AIM: str  # what to do and what to watch, in a few sentences of Markdown
    QUESTION: str  # it is answered before the right answer appears

    @property
    def ANSWERS(self) -> tuple[str, ...]:  # noqa: N802
        """The choices, two to four."""

    @property
    def WORDS(self) -> tuple[str, ...]:  # noqa: N802
        """Terms of the glossary that textbooks use for what the chapter shows."""

    def show(self) -> None:
        """Draw the chapter. Its widget keys begin with the chapter's name."""

    def right(self) -> int:
        """Return the index of the right answer, as computed by the engine."""

    def reason(self) -> str:
        """Say why in Markdown, with numbers computed by the engine."""

    def reveal(self) -> None:
        """Draw what appears once the question has been answered."""
