"""A sweep over two settings: the form, the progress, the heatmap and the downloads."""

from typing import Any

import streamlit as st

from ttt_core.learning import SETTINGS
from ttt_core.sentences import tr_noop
from ttt_ui import jobs
from ttt_ui.compare.measuring import actions
from ttt_ui.compare.measuring.heatmap import Cells, cells_of, sweep_figure
from ttt_ui.compare.measuring.plan import (
    MEASURES_OF_SWEEPS,
    RULE,
    RULE_LABELS,
    Axis,
    Plan,
    base_in_words,
    checked,
    ends,
    is_whole,
    offered,
    size_in_words,
)
from ttt_ui.compare.measuring.state import Measuring, SweepState, sweep_state
from ttt_ui.compare.measuring.wall import wall_figure, wall_in_words
from ttt_ui.drawing.download import download_button
from ttt_ui.drawing.lasting_chart import lasting_chart
from ttt_ui.language import reason, tr, tr_in
from ttt_ui.runs import progress_bar
from ttt_ui.streamlit_fixes.bring_into_view import bring_into_view
from ttt_ui.visit.limits import MAX_SWEEP_SEEDS, MAX_SWEEP_VALUES
from ttt_ui.widgets import GROUP
from ttt_ui.wording import plain

_SECONDS_BETWEEN_FRAMES = 1.0
_SPACINGS = {False: tr_noop("Even"), True: tr_noop("Logarithmic")}


WHILE_RUNNING = tr_noop(
    "It continues while you are on another page. A reload stops it and keeps what is measured, "
    "except for the last seconds."
)
RESTORED = tr_noop(
    "This browser has kept what was measured, perhaps without the last seconds. Leaving the page "
    "stopped the sweep: **Continue** measures the rest."
)
WALL_WHILE_RUNNING = tr_noop(
    "It continues while you are on another page. A reload stops it, and a browser does not keep a "
    "wall."
)
WALL_RESTORED = tr_noop("A browser does not keep a wall. **Continue** measures it again.")


def form() -> None:
    """Show the form of a sweep, its size and the button that starts it."""
    state = sweep_state()
    plan = state.plan
    sweep = checked(plan)
    if state.may_start_alone(sweep):
        actions.start_sweep()
    what = tr(
        "**{measure}** by **{across}** and **{up}**",
        measure=tr(MEASURES_OF_SWEEPS[plan.measure].label),
        across=plan.across.label,
        up=plan.up.label,
    )
    size = "" if isinstance(sweep, ValueError) else size_in_words(sweep)
    running = state.measuring is not None and state.measuring.runs.running
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"{what}  \n{size}")
        st.button(
            tr("Start the sweep"),
            key="sweep_start",
            icon=":material/play_arrow:",
            on_click=actions.click_start,
            disabled=isinstance(sweep, ValueError) or running,
            help=tr("Stop the running sweep first.") if running else None,
        )
    if isinstance(sweep, ValueError):
        st.warning(plain(reason(sweep)), icon=":material/tune:")
    if state.untouched:
        st.caption(
            tr("These settings come from a link. Press **Start the sweep** to measure them.")
        )
    with st.expander(
        tr("Change"), icon=":material/tune:", key=f"{GROUP}sweep", expanded=state.measuring is None
    ):
        with st.grid(2, min_column_width=280):
            _axis(tr("Horizontal axis"), "across", plan.across, plan, state)
            _axis(tr("Vertical axis"), "up", plan.up, plan, state)
        with st.grid(3, min_column_width=200):
            st.selectbox(
                tr("Measure"),
                list(MEASURES_OF_SWEEPS),
                index=list(MEASURES_OF_SWEEPS).index(plan.measure),
                format_func=lambda name: tr(MEASURES_OF_SWEEPS[name].label),
                help=tr(MEASURES_OF_SWEEPS[plan.measure].sentence),
                **state.key.control("measure", actions.change_form, "measure"),
            )
            st.number_input(
                tr("Seeds"),
                min_value=1,
                max_value=MAX_SWEEP_SEEDS,
                value=plan.seeds,
                step=1,
                help=tr("The number of seeds for each combination. The chart shows their mean."),
                **state.key.control("seeds", actions.change_form, "seeds"),
            )
            st.selectbox(
                tr("All other settings"),
                state.sources,
                index=state.sources.index(state.source),
                format_func=tr,
                help=_same_in_every_run(plan),
                **state.key.control("source", actions.choose_source),
            )


def _same_in_every_run(plan: Plan) -> str:
    return tr("Same in every run: {settings}", settings=base_in_words(plan))


def _axis(title: str, which: str, axis: Axis, plan: Plan, state: SweepState) -> None:
    names = [*offered(plan.base), RULE] if which == "up" else offered(plan.base)
    if axis.setting not in names:
        names = [*names, axis.setting]
    with st.container():
        st.selectbox(
            title,
            names,
            index=names.index(axis.setting),
            format_func=lambda name: tr(SETTINGS[name].label),
            help=tr(SETTINGS[axis.setting].sentence),
            **state.key.control(f"{which}.setting", actions.change_form, f"{which}.setting"),
        )
        if axis.setting == RULE:
            st.multiselect(
                tr("Rules"),
                list(RULE_LABELS),
                default=list(axis.rules),
                format_func=lambda name: tr(RULE_LABELS[name]),
                **state.key.control(f"{which}.rules", actions.change_form, f"{which}.rules"),
            )
        else:
            _numbers(which, axis, state)


