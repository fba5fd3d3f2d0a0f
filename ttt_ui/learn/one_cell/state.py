"""A visitor's grid and walker, and what their clicks do."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from ttt_core.grid_world import Cell, GridWalk, GridWorldConfig, shortest_way
from ttt_core.sentences import tr_noop
from ttt_ui.learn.one_cell import wording
from ttt_ui.learn.one_cell.grid_component import read_place
from ttt_ui.visit.session import per_visitor
from ttt_ui.widgets import held, one_of, rerun_page_if_alone

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
TOOLS = (tr_noop("Goal"), tr_noop("Start"), tr_noop("Wall"), tr_noop("Pit"), tr_noop("Free"))
TOOL = one_of("one_cell_tool", TOOLS)
"""What a clicked cell becomes."""
MANY_STEPS = GridWorldConfig.steps
"""The published number; they take 20 ms."""
GRID = "one_cell_grid"
SIZE = "one_cell_size"
SPEEDS = {tr_noop("Slow"): 1, tr_noop("Fast"): 25, tr_noop("At once"): MANY_STEPS}
"""Steps at a time while the walker runs."""
SPEED = one_of("one_cell_speed", SPEEDS)
SLIDERS = {"alpha": (0.01, 1.0), "gamma": (0.0, 0.99), "epsilon": (0.0, 1.0), "slip": (0.0, 0.5)}
"""The settings that a slider changes, each with its ends."""


@dataclass(frozen=True)
class Scene:
    """Everything on show, replaced as a whole: `told` is the effect of the last click."""

    walk: GridWalk
    told: str
    number: int = 0

    @property
    def size(self) -> int:
        """Width and height of the grid."""
        return self.walk.config.rows

    @property
    def token(self) -> str:
        """Name of the grid, carried by every click on it."""
        return f"{self.number}"

    def untrained(self, config: GridWorldConfig, told: str) -> "Scene":
        """Return a scene with an untrained walker and the next seed."""
        number = self.number + 1
        return Scene(GridWalk.begin(replace(config, seed=number + 1)), told, number)


@dataclass
class OneCell:
    """A visitor's scene, and whether its walker is running."""

    scene: Scene = field(default_factory=lambda: Scene(GridWalk.begin(GRIDS[FIRST_SIZE]), ""))
    running: bool = False

    def step(self) -> None:
        """Let the walker take a step."""
        self.scene = replace(self.scene, walk=self.scene.walk.after(1), told="")

    def walk(self) -> None:
        """Let the walker go on until its walk ends."""
        walk = self.scene.walk.until_walk_ends(MANY_STEPS)
        self.scene = replace(self.scene, walk=walk, told="")

    def run(self) -> None:
        """Let the walker run until it knows a shortest way.

        If it knows one already, or none exists, it takes `MANY_STEPS` steps.
        """
        self.scene = after_run(self.scene)

    def run_or_pause(self) -> None:
        """Let the walker run at the chosen speed, or pause it."""
        if self.running:
            self.running = False
        elif SPEEDS[SPEED.value] == MANY_STEPS:
            self.run()
        else:
            self.running = True
        rerun_page_if_alone()

    def run_on(self) -> None:
        """Let a running walker take its next steps; it stops when it finds a shortest way."""
        walk, steps = self.scene.walk, SPEEDS[SPEED.value]
        knew = knows_shortest_way(walk)
        after = walk.after(steps) if knew else walk.until_way_known(steps)
        finds = not knew and knows_shortest_way(after)
        self.running = not finds and after.steps < MANY_STEPS
        self.scene = replace(self.scene, walk=after, told="")

    def erase_values(self) -> None:
        """Set all values back to 0, and keep the grid."""
        self.scene = self.scene.untrained(self.scene.walk.config, wording.ERASED)


def one_cell() -> OneCell:
    """Return the visitor's scene."""
    return per_visitor(OneCell)


def after_run(scene: Scene) -> Scene:
    """Return the scene after such a run."""
    before = scene.walk
    walk = before.until_way_known(MANY_STEPS)
    if walk is before or not shortest_way(walk.config):
        walk = before.after(MANY_STEPS)
    return replace(scene, walk=walk, told="")


def knows_shortest_way(walk: GridWalk) -> bool:
    return len(walk.known_way) == shortest_way(walk.config) + 1


def choose_size() -> None:
    """Start on a grid of another size."""
    state, size = one_cell(), held(SIZE)
    scene = state.scene
    if type(size) is not int or size not in GRIDS or size == scene.size:
        return
    settings = {name: getattr(scene.walk.config, name) for name in SLIDERS}
    config = replace(GRIDS[size], **settings)
    state.scene = scene.untrained(config, wording.NEW_GRID)
    rerun_page_if_alone()


def slider_key(name: str) -> str:
    return f"one_cell_{name}"


def turn(name: str) -> None:
    """Apply a slider; the values and the walk stay."""
    state, value, (low, high) = one_cell(), held(slider_key(name)), SLIDERS[name]
    walk = state.scene.walk
    if type(value) not in (int, float) or not low <= value <= high:
        return
    if value == getattr(walk.config, name):
        return
    config = replace(walk.config, **{name: value})
    state.scene = replace(state.scene, walk=replace(walk, config=config), told="")


def place() -> None:
    """Put the chosen thing on the clicked cell; the values stay."""
    state, tool, click = one_cell(), TOOL.value, read_place(GRID)
    if click is None:
        return
    scene, (number, token) = state.scene, click
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
    rerun_page_if_alone()


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
