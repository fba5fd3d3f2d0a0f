"""The start page, and teaching a pupil from scratch: sentences, buttons, and what is shown."""

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate

import plotly.graph_objects as go
import streamlit as st

import ttt_core as ttt
from ttt_core.game import Side
from ttt_core.learning import ready_made
from ttt_core.sentences import tr_noop
from ttt_ui import jobs
from ttt_ui.drawing.board_component import board
from ttt_ui.drawing.colours import LEGIBLE_AXIS, NEUTRAL, SIDE_COLOURS
from ttt_ui.drawing.download import picture_button
from ttt_ui.frame import address
from ttt_ui.frame.share import link_to_share, share_button, share_menu
from ttt_ui.frame.sidebar import AGENT_NAME, rename
from ttt_ui.inspect.state import open_board
from ttt_ui.inspect.verdict import uploader
from ttt_ui.jobs import Job
from ttt_ui.language import tr, tr_plural
from ttt_ui.play import actions as playing
from ttt_ui.play import review, state, work
from ttt_ui.play.links import NAME, pupil_query
from ttt_ui.play.state import PlayState, play_state
from ttt_ui.play.story import (
    Challenge,
    Ending,
    Lesson,
    PlanState,
    Practice,
    Story,
    chance_of_anyone,
    ending_of,
)
from ttt_ui.play.work import lesson_games
from ttt_ui.replay.game import Game
from ttt_ui.visit.attached import Frozen
from ttt_ui.visit.session import Session, default_agent, session
from ttt_ui.widgets import rerun_fragments_if_alone
from ttt_ui.wording import agent_name, counted, number, percent, percent_axis, plain

WELCOME = tr_noop("Tic-tac-toe lab")
PROMISE = tr_noop(
    "You are X. Your new Pupil knows only the rules. **Beat it now: in three minutes, nobody can.**"
)

STORY_BOARD = "XO--O---X"
STORY = tr_noop(
    "O threatens to win at the bottom. Compare your agent's value for the move that blocks with "
    "the others."
)

SHARING = tr_noop("Anyone who opens this link plays your Pupil. The link contains all its lessons.")
FIGURES_HELP = tr_noop(
    "Your winning plan: the cells of your first win in order, completing lines and blocking where "
    "you can, until that no longer wins. A mistake: a move that gives up a win or a draw. All "
    "figures are exact."
)
PLAN, ANYONE = tr_noop("Your winning plan wins"), tr_noop("The worst-case opponent wins")

_UNBEATABLE = tr_noop("**Nobody can beat it any more**, not even a perfect player. Well taught!")

_LAST_GAME: Mapping[Ending, str] = {
    "won": tr_noop("You won."),
    "resigned": tr_noop("The agent resigned, so you won."),
    "lost": tr_noop("You lost, but the agent can learn even from that."),
    "drawn": tr_noop("It was a draw, but the agent can learn even from that."),
}
_PLAN: Mapping[PlanState, str] = {
    "none": tr_noop("**Try to win a game.**"),
    "works": tr_noop("Your winning plan wins: {before} → **{now}**. **Play it again.**"),
    "works less": tr_noop(
        "Your winning plan wins less often: {before} → **{now}**. **Play it again.**"
    ),
    "fails": tr_noop(
        "Your winning plan no longer wins: {before} → **{now}**. The agent can still lose {sides}. "
        "**Find another, or let it practise.**"
    ),
}

_CHALLENGE_ENDED: Mapping[Ending, str] = {
    "won": tr_noop("**You beat it.**"),
    "resigned": tr_noop("**It resigned, so you beat it.**"),
    "lost": tr_noop("**It beat you.**"),
    "drawn": tr_noop("**You held it to a draw.**"),
}
_UNBEATABLE_AFTER: Mapping[Ending, str] = {
    "won": tr_noop("As it is now, nobody can beat it."),
    "resigned": tr_noop("As it is now, nobody can beat it."),
    "lost": tr_noop("Nobody can beat it, but a draw is always possible."),
    "drawn": tr_noop("Nobody can beat it, so a draw is the most anyone can get."),
}

