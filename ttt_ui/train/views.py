"""The result of a training on Train: verdict, figures, curve, and how it went."""

from collections.abc import Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import ttt_core as ttt
from ttt_core.learning import RULES_IN_PLAY
from ttt_core.sentences import tr_noop
from ttt_ui import jobs, widgets
from ttt_ui.drawing.insights import Insights
from ttt_ui.drawing.lasting_chart import draw_ahead, lasting_chart
from ttt_ui.drawing.slider_component import read_move, slider
from ttt_ui.glossary import meaning
from ttt_ui.inspect.wording import answered
from ttt_ui.jobs import Job
from ttt_ui.language import tr, tr_in
from ttt_ui.streamlit_fixes.bring_into_view import bring_into_view
from ttt_ui.streamlit_fixes.formulas import give_tab_stops
from ttt_ui.train import update_rule, wording
from ttt_ui.train.actions import catch_up, go_to_moment, pin, stop, unpin, what_waits
from ttt_ui.train.classroom import classroom, is_hidden, open_tabs
from ttt_ui.train.course import BAND_SEEDS, Course
from ttt_ui.train.curves import (
    AGAINST_RANDOM,
    OTHERS,
    SERIES,
    WORST_CASE,
    NamedCurve,
    learning_figure,
)
from ttt_ui.train.figures import figures_of
from ttt_ui.train.moment import show_moment
from ttt_ui.train.previous_run import previous_run_name
from ttt_ui.train.state import (
    AXES,
    AXIS,
    BAND,
    CURVE_CHART,
    RESULT,
    TAB,
    Tab,
    TrainState,
    train_state,
)
from ttt_ui.visit.session import Session, session
from ttt_ui.widgets import Control, rerun_fragments_if_alone, segmented, show_control
from ttt_ui.wording import counted, duration, how_many_arise, shortened

_FRAME_SECONDS = 0.4
_BAND_MAX_SECONDS = 20.0

_LINES = {
    tr_noop("Against a random player"): (AGAINST_RANDOM, ("x-wins-vs-random", "o-wins-vs-random")),
    tr_noop("Against its worst-case opponent"): (WORST_CASE, ()),
    tr_noop("Other"): (OTHERS, ("optimal-moves",)),
}
_CURVE, _MACHINE, _MOMENT = "learning_curve", "time_machine", "train_moment"
_FIRST_FIGURES = 4
_FIGURE_PIXELS = 88
"""Height of a figure that has a difference, so that nothing moves when the first one appears."""


@st.fragment(key=RESULT[0])
def result() -> None:
    """Show the settings and the verdict on the agent."""
    catch_up()
    visitor, train = session(), train_state()
    with st.container(gap=None):
        _chart_ahead(visitor, train)
        if not _is_to_be_watched(visitor, train):
            verdict(visitor.agent, train.present_course(visitor), what_waits())


def _chart_ahead(visitor: Session, train: TrainState) -> None:
    """While a slider is dragged, draw the chart before everything else."""
    course, figure, label = train.present_course(visitor), None, ""
    is_shown = _chosen_lines() and not (is_hidden("curve") or _is_to_be_watched(visitor, train))
    if course is not None and train.drag.under_way and is_shown and not BAND.value:
        figure, label = _drawn(train, course, with_band=False)
    draw_ahead(figure, key=CURVE_CHART, label=label)


def way() -> None:
    """Show how the agent has learned, or its progress while it is learning."""
    visitor, train = session(), train_state()
    course = train.present_course(visitor)
    job = course.job if course is not None and _is_to_be_watched(visitor, train) else None
    jobs.follow(job, _way, key=RESULT[1])


def _way() -> None:
    visitor, train = session(), train_state()
    course, shown = train.present_course(visitor), train.shown_course(visitor)
    if shown is None:
        st.info(wording.no_curve(visitor.agent), icon=":material/info:")
    elif _is_to_be_watched(visitor, train):
        _progress(train, shown)
        return
    elif not is_hidden("curve"):
        curve(train, shown)
        if course is None:
            st.caption(wording.ends_before_games(visitor.agent, shown.agent))
    figures(train, visitor.agent, course)


def _is_to_be_watched(visitor: Session, train: TrainState) -> bool:
    """Return whether a training is under way, other than that of a slider still being dragged."""
    drags = train.drag.under_way and train.drag.course is not None
    return visitor.training_under_way and not drags


def progress() -> None:
    """Show the progress of the training under way, which continues."""
    train = train_state()
    course = train.course
    assert course is not None
    jobs.follow(course.job, lambda: _progress(train, course))


