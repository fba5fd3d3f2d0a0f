"""What the clicks of the chapter do."""

from dataclasses import replace

from ttt_core.grid_world import Cell, GridWorldConfig, shortest_way
from ttt_ui.learn.one_cell import wording
from ttt_ui.learn.one_cell.grid_component import read_place
from ttt_ui.learn.one_cell.state import GRIDS, MANY_STEPS, TOOL, Scene, one_cell
from ttt_ui.widgets import held, redraw

GRID = "one_cell_grid"


def step(steps: int) -> None:
    """Let the walker take some steps."""
    state = one_cell()
    with state.lock:
        scene = state.scene
        state.scene = replace(scene, walk=scene.walk.after(steps), told="")


def run() -> None:
    """Let the walker run until it knows a shortest way.

    If it knows one already, or none exists, it takes `MANY_STEPS` steps.
    """
    state = one_cell()
    with state.lock:
        state.scene = after_run(state.scene)


def after_run(scene: Scene) -> Scene:
    """Return the scene after such a run."""
    before, shortest = scene.walk, shortest_way(scene.walk.config)
    walk = before.until_way_known(MANY_STEPS)
    if walk is before or not shortest:
        walk = before.after(MANY_STEPS)
        return replace(scene, walk=walk, told=wording.MORE_STEPS)
    taken = walk.steps - before.steps
    found = len(walk.world.known_way) == shortest + 1
    return replace(scene, walk=walk, told=wording.search_result(taken, found=found))


def erase_values() -> None:
    """Set all values back to 0, and keep the grid."""
    state = one_cell()
    with state.lock:
        scene = state.scene
        state.scene = scene.untrained(scene.walk.config, wording.ERASED)


def choose_size(key: str) -> None:
    """Start on a grid of another size."""
    state, size = one_cell(), held(key)
    if type(size) is not int or size not in GRIDS:
        return
    with state.lock:
        scene = state.scene
        if size == scene.size:
            return
        config = replace(GRIDS[size], gamma=scene.walk.config.gamma)
        state.scene = scene.untrained(config, wording.NEW_GRID)
    redraw()


def look_ahead(key: str) -> None:
    """Switch looking ahead on or off; the values stay."""
    state, looks = one_cell(), held(key)
    if type(looks) is not bool:
        return
    with state.lock:
        scene = state.scene
        if looks == scene.looks_ahead:
            return
        gamma = GRIDS[scene.size].gamma if looks else 0.0
        walk = scene.walk.on(replace(scene.walk.config, gamma=gamma))
        told = wording.LOOKS_AHEAD if looks else wording.LOOKS_AHEAD_NO_LONGER
        state.scene = replace(scene, walk=walk, told=told)


def place() -> None:
    """Put the chosen thing on the clicked cell; the values stay."""
    state, tool, click = one_cell(), TOOL.value, read_place(GRID)
    if click is None:
        return
    number, token = click
    with state.lock:
        scene = state.scene
        present = scene.walk.config
        if token != scene.token or number >= present.rows * present.columns:
            return
        cell = divmod(number, present.columns)
        refusal = why_not(present, tool, cell)
        if refusal:
            state.scene = replace(scene, told=refusal)
            return
        config = changed(present, tool, cell)
        if config == present:
            return
        state.scene = replace(scene, walk=scene.walk.on(config), told=wording.GRID_CHANGED)
    redraw()


def why_not(config: GridWorldConfig, tool: str, cell: Cell) -> str:
    """Say why something cannot be put on a cell; return "" if it can."""
    holder = {config.start: "start", config.goal: "goal"}.get(cell)
    if holder is None or tool.lower() == holder:
        return ""
    return wording.OCCUPIED[holder]


def changed(config: GridWorldConfig, tool: str, cell: Cell) -> GridWorldConfig:
    """Return the grid with something else on a cell."""
    pits = tuple(one for one in config.obstacles if one != cell)
    walls = tuple(one for one in config.walls if one != cell)
    match tool:
        case "Goal":
            return replace(config, goal=cell, obstacles=pits, walls=walls)
        case "Start":
            return replace(config, start=cell, obstacles=pits, walls=walls)
        case "Wall":
            return replace(config, obstacles=pits, walls=(*walls, cell))
        case "Pit":
            return replace(config, obstacles=(*pits, cell), walls=walls)
    return replace(config, obstacles=pits, walls=walls)
