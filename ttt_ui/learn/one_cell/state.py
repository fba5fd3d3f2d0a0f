"""A visitor's grid and walker, and what their clicks do."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import streamlit as st

from ttt_core.grid_world import Cell, GridWalk, GridWorldConfig, shortest_way
from ttt_core.sentences import tr_noop
from ttt_ui.frame.field import Field, number, one_of
from ttt_ui.language import tr, tr_in
from ttt_ui.learn.one_cell import wording
from ttt_ui.learn.one_cell.grid_component import clicked_cell
from ttt_ui.visit.session import per_visitor
from ttt_ui.widgets import rerun_page_if_alone

GRIDS: Mapping[int, GridWorldConfig] = MappingProxyType(
    {
        3: GridWorldConfig(),
        4: GridWorldConfig(rows=4, columns=4, goal=(3, 3), obstacles=((1, 2),), walls=((2, 1),)),
        5: GridWorldConfig(
            rows=5, columns=5, goal=(4, 4), obstacles=((1, 1), (3, 3)), walls=((1, 3), (3, 1))
        ),
        6: GridWorldConfig(
            rows=6,
            columns=6,
            goal=(5, 5),
            obstacles=((1, 1), (4, 2)),
            walls=((1, 3), (2, 3), (3, 3), (3, 1)),
        ),
    }
)
"""The grids at the start, by width; the smallest is the published one."""

FIRST_SIZE = 4
TOOLS = (tr_noop("Goal"), "Start", tr_noop("Wall"), tr_noop("Pit"), tr_noop("Free"))


def _tool_name(tool: str) -> str:
    return tr_in("cell", "Start") if tool == "Start" else tr(tool)


TOOL = one_of(
    "one_cell_tool",
    TOOLS,
    label=tr_noop("A clicked cell becomes"),
    look={"format_func": _tool_name, "width": "content"},
)
"""What a clicked cell becomes."""
MANY_STEPS = GridWorldConfig.steps
"""The published number; they take 20 ms."""
GRID = "one_cell_grid"
SPEEDS = {tr_noop("Slow"): 1, tr_noop("Fast"): 25, tr_noop("At once"): MANY_STEPS}
"""Steps at a time while the walker runs."""
SPEED = one_of(
    "one_cell_speed",
    tuple(SPEEDS),
    label=tr_noop("Speed"),
    look={"label_visibility": "collapsed", "width": "content"},
)
SIZE = Field(
    "one_cell_size",
    FIRST_SIZE,
    lambda size: type(size) is int and size in GRIDS,
    widget=st.segmented_control,
    offers=lambda: [list(GRIDS)],
    label=tr_noop("Width"),
    look={"required": True, "width": "content"},
)
_ENDS = {"alpha": (0.01, 1.0), "gamma": (0.0, 0.99), "epsilon": (0.0, 1.0), "slip": (0.0, 0.5)}
SLIDERS = {
    name: number(
        f"one_cell_{name}",
        float(getattr(GridWorldConfig(), name)),
        *ends,
        widget=st.slider,
        label=wording.LABELS[name],
        help=wording.ALPHA_TO_TRY if name == "alpha" else "",
        look={"step": 0.01, "format": "localized"},
    )
    for name, ends in _ENDS.items()
}
"""Of the settings of the walker."""


@dataclass
class OneCell:
    """A visitor's grid and walker."""

    walk: GridWalk = field(default_factory=lambda: GridWalk.begin(GRIDS[FIRST_SIZE]))
    effect: str = ""  # the effect of the last click; empty if it was a step
    running: bool = False

    @property
    def size(self) -> int:
        """Width and height of the grid."""
        return self.walk.config.rows

    @property
    def token(self) -> str:
        """Name of the grid, carried by every click on it: its seed; a new grid has the next."""
        return f"{self.walk.config.seed}"

    def step(self) -> None:
        """Let the walker take a step."""
        self._go_on(self.walk.after(1))

    def walk_to_the_end(self) -> None:
        """Let the walker go on until its walk ends."""
        self._go_on(self.walk.until_walk_ends(MANY_STEPS))

    def run_or_pause(self) -> None:
        """Let the walker run at the chosen speed, or pause it."""
        self.running = not self.running
        if self.running and SPEEDS[SPEED.value] == MANY_STEPS:
            self.run_on(MANY_STEPS)
        rerun_page_if_alone()

    def run_on(self, steps: int) -> None:
        """Let the walker take its next steps; it stops as soon as it finds a shortest way.

        If it knows one already, or none exists, it stops once it has taken `MANY_STEPS`.
        """
        knew = self.knows_shortest_way
        self._go_on(self.walk.after(steps) if knew else self.walk.until_way_known(steps))
        finds = not knew and self.knows_shortest_way
        self.running = not finds and self.walk.steps < MANY_STEPS

    def erase_values(self) -> None:
        """Set all values back to 0, and keep the grid."""
        self._begin(self.walk.config, wording.ERASED)

    @property
    def knows_shortest_way(self) -> bool:
        return len(self.walk.known_way) == shortest_way(self.walk.config) + 1

    def _go_on(self, walk: GridWalk) -> None:
        self.walk, self.effect = walk, ""

    def _begin(self, config: GridWorldConfig, effect: str) -> None:
        """Begin with an untrained walker and the next seed."""
        seed = self.walk.config.seed + 1
        self.walk, self.effect = GridWalk.begin(replace(config, seed=seed)), effect

    def choose_size(self, size: int) -> None:
        """Start on a grid of another size."""
        settings = {name: getattr(self.walk.config, name) for name in SLIDERS}
        self._begin(replace(GRIDS[size], **settings), wording.NEW_GRID)
        rerun_page_if_alone()

    def turn(self, name: str, value: float) -> None:
        """Apply a slider; the values and the walk stay."""
        changes: dict[str, Any] = {name: value}
        config = replace(self.walk.config, **changes)
        self._go_on(replace(self.walk, config=config))

    def place(self, cell: Cell) -> None:
        """Put the chosen thing on a cell; the values stay."""
        present, tool = self.walk.config, TOOL.value
        refusal = why_not(present, tool, cell)
        if refusal:
            self.effect = refusal
        elif (config := with_cell(present, tool, cell)) != present:
            self.walk, self.effect = self.walk.on(config), wording.GRID_CHANGED
            rerun_page_if_alone()


def one_cell() -> OneCell:
    """Return what the visitor has."""
    return per_visitor(OneCell)


def take_click() -> None:
    """Put the chosen thing on the clicked cell."""
    state = one_cell()
    cell = clicked_cell(GRID, state.token, state.size**2)
    if cell is not None:
        state.place(divmod(cell, state.size))


def why_not(config: GridWorldConfig, tool: str, cell: Cell) -> str:
    """Say why something cannot be put on a cell; return "" if it can."""
    holder = {config.start: "start", config.goal: "goal"}.get(cell)
    if holder is None or tool.lower() == holder:
        return ""
    return wording.OCCUPIED[holder]


def with_cell(config: GridWorldConfig, tool: str, cell: Cell) -> GridWorldConfig:
    """Return the grid with something else on a cell."""
    freed = replace(
        config,
        obstacles=tuple(other for other in config.obstacles if other != cell),
        walls=tuple(other for other in config.walls if other != cell),
    )
    match tool:
        case "Goal":
            return replace(freed, goal=cell)
        case "Start":
            return replace(freed, start=cell)
        case "Wall":
            return replace(freed, walls=(*freed.walls, cell))
        case "Pit":
            return replace(freed, obstacles=(*freed.obstacles, cell))
    return freed
