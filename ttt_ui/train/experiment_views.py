"""The guided experiments on Train."""

import streamlit as st

from ttt_ui.train.actions import link_to_experiment
from ttt_ui.train.experiment_actions import forget, guess, laboratory
from ttt_ui.train.experiments import EXPERIMENTS, Experiment, ExperimentOutcome
from ttt_ui.train.state import EXPERIMENT
from ttt_ui.wording import marked_answer, percent


def experiments() -> None:
    """Show the experiments and the chosen one."""
    EXPERIMENT.settle()
    with st.container(border=True, key="experiments"):
        st.pills(
            "Experiment",
            list(EXPERIMENTS),
            format_func=lambda name: EXPERIMENTS[name].title,
            required=True,
            key=EXPERIMENT.key,
            persist_state="session",
            label_visibility="collapsed",
        )
        _experiment(EXPERIMENT.value, EXPERIMENTS[EXPERIMENT.value])


def _experiment(name: str, experiment: Experiment) -> None:
    st.markdown(f"**{experiment.question}**")
    trial = laboratory().result_of(name)
    if trial is None or trial.outcome is None:
        for number, answer in enumerate(experiment.answers):
            st.button(
                answer,
                key=f"experiment_{name}_{number}",
                on_click=guess,
                args=(name, number),
            )
        st.caption("Your guess starts the training. **Undo** brings your own agent back.")
        return
    right = experiment.right(trial.outcome, trial.counterpart)
    for number, answer in enumerate(experiment.answers):
        st.markdown(marked_answer(answer, is_right=number == right, guessed=number == trial.guess))
    st.markdown(experiment.reason(trial.outcome, trial.counterpart))
    st.markdown(_comparison(experiment, trial.outcome, trial.counterpart))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Guess again",
            icon=":material/replay:",
            key=f"experiment_{name}_again",
            on_click=forget,
            args=(name,),
        )
        with st.popover("Link", icon=":material/link:"):
            st.markdown("A link to this experiment, with the answer still hidden.")
            st.code(link_to_experiment(name), language=None, wrap_lines=True)


def _comparison(experiment: Experiment, own: ExperimentOutcome, other: ExperimentOutcome) -> str:
    """Return the exact figures of both runs as a table in Markdown."""
    rows = {
        "Unbeatable since game": [_since(outcome) for outcome in (own, other)],
        "X wins vs random": [percent(o.card.vs_random_as_x.win) for o in (own, other)],
        "O wins vs random": [percent(o.card.vs_random_as_o.win) for o in (own, other)],
        "X loses, worst case": [percent(o.card.worst_case_as_x.loss) for o in (own, other)],
        "O loses, worst case": [percent(o.card.worst_case_as_o.loss) for o in (own, other)],
        "Positions known": [f"{o.known:,}" for o in (own, other)],
    }
    head = f"| | {experiment.names[0]} | {experiment.names[1]} |\n|---|---:|---:|\n"
    return head + "\n".join(f"| {name} | {one} | {two} |" for name, (one, two) in rows.items())


def _since(outcome: ExperimentOutcome) -> str:
    since = outcome.unbeatable_since
    return "beatable" if since is None else f"{since:,}"