def _progress(train: TrainState, course: Course) -> None:
    total, played, pace = course.config.games, course.games_played, course.pace
    so_far = tr("{n:,} of {games}", n=played, games=counted(total, "game", "games"))
    if course.job is not None and course.job.waiting:
        so_far = f"{so_far} · {course.job.waiting}"
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
            args=(course,),
        )
    verdict(course.agent, course, what_waits())
    if not is_hidden("curve"):
        _chart(train, course)
    figures(train, course.agent, course)


def verdict(agent: ttt.Agent, course: Course | None, waiting: str) -> None:
    """Show whether the agent is beatable, and what waits or else since when it is not."""
    card = ttt.evaluate(agent)
    standing = course.standing if course else None
    said = wording.heading(card, standing)
    st.header(
        f":green[:material/verified: {said}]"
        if card.unbeatable
        else f":red[:material/trending_down: {said}]",
        anchor=False,
        help=meaning("Unbeatable"),
    )
    said = (
        f":material/hourglass_empty: {waiting}"
        if waiting
        else wording.below_heading(card, standing)
    )
    if said:
        st.caption(said)


def figures(
    train: TrainState, agent: ttt.Agent, course: Course | None, *, first: bool = True
) -> None:
    """Show the most important figures of the agent's training, or the others.

    Each with its difference from the previous run.
    """
    if is_hidden("figures"):
        return
    which = slice(_FIRST_FIGURES) if first else slice(_FIRST_FIGURES, None)
    name = previous_run_name(train.previous_run, course) if train.previous_run and course else ""
    previous_run = train.previous_run if name else None
    with st.grid(4, min_column_width=130):
        for figure in list(figures_of(agent, course, previous_run))[which]:
            st.metric(
                figure.label,
                figure.value,
                help=figure.help,
                delta=figure.delta,
                delta_color=figure.colour,
                delta_arrow=figure.arrow,
                delta_description=figure.word or None,
                height=_FIGURE_PIXELS,
            )


def _compared_with(train: TrainState, course: Course) -> None:
    """Say which run the figures are compared with, and let the present run be pinned."""
    name = previous_run_name(train.previous_run, course) if train.previous_run else ""
    if course.runs and course is train.course:
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
            st.caption(wording.compared_with(name, pinned=train.pinned), width="content")
        elif train.pinned:
            st.caption(tr("This run is pinned. Change a setting to compare."), width="content")


def curve(train: TrainState, course: Course) -> None:
    """Show the learning curve with the chosen lines and axis."""
    every = _FRAME_SECONDS if train.replaying else None
    st.fragment(_curve, key=_CURVE, run_every=every)(train, course)


def _curve(train: TrainState, course: Course) -> None:
    _chart(train, course, with_band=BAND.value)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        with st.popover(tr("Chart"), icon=":material/stacked_line_chart:", type="tertiary"):
            _choices(course)
        _compared_with(train, course)
    if _band_is_due(course):
        job = course.band_job = jobs.going_on(course.band_job, course.measure_band)
        jobs.follow(job, lambda: _show_share(job))


def _show_share(job: Job) -> None:
    st.progress(job.share, job.waiting or tr("Training with more seeds…"))


def _choices(course: Course) -> None:
    """Let the visitor choose what the chart shows."""
    for label, (series, _) in _LINES.items():
        show_control(
            _lines(label),
            st.pills,
            tr(label),
            list(series),
            selection_mode="multi",
            format_func=lambda name: tr(SERIES[name].label),
            help=meaning("Worst-case opponent") if series is WORST_CASE else None,
        )
    segmented(AXIS, tr("Games axis"), AXES)
    show_control(
        BAND,
        st.toggle,
        tr("Range over {n} seeds", n=BAND_SEEDS),
        disabled=not _can_have_band(course),
        help=tr(
            "Trains with the next eight seeds too and shades the range of their results. Available "
            "for one run from scratch, if the eight take at most {seconds:.0f} seconds.",
            seconds=_BAND_MAX_SECONDS,
        ),
    )


def _can_have_band(course: Course) -> bool:
    return course.is_one_run and course.band_seconds <= _BAND_MAX_SECONDS


def _band_is_due(course: Course) -> bool:
    wanted = BAND.value and not is_hidden("curve")
    return bool(
        wanted and course.finished and course.runs and not course.band and _can_have_band(course)
    )


def _lines(label: str) -> Control[Sequence[str]]:
    offered, first_shown = _LINES[label]
    return Control(
        f"train_lines_{label}",
        list(first_shown),
        lambda lines: isinstance(lines, list) and all(line in list(offered) for line in lines),
    )


def _chosen_lines() -> list[str]:
    return [line for label in _LINES for line in _lines(label).value]


def _chart(train: TrainState, course: Course, *, with_band: bool = False) -> None:
    if not _chosen_lines():
        st.info(tr("Choose at least one line to show."))
        return
    figure, label = _drawn(train, course, with_band=with_band)
    lasting_chart(
        figure, key=CURVE_CHART, title=tr("Learning curve"), label=label, on_click=go_to_moment
    )


