"""The first page, and what is shown around a pupil's board."""

from collections.abc import Callable

import streamlit as st

import ttt_core as ttt
from ttt_ui import jobs
from ttt_ui.frame import address
from ttt_ui.frame.agent_name import name_field
from ttt_ui.frame.share import link_to_share, share_menu
from ttt_ui.inspect.actions import open_board
from ttt_ui.inspect.verdict.views import uploader
from ttt_ui.language import tr
from ttt_ui.play.pupil import actions, wording
from ttt_ui.play.pupil.picture import picture
from ttt_ui.play.pupil.story import Challenge, Practice, Story, share_of_mistakes
from ttt_ui.play.pupil.taught import NAME, pupil_query
from ttt_ui.replay.game import Game
from ttt_ui.visit.session import Session
from ttt_ui.wording import agent_name, counted, number

PRACTICES = (10, 100, 1_000)


def welcome() -> None:
    st.title(tr(wording.WELCOME), anchor=False)
    st.markdown(tr(wording.PROMISE))


def doors() -> None:
    with st.container(key="doors", gap="small"):
        _door(
            tr("Teach an agent from scratch"),
            ":material/smart_toy:",
            tr("3 minutes"),
            actions.begin,
            is_first=True,
        )
        _door(
            tr("Play an unbeatable agent"),
            ":material/trophy:",
            tr("1 minute: it punishes mistakes."),
            actions.play_the_trap_setter,
        )
        _door(
            tr("Look inside an agent"),
            ":material/search_insights:",
            tr("1 minute: see every move's value."),
            actions.look_inside,
        )
        with st.container(gap="xxsmall"):
            with st.popover(
                tr("Judge an agent you trained"), icon=":material/gavel:", width="stretch"
            ):
                uploader()
            st.caption(
                tr("1 minute: from any program's file."),
                text_alignment="center",
            )
        st.page_link("pages/learn.py", label=tr("Learn how it works"), icon=":material/school:")


def _door(
    label: str, icon: str, promise: str, take: Callable[[], None], *, is_first: bool = False
) -> None:
    with st.container(gap="xxsmall"):
        st.button(
            label,
            icon=icon,
            type="primary" if is_first else "secondary",
            width="stretch",
            on_click=take,
        )
        st.caption(promise, text_alignment="center")


def way_back_to_the_doors() -> None:
    st.button(
        tr("Where to start"),
        icon=":material/explore:",
        type="tertiary",
        on_click=actions.show_doors,
    )


def story_line(game: Game, visitor: Session) -> None:
    """Tell a pupil's story, or its challenge, in one line above the board."""
    story, challenge = visitor.belongings.get(Story), visitor.belongings.get(Challenge)
    if challenge is not None and game.person is not None:
        met = None if game.result is None else challenge.is_met(game.person, game.result)
        st.markdown(wording.challenge_line(challenge, agent_name(visitor.agent), met=met))
        if met:
            st.button(
                tr("Teach an agent from scratch"),
                icon=":material/smart_toy:",
                type="primary",
                on_click=actions.begin,
            )
    elif story is not None:
        agent = visitor.agent
        st.markdown(wording.line(story, ttt.evaluate(agent), story.chance(agent)))


def next_step(story: Story, visitor: Session) -> None:
    """Let the pupil practise, directly under the board, or celebrate and lead on."""
    job, practice = actions.go_on(), story.practice
    if practice is None and ttt.evaluate(visitor.agent).unbeatable:
        _celebration(story, visitor)
        return
    row = st.container(
        horizontal=True, horizontal_alignment="center", vertical_alignment="center", gap="xsmall"
    )
    with row:
        st.markdown(tr("Let it practise"), width="content")
        for games in PRACTICES:
            st.button(
                counted(games, "game", "games") if games == PRACTICES[-1] else number(games),
                key=f"practise_{games}",
                disabled=practice is not None,
                on_click=actions.practise,
                args=(games,),
            )
    if practice is not None:
        jobs.follow(job, lambda: _progress(practice))


def _progress(practice: Practice) -> None:
    played = practice.run.games_played
    st.progress(
        played / practice.games,
        tr("{played:,} of {games:,} games practised", played=played, games=practice.games),
    )


def _celebration(story: Story, visitor: Session) -> None:
    if story.unbeatable_after is not None:
        sentences = (wording.success(story.unbeatable_after), wording.practised(story))
        st.success(" ".join(filter(None, sentences)), icon=":material/celebration:")
    row = st.container(
        horizontal=True, horizontal_alignment="center", vertical_alignment="center", gap="xsmall"
    )
    with row:
        if query := pupil_query(visitor):
            menu = "pupil_link"
            with share_menu(tr("Can you beat what I taught?"), menu, type="primary"):
                st.markdown(tr(wording.SHARING))
                link_to_share(address.link(query), menu)
        st.button(
            tr("Look inside it"),
            icon=":material/search_insights:",
            on_click=open_board,
            args=(wording.STORY_BOARD,),
        )
        st.page_link("pages/train.py", label=tr("Train your own"), icon=":material/model_training:")


def pupil(story: Story, visitor: Session) -> None:
    """Let the pupil be named, and show what it has learned so far."""
    name = visitor.agent.name
    name_field(
        tr("Your pupil's name (optional)"),
        "" if name == NAME.default else name,
        placeholder=agent_name(visitor.agent),
        help=tr("It is in your pupil's link, in its file's name and in the class's ranking."),
    )
    jobs.follow(actions.go_on(), lambda: _learned_so_far(story, visitor))


def _learned_so_far(story: Story, visitor: Session) -> None:
    agent = visitor.agent
    chance = story.chance(agent)
    st.markdown(wording.headline(story, ttt.evaluate(agent), chance))
    if story.lessons:
        picture(story, agent, chance)
    st.caption(
        wording.figures(agent.positions_known, share_of_mistakes(agent.policy())),
        help=tr(wording.FIGURES_HELP),
    )
