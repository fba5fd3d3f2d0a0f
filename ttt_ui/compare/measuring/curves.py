"""Learning curves: several configurations in one chart, and what came of each."""

from collections.abc import Mapping, Sequence
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
    STYLES,
    agents_without_source,
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

Results = Mapping[int, Mapping[int, MeasuredCurve]]
"""What is measured so far, by slot and seed."""
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
            disabled=len(state.configs) >= MOST,
        )
        if menu.open:
            with menu:
                st.fragment(_adder)(state)


SOURCE = one_of("curves_source", sources, "", widget=st.selectbox, label=tr_noop("Configuration"))


def _adder(state: Comparison) -> None:
    configs = sources()
    source, setting = state.to_add(configs)
    config = configs[source]
    SOURCE.ask(source, setattr, state, "source")
    setting_field(config).ask(setting, state.choose_setting)
    if setting != NO_CHANGE:
        field = value_field(config, setting)
        field.ask(field.checked(state.value), setattr, state, "value")
    messages.answer_in(actions.ADD)  # above the button: below it, a phone has no room
    st.button(tr("Add"), icon=":material/add:", on_click=actions.add)
    if missing := agents_without_source():
        st.caption(
            tr(
                "Agents that no single training run describes are not offered: {agents}.",
                agents=listed([*map(plain, missing)]),
            )
        )


def _result(state: Comparison) -> None:
    label, results = MEASURE.value, state.results
    with st.container():  # drawn even if empty, or the chart would be rebuilt
        _progress(state)
    chart, figures = st.columns((5, 3), gap="medium")
    with chart:
        _chart(state.names, results, label)
    with figures:
        _outcomes(state, results, label)
    if any(results.values()):
        download_button(
            tr("Download as CSV"),
            tr("learning-curves.csv"),
            lambda: long_table(state.names, state.configs, results).to_csv(index=False),
            type="tertiary",
            key="curves_csv",
        )


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


def _chart(names: Mapping[int, str], results: Results, label: str) -> None:
    drawn = ", ".join(names[slot] for slot, of_it in results.items() if of_it)
    lasting_chart(
        comparison_figure(names, results, label, log=AXIS.value == LOGARITHMIC),
        key="curves_chart",
        title=tr("Learning curves"),
        label=tr(
            "Learning curves, {measure}: {names}",
            measure=tr(SERIES[label].label),
            names=drawn or tr("none yet"),
        ),
    )
    for words, term in (
        ("at-worst", tr_noop("Worst-case opponent")),
        ("optimal-moves", tr_noop("Optimal moves")),
    ):
        if words in label:
            st.caption(tr("**{term}:** {meaning}", term=tr(term), meaning=meaning(term)))


def _outcomes(state: Comparison, results: Results, label: str) -> None:
    for slot, name in state.names.items():
        with st.container(horizontal=True, gap="small"):
            with st.container(gap="xxsmall"):
                sign = f':color[{STYLES[slot].letter}]{{foreground="{STYLES[slot].colour}"}}'
                st.markdown(f"{sign} **{plain(name)}**")
                measured = [*results[slot].values()]
                st.caption(outcome_in_words(measured, label, len(chosen_seeds())))
            st.button(
                tr("Remove"),
                icon=":material/close:",
                type="tertiary",
                key=f"curves_remove_{slot}",
                on_click=actions.remove,
                args=(slot,),
                disabled=len(state.configs) <= FEWEST,
                help=tr("Removes {name}. At least two must remain.", name=plain(name)),
            )


