"""Learning curves: several configurations in one chart, and what came of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.learning import MeasuredCurve
from ttt_core.sentences import tr_noop
from ttt_ui import jobs
from ttt_ui.compare.measuring import actions
from ttt_ui.compare.measuring.plan import (
    FEWEST,
    MOST,
    NO_CHANGE,
    Style,
    setting_field,
    settings_that_differ,
    sources,
    value_field,
)
from ttt_ui.compare.measuring.state import (
    AXIS,
    FIRST_SEED,
    MEASURE,
    SEEDS,
    Comparison,
    chosen_seeds,
    comparison,
)
from ttt_ui.drawing.curve_chart import band, layout, shown_games, stroke
from ttt_ui.drawing.download import download_button
from ttt_ui.drawing.lasting_chart import lasting_chart
from ttt_ui.frame.field import one_of
from ttt_ui.glossary import meaning
from ttt_ui.language import tr, tr_in
from ttt_ui.runs import progress_bar, so_far
from ttt_ui.train.curves import SERIES
from ttt_ui.train.state import LOGARITHMIC
from ttt_ui.visit import messages
from ttt_ui.wording import counted, duration, listed, percent, plain

if TYPE_CHECKING:
    import pandas as pd

_RESULT = "curves_result"
_WIDTH = 2.5


def learning_curves() -> None:
    state = comparison()
    st.markdown(tr("Lines: means over the seeds. Bands: their ranges."))
    _controls(state)
    state.want(chosen_seeds())
    jobs.follow(state.runs.job, lambda: _result(state), key=_RESULT)


def _controls(state: Comparison) -> None:
    with st.container(horizontal=True, vertical_alignment="top"):
        MEASURE.show()
        AXIS.show()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        with st.container(horizontal=True, vertical_alignment="bottom", width="content"):
            SEEDS.show()
            FIRST_SEED.show()
        menu = st.popover(
            tr("Add a configuration"),
            icon=":material/add:",
            key=actions.ADD,
            on_change="rerun",
            disabled=len(state.entries) >= MOST,
        )
        if menu.open:
            with menu:
                st.fragment(_adder)(state)


SOURCE = one_of(
    "curves_source",
    lambda: sources().configs,
    "",
    widget=st.selectbox,
    label=tr_noop("Configuration"),
)


def _adder(state: Comparison) -> None:
    offered = sources()
    source, setting = state.to_add(offered.configs)
    config = offered.configs[source]
    SOURCE.ask(source, state.choose_source)
    setting_field(config).ask(setting, state.choose_setting)
    if setting != NO_CHANGE:
        field = value_field(config, setting)
        field.ask(field.checked(state.value), state.choose_value)
    messages.answer_in(actions.ADD)  # above the button: below it, a phone has no room
    st.button(tr("Add"), icon=":material/add:", on_click=actions.add)
    if offered.missing:
        missing = listed([plain(name) for name in offered.missing])
        st.caption(
            tr(
                "Agents that no single training run describes are not offered: {agents}.",
                agents=missing,
            )
        )


def _result(state: Comparison) -> None:
    label = MEASURE.value
    by_seed = state.runs.by_configuration
    measured = [list(of_it.values()) for of_it in by_seed]
    with st.container():  # drawn even if empty, or the chart would be rebuilt
        _progress(state)
    chart, figures = st.columns((5, 3), gap="medium")
    with chart:
        _chart(state, measured, label)
    with figures:
        _outcomes(state, measured, label)
    _download(state, by_seed)


def _progress(state: Comparison) -> None:
    runs = state.runs
    if runs.running:
        with st.container(horizontal=True, vertical_alignment="center"):
            progress_bar(runs)
            st.button(
                tr("Stop measuring"),
                icon=":material/stop_circle:",
                on_click=actions.stop,
                args=(state,),
            )
        st.caption(
            tr(
                "Leaving this view stops it. Finished curves stay on the server until it restarts; "
                "the others start again. **Download as CSV** keeps them."
            )
        )
    elif not runs.finished:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(
                tr("Continue") if runs.done else tr_in("button", "Measure"),
                icon=":material/play_arrow:",
                disabled=state.too_much,
                on_click=actions.start,
                args=(state,),
            )
            st.caption(
                tr("This would take more than half an hour on one core. Use fewer seeds or games.")
                if state.too_much
                else tr(
                    "{so_far} done · about {time}",
                    so_far=so_far(runs),
                    time=duration(state.seconds_left),
                ),
                width="content",
            )


def _chart(state: Comparison, measured: Sequence[Sequence[MeasuredCurve]], label: str) -> None:
    lines = [
        DrawnLine(
            key=f"configuration_{entry.slot}",
            name=name,
            style=entry.style,
            games=of_it[0].curve.games,
            values=np.array([SERIES[label].of(run.curve) for run in of_it]),
        )
        for entry, name, of_it in zip(state.entries, state.names, measured, strict=True)
        if of_it
    ]
    drawn = ", ".join(line.name for line in lines) or tr("none yet")
    lasting_chart(
        comparison_figure(lines, log=AXIS.value == LOGARITHMIC, measure=tr(SERIES[label].label)),
        key="curves_chart",
        title=tr("Learning curves"),
        label=tr(
            "Learning curves, {measure}: {names}", measure=tr(SERIES[label].label), names=drawn
        ),
    )
    for words, term in (
        ("at-worst", tr_noop("Worst-case opponent")),
        ("optimal-moves", tr_noop("Optimal moves")),
    ):
        if words in label:
            st.caption(tr("**{term}:** {meaning}", term=tr(term), meaning=meaning(term)))


def _outcomes(state: Comparison, measured: Sequence[Sequence[MeasuredCurve]], label: str) -> None:
    for entry, name, of_it in zip(state.entries, state.names, measured, strict=True):
        with st.container(horizontal=True, gap="small"):
            with st.container(gap="xxsmall"):
                sign = f':color[{entry.style.letter}]{{foreground="{entry.style.colour}"}}'
                st.markdown(f"{sign} **{plain(name)}**")
                st.caption(outcome_in_words(outcome(of_it, label), len(chosen_seeds())))
            st.button(
                tr("Remove"),
                icon=":material/close:",
                type="tertiary",
                key=f"curves_remove_{entry.slot}",
                on_click=actions.remove,
                args=(entry.slot,),
                disabled=len(state.entries) <= FEWEST,
                help=tr("Removes {name}. At least two must remain.", name=plain(name)),
            )


def _download(state: Comparison, measured: Sequence[Mapping[int, MeasuredCurve]]) -> None:
    if any(measured):
        download_button(
            tr("Download as CSV"),
            tr("learning-curves.csv"),
            lambda: long_table(state.names, state.configs, measured).to_csv(index=False),
            type="tertiary",
            key="curves_csv",
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class DrawnLine:
    # Identifies the line across figures; without spaces, because Plotly uses it in a CSS selector.
    key: str
    name: str
    style: Style
    games: NDArray[np.int64]  # (points,)
    values: NDArray[np.float64]  # (seeds, points), from 0 to 1, for at least one seed


def comparison_figure(lines: Sequence[DrawnLine], *, log: bool, measure: str) -> dict[str, Any]:
    """Draw a measure of each configuration: the mean over its seeds, on a band of their range.

    On a logarithmic axis of games, the point after 0 games is left out.
    """
    traces: list[dict[str, Any]] = []
    for line in lines:
        inside = shown_games(line.games, log)
        if len(line.values) > 1:
            traces += band(line.key, line.style.colour, line.games[inside], line.values[:, inside])
    traces += [_mean(line, log) for line in lines]
    # The list next to the chart is the legend: it has room for the names.
    frame = {**layout(log, measure), "showlegend": False}
    return {"data": [{"type": "scatter", **trace} for trace in traces], "layout": frame}


def _mean(line: DrawnLine, log: bool) -> dict[str, Any]:
    inside = shown_games(line.games, log)
    mean = line.values.mean(axis=0)[inside]
    lowest, highest = line.values.min(axis=0)[inside], line.values.max(axis=0)[inside]
    return dict(
        x=line.games[inside],
        y=mean,
        text=[
            tr(
                "{mean} ({low} to {high})",
                mean=percent(middle),
                low=percent(low),
                high=percent(high),
            )
            for middle, low, high in zip(mean, lowest, highest, strict=True)
        ],
        hovertemplate="%{text}",
        meta=line.key,
        name=line.name,
        **stroke(line.style.colour, line.style.dash, _WIDTH, line.style.marker),
    )


@dataclass(frozen=True)
class CurveOutcome:
    """The results of a configuration over its seeds."""

    seeds: int  # the number measured
    unbeatable: int  # the number that are unbeatable at the end
    # The game since which those have been unbeatable (their median); None if there are none.
    since: float | None
    # The mean of the measure after the last game; None if no seed has been measured.
    at_the_end: float | None


def outcome(measured: Sequence[MeasuredCurve], label: str) -> CurveOutcome:
    """Sum up the results of a configuration; `label` names one of the series."""
    since = [run.since for run in measured if run.since is not None]
    ends = [SERIES[label].of(run.curve)[-1] for run in measured]
    return CurveOutcome(
        seeds=len(measured),
        unbeatable=len(since),
        since=median(since) if since else None,
        at_the_end=float(np.mean(ends)) if ends else None,
    )


def outcome_in_words(outcome: CurveOutcome, seeds: int) -> str:
    """Describe the results of a configuration that is to be measured with `seeds` seeds."""
    if outcome.at_the_end is None:
        return tr("Not measured yet.")
    sentences = [
        tr("{share} after training.", share=percent(outcome.at_the_end)),
        _verdict(outcome),
    ]
    if outcome.seeds < seeds:
        sentences.append(
            tr(
                "Measured so far: {measured} of {seeds}.",
                measured=outcome.seeds,
                seeds=counted(seeds, "seed", "seeds"),
            )
        )
    return " ".join(sentences)


def _verdict(outcome: CurveOutcome) -> str:
    if outcome.since is None:
        if outcome.seeds == 1:
            return tr("Beatable.")
        return tr("Beatable with all {seeds} seeds.", seeds=outcome.seeds)
    values = {"game": outcome.since, "seeds": outcome.seeds, "unbeatable": outcome.unbeatable}
    match outcome.unbeatable, outcome.seeds:
        case 1, 1:
            return tr("Unbeatable since game {game:,.0f}.", **values)
        case 1, _:
            return tr("Unbeatable since game {game:,.0f} with 1 of {seeds} seeds.", **values)
        case unbeatable, several if unbeatable == several:
            return tr(
                "Unbeatable since game {game:,.0f} (median) with all {seeds} seeds.", **values
            )
        case _:
            return tr(
                "Unbeatable since game {game:,.0f} (median) with {unbeatable} of {seeds} seeds.",
                **values,
            )


def long_table(
    names: Sequence[str],
    configs: Sequence[ttt.TrainingConfig],
    measured: Sequence[Mapping[int, MeasuredCurve]],
) -> "pd.DataFrame":
    """Return a row for each point of each run, for download; `measured` is by seed."""
    import pandas as pd

    differ = settings_that_differ(configs)
    tables = [
        pd.DataFrame(
            {
                "configuration": title,
                **{f"setting_{name}": getattr(config, name) for name in differ},
                "seed": seed,
                "games": run.curve.games,
                **{name.replace("-", "_"): series.of(run.curve) for name, series in SERIES.items()},
                "cannot_be_beaten": run.curve.unbeatable,
            }
        )
        for title, config, of_it in zip(names, configs, measured, strict=True)
        for seed, run in of_it.items()
    ]
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()