_SIDES: Mapping[tuple[Side, ...], str] = {
    ("X",): tr_noop("as X"),
    ("O",): tr_noop("as O"),
    ("X", "O"): tr_noop("as X and as O"),
}


def _can_lose(sides: tuple[Side, ...]) -> str:
    """Say on which sides an agent can lose, for newcomers who do not know the verdict's words."""
    return tr(_SIDES[sides]) if sides else ""


def frozen_in_words(*, unbeatable: bool) -> str:
    """Say that an agent learns no further, and what teaching it more may cost."""
    if unbeatable:
        return tr(
            "**Frozen:** it learns no further, so this stays true. If you teach it more, somebody "
            "may be able to beat it again."
        )
    return tr(
        "**Frozen:** it stays as it was taught. If you teach it more, it is no longer the agent "
        "that was shared with you."
    )


def headline(story: Story, card: ttt.ReportCard, chance: float | None) -> str:
    """Say how the last game ended, how the moves of the visitor's win do now, and what comes next.

    `chance` is how often these moves win now; None before the first win.
    """
    if card.unbeatable:
        return tr(_UNBEATABLE)
    plan = tr(
        _PLAN[story.plan_state(chance)],
        before=percent(story.plan.before if story.plan else 0),
        now=percent(chance or 0),
        sides=_can_lose(card.beatable_as),
    )
    return plan if story.ending is None else f"{tr(_LAST_GAME[story.ending])} {plan}"


def challenge_in_words(challenge: Challenge, agent: ttt.Agent) -> str:
    """Say whom a visitor plays, and what they can try, before the end of the game."""
    name, card = plain(agent_name(agent)), ttt.evaluate(agent)
    more = agent.stats.games - challenge.games
    if more:
        who = tr_plural(
            "Your copy of **{name}** has learned from {n:,} more game.",
            "Your copy of **{name}** has learned from {n:,} more games.",
            more,
            name=name,
        )
    elif challenge.lessons:
        games = _games_learned_from(*lesson_games(challenge.lessons))
        who = tr("Somebody taught **{name}**: {games}.", name=name, games=games)
    else:
        who = tr("**{name}** punishes every mistake.", name=name)
    if card.unbeatable:
        aim = tr("Nobody can beat it. **Can you hold it to a draw?**")
    else:
        aim = tr("It can lose {sides}. **Can you beat it?**", sides=_can_lose(card.beatable_as))
    return f"{who} {aim}"


def challenge_ended_in_words(ending: Ending, card: ttt.ReportCard) -> str:
    """Say how the game ended, and what the agent's verdict is now, each in a sentence."""
    if not card.unbeatable:
        verdict = tr("It can lose {sides}.", sides=_can_lose(card.beatable_as))
    else:
        verdict = tr(_UNBEATABLE_AFTER[ending])
    return f"{tr(_CHALLENGE_ENDED[ending])} {verdict}"


def _games_learned_from(with_person: int, alone: int) -> str:
    games, games_alone = (counted(number, "game", "games") for number in (with_person, alone))
    if not alone:
        return tr("{games} with a person", games=games)
    if not with_person:
        return tr("{games} on its own", games=games_alone)
    return tr("{games} with a person, {alone} on its own", games=games, alone=games_alone)


def practised(story: Story) -> str:
    """Say that the last practice stopped early, and why; empty if it did not."""
    last = story.lessons[-1] if story.lessons else None
    if story.practice is not None or last is None or not 0 < last.played < last.games:
        return ""
    return tr(
        "The practice stopped after {played:,} of {games}: nobody can beat it any more.",
        played=last.played,
        games=counted(last.games, "game", "games"),
    )


def lesson_label(number: int, lesson: Lesson) -> str:
    """Say when a dot of the picture was measured."""
    return tr("Before game {n}", n=number) if lesson.ending else tr("Before a practice")


def picture_in_words(plan: Sequence[float | None], anyone: Sequence[float]) -> str:
    others = tr("The worst-case opponent wins: {shares}.", shares=", ".join(map(percent, anyone)))
    chances = [percent(chance) for chance in plan if chance is not None]
    if not chances:
        return others
    return f"{tr('Your winning plan wins: {shares}.', shares=', '.join(chances))} {others}"


