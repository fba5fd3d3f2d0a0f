"""The parts of Learning curves: the controls, the chart and the results."""

from collections.abc import Sequence

import numpy as np
import streamlit as st

import ttt_core as ttt
from ttt_core.learning import RULES
from ttt_core.learning import SETTINGS as DECLARED
from ttt_ui import jobs
from ttt_ui.compare.curves import actions
from ttt_ui.compare.curves.actions import NO_CHANGE
from ttt_ui.compare.curves.configurations import kind_of, settings_that_matter
from ttt_ui.compare.curves.figure import Line, comparison_figure
from ttt_ui.compare.curves.measuring import Measured
from ttt_ui.compare.curves.state import (
    AXIS,
    FEWEST,
    FIRST_SEED,
    MAX_FIRST_SEED,
    MAX_SEEDS,
    MEASURE,
    MOST,
    SEEDS,
    Comparison,
    chosen_seeds,
    comparison,
)
from ttt_ui.compare.curves.table import long_table, outcome, outcome_in_words
from ttt_ui.drawing.lasting_chart import lasting_chart
from ttt_ui.glossary import GLOSSARY
from ttt_ui.train.curves import SERIES
from ttt_ui.train.settings import Choice, Slider, Switch
from ttt_ui.train.state import AXES
from ttt_ui.wording import counted, duration, listed, plain

_RESULT = "curves_result"
_SMALLEST = 1e-6
_YES_AND_NO = {True: "Yes", False: "No"}


def learning_curves() -> None:
    state = comparison()
    st.markdown("Lines: means over the seeds. Bands: their ranges.")
    _controls(state)
    state.want(chosen_seeds())
    jobs.follow(state.job, lambda: _result(state), key=_RESULT)


def _controls(state: Comparison) -> None:
    for control in (MEASURE, AXIS, SEEDS, FIRST_SEED):
        control.settle()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        with st.container(horizontal=True, vertical_alignment="bottom", width="content"):
            st.selectbox(
                "Measure",
                list(SERIES),
                key=MEASURE.key,
                format_func=lambda name: SERIES[name].label,
                persist_state="session",
                width=180,
            )
            st.segmented_control(
                "Games axis", AXES, required=True, key=AXIS.key, persist_state="session"
            )
        with st.container(horizontal=True, vertical_alignment="bottom", width="content"):
            st.number_input(
                "Seeds", 1, MAX_SEEDS, key=SEEDS.key, persist_state="session", width=100
            )
            st.number_input(
                "First seed",
                0,
                MAX_FIRST_SEED,
                key=FIRST_SEED.key,
                persist_state="session",
                width=110,
            )
        full = len(state.entries) >= MOST
        with st.popover(
            "Add a configuration", icon=":material/add:", key=state.key("add"), disabled=full
        ):
            if not full:
                st.fragment(_adder)(state)


def _adder(state: Comparison) -> None:
    offered = actions.visitors_sources()
    source = st.selectbox("Configuration", list(offered.configs), key=state.key("source"))
    config = offered.configs[source]
    setting = st.selectbox(
        "Change one setting",
        [NO_CHANGE, *settings_that_matter(config)],
        format_func=lambda name: name if name == NO_CHANGE else DECLARED[name].label,
        key=state.key("setting"),
    )
    if setting != NO_CHANGE:
        _value(config, setting, state.key(f"value_{setting}"))
    st.button("Add", icon=":material/add:", on_click=actions.add)
    if offered.missing:
        missing = listed([plain(name) for name in offered.missing])
        st.caption(f"Agents that no single training run describes are not offered: {missing}.")


def _value(config: ttt.TrainingConfig, setting: str, key: str) -> None:
    kind, value = kind_of(setting), getattr(config, setting)
    match kind:
        case None:
            st.selectbox(
                "Value", list(RULES), list(RULES).index(value), key=key, format_func=_rule_label
            )
        case Choice(options=options):
            st.selectbox(
                "Value",
                list(options),
                list(options).index(value),
                key=key,
                format_func=lambda option: options[option],
            )
        case Switch():
            st.selectbox(
                "Value", [True, False], int(value), key=key, format_func=_YES_AND_NO.__getitem__
            )
        case _:
            schema = DECLARED[setting].schema
            whole = schema["type"] == "integer"
            low, high = schema.get("minimum", _SMALLEST), schema["maximum"]
            number = int if whole else float
            st.number_input(
                "Value",
                number(low),
                number(high),
                number(value),
                step=1 if whole else (kind.step if isinstance(kind, Slider) else 0.001),
                format=None if whole else "%g",
                key=key,
            )


