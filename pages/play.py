"""Play: play the agent, play a friend at one screen, or watch the agent play."""

import streamlit as st

from ttt_ui import jobs
from ttt_ui.browser_storage import views as storage
from ttt_ui.browser_storage.actions import SECONDS_BETWEEN
from ttt_ui.frame import share, sidebar
from ttt_ui.language import tr
from ttt_ui.play import actions, state, views, wording
from ttt_ui.play.exhibition import views as exhibition_views
from ttt_ui.play.exhibition.state import exhibition_state
from ttt_ui.play.links import follow_address
from ttt_ui.play.pupil import views as teach_views
from ttt_ui.play.pupil.story import Story
from ttt_ui.play.pupil.taught import pupil_query
from ttt_ui.play.review import exercises
from ttt_ui.play.review import views as review_views
from ttt_ui.play.state import play_state
from ttt_ui.replay.game import Game
from ttt_ui.streamlit_fixes.bring_into_view import bring_into_view
from ttt_ui.tables import load_pandas
from ttt_ui.visit.session import session

follow_address()
visitor, play = session(), play_state()
if not play.is_bare:
    load_pandas()
at_the_door = play.at_the_door
play.is_newcomer = play.is_newcomer or at_the_door
# Opening the sidebar later would move the board under the pointer.
st.set_page_config(initial_sidebar_state="collapsed" if play.is_newcomer else "auto")


@st.fragment
def game_table(ended: Game | None) -> None:
    """Draw the board and its surroundings. Only the start and the end of a game change the rest.

    `ended` is the game that the rest of the page is about, if it is over.
    """
    sidebar.rerun_if_agent_changed()
    game, story = play.game, visitor.belongings.get(Story)
    if at_the_door != play.at_the_door or ended is not (game if game.over else None):
        st.rerun()
    teach_views.story_line(game, visitor)
    if not play.is_bare:
        st.header(wording.headline(game), anchor=False)
    if game.over:
        review_views.board_and_buttons(game, visitor)
    else:
        views.game_board(play, visitor)
        if not play.is_bare:
            views.game_buttons(game)
    if story is not None and game.person is not None and not play.is_bare:
        teach_views.next_step(story, visitor)
        if game.over:
            views.learned(play, visitor)
    if game.over:
        review_views.review(game, visitor)
    if not play.is_bare:
        views.board_switches(game)
    review_views.second_try(game)
    storage.keep_here("game")


def settings(game: Game) -> None:
    """Show next to the board who plays, what it learns, and the score."""
    story, by_people = visitor.belongings.get(Story), game.person is None
    if by_people:
        views.learning_settings(visitor, explores=False)
        st.caption(wording.watching(visitor.agent, learning=state.LEARNS.value))
    elif story is not None:
        teach_views.pupil(story, visitor)
        views.side_settings(play)
        views.learning_settings(visitor, explores=False)
    else:
        views.opponent_settings(play, visitor)
        views.learning_settings(visitor, explores=True)
    if not by_people:
        views.score_table(play.score)
    views.menu(play, visitor)


@st.fragment(key=actions.GAME_AREA)
def game_area() -> None:
    sidebar.rerun_if_agent_changed()
    if at_the_door != play.at_the_door:
        st.rerun()
    if exercises.are_open(play):
        exercises.show(play)
        return
    game = play.game
    left, right = st.columns([5, 4], gap="medium")
    with left:
        game_table(game if game.over else None)
        exercises.entrance(play)
    with right:
        if at_the_door:
            teach_views.doors()
        else:
            settings(game)
    if game.over:
        if game.moves:
            review_views.move_list(game)
        if visitor.belongings.get(Story) is None or game.person is None:
            views.learned(play, visitor)


def exhibition_area() -> None:
    exhibition = exhibition_state()
    left, right = st.columns([5, 4], gap="medium")
    with left:
        exhibition_views.stage(exhibition, visitor)
        exhibition_views.controls(exhibition, visitor)
    with right:
        exhibition_views.opponent()
        exhibition_views.statistics(exhibition, visitor)
    jobs.follow(exhibition.job, lambda: storage.keep_here("show"), every=SECONDS_BETWEEN)


with st.container(horizontal=True, vertical_alignment="center", key="play_top"):
    if at_the_door:
        with st.container(gap="xsmall"):
            teach_views.welcome()
    else:
        with st.container(
            horizontal=True, wrap=False, width="content", vertical_alignment="center"
        ):
            st.title(tr("Play"), anchor=False, width="content")
            share.link_button(
                tr("Anyone who opens this link plays your exact agent."),
                tr("This link does not carry your agent: anyone who opens it plays their own."),
                state.PARTS,
                pupil_query(visitor),
            )
        teach_views.way_back_to_the_doors()
        views.mode_choice()
state.PARTS.notice()
if play.begun:  # by a door, which on a phone is below the board
    bring_into_view("play_top", asked=f"{play.begun}")
if state.MODE.value == "Agent by itself":
    exhibition_area()
else:
    game_area()