def success_in_words(after: tuple[int, int]) -> str:
    """Say how many games with the visitor, and on its own, made the pupil unbeatable."""
    yours, all_games = after
    practised = all_games - yours
    games = counted(yours, "game", "games")
    if practised:
        alone = counted(practised, "game", "games")
        return tr("It took {games} with you and {alone} on its own.", games=games, alone=alone)
    return tr("It took {games} with you.", games=games)


STEPS = 20
"""The number of steps in which a practice is played, at most."""
SECONDS_BETWEEN_STEPS = 0.15


def choose_a_level() -> None:
    """Let the visitor play an agent at a level: theirs, or the first one while they teach."""
    visitor, play = session(), play_state()
    with visitor.lock:
        story = visitor.attached.get(Story)
        if story is not None and not story.is_over:
            playing.begin_against(default_agent())
        elif state.MODE.value != "Against the agent":
            state.MODE.set("Against the agent")
            playing.begin_next()
        play.shows_welcome = False
        play.begun += 1


def look_inside() -> None:
    """Open Inspect on a position with a story, and tell it."""
    playing.hide_welcome()
    session().say(tr(STORY))
    open_board(STORY_BOARD)


def play_the_trap_setter() -> None:
    """Challenge the visitor to a draw with the agent that never loses and punishes mistakes.

    It does not explore in its last training game, and therefore not against people either.
    """
    playing.challenge(ready_made("Trap setter"))
    play_state().begun += 1


def practise(games: int) -> None:
    """Let the pupil start to practise on its own."""
    visitor = session()
    with visitor.lock:
        story = visitor.attached.get(Story)
        if story is not None:
            visitor.attached.pop(Frozen)
            story.practise(games, visitor)
            rerun_fragments_if_alone(playing.GAME_AREA)


