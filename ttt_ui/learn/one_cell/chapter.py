"""One cell at a time: how a reward travels back, cell by cell, to the start."""

from dataclasses import replace

import numpy as np
import streamlit as st

from ttt_core.grid_world import MOVES, GridWalk, GridWorldConfig
from ttt_core.sentences import tr_noop
from ttt_ui.language import tr
from ttt_ui.learn.one_cell import state, wording
from ttt_ui.learn.one_cell.grid_component import grid
from ttt_ui.learn.one_cell.state import (
    FIRST_SIZE,
    GRIDS,
    MANY_STEPS,
    SIZE,
    SLIDERS,
    SPEED,
    SPEEDS,
    TOOL,
    OneCell,
)
from ttt_ui.wording import counted, number

TITLE = tr_noop("One cell at a time")
MINUTES = 4
WORDS = ("Episode", "Model-free", "Temporal difference")
AIM = tr_noop(
    "Press **Walk**. A walk ends in the goal or the pit, and its *reward* changes the *values* of "
    "moves. Then move the goal or a slider."
)
QUESTION = tr_noop("If γ = 0, which moves can get a value above 0?")
ANSWERS = (
    tr_noop("All moves towards the goal, but later"),
    tr_noop("Only the moves into the goal"),
    tr_noop("None"),
)

_FORMULA_PIXELS = 210
"""The place of the formula, also before the first step, so that nothing below moves."""
_TICK = 0.5  # seconds; a step takes about as long to be seen


def show() -> None:
    st.fragment(
        _scene, key="one_cell_scene", run_every=_TICK if state.one_cell().running else None
    )()


def _scene() -> None:
    present = state.one_cell()
    if present.running:
        present.run_on(SPEEDS[SPEED.value])
        if not present.running:
            st.rerun()
    walk = present.walk
    seen, facts = st.columns([6, 5], gap="medium")
    with seen:
        grid(
            wording.cells(walk),
            key=state.GRID,
            label=tr("Grid world"),
            token=present.token,
            walker=walk.cell[0] * walk.config.columns + walk.cell[1],
            steps=walk.steps,
            step=wording.step(walk),
            announcement=wording.announcement(walk),
            on_place=state.take_click,
        )
        _buttons(present)
        st.markdown(wording.how_far(walk, present.effect))
    with facts:
        _sliders(present)
        with st.container(height=_FORMULA_PIXELS, border=False):
            if walk.update is not None:
                st.markdown(wording.last_step(walk.update, walk.config))
                st.latex(wording.rule(walk.update))
                st.caption(wording.letters(walk.config, walk.update))
    _grid_controls(present)


def _buttons(present: OneCell) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        with st.container(horizontal=True, width="content", gap="xsmall"):
            st.button(
                tr("Walk"), key="one_cell_walk", type="primary", on_click=present.walk_to_the_end
            )
            st.button(counted(1, "step", "steps"), key="one_cell_step", on_click=present.step)
            st.button(
                tr("Pause") if present.running else tr("Run"),
                key="one_cell_run",
                icon=":material/pause:" if present.running else ":material/play_arrow:",
                on_click=present.run_or_pause,
            )
        SPEED.show()


def _sliders(present: OneCell) -> None:
    config = present.walk.config
    with st.grid(2, min_column_width=140, gap="small"):
        for name, slider in SLIDERS.items():
            slider.ask(float(getattr(config, name)), present.turn, name)


def _grid_controls(present: OneCell) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        TOOL.show()
        SIZE.ask(present.size, present.choose_size)
        st.button(
            tr("Erase values"),
            key="one_cell_forget",
            icon=":material/ink_eraser:",
            on_click=present.erase_values,
        )


def learned(*, looks_ahead: bool) -> GridWalk:
    """Return what is learned on the first grid in the published number of steps."""
    config = GRIDS[FIRST_SIZE]
    return _walked(config if looks_ahead else replace(config, gamma=0.0))


@st.cache_resource(max_entries=200, show_spinner=False)
def _walked(config: GridWorldConfig) -> GridWalk:
    return GridWalk.begin(config).after(MANY_STEPS)


def good_moves(world: GridWalk) -> int:
    """Count the moves with a value above 0."""
    return int(np.count_nonzero(world.table > 0))


def into_goal(config: GridWorldConfig) -> int:
    """Count the moves that enter the goal, one from each free cell next to it."""
    row, column = config.goal
    neighbours = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    closed = {*config.obstacles, *config.walls}
    return sum(
        0 <= row < config.rows and 0 <= column < config.columns and (row, column) not in closed
        for row, column in neighbours
    )


def right() -> int:
    world = learned(looks_ahead=False)
    good = good_moves(world)
    return 2 if good == 0 else 1 if good == into_goal(world.config) else 0


def reason() -> str:
    near, far = learned(looks_ahead=False), learned(looks_ahead=True)
    config = far.config
    free = config.rows * config.columns - 1 - len(config.obstacles) - len(config.walls)
    return tr(
        "With γ = 0 these are {good_without} of {moves} moves. With γ = {gamma}, {good_with} moves "
        "have a value above 0, all except those into the pit. Each step away from the goal "
        "multiplies the value by γ; at the start, {value} is left.",
        good_without=good_moves(near),
        moves=free * len(MOVES),
        gamma=number(config.gamma),
        good_with=good_moves(far),
        value=number(float(far.values[config.start])),
    )


def reveal() -> None:
    """Draw the visitor's grid as learned with and without looking ahead."""
    present = state.one_cell()
    st.markdown(tr("Your grid after {steps:,} random steps:", steps=MANY_STEPS))
    for column, looks_ahead in zip(st.columns(2, gap="medium"), (True, False), strict=True):
        gamma = GRIDS[present.size].gamma if looks_ahead else 0.0
        with column:
            st.markdown(f"**γ = {number(gamma)}**")
            grid(
                wording.cells(
                    _walked(replace(present.walk.config, gamma=gamma, epsilon=1.0, seed=1))
                ),
                key=f"one_cell_grid_{gamma}",
                label=tr(wording.LEARNED_WITH if looks_ahead else wording.LEARNED_WITHOUT),
                size="small",
            )
