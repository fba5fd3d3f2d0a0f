"""The result of a training on Train: verdict, curve and fronts over time, map, and figures.

The slider under the chart is its x axis: the map next to it shows the agent as it was then. While
the training is animated, as a newcomer sees it at first, the curve grows.
"""

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation import optimal_share
from ttt_core.learning import Kind, LearningCurve, Standing
from ttt_core.sentences import tr_noop
from ttt_ui import jobs
from ttt_ui.drawing.fronts import fronts_in_words
from ttt_ui.drawing.lasting_chart import draw_ahead, draws_frames, lasting_chart
from ttt_ui.drawing.map_component import game_map, recolour_ahead
from ttt_ui.drawing.slider_component import ChartAxis, slider
from ttt_ui.frame.field import Field
from ttt_ui.glossary import meaning
from ttt_ui.language import tr, tr_plural
from ttt_ui.runs import progress_bar
from ttt_ui.train import actions as train_actions
from ttt_ui.train.actions import (
    MAP,
    MOMENT,
    animate,
    click_moment,
    next_moment,
    pause,
    pin,
    slide_moment,
    stop,
    unpin,
    what_waits,
)
from ttt_ui.train.curves import (
    FRONTS_AXIS,
    SERIES,
    axis_places,
    fronts_of,
    learning_figure,
)
from ttt_ui.train.figures import figures_of
from ttt_ui.train.state import (
    AT_WORST,
    AXIS,
    BAND,
    CURVE,
    CURVE_CHART,
    LINES,
    LINES_OF_POLICY,
    PARTS,
    WAY,
    TrainState,
    present_training,
    shown_training,
    train_state,
    whole_training,
)
from ttt_ui.train.training import BAND_MAX_SECONDS, BAND_SEEDS, Training, previous_run_name
from ttt_ui.visit.limits import MAX_AGENTS
from ttt_ui.visit.messages import say_again
from ttt_ui.visit.roster import roster
from ttt_ui.visit.session import Session, session
from ttt_ui.widgets import GROUP, rerun_page_if_alone
from ttt_ui.wording import counted, duration, never_quite_sure, percent, plain, shortened

FRAME_MS = 200
"""How long a frame of the animation stays at least."""
_SMALL_MAP = f"{MAP}_small"

_FIRST_FIGURES = 3
_FIGURE_PIXELS = 88
"""Height of a figure that has a difference, so that nothing moves when the first one appears."""


def result() -> None:
    """Show the verdict on the agent."""
    visitor, train = session(), train_state()
    with st.container(gap=None, key="train_verdict"):
        _draw_ahead(visitor, train)
        if train.replaying:
            st.header(f":material/movie: {tr('Watch it learn')}", anchor=False)
            st.caption(tr("Knowledge rises from the ends of games to the opening."))
        elif not _is_to_be_watched(visitor, train):
            verdict(visitor.agent, present_training(visitor), what_waits())


def _draw_ahead(visitor: Session, train: TrainState) -> None:
    """Draw chart and map of a slider's drag before everything else, which may wait for its rest."""
    if PARTS.hides("curve"):
        return
    training, figure, label = present_training(visitor), None, ""
    if training is not train.drag.training or _is_to_be_watched(visitor, train):
        training = None
    if training is not None and chosen_lines(training):
        figure, label = _drawn(train, training)
    draw_ahead(figure, key=CURVE_CHART, label=label)
    if not PARTS.hides("map"):
        then = None if training is None else _then(train, training)
        recolour_ahead(then, MAP, _SMALL_MAP)


def way() -> None:
    """Show how the agent has learned, or its progress while it is learning."""
    visitor, train = session(), train_state()
    training = present_training(visitor)
    job = training.job if training is not None and _is_to_be_watched(visitor, train) else None
    jobs.follow(job, _way, key=WAY)


def _way() -> None:
    visitor, train = session(), train_state()
    training, drawn = present_training(visitor), shown_training(visitor)
    with st.container():  # always, so that the chart below it stays as it is zoomed
        if drawn is None:
            st.info(no_curve(visitor.agent), icon=":material/info:")
        elif _is_to_be_watched(visitor, train):
            _under_way(drawn)
    if not PARTS.hides("curve"):
        if drawn is None:
            game_map(visitor.agent, key=MAP)
        else:
            st.fragment(_curve, key=CURVE)(train, drawn)
            if training is None:
                st.caption(
                    tr_plural(
                        "The curve ends before the game your agent learned from on Play.",
                        "The curve ends before the {n:,} games your agent learned from on Play.",
                        visitor.agent.stats.games - drawn.stats.games,
                    )
                )
    figures(train, visitor.agent, training)


