"""The guided experiments on Train: a visitor's guesses, and the answers that trainings give."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from ttt_core.learning import reproducing_config
from ttt_ui import jobs
from ttt_ui.drawing.colours import LEGIBLE_AXIS, NEUTRAL, NO_TEMPLATE, SIDE_COLOURS
from ttt_ui.drawing.download import picture_button
from ttt_ui.frame.share import link_to_share, share_menu
from ttt_ui.language import localised, tr
from ttt_ui.runs import progress_bar
from ttt_ui.streamlit_fixes.looks import THEME_TEXT
from ttt_ui.train.actions import take_settings
from ttt_ui.train.experiments import EXPERIMENTS, MEASURES, SEEDS, Experiment, Trainings, Trial
from ttt_ui.train.links import link_to_experiment
from ttt_ui.train.state import PARTS, train_state
from ttt_ui.visit.session import session
from ttt_ui.widgets import rerun_page_if_alone
from ttt_ui.wording import marked_answer, percent_axis


def restore_guesses(guesses: Mapping[str, int]) -> None:
    """Restore the guesses of another visit; drop those that no longer exist."""
    train_state().trials = {
        name: Trial(number, EXPERIMENTS[name].runs())
        for name, number in guesses.items()
        if name in EXPERIMENTS and number < len(EXPERIMENTS[name].answers)
    }


def guess(name: str, answer: int) -> None:
    """Note a guess, whose answer the experiment's own training runs give."""
    train_state().trials[name] = Trial(answer, EXPERIMENTS[name].runs())


def forget(name: str) -> None:
    """Discard the guess in an experiment, so that the visitor can guess again."""
    train_state().trials.pop(name, None)
    rerun_page_if_alone()


def show(name: str) -> None:
    """Show an experiment: its question, or the answer to a guess."""
    experiment = EXPERIMENTS[name]
    st.markdown(f"**{tr(experiment.question)}**")
    trial = train_state().trials.get(name)
    if trial is not None:
        jobs.follow(trial.runs.go_on(), lambda: _answer(name, experiment, trial))
        return
    for number, answer in enumerate(experiment.answers):
        st.button(
            tr(answer),
            key=f"experiment_answer_{name}_{number}",
            on_click=guess,
            args=(name, number),
        )
    st.caption(
        tr(
            "Your guess starts {n} training runs. Your own agent stays as it is.",
            n=2 * len(SEEDS),
        )
    )


def _answer(name: str, experiment: Experiment, trial: Trial) -> None:
    if not trial.runs.finished:
        progress_bar(trial.runs)
        return
    own, other = (tuple(outcomes.values()) for outcomes in trial.runs.by_configuration)
    trainings = own, other
    right, seeds = experiment.agreement(trainings)
    words, picture = st.columns(2, gap="medium")
    with words:
        for number, answer in enumerate(experiment.answers):
            st.markdown(
                marked_answer(tr(answer), is_right=number == right, guessed=number == trial.guess)
            )
        agreement = tr(
            "**True in {some} of {all} training runs with different seeds.**",
            some=seeds,
            all=len(SEEDS),
        )
        st.markdown(f"{agreement} {experiment.explained(trainings)}")
    with picture:
        st.plotly_chart(
            dots(experiment, trainings),
            key=f"experiment_{name}_dots",
            config=picture_button(tr(experiment.title)),
            alt=dots_in_words(experiment, trainings),
        )
        st.caption(
            tr(
                "A dot for each training run; the large one is the agent you can keep. Figures in "
                "the text are medians."
            )
        )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            tr("Keep this agent"),
            icon=":material/smart_toy:",
            key=f"experiment_{name}_keep",
            on_click=take_settings,
            args=(experiment.config,),
            disabled=reproducing_config(session().agent) == experiment.config,
            help=tr("Makes the experiment's agent yours, to play, train and inspect."),
        )
        st.button(
            tr("Guess again"),
            icon=":material/replay:",
            key=f"experiment_{name}_again",
            on_click=forget,
            args=(name,),
        )
        menu = f"experiment_{name}_share"
        with share_menu(tr("Share"), menu):
            st.markdown(tr("A link to this experiment, with the answer still hidden."))
            is_alone = bool(PARTS.only) or st.toggle(
                tr("Only this experiment"), key=f"{menu}_alone"
            )
            link_to_share(link_to_experiment(name, alone=is_alone), menu)


def dots_in_words(experiment: Experiment, trainings: Trainings) -> str:
    """Describe the picture for a screen reader."""
    measure = MEASURES[experiment.shown]
    rows = []
    for label, outcomes in zip(experiment.names, trainings, strict=True):
        values = [measure.of(outcome) for outcome in outcomes]
        rows.append(
            tr(
                "{run}: {low} to {high}, median {median}",
                run=tr(label),
                low=measure.written(min(values)),
                high=measure.written(max(values)),
                median=measure.median(outcomes),
            )
        )
    return tr(
        "{measure} in {n} training runs. {rows}.",
        measure=tr(measure.label),
        n=len(SEEDS),
        rows="; ".join(rows),
    )


def dots(experiment: Experiment, trainings: Trainings) -> dict[str, Any]:
    """Draw a row for the experiment and one for its counterpart, with a dot for each training."""
    measure, seeds = MEASURES[experiment.shown], len(SEEDS)
    if measure.is_share:
        axis = {**percent_axis(0.2), "range": [-0.03, 1.03]}
    else:
        axis = {"type": "log", "tickformat": ",", "dtick": 1}
    rows = enumerate(zip(trainings, (SIDE_COLOURS["X"], NEUTRAL), strict=True))
    return {
        "data": [
            {
                "type": "scatter",
                "mode": "markers",
                "x": [measure.of(outcome) for outcome in outcomes],
                "y": [row + 0.85 * (place / (seeds - 1) - 0.5) for place in range(seeds)],
                "text": [measure.written(measure.of(outcome)) for outcome in outcomes],
                "customdata": list(SEEDS),
                "hovertemplate": tr("Seed %{customdata}: %{text}") + "<extra></extra>",
                "marker": {
                    "color": colour,
                    "size": [6 if row or place else 12 for place in range(seeds)],
                    "line": {"color": THEME_TEXT, "width": 1},
                },
            }
            for row, (outcomes, colour) in rows
        ],
        "layout": {
            "height": 230,
            "margin": {"l": 0, "r": 8, "t": 8, "b": 0},
            "showlegend": False,
            "template": NO_TEMPLATE,
            "separators": localised(".,"),
            "xaxis": {
                **LEGIBLE_AXIS,
                **axis,
                "title": {**LEGIBLE_AXIS["title"], "text": tr(measure.label)},
                "fixedrange": True,
            },
            "yaxis": {
                **LEGIBLE_AXIS,
                "tickvals": [0, 1],
                "ticktext": [tr(name) for name in experiment.names],
                "range": [1.5, -0.5],
                "showgrid": False,
                "zeroline": False,
                "fixedrange": True,
                "automargin": True,
            },
        },
    }
