"""Your turn: teach a newborn, and then take the tour through the other pages."""

import streamlit as st

import ttt_core as ttt
from ttt_core.game.graph import N_OPEN
from ttt_ui.learn.chapter import Chapter, Question
from ttt_ui.teach import actions as teaching
from ttt_ui.train.experiments import EXPERIMENTS
from ttt_ui.train.links import EXPERIMENT

_WON_GAME = (4, 1, 0, 2, 8)
"""A person, X, goes along a diagonal; a newborn does not notice."""


def _show() -> None:
    st.markdown(
        "1. **Play.** Beat a newborn, an agent that knows only the rules. Then win again in the "
        "same way, for as long as you can.\n"
        "2. **Train.** The experiments there ask you to guess what a setting does, and then show "
        "you.\n"
        "3. **Inspect.** See what your agent expects of each move, on every board."
    )
    teaches = st.button(
        "Teach a newborn",
        key="your_turn_teach",
        icon=":material/child_care:",
        on_click=teaching.begin,
        help="It takes the place of your agent. The Play page offers to go back to that one.",
    )
    with st.container(horizontal=True):
        st.page_link(
            "pages/train.py",
            label="Train",
            icon=":material/model_training:",
            query_params={EXPERIMENT: next(iter(EXPERIMENTS))},
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
        f"After a game of {len(_WON_GAME)} moves it knows {_known_after_a_game():,} of the "
        f"{N_OPEN:,} positions with a move to make. It thinks the game over, like a person who has "
        "just lost: from each position of the game, the last first, it plays on by itself many "
        "times, and learns from that."
    )


CHAPTER = Chapter(
    title="Your turn",
    aim="You know all that it takes: values, an update rule, exploring, and a way to judge. Now "
    "teach an agent yourself, until nobody can beat it any more.",
    show=_show,
    question=Question(
        text="You beat a newborn in a game of five moves. How many positions does it know then?",
        answers=("At most those of the game", "More, up to a thousand", "More than a thousand"),
        right=_right,
        reason=_reason,
    ),
)