def _rule_label(rule: str) -> str:
    return RULES[rule].label


def _result(state: Comparison) -> None:
    seeds, label = chosen_seeds(), MEASURE.value
    measured = [list(state.measurements.of(config, seeds).values()) for config in state.configs]
    with st.container():  # drawn even if empty, or the chart would be rebuilt
        _progress(state)
    chart, figures = st.columns((5, 3), gap="medium")
    with chart:
        _chart(state, measured, label)
    with figures:
        _outcomes(state, measured, label, len(seeds))
    _download(state)


def _progress(state: Comparison) -> None:
    """Show the progress and its button."""
    runs = state.measurements
    share = 1 - runs.cost_left / runs.cost
    so_far = f"{runs.number_done} of {counted(runs.number, 'run', 'runs')}"
    if state.running and state.job is not None:
        with st.container(horizontal=True, vertical_alignment="center"):
            waits = state.job.waiting or f"{duration(state.seconds_left)} left"
            st.progress(share, text=f"{so_far} · {waits}")
            st.button("Stop measuring", icon=":material/stop_circle:", on_click=actions.stop)
        st.caption(
            "Leaving this view stops it. Finished curves stay on the server until it restarts; the "
            "others start again. **Download as CSV** keeps them."
        )
    elif not runs.finished:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(
                "Continue" if runs.number_done else "Measure",
                icon=":material/play_arrow:",
                disabled=state.too_much,
                on_click=actions.measure,
            )
            st.caption(
                "This would take more than half an hour on one core. Use fewer seeds or games."
                if state.too_much
                else f"{so_far} done · about {duration(state.seconds_left)}",
                width="content",
            )


def _chart(state: Comparison, measured: Sequence[Sequence[Measured]], label: str) -> None:
    lines = [
        Line(
            key=f"configuration_{entry.slot}",
            name=name,
            style=entry.style,
            games=of_it[0].curve.games,
            values=np.array([SERIES[label].of(one.curve) for one in of_it]),
        )
        for entry, name, of_it in zip(state.entries, state.names, measured, strict=True)
        if of_it
    ]
    drawn = ", ".join(line.name for line in lines) or "none yet"
    lasting_chart(
        comparison_figure(lines, log=AXIS.value == AXES[1]),
        key="curves_chart",
        title="Learning curves",
        label=f"Learning curves, {SERIES[label].label}: {drawn}",
    )
    for words, term in (("at worst", "Worst-case opponent"), ("Optimal moves", "Optimal moves")):
        if words in label:
            st.caption(f"**{term}:** {GLOSSARY[term]}")


def _outcomes(
    state: Comparison, measured: Sequence[Sequence[Measured]], label: str, seeds: int
) -> None:
    for entry, name, of_it in zip(state.entries, state.names, measured, strict=True):
        with st.container(horizontal=True, gap="small"):
            with st.container(gap="xxsmall"):
                sign = f':color[{entry.style.letter}]{{foreground="{entry.style.colour}"}}'
                st.markdown(f"{sign} **{plain(name)}**")
                st.caption(outcome_in_words(outcome(of_it, label), seeds))
            st.button(
                "Remove",
                icon=":material/close:",
                type="tertiary",
                key=f"curves_remove_{entry.slot}",
                on_click=actions.remove,
                args=(entry.slot,),
                disabled=len(state.entries) <= FEWEST,
                help=f"Removes {plain(name)}. At least two must remain.",
            )


def _download(state: Comparison) -> None:
    seeds = chosen_seeds()
    measured = [state.measurements.of(config, seeds) for config in state.configs]
    if any(measured):
        st.download_button(
            "Download as CSV",
            data=lambda: long_table(state.names, state.configs, measured).to_csv(index=False),
            file_name="learning-curves.csv",
            on_click="ignore",  # a rerun would take the file away before it is fetched
            mime="text/csv",
            icon=":material/download:",
            type="tertiary",
        )