def comparison_figure(
    names: Mapping[int, str], results: Results, label: str, *, log: bool
) -> dict[str, Any]:
    """Draw a measure of each configuration: the mean over its seeds, on a band of their range.

    On a logarithmic axis of games, the point after 0 games is left out.
    """
    bands: list[dict[str, Any]] = []
    means: list[dict[str, Any]] = []
    for slot, of_it in results.items():
        curves = [run.curve for run in of_it.values()]
        if curves:
            inside = shown_games(curves[0].games, log)
            games = curves[0].games[inside]
            values = np.array([SERIES[label].of(curve) for curve in curves])[:, inside]
            # Without spaces, because Plotly uses it in a CSS selector.
            key = f"configuration_{slot}"
            if len(curves) > 1:
                bands += band(key, STYLES[slot].colour, games, values)
            means.append(_mean(slot, games, values) | {"meta": key, "name": names[slot]})
    # The list next to the chart is the legend: it has room for the names.
    frame = {**layout(log, tr(SERIES[label].label)), "showlegend": False}
    return {"data": [{"type": "scatter", **trace} for trace in bands + means], "layout": frame}


def _mean(slot: int, games: NDArray[np.int64], values: NDArray[np.float64]) -> dict[str, Any]:
    """Return the mean of some values, (seeds, points), in the style of a slot."""
    style, mean = STYLES[slot], values.mean(axis=0)
    return dict(
        x=games,
        y=mean,
        text=[
            tr(
                "{mean} ({low} to {high})",
                mean=percent(middle),
                low=percent(low),
                high=percent(high),
            )
            for middle, low, high in zip(mean, values.min(axis=0), values.max(axis=0), strict=True)
        ],
        hovertemplate="%{text}",
        **stroke(style.colour, style.dash, _WIDTH, style.marker),
    )


def outcome_in_words(measured: Sequence[MeasuredCurve], label: str, seeds: int) -> str:
    """Describe what is measured so far of a configuration, out of `seeds` seeds.

    `label` names one of the series.
    """
    if not measured:
        return tr("Not measured yet.")
    at_the_end = float(np.mean([SERIES[label].of(run.curve)[-1] for run in measured]))
    sentences = [
        tr("{share} after training.", share=percent(at_the_end)),
        _verdict([run.since for run in measured]),
    ]
    if len(measured) < seeds:
        sentences.append(
            tr(
                "Measured so far: {measured} of {seeds}.",
                measured=len(measured),
                seeds=counted(seeds, "seed", "seeds"),
            )
        )
    return " ".join(sentences)


def _verdict(since: Sequence[int | None]) -> str:
    """Say since when agents with different seeds have been unbeatable; None: they never are."""
    unbeatable = [games for games in since if games is not None]
    if not unbeatable:
        if len(since) == 1:
            return tr("Beatable.")
        return tr("Beatable with all {seeds} seeds.", seeds=len(since))
    values = {"game": median(unbeatable), "seeds": len(since), "unbeatable": len(unbeatable)}
    match len(unbeatable), len(since):
        case 1, 1:
            return tr("Unbeatable since game {game:,.0f}.", **values)
        case 1, _:
            return tr("Unbeatable since game {game:,.0f} with 1 of {seeds} seeds.", **values)
        case some, several if some == several:
            return tr(
                "Unbeatable since game {game:,.0f} (median) with all {seeds} seeds.", **values
            )
        case _:
            return tr(
                "Unbeatable since game {game:,.0f} (median) with {unbeatable} of {seeds} seeds.",
                **values,
            )


def long_table(
    names: Mapping[int, str], configs: Mapping[int, ttt.TrainingConfig], results: Results
) -> "pd.DataFrame":
    """Return a row for each point of each run, for download."""
    import pandas as pd

    differ = settings_that_differ([*configs.values()])
    tables = [
        pd.DataFrame(
            {
                "configuration": names[slot],
                **{f"setting_{name}": getattr(configs[slot], name) for name in differ},
                "seed": seed,
                "games": run.curve.games,
                **{name.replace("-", "_"): series.of(run.curve) for name, series in SERIES.items()},
                "cannot_be_beaten": run.curve.unbeatable,
            }
        )
        for slot, of_it in results.items()
        for seed, run in of_it.items()
    ]
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()
