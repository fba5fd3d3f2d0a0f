"""Your turn: teach an agent from scratch, then tour the other pages."""

import streamlit as st

import ttt_core as ttt
from ttt_core.game import N_OPEN
from ttt_ui.learn.chapter import Chapter, Question
from ttt_ui.play.pupil import actions as teaching
from ttt_ui.play.pupil.story import Story
from ttt_ui.train.experiments import EXPERIMENTS
from ttt_ui.train.links import EXPERIMENT_IN_LINK
from ttt_ui.visit.session import session
from ttt_ui.wording import counted

_LOST_GAME = (4, 1, 0, 2, 8)
"""The visitor, as X, fills a diagonal; an untrained agent does not block it."""


# The words

_AIM = "Teach an agent until nobody can beat it."
_TOUR = (
    "1. **Play.** Beat an untrained agent, then try to win the same way again. Play offers the way "
    "back to yours.\n"
    "2. **Train.** Guess what a setting does.\n"
    "3. **Inspect.** See each move's value."
)
_QUESTION = "An untrained agent loses its first game. How many positions does it know now?"
_ANSWERS = ("Only those of the game", "More, up to 1,000", "More than 1,000")
_HOW = "It plays on from every position of a game many times, the last first."


def _reason() -> str:
    agent = session().agent
    if session().belongings.get(Story) and agent.stats.games:
        games = counted(agent.stats.games, "game", "games")
        return f"Your pupil knows {agent.positions_known:,} of {N_OPEN:,} after {games}. {_HOW}"
    return f"In our trial it knew {_known_after_a_game():,} of {N_OPEN:,}. {_HOW}"


# The page


def _show() -> None:
    st.markdown(_TOUR)
    teaches = st.button(
        "Teach an agent from scratch",
        key="your_turn_teach",
        icon=":material/child_care:",
        on_click=teaching.begin,
    )
    with st.container(horizontal=True):
        st.page_link(
            "pages/train.py",
            label="Train",
            icon=":material/model_training:",
            query_params=EXPERIMENT_IN_LINK.to_query(next(iter(EXPERIMENTS))),
        )
        st.page_link("pages/inspect.py", label="Inspect", icon=":material/search_insights:")
    if teaches:
        st.switch_page("pages/play.py")


def _known_after_a_game() -> int:
    return ttt.learn_from_game(ttt.newborn(), _LOST_GAME).positions_known


def _right() -> int:
    known = _known_after_a_game()
    return int(known > len(_LOST_GAME)) + int(known > 1_000)


CHAPTER = Chapter(
    title="Your turn",
    minutes=2,
    aim=_AIM,
    show=_show,
    question=Question(text=_QUESTION, answers=_ANSWERS, right=_right, reason=_reason),
)