def no_curve(agent: ttt.Agent) -> str:
    """Say in Markdown why an agent has no learning curve."""
    if agent.is_blank:
        return tr("This agent is **untrained**. Train it to start its learning curve.")
    if agent.trained_elsewhere:
        return tr(
            "This agent was **trained in another program**: its file says what it has learned, "
            "but not how. Train it here to start a learning curve."
        )
    return tr(
        "The training of this agent **cannot be replayed**, for example because it has learned "
        "from games with people. Train it here to start a learning curve."
    )


def _is_to_be_watched(visitor: Session, train: TrainState) -> bool:
    """Return whether a training is under way, other than that of a slider still being dragged."""
    drags = train.drag.under_way and train.drag.training is not None
    return visitor.training_under_way and not drags


def _under_way(training: Training) -> None:
    """Show how far a training is, and the verdict on its agent so far."""
    total, played, pace = training.config.games, training.games_played, training.pace
    so_far = tr("{n:,} of {games}", n=played, games=counted(total, "game", "games"))
    if training.job is not None and training.job.waiting:
        so_far = f"{so_far} · {training.job.waiting}"
    elif pace:
        so_far = tr(
            "{so_far} · {pace} games per second · {left} left",
            so_far=so_far,
            pace=shortened(pace),
            left=duration((total - played) / pace),
        )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(played / total, text=so_far)
        st.button(
            tr("Stop training"),
            icon=":material/stop_circle:",
            on_click=stop,
            args=(training,),
        )
    verdict(training.agent, training, what_waits())


def verdict(agent: ttt.Agent, training: Training | None, waiting: str) -> None:
    """Show whether the agent is beatable, and what waits or else since when it is not."""
    card = ttt.evaluate(agent)
    standing = training.standing if training else None
    text = heading(card, standing)
    st.header(
        f":green[:material/verified: {text}]"
        if card.unbeatable
        else f":violet[:material/trending_down: {text}]",
        anchor=False,
        help=meaning("Unbeatable"),
    )
    text = (
        f":material/hourglass_empty: {waiting}"
        if waiting
        else below_heading(agent.kind, card, standing, mistakes=optimal_share(agent.policy()) < 1)
    )
    if text:
        st.caption(text)


def heading(card: ttt.ReportCard, standing: Standing | None) -> str:
    """Return the verdict on an agent and, if it is known and says something, since when."""
    if card.unbeatable and standing is not None and standing.since:
        return tr("Unbeatable since game {game:,}", game=standing.since)
    return tr(card.verdict)


def below_heading(
    kind: Kind, card: ttt.ReportCard, standing: Standing | None, *, mistakes: bool
) -> str:
    """Say what came before the verdict or, if nothing did, what unbeatable means.

    `mistakes` is whether the agent makes any, which need not lose a game.
    """
    text = history(standing) if standing is not None else ""
    if not card.unbeatable:
        return never_quite_sure(card) if kind == "policy" else text
    text = text or tr("No opponent can win a single game against it.")
    return f"{text} {tr('Its mistakes never lose.')}" if mistakes else text


def history(standing: Standing) -> str:
    """Say what the verdict alone does not: when it was another one during the training."""
    if standing.first is None:
        return tr("It has never been unbeatable.")
    first = counted(standing.first, "game", "games")
    match standing.since, standing.lost:
        case None, 1:
            return tr("It became unbeatable after {first}, then beatable again.", first=first)
        case None, times:
            return tr(
                "It was unbeatable {times:,} times, first after {first}, then beatable again.",
                times=times,
                first=first,
            )
        case 0, 0:
            return tr("It was unbeatable from the start.")
        case _, 0:
            return ""
        case _, 1:
            return tr("First at game {game:,}, then beatable again once.", game=standing.first)
        case _, times:
            return tr(
                "First at game {game:,}, then beatable again {times:,} times.",
                game=standing.first,
                times=times,
            )


def figures(
    train: TrainState, agent: ttt.Agent, training: Training | None, *, first: bool = True
) -> None:
    """Show the most important figures of the agent's training, or the others.

    Each with its difference from the previous run.
    """
    if PARTS.hides("figures"):
        return
    which = slice(_FIRST_FIGURES) if first else slice(_FIRST_FIGURES, None)
    named = training is not None and previous_run_name(train.previous_run, training)
    previous_run = train.previous_run if named else None
    with st.grid(3 if first else 4, min_column_width=150):
        for figure in list(figures_of(agent, training, previous_run))[which]:
            st.metric(**figure, height=_FIGURE_PIXELS)