def _drawn(train: TrainState, course: Course, *, with_band: bool) -> tuple[dict[str, Any], str]:
    """Return the chart of a course, and its description."""
    curve, log, previous_run = course.curve, AXIS.value == AXIS.default, train.previous_run
    chosen = _chosen_lines()
    name = previous_run_name(previous_run, course) if previous_run else ""
    moment = train.moment if TAB.value == TAB.default else None
    figure = learning_figure(
        curve,
        chosen,
        log=log,
        since=course.standing.since,
        moment=moment if moment in curve.games[:-1].tolist() else None,
        previous_run=NamedCurve(curve=previous_run.curve, name=name)
        if previous_run and name
        else None,
        band=course.band if with_band else (),
    )
    label = tr(
        "Learning curve over {games}: {lines}",
        games=counted(int(curve.games[-1]), "game", "games"),
        lines="; ".join(tr(SERIES[name].label) for name in chosen),
    )
    return figure, label


def tabs() -> tuple[Tab, DeltaGenerator] | tuple[None, None]:
    """Show the tabs that are not hidden; return the name of the open one, and its place."""
    offered = open_tabs()
    if not offered:
        return None, None
    if TAB.value not in offered:
        TAB.set(offered[0])
    places = widgets.tabs(TAB, offered)
    if classroom().asked:
        bring_into_view(widgets.tabs_key(TAB), asked=classroom().asked)
    return next((name, place) for name, place in places.items() if place.open)


def time_machine(train: TrainState, course: Course) -> None:
    """Show the agent as it was after any number of games; moves on while it is playing."""
    st.button(
        tr("Pause") if train.replaying else tr_in("time machine", "Play"),
        icon=":material/pause:" if train.replaying else ":material/play_arrow:",
        on_click=_play_or_pause,
        args=(train, course.curve.games.tolist()),
        key="train_replay",
        help=tr("Plays the training from the first game to the last."),
    )
    every = _FRAME_SECONDS if train.replaying else None
    st.fragment(_time_machine, key=_MACHINE, run_every=every)(train, course)


def _play_or_pause(train: TrainState, moments: Sequence[int]) -> None:
    train.replaying = not train.replaying
    if train.replaying and train.moment in (None, moments[-1]):
        train.moment = moments[0]


def _time_machine(train: TrainState, course: Course) -> None:
    moments = course.curve.games.tolist()
    moment: int = moments[-1] if train.moment is None else train.moment
    if moment not in moments:
        moment = moments[-1]
    elif train.replaying and moment == moments[-1]:
        train.replaying = False
        st.rerun()
    elif train.replaying:
        moment = moments[moments.index(moment) + 1]
    train.moment = None if moment == moments[-1] else moment
    slider(
        tr("Games played"),
        moments,
        moment,
        key=_MOMENT,
        token=train.key("moment"),
        on_move=_go_to_moment,
        args=(train, moments),
        free=False,
    )
    show_moment(course, moments.index(moment))


def _go_to_moment(train: TrainState, moments: Sequence[int]) -> None:
    move = read_move(_MOMENT)
    if move is not None and move.token == train.key("moment") and move.value in moments:
        train.moment = int(move.value)
        # The mark on the curve moves too.
        rerun_fragments_if_alone(*([] if is_hidden("curve") else [_CURVE]), _MACHINE)


def questions(insights: Insights) -> None:
    """Show how the agent answers the five questions of the reward memory's author."""
    for answer in insights.answers:
        if answer.yes:
            st.markdown(f":green[:material/check_circle:] {answered(answer)}")
            continue
        st.markdown(f":red[:material/cancel:] {answered(answer)}")
        arise = how_many_arise(insights.comes_to(answer.failing), len(answer.failing))
        # Not a caption, in which board texts would be too faint to read.
        st.markdown(f":small[{wording.go_wrong(answer.failing)} {arise}]")


def numbers(agent: ttt.Agent) -> None:
    """Show the update rule, in symbols and with the agent's settings."""
    config = agent.config
    give_tab_stops(key="formulas", label=tr("Formula"))
    st.subheader(tr("The rule"), anchor=False)
    st.latex(update_rule.rule_in_symbols(config))
    if in_numbers := update_rule.rule_in_numbers(config):
        st.caption(wording.whose_settings(agent))
        st.latex(in_numbers)
    st.caption(update_rule.symbols(config))
    if agent.in_play is not None:
        learning = RULES_IN_PLAY[agent.in_play.rule]
        st.subheader(tr("The rule when it plays people"), anchor=False)
        st.latex(update_rule.rule_in_play(agent.in_play))
        st.caption(f"{tr(learning.sentence)} {tr(learning.formula.letters)}")
