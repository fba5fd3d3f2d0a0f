"""Your turn: teach an agent from scratch, then tour the other pages."""

import streamlit as st

import ttt_core as ttt
from ttt_core.game import N_OPEN
from ttt_core.learning import new_pupil
from ttt_core.sentences import tr_noop
from ttt_ui.language import tr
from ttt_ui.play import actions as playing
from ttt_ui.play.story import Story
from ttt_ui.train.state import EXPERIMENT
from ttt_ui.visit.session import session
from ttt_ui.wording import counted

_LOST_GAME = (4, 1, 0, 2, 8)
"""The visitor, as X, fills a diagonal; an untrained agent does not block it."""


# The words

TITLE = tr_noop("Your turn")
MINUTES = 2
WORDS = ()
AIM = tr_noop("Teach an agent until nobody can beat it.")
_TOUR = tr_noop(
    "1. **Play.** Beat an untrained agent, then try to win the same way again. A button "
    "brings your own agent back.\n"
    "2. **Train.** Guess what a setting does.\n"
    "3. **Inspect.** See each move's value."
)
QUESTION = tr_noop("An untrained agent loses its first game. How many positions has it seen now?")
ANSWERS = (
    tr_noop("Only those of the game"),
    tr_noop("More, up to 1,000"),
    tr_noop("More than 1,000"),
)


def reason() -> str:
    agent = session().agent
    if session().attached.get(Story) and agent.stats.games:
        return tr(
            "Your pupil has seen {seen:,} of {all:,} after {games}. It plays on from every "
            "position of a game many times, the last first.",
            seen=agent.positions_known,
            all=N_OPEN,
            games=counted(agent.stats.games, "game", "games"),
        )
    return tr(
        "In our trial it had seen {seen:,} of {all:,}. It plays on from every position of a game "
        "many times, the last first.",
        seen=_seen_after_a_game(),
        all=N_OPEN,
    )


# The page


def show() -> None:
    st.markdown(tr(_TOUR))
    teaches = st.button(
        tr("Teach an agent from scratch"),
        key="your_turn_teach",
        icon=":material/smart_toy:",
        on_click=playing.teach_from_scratch,
    )
    with st.container(horizontal=True):
        st.page_link(
            "pages/train.py",
            label=tr("Train"),
            icon=":material/model_training:",
            query_params=EXPERIMENT.to_query(EXPERIMENT.default, with_default=True),
        )
        st.page_link("pages/inspect.py", label=tr("Inspect"), icon=":material/search_insights:")
    if teaches:
        st.switch_page("pages/play.py")


def _seen_after_a_game() -> int:
    return ttt.learn_from_game(new_pupil(), _LOST_GAME).positions_known


def right() -> int:
    seen = _seen_after_a_game()
    return int(seen > len(_LOST_GAME)) + int(seen > 1_000)


def reveal() -> None:
    """Draw nothing: the tour is on show already."""