def _compared_with(train: TrainState, training: Training) -> None:
    """Say which run the figures are compared with, and let the present run be pinned."""
    name = previous_run_name(train.previous_run, training)
    if training.runs and training is whole_training(session()):
        if train.pinned:
            st.button(tr("Unpin"), icon=":material/keep_off:", type="tertiary", on_click=unpin)
        else:
            st.button(
                tr("Pin this run"),
                icon=":material/keep:",
                type="tertiary",
                on_click=pin,
                help=tr(
                    "Keeps this run in the chart while you change settings, and shows how each "
                    "figure differs from it. Without a pin, you compare with the run before the "
                    "last change."
                ),
            )
        if name:
            sentence = tr_noop("Compared with **{name}** (before the last change)")
            if train.pinned:
                sentence = tr_noop("Compared with **{name}** (pinned)")
            st.caption(tr(sentence, name=plain(name)), width="content")
        elif train.pinned:
            st.caption(tr("This run is pinned. Change a setting to compare."), width="content")


def _curve(train: TrainState, training: Training) -> None:
    """Show curve and fronts over the slider that is their axis, and the map of that moment."""
    if train.replaying and not draws_frames(CURVE_CHART):
        train.moment = None
        pause()
    then = _then(train, training)
    curve = training.curve  # it grows while it is drawn
    moments = curve.games.tolist()
    games = moments[-1] if train.moment is None else train.moment
    if not PARTS.hides("map"):
        with st.container(key="train_map_on_a_phone"):
            game_map(then, key=_SMALL_MAP, size="plain")
    chart, known = st.columns([8, 5], gap="small")
    with chart, st.container(gap="xxsmall"):
        band_is_due = _band_is_due(training)
        figure = _chart(train, training)
        if figure is not None and not PARTS.hides("time-machine"):
            _time_slider(train, moments, games, figure["layout"]["margin"])
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.button(
                tr("Pause") if train.replaying else tr("Animate"),
                icon=":material/pause:" if train.replaying else ":material/play_arrow:",
                type="tertiary",
                on_click=pause if train.replaying else animate,
                key="train_replay",
                help=tr("Shows the training from the first game to the last."),
            )
            _compared_with(train, training)
        if band_is_due:
            runs = training.band_runs()
            jobs.follow(runs.go_on(), lambda: progress_bar(runs))
            if training.band:  # by now; the chart was drawn without it
                say_again()
                st.rerun()
    if not PARTS.hides("map"):
        with known, st.container(gap="xsmall"):
            game_map(then, key=MAP, on_open=lambda: train_actions.open_moment_on_map(games, MAP))
            if not PARTS.hides("time-machine"):
                _uses(curve, games)


def _then(train: TrainState, training: Training) -> ttt.Agent:
    """Return the agent as it was at the moment shown, which is the last if it no longer exists."""
    if train.moment not in training.curve.games[:-1].tolist():
        train.moment = None
    return session().agent if train.moment is None else training.agent_after(train.moment)


def _time_slider(train: TrainState, moments: list[int], games: int, margin: dict[str, int]) -> None:
    """Show the slider that chooses a moment of the training, below the chart whose axis it is."""
    log = AXIS.value == AXIS.default
    moments = [moment for moment in moments if moment or not log] or [games]
    slider(
        tr("Games played"),
        moments,
        games if games in moments else moments[0],
        key=MOMENT,
        token=train.key("moment"),
        on_move=slide_moment,
        free=False,
        axis=ChartAxis(margin["l"], margin["r"], axis_places(moments, log=log)),
    )


def _uses(curve: ttt.LearningCurve, games: int) -> None:
    """Say how good the agent was at a moment, and let it be used as it was then."""
    index = curve.games.tolist().index(games)
    st.caption(
        tr(
            "After {games}: **{verdict}**, {share} optimal moves.",
            games=counted(games, "game", "games"),
            verdict=tr("unbeatable") if curve.unbeatable[index] else tr("beatable"),
            share=percent(curve.optimal_share[index]),
        )
    )
    with st.container(horizontal=True, gap="small", key="train_moment_uses"):
        with st.container(horizontal=True, gap="small", width="content"):
            st.button(
                tr("Play it"),
                icon=":material/sports_esports:",
                type="tertiary",
                on_click=train_actions.play_moment,
                args=(games,),
            )
            st.button(
                tr("Inspect it"),
                icon=":material/search_insights:",
                type="tertiary",
                on_click=train_actions.inspect_moment,
                args=(games,),
            )
        st.button(
            tr("Add it to Compare"),
            icon=":material/balance:",
            type="tertiary",
            on_click=train_actions.compare_moment,
            args=(games,),
            disabled=roster().full,
            help=tr(
                "Adds it next to your agent as it is now. Compare takes up to {most} agents.",
                most=MAX_AGENTS,
            ),
        )


