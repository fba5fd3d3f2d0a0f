"""One cell at a time: how a reward travels back, cell by cell, to the start.

The grid world is a component of its own, driven by ``grid_component.js``: its cells are buttons
with four values.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
import streamlit as st

from ttt_core.grid_world import MOVES, Cell, GridUpdate, GridWalk, GridWorldConfig, shortest_way
from ttt_core.sentences import tr_noop
from ttt_ui.drawing.board_component import CELLS
from ttt_ui.drawing.colours import Tone, signed_tone
from ttt_ui.frame.field import number as number_field
from ttt_ui.frame.field import one_of
from ttt_ui.language import tr, tr_in, tr_plural
from ttt_ui.learn.trained import value_text
from ttt_ui.streamlit_fixes.component_files import component
from ttt_ui.train.update_rule import aligned, bracketed, in_formula
from ttt_ui.visit.session import per_visitor
from ttt_ui.widgets import rerun_page_if_alone, sent
from ttt_ui.wording import counted, number

_DIRECTIONS = (tr_noop("up"), tr_noop("down"), tr_noop("left"), tr_noop("right"))
"""In the order of `ttt_core.grid_world.MOVES`."""

ERASED = tr_noop("All values are 0 again.")
NEW_GRID = tr_noop("A new grid.")
GRID_CHANGED = tr_noop("The walker keeps its values, right or wrong.")
OCCUPIED = {
    "start": tr_noop("The start is in that cell. Move it first."),
    "goal": tr_noop("The goal is in that cell. Move it first."),
}

LEARNED_WITH = tr_noop("Learned with looking ahead")
LEARNED_WITHOUT = tr_noop("Learned without looking ahead")

ALPHA_TO_TRY = tr_noop(
    "Try α = 1 on slippery ground: each value forgets all but the last step. α = 0.1 averages."
)
LABELS = {
    "alpha": tr_noop("Learning rate α"),
    "gamma": tr_noop("Discount factor γ"),
    "epsilon": tr_noop("Exploration rate ε"),
    "slip": tr_noop("Slippery ground"),
}


_HERE = Path(__file__).parent
_mount = component(
    "ttt_grid",
    _HERE / "grid_component.js",
    _HERE / "grid_component.css",
    shared=CELLS,
    place=".place { min-height: 17rem; }",
)


@dataclass(frozen=True)
class GridCell:
    """A cell as it is shown."""

    kind: Literal["free", "goal", "wall", "pit"]  # what is there; the start is a free cell
    # What a screen reader says.
    name: str
    description: str = ""
    # Of the moves in the order of `ttt_core.grid_world.MOVES`, as written; of free cells only.
    values: tuple[str, ...] = ()
    tones: tuple[Tone, ...] = ()  # the colours behind them
    best: int | None = None  # which of the moves the arrow shows, if any
    # Whether walks begin here, and whether the known way to the goal leads through it.
    is_start: bool = False
    on_way: bool = False


def show_grid(
    walk: GridWalk,
    *,
    key: str,
    label: str,
    token: str = "",
    on_place: Callable[[], None] | None = None,
) -> None:
    """Show what a walker has learned; `label` is what a screen reader calls the grid.

    With `on_place`, which is called after a click on a cell, the grid is large and shows the walker
    and its last step, too. A step that is one more than before is animated, unless the visitor
    prefers reduced motion. The token comes back with every click, so that clicks on an earlier
    grid can be recognised.
    """
    update, is_live = walk.update, on_place is not None

    def place_of(cell: Cell) -> int:
        return cell[0] * walk.config.columns + cell[1]

    step = (
        {
            "cell": place_of(update.cell),
            "move": update.move,
            "next_cell": place_of(update.next_cell),
            "ended": update.ended,
            "old": update.old,
            "new": update.new,
        }
        if update and is_live
        else None
    )
    _mount(
        key=key,
        data={
            "cells": [asdict(cell) for cell in cells(walk)],
            "label": label,
            "token": token,
            "walker": place_of(walk.cell) if is_live else None,
            "steps": walk.steps if is_live else 0,
            "step": step,
            "announcement": announcement(walk) if is_live else "",
            "size": "large" if is_live else "small",
            "clickable": is_live,
        },
        on_place_change=on_place,
    )


def clicked_cell(key: str, token: str, number: int) -> int | None:
    """Return the cell of the click that is being handled, if it is on this very grid.

    `number` is how many cells that has. A client can send anything.
    """
    match sent(key, "place"):
        case {"cell": int(cell), "token": str(clicked)} if type(cell) is int and clicked == token:
            return cell if 0 <= cell < number else None
    return None


def cells(walk: GridWalk) -> list[GridCell]:
    """Return the cells as they are shown, row by row."""
    config = walk.config
    way = walk.known_way
    places = [(row, column) for row in range(config.rows) for column in range(config.columns)]
    return [_cell(walk, cell, on_way=cell in way) for cell in places]


def _cell(walk: GridWalk, cell: Cell, *, on_way: bool) -> GridCell:
    config = walk.config
    if cell == config.goal:
        return GridCell("goal", tr("{cell}, goal", cell=place(cell)))
    if cell in config.obstacles:
        return GridCell("pit", tr("{cell}, pit", cell=place(cell)))
    if cell in config.walls:
        return GridCell("wall", tr("{cell}, wall", cell=place(cell)))
    values = walk.table[cell].tolist()
    best = best_move(values)
    facts = [place(cell), tr("start") if cell == config.start else tr("free")]
    if cell == walk.cell:
        facts.append(tr("the walker is here"))
    if best is None:
        facts.append(tr("no good move yet"))
    else:
        move = tr(_DIRECTIONS[best])
        facts.append(tr("best: {move} {value:.2f}", move=move, value=values[best]))
    return GridCell(
        "free",
        ", ".join(facts),
        description=", ".join(map(_spoken, _DIRECTIONS, values)),
        values=tuple(map(value_text, values)),
        tones=tuple(signed_tone(tone(value, config)) for value in values),
        best=best,
        is_start=cell == config.start,
        on_way=on_way,
    )


def _spoken(move: str, value: float) -> str:
    return f"{tr(move)} {value_text(value)}"


def best_move(values: list[float]) -> int | None:
    """Return the move with the largest value, or None if no value is above 0."""
    return values.index(max(values)) if max(values) > 0 else None


def tone(value: float, config: GridWorldConfig) -> float:
    """Return the place of a value on the scale of colours, from -1 to 1.

    It is the root of the value's share of the reward: values halve with every step away from the
    goal, and must stay visible.
    """
    share = min(abs(value) / config.goal_reward, 1.0)
    return math.copysign(math.sqrt(share), value)


def place(cell: Cell) -> str:
    """Name a cell by row and column, from 1."""
    return tr("row {row}, column {column}", row=cell[0] + 1, column=cell[1] + 1)


def announcement(walk: GridWalk) -> str:
    """Say what has changed, for a screen reader."""
    update = walk.update
    if update is None:
        return ""
    return tr(
        "Step {step:,}: in {cell}, the value of {move} changes from {old} to {new}.",
        step=walk.steps,
        cell=place(update.cell),
        move=tr(_DIRECTIONS[update.move]),
        old=number(update.old),
        new=number(update.new),
    )


def how_far(walk: GridWalk, effect: str) -> str:
    """Say how many steps the walker has taken, and whether it knows a way to the goal."""
    steps = f"**{counted(walk.steps, 'step', 'steps')}.**"
    return " ".join(filter(None, [steps, tr(effect), _known_way(walk)]))


def _known_way(walk: GridWalk) -> str:
    way, shortest = len(walk.known_way) - 1, shortest_way(walk.config)
    if not shortest:
        return tr("There is no way to the goal.")
    if way < 0:
        return tr("It does not know a way yet.")
    if way == shortest:
        return tr_plural(
            "It knows a shortest way, {n:,} step long.",
            "It knows a shortest way, {n:,} steps long.",
            way,
        )
    return tr_plural(
        "It knows a way {n:,} step long; the shortest is {shortest}.",
        "It knows a way {n:,} steps long; the shortest is {shortest}.",
        way,
        shortest=shortest,
    )


def rule(update: GridUpdate) -> str:
    """Return the update rule with an update in numbers and its own settings, in LaTeX.

    A walk that has ended looks ahead to nothing.
    """
    target, numbers = "r", in_formula(update.reward)
    if not update.ended:
        target += r" + \gamma \max Q'"
        numbers += rf" + {in_formula(update.gamma)} \cdot {bracketed(update.ahead)}"
    lines = [
        rf"Q & \leftarrow Q + \alpha\,\bigl[\,{target} - Q\,\bigr]",
        rf"& = {in_formula(update.old)} + {in_formula(update.alpha)}\,"
        rf"\bigl[\,{numbers} - {bracketed(update.old)}\,\bigr]",
        rf"& = {in_formula(update.new)}",
    ]
    return r"\small " + aligned(*lines)


def letters(config: GridWorldConfig, update: GridUpdate) -> str:
    """Say in Markdown what the letters of the rule stand for, and whose settings it has."""
    sentences = [tr("Q: the move's value. r: the reward.")]
    if not update.ended:
        sentences.append(tr("$\\max Q'$: the best value in the next cell."))
    if (config.alpha, config.gamma) != (update.alpha, update.gamma):
        sentences.append(tr("The next step will use the new settings."))
    return " ".join(sentences)


def last_step(update: GridUpdate, config: GridWorldConfig) -> str:
    """Say in Markdown what the last step was, and its reward."""
    move, reward = tr(_DIRECTIONS[update.move]), number(update.reward)
    if update.slipped_to != update.move:
        template = tr_noop("It wanted to go **{move}** but slipped: reward {reward}.")
    elif update.ended and update.next_cell == config.goal:
        template = tr_noop("It went **{move}** into the goal: reward {reward}.")
    elif update.ended:
        template = tr_noop("It went **{move}** into a pit: reward {reward}.")
    elif update.next_cell == update.cell:
        template = tr_noop("It tried to go **{move}** but was blocked: reward {reward}.")
    else:
        template = tr_noop("It went **{move}**: reward {reward}.")
    return tr(template, move=move, reward=reward)


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
SIZE = one_of(
    "one_cell_size", tuple(GRIDS), FIRST_SIZE, label=tr_noop("Width"), look={"width": "content"}
)
_ENDS = {"alpha": (0.01, 1.0), "gamma": (0.0, 0.99), "epsilon": (0.0, 1.0), "slip": (0.0, 0.5)}
SLIDERS = {
    name: number_field(
        f"one_cell_{name}",
        float(getattr(GridWorldConfig(), name)),
        *ends,
        widget=st.slider,
        label=LABELS[name],
        help=ALPHA_TO_TRY if name == "alpha" else "",
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
        return self.walk.config.rows

    @property
    def token(self) -> str:
        """Name of the grid, carried by every click on it: its seed; a new grid has the next."""
        return f"{self.walk.config.seed}"

    def step(self) -> None:
        self._go_on(self.walk.after(1))

    def walk_to_the_end(self) -> None:
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
        self._begin(self.walk.config, ERASED)

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
        settings = {name: getattr(self.walk.config, name) for name in SLIDERS}
        self._begin(replace(GRIDS[size], **settings), NEW_GRID)
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
            self.walk, self.effect = self.walk.on(config), GRID_CHANGED
            rerun_page_if_alone()


def one_cell() -> OneCell:
    return per_visitor(OneCell)


def take_click() -> None:
    state = one_cell()
    cell = clicked_cell(GRID, state.token, state.size**2)
    if cell is not None:
        state.place(divmod(cell, state.size))


def why_not(config: GridWorldConfig, tool: str, cell: Cell) -> str:
    """Say why something cannot be put on a cell; return "" if it can."""
    holder = {config.start: "start", config.goal: "goal"}.get(cell)
    if holder is None or tool.lower() == holder:
        return ""
    return OCCUPIED[holder]


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
    st.fragment(_scene, key="one_cell_scene", run_every=_TICK if one_cell().running else None)()


def _scene() -> None:
    present = one_cell()
    if present.running:
        present.run_on(SPEEDS[SPEED.value])
        if not present.running:
            st.rerun()
    walk = present.walk
    seen, facts = st.columns([6, 5], gap="medium")
    with seen:
        show_grid(walk, key=GRID, label=tr("Grid world"), token=present.token, on_place=take_click)
        _buttons(present)
        st.markdown(how_far(walk, present.effect))
    with facts:
        _sliders(present)
        with st.container(height=_FORMULA_PIXELS, border=False):
            if walk.update is not None:
                st.markdown(last_step(walk.update, walk.config))
                st.latex(rule(walk.update))
                st.caption(letters(walk.config, walk.update))
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
    present = one_cell()
    st.markdown(tr("Your grid after {steps:,} random steps:", steps=MANY_STEPS))
    for column, looks_ahead in zip(st.columns(2, gap="medium"), (True, False), strict=True):
        gamma = GRIDS[present.size].gamma if looks_ahead else 0.0
        with column:
            st.markdown(f"**γ = {number(gamma)}**")
            show_grid(
                _walked(replace(present.walk.config, gamma=gamma, epsilon=1.0, seed=1)),
                key=f"one_cell_grid_{gamma}",
                label=tr(LEARNED_WITH if looks_ahead else LEARNED_WITHOUT),
            )
