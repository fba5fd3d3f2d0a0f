"""The chapters of Learn, their sources, and a visitor's progress through them."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import streamlit as st

from ttt_core.sentences import tr_noop
from ttt_ui.frame.classroom_link import PageParts
from ttt_ui.frame.field import one_of
from ttt_ui.frame.links import ONLY, choice
from ttt_ui.learn import (
    another_game,
    any_good,
    exploring,
    instead_of_a_table,
    looking_back,
    matchboxes,
    minus_sign,
    one_cell,
    search_tree,
    which_opening,
    your_turn,
)
from ttt_ui.learn.chapter import Chapter, Guesses
from ttt_ui.visit.session import per_visitor

CHAPTERS: Mapping[str, Chapter] = MappingProxyType(
    {
        "one-cell": one_cell,
        "minus-sign": minus_sign,
        "exploring": exploring,
        "looking-back": looking_back,
        "matchboxes": matchboxes,
        "how-a-tree-thinks": search_tree,
        "any-good": any_good,
        "instead-of-a-table": instead_of_a_table,
        "which-opening": which_opening,
        "another-game": another_game,
        "your-turn": your_turn,
    }
)

SOURCES = (
    tr_noop(
        "R. S. Sutton and A. G. Barto, [*Reinforcement Learning: An "
        "Introduction*](http://incompleteideas.net/book/the-book-2nd.html), 2nd ed., MIT Press "
        "2018: values, exploration, Monte Carlo methods and temporal differences."
    ),
    tr_noop(
        "C. J. C. H. Watkins, [*Learning from delayed "
        "rewards*](https://www.cs.rhul.ac.uk/~chrisw/new_thesis.pdf), PhD thesis, Cambridge 1989: "
        "Q-learning."
    ),
    tr_noop(
        "M. L. Littman, [*Markov games as a framework for multi-agent reinforcement "
        "learning*](https://doi.org/10.1016/B978-1-55860-335-6.50027-1), ICML 1994: minimax-Q and "
        "its minus sign."
    ),
    tr_noop(
        "L.-J. Lin, [*Self-improving reactive agents based on reinforcement learning, planning and "
        "teaching*](https://doi.org/10.1007/BF00992699), Machine Learning 8, 1992: experience "
        "replay and backward updates."
    ),
    tr_noop(
        "D. Michie, [*Experiments on the mechanization of game-learning. Part "
        "I*](https://doi.org/10.1093/comjnl/6.3.232), The Computer Journal 6, 1963: MENACE."
    ),
    tr_noop(
        "[*Replicating Q learning algorithm in tic tac toe*](https://mattcyzhang.com/blog/6.html), "
        "2026: the grid world, and a table for each player."
    ),
    tr_noop(
        "[*How to Build an Adaptive Tic-Tac-Toe AI with Reinforcement Learning in "
        "JavaScript*](https://www.freecodecamp.org/news/how-to-build-an-adaptive-tic-tac-toe-ai-with-"
        "reinforcement-learning-in-javascript), freeCodeCamp 2025: learning from whole games, "
        "and symmetry."
    ),
    tr_noop(
        "[*Tic-Tac-Toe AI with Minimax Algorithm in "
        "JavaScript*](https://alithawi.com/articles/tic-tac-toe-minmax): the perfect player."
    ),
    tr_noop(
        "A. Kutschera, [*Using Reinforcement Learning To Learn To Play "
        "Tic-Tac-Toe*](http://blog.maxant.co.uk/pebble/2018/04/11.html), 2018: the reward memory, "
        "which opening is best, and the number of games."
    ),
    tr_noop(
        "M. Scroggs, [*MENACE: Machine Educable Noughts And Crosses "
        "Engine*](https://www.mscroggs.co.uk/menace/): a simulation to play against."
    ),
    tr_noop(
        "R. Munroe, [*Tic-Tac-Toe*](https://xkcd.com/832/), xkcd 832: every optimal move on one "
        "map."
    ),
    tr_noop(
        "Wikipedia, [*Tic-tac-toe*](https://en.wikipedia.org/wiki/Tic-tac-toe): history, strategy "
        "and variants."
    ),
    # Further reading that the freeCodeCamp article and Kutschera's program name.
    tr_noop(
        "Wikipedia, [*Reinforcement learning*](https://en.wikipedia.org/wiki/Reinforcement_learning"
        "): exploration and exploitation, and the methods in use today."
    ),
    tr_noop(
        "A. Kutschera, [*tictactoe*](https://github.com/maxant/tictactoe), 2018: his program, with "
        "a network of 30 hidden units."
    ),
    tr_noop(
        "OpenAI, [*Spinning Up in Deep RL*](https://spinningup.openai.com/): how networks learn by "
        "reinforcement, with programs to run."
    ),
    tr_noop(
        "[*Deep RL Bootcamp*](https://sites.google.com/view/deep-rl-bootcamp/), Berkeley 2017: "
        "lectures on video."
    ),
    tr_noop(
        "[*Stable-Baselines3*](https://stable-baselines3.readthedocs.io/): tested programs for "
        "larger problems."
    ),
)
"""Each in Markdown; translations leave the titles as they are."""


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
    return per_visitor(LearnState)
