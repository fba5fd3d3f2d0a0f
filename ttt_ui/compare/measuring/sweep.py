"""A sweep over two settings: the form, the progress, the heatmap and the downloads."""

from operator import setitem
from typing import Any, cast

import streamlit as st

from ttt_core.learning import SETTINGS
from ttt_core.sentences import tr_noop
from ttt_ui import jobs
from ttt_ui.compare.measuring import actions
from ttt_ui.compare.measuring.heatmap import (
    Cells,
    cells_of,
    sweep_figure,
    wall_figure,
    wall_in_words,
)
from ttt_ui.compare.measuring.plan import (
    MEASURES_OF_SWEEPS,
    RULE,
    RULE_LABELS,
    Axis,
    Plan,
    base_in_words,
    checked,
    ends,
    in_range,
    is_whole,
    offered,
    size_in_words,
)
from ttt_ui.compare.measuring.state import AS_ON_TRAIN, Measuring, SweepState, sweep_state
from ttt_ui.drawing.download import download_button
from ttt_ui.drawing.lasting_chart import lasting_chart
from ttt_ui.frame.field import Field, number, one_of, several
from ttt_ui.language import reason, tr, tr_in
from ttt_ui.runs import progress_bar
from ttt_ui.streamlit_fixes.bring_into_view import bring_into_view
from ttt_ui.visit.limits import MAX_SWEEP_SEEDS, MAX_SWEEP_VALUES
from ttt_ui.widgets import GROUP
from ttt_ui.wording import plain

_SECONDS_BETWEEN_FRAMES = 1.0
_SPACINGS = {False: tr_noop("Even"), True: tr_noop("Logarithmic")}

MEASURE = one_of(
    "sweep_measure",
    {name: measure.label for name, measure in MEASURES_OF_SWEEPS.items()},
    widget=st.selectbox,
    label=tr_noop("Measure"),
)
SEEDS = number(
    *("sweep_seeds", 3, 1, MAX_SWEEP_SEEDS),
    label=tr_noop("Seeds"),
    help=tr_noop("The number of seeds for each combination. The chart shows their mean."),
    look={"step": 1},
)
SOURCE = one_of(
    "sweep_source",
    lambda: sweep_state().sources,
    AS_ON_TRAIN,
    widget=st.selectbox,
    label=tr_noop("All other settings"),
)


def _fields_of_axis(which: str) -> dict[str, Field[Any]]:
    """Return the fields of an axis, by the names of the parts of an `Axis`."""

    def axis() -> Axis:
        return cast("Axis", getattr(sweep_state().form, which))

    def settings() -> list[str]:
        rule = [RULE] if which == "up" else []
        return [*dict.fromkeys((*offered(sweep_state().plan.base), *rule, axis().setting))]

    def range_of_setting() -> list[float]:
        typed = int if is_whole(axis().setting) else float
        return [typed(end) for end in ends(axis().setting)]

    def end(name: str, label: str) -> Field[float]:
        return Field(
            f"sweep_{which}.{name}",
            0,
            lambda value: axis().setting != RULE and in_range(axis().setting, value),
            widget=st.number_input,
            offers=range_of_setting,
            label=label,
        )

    return {
        "setting": one_of(
            f"sweep_{which}.setting",
            settings,
            "",
            widget=st.selectbox,
            look={"format_func": lambda name: tr(SETTINGS[name].label)},
        ),
        "rules": several(
            f"sweep_{which}.rules", RULE_LABELS, widget=st.multiselect, label=tr_noop("Rules")
        ),
        "low": end("low", tr_noop("From")),
        "high": end("high", tr_noop("To")),
        "count": number(f"sweep_{which}.count", 10, 2, MAX_SWEEP_VALUES, look={"step": 1}),
        "by_factor": one_of(f"sweep_{which}.by_factor", _SPACINGS, label=tr_noop("Spacing")),
    }


OF_AXES = {which: _fields_of_axis(which) for which in ("across", "up")}


def _field_of_place(which: str) -> Field[int]:
    def places() -> range:
        measuring = sweep_state().measuring
        return range(0 if measuring is None else getattr(measuring.plan, which).count)

    return one_of(f"sweep_result_{which}", places, 0, widget=st.selectbox)


PLACES = {which: _field_of_place(which) for which in ("across", "up")}
"""The place of the cell described in words."""

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
        actions.start_sweep(is_clicked=False)
    what = tr(
        "**{measure}** by **{across}** and **{up}**",
        measure=tr(MEASURES_OF_SWEEPS[plan.measure].label),
        across=plan.across.label,
        up=plan.up.label,
    )
    size = "" if isinstance(sweep, ValueError) else size_in_words(sweep)
    running = state.measuring is not None and state.measuring.running
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"{what}  \n{size}")
        st.button(
            tr("Start the sweep"),
            key="sweep_start",
            icon=":material/play_arrow:",
            on_click=actions.start_sweep,
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
            _axis(tr("Horizontal axis"), "across", plan.across, state)
            _axis(tr("Vertical axis"), "up", plan.up, state)
        with st.grid(3, min_column_width=200):
            about = tr(MEASURES_OF_SWEEPS[plan.measure].sentence)
            MEASURE.ask(plan.measure, state.change, "measure", help=about)
            SEEDS.ask(plan.seeds, state.change, "seeds")
            SOURCE.ask(state.source, setattr, state, "source", help=_same_in_every_run(plan))


def _same_in_every_run(plan: Plan) -> str:
    return tr("Same in every run: {settings}", settings=base_in_words(plan))


def _axis(title: str, which: str, axis: Axis, state: SweepState) -> None:
    fields = OF_AXES[which]

    def ask(name: str, value: Any, **more: Any) -> None:
        fields[name].ask(value, state.change_axis, which, name, **more)

    with st.container():
        ask("setting", axis.setting, label=title, help=tr(SETTINGS[axis.setting].sentence))
        if axis.setting == RULE:
            ask("rules", list(axis.rules))
            return
        whole = is_whole(axis.setting)
        step: dict[str, Any] = {"step": 1 if whole else 0.05, "format": "%d" if whole else "%g"}
        with st.grid(3, min_column_width=80):
            for end in ("low", "high"):
                ask(end, (int if whole else float)(getattr(axis, end)), **step)
            ask("count", axis.count, label=tr_in("number", "Values"))
        ask("by_factor", axis.by_factor)


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
    jobs.follow(measuring.job, draw, every=_SECONDS_BETWEEN_FRAMES, key="sweep_result")
    _downloads(measuring)
    if state.is_clicked:
        bring_into_view("sweep_results", asked=state.result_key("chart"))


def _progress(measuring: Measuring) -> None:
    if measuring.finished:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        progress_bar(measuring)
        if measuring.running:
            st.button(
                tr("Stop"),
                key="sweep_stop",
                icon=":material/stop_circle:",
                on_click=actions.stop,
                args=(measuring,),
            )
        else:
            st.button(
                tr("Continue"),
                key="sweep_go_on",
                icon=":material/play_arrow:",
                on_click=actions.start,
                args=(measuring,),
            )
    is_wall = measuring.plan.is_wall
    if measuring.running:
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
            PLACES[which].ask(
                state.picked[which],
                setitem,
                state.picked,
                which,
                label=axis.label,
                format_func=values.__getitem__,
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