def chart_choices() -> None:
    """Let the visitor choose what the chart shows."""
    training = shown_training(session())
    if training is None or PARTS.hides("curve"):
        return
    place = st.expander(
        tr("Chart"), icon=":material/stacked_line_chart:", key=f"{GROUP}chart", on_change="rerun"
    )
    if not place.open:
        return
    with place:
        for lines in _lines(training):
            lines.show(
                on_change=rerun_page_if_alone,
                help=meaning("Worst-case opponent") if lines.label == AT_WORST else None,
            )
        AXIS.show(on_change=rerun_page_if_alone)
        BAND.show(
            label=tr("Range over {n} seeds", n=BAND_SEEDS),
            on_change=rerun_page_if_alone,
            disabled=not training.can_have_band,
            help=tr(
                "Trains with the next eight seeds too and shades the range of their results. "
                "Available for one run from scratch, if the eight take at most {seconds:.0f} "
                "seconds.",
                seconds=BAND_MAX_SECONDS,
            ),
        )


def _band_is_due(training: Training) -> bool:
    wanted = BAND.value and not PARTS.hides("curve")
    return bool(
        wanted
        and training.finished
        and training.runs
        and not training.band
        and training.can_have_band
    )


def _is_of_policy(training: Training) -> bool:
    return training.agent.kind == "policy"


def _lines(training: Training) -> Sequence[Field[Sequence[str]]]:
    return LINES_OF_POLICY if _is_of_policy(training) else LINES


def chosen_lines(training: Training) -> list[str]:
    """Return the names of the lines that the chart shows."""
    return [line for lines in _lines(training) for line in lines.value]


def description(curve: LearningCurve, lines: Sequence[str]) -> str:
    """Describe a chart for a screen reader."""
    drawn = tr(
        "Learning curve over {games}: {lines}",
        games=counted(int(curve.games[-1]), "game", "games"),
        lines="; ".join(tr(SERIES[name].label) for name in lines),
    )
    return f"{drawn}. {fronts_in_words(fronts_of(curve))}"


def _chart(train: TrainState, training: Training) -> dict[str, Any] | None:
    """Show the learning curve with the chosen lines and axis, and return it."""
    if not chosen_lines(training):
        st.info(tr("Choose at least one line to show."))
        return None
    figure, label = _drawn(train, training)
    lasting_chart(
        figure,
        key=CURVE_CHART,
        title=tr("Learning curve"),
        label=label,
        on_click=click_moment,
        on_drawn=next_moment if train.replaying else None,
        drawn_for_ms=FRAME_MS,
    )
    return figure


def _drawn(train: TrainState, training: Training) -> tuple[dict[str, Any], str]:
    """Return the chart of a training, and its description."""
    curve, log, previous_run = training.curve, AXIS.value == AXIS.default, train.previous_run
    chosen = chosen_lines(training)
    name = previous_run_name(previous_run, training)
    moment = train.moment if train.moment in curve.games[:-1].tolist() else None
    figure = learning_figure(
        curve,
        chosen,
        log=log,
        since=training.standing.since,
        moment=moment,
        previous_run=(name, previous_run.curve) if previous_run and name else None,
        band=training.band if BAND.value else (),
        log_losses=_is_of_policy(training),
    )
    if not train.replaying or moment is None:
        return figure, description(curve, chosen)
    points = max(2, curve.games.tolist().index(moment) + 1)
    part = replace(
        curve, **{entry.name: getattr(curve, entry.name)[:points] for entry in fields(curve)}
    )
    growing = learning_figure(part, chosen, log=log, log_losses=_is_of_policy(training))
    notes = [note for note in growing["layout"]["annotations"] if note.get("yref") != FRONTS_AXIS]
    same = ("xaxis", "yaxis", "margin")
    growing["layout"] |= {"annotations": notes, **{key: figure["layout"][key] for key in same}}
    return growing, description(part, chosen)
