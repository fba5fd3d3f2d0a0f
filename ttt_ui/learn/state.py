"""A visitor's progress: the open chapter and the answers."""

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from ttt_core.sentences import tr_noop
from ttt_ui.frame.classroom_link import PageParts
from ttt_ui.frame.field import one_of
from ttt_ui.frame.links import ONLY, choice
from ttt_ui.learn.chapter import Guesses
from ttt_ui.learn.contents import CHAPTERS
from ttt_ui.visit.session import per_visitor

FIRST = next(iter(CHAPTERS))
CLASS = "class"
"""The name, in links, of the page for teachers, which is always alone."""

PARTS = PageParts(
    "learn",
    {
        "chapters": tr_noop("Other chapters"),
        "glossary": tr_noop("Glossary"),
        "sources": tr_noop("Sources"),
    },
    alone=choice(
        ONLY, {name: name for name in (*CHAPTERS, CLASS)}, tr_noop("this chapter does not exist.")
    ),
)

CHAPTER = one_of(
    "learn_chapter",
    tuple(CHAPTERS),
    widget=st.selectbox,
    label=tr_noop("Chapter"),
    in_links="chapter",
    former={"learned-or-known": "any-good"},
    look={"filter_mode": None, "label_visibility": "collapsed", "width": 380},
)


@dataclass
class LearnState(Guesses):
    """The name of the open chapter, and the guesses by chapter."""

    chapter: str = FIRST
    opened: int = 0  # how often a link or a button has opened one, which then shows from its top

    def open(self, name: str) -> None:
        """Open a chapter."""
        if name != self.chapter:
            self.chapter = name
            self.opened += 1

    def restore(self, chapter: str, answers: Mapping[str, int]) -> None:
        """Restore the progress of another visit; drop chapters and answers that no longer exist."""
        self.answers = {
            name: number
            for name, number in answers.items()
            if name in CHAPTERS and number < len(CHAPTERS[name].ANSWERS)
        }
        self.open(chapter if chapter in CHAPTERS else FIRST)

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
