"""The views of the chapter: the grid, the last update, and the grids with and without γ max Q."""

from dataclasses import replace

import streamlit as st

from ttt_core.grid_world import GridWalk, GridWorldConfig
from ttt_ui.learn.one_cell import actions, wording
from ttt_ui.learn.one_cell.grid_component import grid
from ttt_ui.learn.one_cell.state import GRIDS, MANY_STEPS, TOOL, TOOLS, Scene, one_cell
from ttt_ui.streamlit_fixes.formulas import give_tab_stops
from ttt_ui.wording import counted

_SIZE = "one_cell_size"
_LOOKS_AHEAD = "one_cell_looks_ahead"


@st.fragment
def walk() -> None:
    """Draw the grid with its walker, the controls and the last update."""
    scene = one_cell().scene
    seen, told = st.columns([6, 5], gap="medium")
    with seen:
        TOOL.settle()
        st.segmented_control(
            "A clicked cell becomes", TOOLS, key=TOOL.key, required=True, width="content"
        )
        grid(
            wording.cells(scene.walk),
            key=actions.GRID,
            label="Grid world",
            token=scene.token,
            walker=_number(scene.walk),
            steps=scene.walk.steps,
            step=wording.step(scene.walk),
            announcement=wording.announcement(scene.walk),
            on_place=actions.place,
        )
    with told:
        _buttons()
        st.latex(wording.rule(scene.walk.config, scene.walk.update))
        st.markdown(wording.last_step(scene.walk))
        st.markdown(wording.how_far(scene))
        st.caption(wording.letters(scene.walk.config))
        _grid_controls(scene)
        give_tab_stops(key="one_cell_formula")


def _number(walk: GridWalk) -> int:
    return walk.cell[0] * walk.config.columns + walk.cell[1]


def _buttons() -> None:
    with st.container(horizontal=True, gap="small"):
        for steps in (1, 100):
            st.button(
                counted(steps, "step"),
                key=f"one_cell_step_{steps}",
                on_click=actions.step,
                args=(steps,),
            )
        st.button(
            "Run",
            key="one_cell_end",
            on_click=actions.run,
            help=wording.RUN_HELP,
        )


def _grid_controls(scene: Scene) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.segmented_control(
            "Width",
            list(GRIDS),
            default=scene.size,
            key=_SIZE,
            required=True,
            on_change=actions.choose_size,
            args=(_SIZE,),
            width="content",
        )
        st.button(
            "Erase values",
            key="one_cell_forget",
            icon=":material/ink_eraser:",
            on_click=actions.erase_values,
            help="Sets all values back to 0. The grid stays as it is.",
        )


def without_looking_ahead() -> None:
    """Draw the visitor's grid as learned with and without γ max Q."""
    scene = one_cell().scene
    present = scene.walk.config
    st.markdown(wording.LEARNED_BOTH_WAYS)
    for column, looks_ahead in zip(st.columns(2, gap="medium"), (True, False), strict=True):
        gamma = GRIDS[scene.size].gamma if looks_ahead else 0.0
        learned = _learned(replace(present, gamma=gamma, epsilon=1.0, seed=1))
        with column:
            st.markdown(wording.WITH if looks_ahead else wording.WITHOUT)
            grid(
                wording.cells(learned),
                key=f"one_cell_grid_{gamma}",
                label=wording.LEARNED_WITH if looks_ahead else wording.LEARNED_WITHOUT,
                size="small",
            )
    st.toggle(
        "Let your walker look ahead (γ max Q)",
        value=scene.looks_ahead,
        key=_LOOKS_AHEAD,
        on_change=actions.look_ahead,
        args=(_LOOKS_AHEAD,),
    )


@st.cache_resource(max_entries=200, show_spinner=False)
def _learned(config: GridWorldConfig) -> GridWalk:
    """Return a walker that has taken `MANY_STEPS` steps on a grid."""
    return GridWalk.begin(config).after(MANY_STEPS)
