"""What the clicks of the first chapter do."""

from dataclasses import replace

from ttt_core.grid_world import Cell, GridWorldConfig, shortest_way
from ttt_ui.learn.one_cell.grid_component import read_place
from ttt_ui.learn.one_cell.state import (
    GRIDS,
    MANY_STEPS,
    TOOL,
    TOOLS,
    Scene,
    one_cell,
)
from ttt_ui.shared.widgets import held, redraw
from ttt_ui.shared.wording import counted

GRID = "one_cell_grid"


def step(steps: int) -> None:
    """Let the walker take some steps."""
    state = one_cell()
    with state.lock:
        scene = state.scene
        state.scene = replace(scene, walk=scene.walk.after(steps), told="")


def to_the_end() -> None:
    """Let the walker go on until it knows a shortest way; where it does, or none is, for long."""
    state = one_cell()
    with state.lock:
        state.scene = at_the_end(state.scene)


def at_the_end(scene: Scene) -> Scene:
    """Return what there is to be seen then."""
    before, shortest = scene.walk, shortest_way(scene.walk.config)
    walk = before.until_way_known(MANY_STEPS)
    if walk is before or not shortest:
        walk = before.after(MANY_STEPS)
        return replace(scene, walk=walk, told=f"{MANY_STEPS:,} more steps.")
    taken = walk.steps - before.steps
    if len(walk.world.known_way) == shortest + 1:
        told = f"It has found a shortest way: that took {counted(taken, 'step')}."
    else:
        told = f"In {taken:,} steps it has found no shortest way."
    return replace(scene, walk=walk, told=told)


def forget() -> None:
    """Empty the table, and leave the grid as it is."""
    state = one_cell()
    with state.lock:
        scene = state.scene
        state.scene = scene.anew(scene.walk.config, "It has forgotten everything.")


def choose_size(key: str) -> None:
    """Begin on a grid of another size."""
    state, size = one_cell(), held(key)
    if type(size) is not int or size not in GRIDS:
        return
    with state.lock:
        scene = state.scene
        if size == scene.size:
            return
        config = replace(GRIDS[size], gamma=scene.walk.config.gamma)
        state.scene = scene.anew(config, "A new grid: it knows nothing yet.")
    redraw()


def look_ahead(key: str) -> None:
    """Let the walker look ahead, or not; what it has learned stays."""
    state, looks = one_cell(), held(key)
    if type(looks) is not bool:
        return
    with state.lock:
        scene = state.scene
        if looks == scene.looks_ahead:
            return
        gamma = GRIDS[scene.size].gamma if looks else 0.0
        walk = scene.walk.on(replace(scene.walk.config, gamma=gamma))
        told = "It looks ahead again." if looks else "It no longer looks ahead."
        state.scene = replace(scene, walk=walk, told=f"{told} What it has learned stays for now.")


def place() -> None:
    """Put on the clicked cell what was chosen; what was learned stays."""
    state, tool, click = one_cell(), TOOL.value, read_place(GRID)
    if click is None or tool not in TOOLS:
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
        state.scene = replace(
            scene,
            walk=scene.walk.on(config),
            told="The grid has changed. What it has learned stays, right or wrong.",
        )
    redraw()


def why_not(config: GridWorldConfig, tool: str, cell: Cell) -> str:
    """Say why something cannot be put on a cell; nothing where it can."""
    holder = {config.start: "start", config.goal: "goal"}.get(cell)
    if holder is None or tool.lower() == holder:
        return ""
    return f"The {holder} is there, and needs a cell of its own. Move it first."


def changed(config: GridWorldConfig, tool: str, cell: Cell) -> GridWorldConfig:
    """Return a grid with something else on a cell."""
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
