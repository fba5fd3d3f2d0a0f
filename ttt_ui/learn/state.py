"""What the Learn page keeps for a visitor: the chapter that is open, and what was answered."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ttt_ui.learn.contents import CHAPTERS
from ttt_ui.shared.session import per_visitor
from ttt_ui.shared.widgets import GENERATIONS

FIRST = next(iter(CHAPTERS))


@dataclass
class LearnState:
    """How far a visitor is.

    Attributes
    ----------
    chapter
        Name of the one that is open.
    answers
        Which answer was given, by chapter.
    turns
        How often the program has opened another chapter.
    """

    chapter: str = FIRST
    answers: dict[str, int] = field(default_factory=dict)
    turns: int = 0

    @property
    def key(self) -> str:
        """Key of the choice of a chapter: another one where the program has changed it."""
        return f"learn_chapter_{self.turns % GENERATIONS}"

    def open(self, name: str) -> None:
        """Open a chapter."""
        if name != self.chapter:
            self.chapter = name
            self.turns += 1

    def take(self, chapter: str, answers: Mapping[str, int]) -> None:
        """Be as far as it was in another visit; leave out what is not there any more."""
        self.answers = {
            name: number
            for name, number in answers.items()
            if name in CHAPTERS and number < len(CHAPTERS[name].question.answers)
        }
        self.open(chapter if chapter in CHAPTERS else FIRST)

    @property
    def is_new(self) -> bool:
        """Whether nothing was done yet."""
        return self.chapter == FIRST and not self.answers

    def next_to(self, step: int) -> str | None:
        """Return the name of the chapter so many after the open one, if there is one."""
        names = list(CHAPTERS)
        place = names.index(self.chapter) + step
        return names[place] if 0 <= place < len(names) else None


def learn_state() -> LearnState:
    """Return how far the visitor is."""
    return per_visitor(LearnState)