def go_on() -> Job | None:
    """Return the job that continues the pupil's practice; None if there is no practice."""
    visitor = session()
    with visitor.lock:
        story = visitor.attached.get(Story)
        practice = None if story is None else story.practice
        if story is None or practice is None:
            return None
        if practice.job is not None and practice.job.failed:
            story.practice = None
            jobs.tell_error(practice.job)
        elif practice.job is None or not practice.job.running:
            practice.job = jobs.start(
                work.practise,
                arguments=lambda: (practice.run, -(-practice.games // STEPS)),
                on_report=lambda played: _learn_from_practice(visitor, story, practice, *played),
                every=SECONDS_BETWEEN_STEPS,
            )
        return practice.job


def _learn_from_practice(
    visitor: Session, story: Story, practice: Practice, run: ttt.TrainingRun, learned: ttt.Agent
) -> bool:
    """Let the pupil learn from the next games of a practice; return whether it goes on.

    It ends if the agent was changed in the meantime, and as soon as nobody can beat the pupil: 9
    out of 150 pupils became beatable again in the rest of their 1,000 games, just after that had
    been celebrated.
    """
    with visitor.lock:
        if story.practice is not practice:
            return False
        practice.run = run
        before = practice.version
        same_agent = visitor.learn(learned, before)
        if same_agent:
            practice.version = learned
            story.note_practice(run.games_played)
        arrived = same_agent and story.arrive(before, visitor)
        if arrived or not same_agent or not practice.left:
            story.practice = None
        return story.practice is practice


_HEIGHT = 230
PRACTICES = (10, 100, 1_000)


def welcome() -> None:
    st.title(tr(WELCOME), anchor=False)
    st.markdown(tr(PROMISE))


def first_board(play: PlayState) -> None:
    """Show the board of the start page: a tap on it begins the teaching."""
    game = play.first_board
    board(
        game.board,
        key=playing.BOARD_KEY,
        token=game.token,
        mark=game.side,
        announcement=tr(PROMISE).replace("**", ""),
        on_play=playing.take_cell,
    )


def ways_to_start(play: PlayState, visitor: Session) -> None:
    with st.container(key="welcome", gap="small"):
        _way_to_start(
            tr("Teach an agent from scratch"),
            ":material/smart_toy:",
            tr("3 minutes"),
            playing.teach_from_scratch,
            is_first=True,
        )
        _way_to_start(
            tr("Play an unbeatable agent"),
            ":material/trophy:",
            tr("1 minute: can you hold it to a draw?"),
            play_the_trap_setter,
        )
        _way_to_start(
            tr("Look inside an agent"),
            ":material/search_insights:",
            tr("1 minute: see every move's value."),
            look_inside,
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
                    on_click=playing.hide_welcome,
                )
            st.button(
                tr("Choose a level"),
                icon=":material/signal_cellular_alt:",
                type="tertiary",
                on_click=choose_a_level,
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
        on_click=playing.show_welcome,
    )


def challenge(game: Game, visitor: Session) -> None:
    """Say above the board what a challenge is, and how it has ended."""
    challenge, agent, person = visitor.attached.get(Challenge), visitor.agent, game.person
    if challenge is None or person is None or agent.level != "Intermediate":
        return
    if not game.over:
        st.markdown(challenge_in_words(challenge, agent))
        return
    card = ttt.evaluate(agent)
    ending = ending_of(person, game.result, resigned=game.resigned)
    st.markdown(challenge_ended_in_words(ending, card))
    if ending in ("won", "resigned") or (ending == "drawn" and card.unbeatable):
        st.button(
            tr("Teach an agent from scratch"),
            icon=":material/smart_toy:",
            type="primary",
            on_click=playing.teach_from_scratch,
        )


def pupil(story: Story, play: PlayState, visitor: Session) -> None:
    """Let the pupil practise, show what it has learned so far, and let it be named."""
    job, practice = go_on(), story.practice
    _next_step(story, visitor)
    jobs.follow(job, lambda: _learned_so_far(story, practice, play, visitor))
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
    practice = story.practice
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
                on_click=practise,
                args=(games,),
            )


def _celebration(story: Story, visitor: Session) -> None:
    if story.unbeatable_after is not None:
        sentences = (success_in_words(story.unbeatable_after), practised(story))
        st.success(" ".join(filter(None, sentences)), icon=":material/celebration:")
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        if query := pupil_query(visitor):
            menu = "pupil_link"
            with share_menu(tr("Can you beat what I taught?"), menu, "primary"):
                st.markdown(tr(SHARING))
                link_to_share(address.link(query), menu)
        st.button(
            tr("Look inside it"),
            icon=":material/search_insights:",
            on_click=open_board,
            args=(STORY_BOARD,),
        )
        st.page_link("pages/train.py", label=tr("Train your own"), icon=":material/model_training:")
    frozen(visitor)


def frozen(visitor: Session) -> None:
    """Say that the agent learns no further, if so, and let it be taught more."""
    if not visitor.frozen:
        return
    with st.container(gap="xxsmall", key="frozen"):
        unbeatable = ttt.evaluate(visitor.agent).unbeatable
        st.caption(f":material/ac_unit: {frozen_in_words(unbeatable=unbeatable)}")
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


def _learned_so_far(
    story: Story, practice: Practice | None, play: PlayState, visitor: Session
) -> None:
    if practice is not None:
        played = practice.run.games_played
        st.progress(
            played / practice.games,
            tr("{played:,} of {games:,} games practised", played=played, games=practice.games),
        )
    agent = visitor.agent
    chance = story.chance(agent)
    st.markdown(headline(story, ttt.evaluate(agent), chance), help=tr(FIGURES_HELP))
    review.what_it_knows(play, visitor)
    if story.lessons:
        _picture(story, agent, chance)


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
    when = [lesson_label(*both) for both in zip(numbers, lessons, strict=True)]
    st.plotly_chart(
        story_figure(plan, anyone, [*when, tr("Now")]),
        key="pupil_story",
        config=picture_button(agent.name),
        alt=picture_in_words(plan, anyone),
    )


def story_figure(plan: list[float | None], anyone: list[float], when: list[str]) -> go.Figure:
    """Draw the chances of the plan and of the worst-case opponent, one dot for each of `when`."""
    figure = go.Figure()
    places = list(range(len(when)))
    for name, values, colour, dash in (
        (ANYONE, anyone, NEUTRAL, "dot"),
        (PLAN, plan, SIDE_COLOURS["X"], "solid"),
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
