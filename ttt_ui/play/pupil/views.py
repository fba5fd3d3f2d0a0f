"""The first page, and what is shown around a pupil's board."""

from collections.abc import Callable
from functools import partial
from itertools import accumulate

import plotly.graph_objects as go
import streamlit as st

import ttt_core as ttt
from ttt_core.game import boards, walk
from ttt_ui import jobs
from ttt_ui.drawing.colours import LEGIBLE_AXIS, NEUTRAL, SIDE_COLOURS
from ttt_ui.drawing.map_component import game_map
from ttt_ui.drawing.picture_button import picture_button
from ttt_ui.frame import address
from ttt_ui.frame.agent_name import AGENT_NAME, rename
from ttt_ui.frame.share import link_to_share, share_button, share_menu
from ttt_ui.inspect.actions import open_board, open_from_map
from ttt_ui.inspect.verdict import uploader
from ttt_ui.language import tr
from ttt_ui.play import actions as playing
from ttt_ui.play.pupil import actions, wording
from ttt_ui.play.pupil.story import Challenge, Practice, Story, chance_of_anyone, ending_of
from ttt_ui.play.pupil.taught import NAME, pupil_query
from ttt_ui.play.review.state import exercises_of
from ttt_ui.play.state import PlayState
from ttt_ui.replay.game import Game
from ttt_ui.visit.session import Session
from ttt_ui.wording import agent_name, counted, number, percent, percent_axis, plain

_MAP = "play_map"
_HEIGHT = 230
PRACTICES = (10, 100, 1_000)


def welcome() -> None:
    st.title(tr(wording.WELCOME), anchor=False)
    st.markdown(tr(wording.PROMISE))


