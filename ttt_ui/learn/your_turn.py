"""Your turn: teach an agent from scratch, then tour the other pages."""

import streamlit as st

import ttt_core as ttt
from ttt_core.game import N_OPEN
from ttt_ui.learn.chapter import Chapter, Question
from ttt_ui.play.pupil import actions as teaching
from ttt_ui.train.experiments import EXPERIMENTS
from ttt_ui.train.links import EXPERIMENT

_WON_GAME = (4, 1, 0, 2, 8)
"""The visitor, as X, fills a diagonal; an untrained agent does not block it."""

_TOUR = (
    "1. **Play.** Beat an agent that knows only the rules. Then win the same way again, for as "
    "long as you can. It replaces your agent for now; Play offers the way back.\n"
    "2. **Train.** In the experiments, guess what a setting does, then see.\n"
    "3. **Inspect.** See your agent's value of each move in every position."
)


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
            query_params=EXPERIMENT.to_query(next(iter(EXPERIMENTS))),
        )
        st.page_link("pages/inspect.py", label="Inspect", icon=":material/search_insights:")
    if teaches:
        st.switch_page("pages/play.py")


def _known_after_a_game() -> int:
    return ttt.learn_from_game(ttt.newborn(), _WON_GAME).positions_known


def _right() -> int:
    known = _known_after_a_game()
    return int(known > len(_WON_GAME)) + int(known > 1_000)


def _reason() -> str:
    return (
        f"It knows {_known_after_a_game():,} of {N_OPEN:,} positions. Like a person who has just "
        "lost, it goes over the game: from each position, the last first, it plays on many times "
        "and learns from that."
    )


CHAPTER = Chapter(
    title="Your turn",
    minutes=2,
    aim="You now know what it takes: values, an update rule, exploration and a verdict. Teach an "
    "agent until nobody can beat it.",
    show=_show,
    question=Question(
        text="You beat an untrained agent in five moves. How many positions does it know now?",
        answers=("Only those of the game", "More, up to 1,000", "More than 1,000"),
        right=_right,
        reason=_reason,
    ),
)
