"""Play: play the agent, play a friend at one screen, or watch the agent play."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ttt_ui.browser_storage import views as storage
from ttt_ui.frame import share, sidebar
from ttt_ui.frame.server import load_pandas
from ttt_ui.language import tr
from ttt_ui.play import actions, exhibition, review, state, teaching, views, wording
from ttt_ui.play.exhibition import exhibition_state
from ttt_ui.play.links import follow_address, pupil_query
from ttt_ui.play.state import play_state
from ttt_ui.play.story import Story
from ttt_ui.replay.game import Game
from ttt_ui.streamlit_fixes.bring_into_view import bring_into_view
from ttt_ui.visit.session import session

follow_address()
visitor, play = session(), play_state()
shows_welcome = play.shows_welcome
if not shows_welcome:
    load_pandas()
play.is_newcomer = play.is_newcomer or shows_welcome
# Opening the sidebar later would move the board under the pointer.
st.set_page_config(initial_sidebar_state="collapsed" if play.is_newcomer else "auto")


@st.fragment
def game_table(ended: Game | None, review_place: DeltaGenerator) -> None:
    """Draw the board and its surroundings. Only the start and the end of a game change the rest.

    `ended` is the game that the rest of the page is about, if it is over.
    """
    sidebar.rerun_if_agent_changed()
    game = play.game
    if play.shows_welcome or ended is not (game if game.over else None):
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center", key="play_title"):
        st.title(wording.headline(game), anchor=False)
        if visitor.attached.get(Story) is not None and game.person is not None:
            review.map_on_a_phone(visitor)
    teaching.challenge(game, visitor)
    if game.over:
        review.board_and_buttons(game, visitor)
        with review_place:
            review.walk_through(game, visitor)
    else:
        views.game_board(play, visitor)
        views.game_buttons(game)
        views.what_it_saw(game, visitor)
    review.second_try(game)
    storage.keep_here("game")


def who_plays(game: Game) -> None:
    """Show next to the board who plays, and the score."""
    if game.person is None:
        st.caption(wording.watching(visitor.agent, learning=state.learns(visitor)))
    elif views.shows_levels(visitor):
        views.levels(visitor)
    views.opponent(play, visitor)
    if game.person is not None:
        views.score_line(play, visitor)
        views.repair(visitor)


@st.fragment(key=actions.GAME_AREA)
def game_area() -> None:
    sidebar.rerun_if_agent_changed()
    if play.shows_welcome:
        st.rerun()
    if review.exercises_are_open(play):
        review.exercises_view(play)
        storage.keep_here("game")
        return
    game, story = play.game, visitor.attached.get(Story)
    teaches = story is not None and game.person is not None
    left, right = st.columns(2, gap="medium")
    with left:
        table, review_place = st.container(), st.container()
        if not teaches:
            review.exercises_entrance(play)
    with right:
        if story is not None and teaches:
            teaching.pupil(story, play, visitor)
        who_plays(game)
        if not teaches:
            teaching.frozen(visitor)
            review.what_it_knows(play, visitor)
        views.settings(play, visitor)
        views.menu(play, visitor)
    if teaches:  # on a phone, what it says comes right after the board, before the review
        if game.over:
            views.learned(play, visitor)
        review_place = st.container()
        review.exercises_entrance(play)
    with table:
        game_table(game if game.over else None, review_place)
    if game.over:
        if game.moves:
            review.move_list(game)
        if not teaches:
            views.learned(play, visitor)


@st.fragment
def first_table() -> None:
    if not play.shows_welcome:
        st.rerun()
    teaching.first_board(play)
    storage.keep_here("game")


@st.fragment
def start_area() -> None:
    """Draw the start page: a board on which teaching begins, and what to start with.

    The board is in the same place as in a game, so that it and the focus on it stay.
    """
    if not play.shows_welcome:
        st.rerun()
    left, right = st.columns(2, gap="medium")
    with left, st.container():
        first_table()
    with right:
        teaching.ways_to_start(play, visitor)


def exhibition_area() -> None:
    shown = exhibition_state()
    left, right = st.columns(2, gap="medium")
    with left:
        exhibition.stage(shown, visitor)
        exhibition.controls(shown)
    with right:
        exhibition.OPPONENT.show(on_change=exhibition.reset_statistics)
        exhibition.statistics(shown, visitor)
        exhibition.settings(visitor)
        teaching.frozen(visitor)


with st.container(horizontal=True, vertical_alignment="center", key="play_top"):
    if shows_welcome:
        with st.container(gap="xsmall"):
            teaching.welcome()
    else:
        state.MODE.show(on_change=actions.change_mode)
        share.link_button(
            tr("Anyone who opens this link plays your exact agent."),
            tr("This link does not carry your agent: anyone who opens it plays their own."),
            state.PARTS,
            pupil_query(visitor),
        )
        teaching.way_back_to_the_welcome()
state.PARTS.notice()
if play.begun:  # by a button, which on a phone is below the board
    bring_into_view("play_top", asked=f"{play.begun}")
if shows_welcome:
    start_area()
elif state.MODE.value == "Agent by itself":
    exhibition_area()
else:
    game_area()