def ways_to_start(play: PlayState, visitor: Session) -> None:
    with st.container(key="welcome", gap="small"):
        _way_to_start(
            tr("Teach an agent from scratch"),
            ":material/smart_toy:",
            tr("3 minutes"),
            actions.begin,
            is_first=True,
        )
        _way_to_start(
            tr("Play an unbeatable agent"),
            ":material/trophy:",
            tr("1 minute: can you hold it to a draw?"),
            actions.play_the_trap_setter,
        )
        _way_to_start(
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
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            if visitor.replacements or play.game.number or play.game.moves:
                st.button(
                    tr("Continue with {name}", name=plain(agent_name(visitor.agent))),
                    icon=":material/arrow_forward:",
                    key="continue",
                    type="tertiary",
                    on_click=actions.hide_welcome,
                )
            st.button(
                tr("Choose a level"),
                icon=":material/signal_cellular_alt:",
                type="tertiary",
                on_click=actions.choose_a_level,
                help=tr("Beginner, Intermediate, Expert and more, in a game against an agent."),
            )
            st.page_link("pages/learn.py", label=tr("Learn how it works"), icon=":material/school:")


def _way_to_start(
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


def way_back_to_the_welcome() -> None:
    st.button(
        tr("Where to start"),
        icon=":material/explore:",
        type="tertiary",
        on_click=actions.show_welcome,
    )


def challenge(game: Game, visitor: Session) -> None:
    """Say above the board what a challenge is, and how it has ended."""
    challenge, agent, person = visitor.attached.get(Challenge), visitor.agent, game.person
    if challenge is None or person is None or agent.level != "Intermediate":
        return
    if not game.over:
        st.markdown(wording.challenge(challenge, agent))
        return
    card = ttt.evaluate(agent)
    ending = ending_of(person, game.result, resigned=game.resigned)
    st.markdown(wording.challenge_ended(ending, card))
    if ending in ("won", "resigned") or (ending == "drawn" and card.unbeatable):
        st.button(
            tr("Teach an agent from scratch"),
            icon=":material/smart_toy:",
            type="primary",
            on_click=actions.begin,
        )


def lesson(story: Story, play: PlayState, visitor: Session) -> None:
    """Let the pupil practise, show what it has learned so far, and let it be named."""
    _next_step(story, visitor)
    jobs.follow(actions.go_on(), lambda: _learned_so_far(story, play, visitor))
    name = visitor.agent.name
    AGENT_NAME.ask(
        "" if name == NAME.default else name,
        rename,
        label=tr("Your pupil's name (optional)"),
        placeholder=agent_name(visitor.agent),
        help=tr("It is in your pupil's link, in its file's name and in the class's ranking."),
    )
    if story.practice is None and (query := pupil_query(visitor)):
        share_button(address.link(query), "hand_in", tr("Hand in"))


def _next_step(story: Story, visitor: Session) -> None:
    """Let the pupil practise, or celebrate and lead on."""
    job, practice = actions.go_on(), story.practice
    if practice is None and ttt.evaluate(visitor.agent).unbeatable:
        _celebration(story, visitor)
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
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
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
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
    frozen(visitor)


def frozen(visitor: Session) -> None:
    """Say that the agent learns no further, if so, and let it be taught more."""
    if not visitor.frozen:
        return
    with st.container(gap="xxsmall", key="frozen"):
        unbeatable = ttt.evaluate(visitor.agent).unbeatable
        st.caption(f":material/ac_unit: {wording.frozen(unbeatable=unbeatable)}")
        st.button(
            tr("Teach it more"),
            icon=":material/school:",
            type="tertiary",
            on_click=playing.teach_more,
            help=tr(
                "It learns from your games again. A copy stays as it is under **Earlier "
                "agents**, in **File**."
            ),
        )


def _learned_so_far(story: Story, play: PlayState, visitor: Session) -> None:
    agent = visitor.agent
    chance = story.chance(agent)
    st.markdown(wording.headline(story, ttt.evaluate(agent), chance), help=tr(wording.FIGURES_HELP))
    what_it_knows(play, visitor)
    if story.lessons:
        _picture(story, agent, chance)


def what_it_knows(play: PlayState, visitor: Session) -> None:
    """Show the map of the agent, with the game that has ended and the person's mistakes."""
    way = [boards()[position] for position in walk(play.game.moves)] if play.game.over else []
    game_map(
        visitor.agent,
        key=_MAP,
        way=way,
        lit=exercises_of(play).boards,
        on_open=partial(open_from_map, _MAP),
    )


def a_new_pupil() -> None:
    st.button(
        tr("A new Pupil"),
        icon=":material/smart_toy:",
        type="tertiary",
        on_click=actions.begin,
        help=tr("Begins a lesson with an untrained agent that learns fast, in place of yours."),
    )


def _picture(story: Story, agent: ttt.Agent, chance: float | None) -> None:
    """Draw a dot before each game and each practice, and one for now.

    `chance` is how often the visitor's plan wins now; None before the first win.
    """
    lessons = story.lessons
    plan = [*(lesson.plan for lesson in lessons), chance]
    anyone = [*(lesson.anyone for lesson in lessons), chance_of_anyone(agent)]
    games = sum(lesson.ending is not None for lesson in lessons)
    numbers = accumulate(
        (lesson.ending is not None for lesson in lessons), initial=story.games - games
    )
    next(numbers)
    when = [wording.lesson_label(*both) for both in zip(numbers, lessons, strict=True)]
    st.plotly_chart(
        story_figure(plan, anyone, [*when, tr("Now")]),
        key="pupil_story",
        config=picture_button(agent.name),
        alt=wording.picture(plan, anyone),
    )


def story_figure(plan: list[float | None], anyone: list[float], when: list[str]) -> go.Figure:
    """Draw the chances of the plan and of the worst-case opponent, one dot for each of `when`."""
    figure = go.Figure()
    places = list(range(len(when)))
    for name, values, colour, dash in (
        (wording.ANYONE, anyone, NEUTRAL, "dot"),
        (wording.PLAN, plan, SIDE_COLOURS["X"], "solid"),
    ):
        if values[-1] is None:
            continue
        figure.add_trace(
            go.Scatter(
                x=places,
                y=values,
                name=tr(name),
                mode="lines+markers",
                line={"color": colour, "dash": dash, "width": 2},
                marker={"size": 9},
                text=["" if value is None else percent(value) for value in values],
                customdata=when,
                hovertemplate=tr("%{customdata}: %{text}"),
            )
        )
    figure.update_layout(
        height=_HEIGHT,
        margin={"l": 0, "r": 8, "t": 0, "b": 0},
        legend={"orientation": "h", "traceorder": "reversed", "x": 0, "y": 1.04},
        xaxis={
            **LEGIBLE_AXIS,
            "title": tr("Games with you and practices, one after another"),
            "showticklabels": False,
            "fixedrange": True,
            "range": [-0.3, len(when) - 0.7],
        },
        yaxis={
            **LEGIBLE_AXIS,
            **percent_axis(0.5),
            "title": tr("Wins against it"),
            "range": [-0.07, 1.07],
            "fixedrange": True,
        },
    )
    figure.update_layout(legend_yanchor="bottom")
    return figure
