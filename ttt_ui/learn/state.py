"""A visitor's progress: the open chapter and the answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ttt_ui.learn.contents import CHAPTERS
from ttt_ui.visit.session import per_visitor
from ttt_ui.widgets import FreshKeys

FIRST = next(iter(CHAPTERS))


@dataclass
class LearnState:
    """The name of the open chapter, the index of the answer given in each, and the list's key."""

    chapter: str = FIRST
    answers: dict[str, int] = field(default_factory=dict)
    key: FreshKeys = field(default_factory=lambda: FreshKeys("learn"))

    def open(self, name: str) -> None:
        """Open a chapter."""
        if name != self.chapter:
            self.chapter = name
            self.key.renew("chapter")

    def answer(self, chapter: str, number: int) -> None:
        """Record the answer to a chapter's question; only the first one counts."""
        self.answers.setdefault(chapter, number)

    def take(self, chapter: str, answers: Mapping[str, int]) -> None:
        """Restore the progress of another visit; drop chapters and answers that no longer exist."""
        self.answers = {
            name: number
            for name, number in answers.items()
            if name in CHAPTERS and number < len(CHAPTERS[name].ANSWERS)
        }
        self.open(chapter if chapter in CHAPTERS else FIRST)

    @property
    def is_new(self) -> bool:
        """Whether the visitor is at the first chapter and has answered nothing."""
        return self.chapter == FIRST and not self.answers

    @property
    def ends_here(self) -> bool:
        """Whether all questions are answered, that of the open chapter last."""
        return len(self.answers) == len(CHAPTERS) and self.chapter == [*self.answers][-1]

    def next_to(self, step: int) -> str | None:
        """Return the name of the chapter `step` after the open one, if it exists."""
        names = list(CHAPTERS)
        place = names.index(self.chapter) + step
        return names[place] if 0 <= place < len(names) else None


def learn_state() -> LearnState:
    """Return the visitor's progress."""
    return per_visitor(LearnState)