def _numbers(which: str, axis: Axis, state: SweepState) -> None:
    lowest, highest = ends(axis.setting)
    as_typed = int if is_whole(axis.setting) else float
    number: dict[str, Any] = {
        "min_value": as_typed(lowest),
        "max_value": as_typed(highest),
        "step": as_typed(1 if is_whole(axis.setting) else 0.05),
        "format": "%d" if is_whole(axis.setting) else "%g",
    }
    with st.grid(3, min_column_width=80):
        for label, part in ((tr("From"), "low"), (tr("To"), "high")):
            st.number_input(
                label,
                value=as_typed(getattr(axis, part)),
                **number,
                **state.key.control(f"{which}.{part}", actions.change_form, f"{which}.{part}"),
            )
        st.number_input(
            tr_in("number", "Values"),
            min_value=2,
            max_value=MAX_SWEEP_VALUES,
            value=axis.count,
            step=1,
            **state.key.control(f"{which}.count", actions.change_form, f"{which}.count"),
        )
    st.segmented_control(
        tr("Spacing"),
        list(_SPACINGS),
        default=axis.by_factor,
        format_func=lambda by_factor: tr(_SPACINGS[by_factor]),
        required=True,
        **state.key.control(f"{which}.by_factor", actions.change_form, f"{which}.by_factor"),
    )


def result() -> None:
    """Show the results so far, and keep them up to date while the sweep runs."""
    state = sweep_state()
    measuring = state.measuring
    if measuring is None:
        return

    def draw() -> None:
        with st.container():  # drawn even if empty, or all below would be rebuilt
            _progress(measuring)
        _measured_part(state, measuring)

    with st.container(key="sweep_results"):
        st.header(tr("Results"), anchor=False)
    jobs.follow(measuring.runs.job, draw, every=_SECONDS_BETWEEN_FRAMES, key="sweep_result")
    _downloads(measuring)
    if state.is_clicked:
        bring_into_view("sweep_results", asked=state.result_key("chart"))


def _progress(measuring: Measuring) -> None:
    runs = measuring.runs
    if runs.finished:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        progress_bar(runs)
        if runs.running:
            st.button(
                tr("Stop"),
                key="sweep_stop",
                icon=":material/stop_circle:",
                on_click=actions.stop_sweep,
            )
        else:
            st.button(
                tr("Continue"),
                key="sweep_go_on",
                icon=":material/play_arrow:",
                on_click=actions.continue_sweep,
            )
    is_wall = measuring.plan.is_wall
    if runs.running:
        st.caption(tr(WALL_WHILE_RUNNING if is_wall else WHILE_RUNNING))
    elif measuring.is_restored:
        st.caption(tr(WALL_RESTORED if is_wall else RESTORED))


def _measured_part(state: SweepState, measuring: Measuring) -> None:
    cells = cells_of(measuring)
    plan, key = measuring.plan, state.result_key("chart")
    with st.container():
        if plan != state.plan:
            last = tr("These results are from the last sweep, not from the settings above.")
            st.caption(f"{last} {size_in_words(measuring.sweep)} {_same_in_every_run(plan)}")
    lasting_chart(
        wall_figure(measuring, cells) if plan.is_wall else sweep_figure(cells),
        key=key,
        title=tr("Sweep"),
        label=tr(
            "{measure} by {across} and {up}. To read a cell's figures, choose it below.",
            measure=tr(cells.measure.label),
            across=plan.across.label,
            up=plan.up.label,
        ),
        on_click=lambda: actions.train_clicked(key),
    )
    st.caption(
        wall_in_words(measuring)
        if plan.is_wall
        else tr(
            "Means over the seeds; brighter is better. A click trains a cell on Train with the "
            "first seed; **Undo** there brings your agent back."
        )
    )
    _pick(state, cells)


def _pick(state: SweepState, cells: Cells) -> None:
    across, up = state.picked["across"], state.picked["up"]
    st.subheader(tr("Cell"), anchor=False)
    with st.grid(2, min_column_width=200):
        for which, axis, values in (
            ("across", cells.plan.across, cells.across),
            ("up", cells.plan.up, cells.up),
        ):
            st.selectbox(
                axis.label,
                range(len(values)),
                index=state.picked[which],
                format_func=values.__getitem__,
                **state.result_key.control(which, actions.pick, which),
            )
    st.markdown(f"{cells.in_words(up, across)}.")
    st.button(
        tr("Open in Train"),
        icon=":material/model_training:",
        on_click=actions.train_picked,
        disabled=not cells.exists[up, across],
    )


def _downloads(measuring: Measuring) -> None:
    download_button(
        tr("Download as CSV"),
        tr("sweep.csv"),
        measuring.csv,
        key="sweep_csv",
        help=tr("One line per measured run, in the same format as ttt-sweep."),
    )
    with st.expander(tr("The same sweep from the command line"), icon=":material/terminal:"):
        st.code(measuring.plan.command, language="bash", wrap_lines=True)
        st.caption(
            tr("In the folder with the file above, the command continues where the file ends.")
        )
