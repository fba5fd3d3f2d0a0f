"""Play: against the agent, two people at one screen, or the agent by itself."""

import streamlit as st

from ttt_ui.play import actions, review, state, views, wording
from ttt_ui.play.state import SPEEDS, play_state
from ttt_ui.shared import sidebar
from ttt_ui.shared.roster import roster
from ttt_ui.shared.session import session

visitor, play = session(), play_state()


@st.fragment
def game_area() -> None:
    sidebar.keep_up()
    game = play.game
    left, right = st.columns([5, 4], gap="large")
    with left:
        st.markdown(f"### {wording.status(game)}")
        views.game_board(play, visitor)
        views.game_buttons(game)
        views.overlay_switches()
    with right:
        if game.person is not None:
            views.opponent_settings(play, visitor)
        with st.container(horizontal=True):
            views.learning_settings(
                explores=game.person is not None, taught=wording.taught(visitor.agent, people=True)
            )
        if game.person is not None:
            views.figures(play.score, "Your wins")
        else:
            st.caption(wording.watching(visitor.agent))
        with st.container(horizontal=True):
            views.reset_buttons(figures=game.person is not None)
    if game.over:
        again, learned = st.columns([5, 4], gap="large")
        with again:
            review.show_review(game)
        if play.lesson:
            with learned:
                review.show_lesson(play.lesson)


def exhibition() -> None:
    show = play.exhibition
    interval, moves = SPEEDS.get(state.SPEED.value, SPEEDS[state.SPEED.default])
    with st.container(horizontal=True, vertical_alignment="bottom"):
        views.exhibition_controls(show)
    with st.container(horizontal=True):
        views.learning_settings(explores=True, taught=wording.taught(visitor.agent, people=False))
        st.toggle("See its thoughts", key=state.THOUGHTS.key, persist_state="session")
        views.reset_buttons(figures=True)

    @st.fragment(run_every=interval if show.running else None)
    def stage() -> None:
        left, right = st.columns([5, 4], gap="large")
        with left:
            views.exhibition_board(show, visitor)
        with right:
            views.figures(show.score, "Other wins")
            st.caption(
                f"The present agent is {show.agent_side}; sides change every {show.SWAP_EVERY} "
                f"games. {wording.familiarity(visitor.agent, show.game.board)} "
                f"{wording.exploring(state.SHOW_BRAIN.value, roster().agents)} "
                "The sidebar follows when you pause."
            )
        # Last: what is drawn late, the browser takes for something that is gone.
        if show.running:
            actions.play_on(moves)
            if not show.running:
                st.rerun()

    stage()


st.title("Play", anchor=False)
views.mode_choice()
if state.MODE.value == "Agent by itself":
    exhibition()
else:
    game_area()
