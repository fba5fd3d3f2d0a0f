"""A visitor's grid and walker, and what their clicks do."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from ttt_core.grid_world import Cell, GridWalk, GridWorldConfig, shortest_way
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
TOOLS = ("Goal", "Start", "Wall", "Pit", "Free")
TOOL = one_of("one_cell_tool", TOOLS)
"""What a clicked cell becomes."""
MANY_STEPS = GridWorldConfig.steps
"""The published number; they take 20 ms."""
GRID = "one_cell_grid"
SIZE = "one_cell_size"
LOOKS_AHEAD = "one_cell_looks_ahead"


@dataclass(frozen=True)
class Scene:
    """Everything on show; replaced as a whole.

    Attributes
    ----------
    walk
        The walker and its values.
    told
        The effect of the last click, in Markdown.
    number
        How many untrained walkers there were before.
    """

    walk: GridWalk
    told: str
    number: int = 0

    @property
    def size(self) -> int:
        """Width and height of the grid."""
        return self.walk.config.rows

    @property
    def looks_ahead(self) -> bool:
        """Whether the best value in the next cell counts."""
        return self.walk.config.gamma > 0

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
    """A visitor's scene."""

    scene: Scene = field(default_factory=lambda: Scene(GridWalk.begin(GRIDS[FIRST_SIZE]), ""))

    def step(self, steps: int) -> None:
        """Let the walker take some steps."""
        self.scene = replace(self.scene, walk=self.scene.walk.after(steps), told="")

    def run(self) -> None:
        """Let the walker run until it knows a shortest way.

        If it knows one already, or none exists, it takes `MANY_STEPS` steps.
        """
        self.scene = after_run(self.scene)

    def erase_values(self) -> None:
        """Set all values back to 0, and keep the grid."""
        self.scene = self.scene.untrained(self.scene.walk.config, wording.ERASED)


def one_cell() -> OneCell:
    """Return the visitor's scene."""
    return per_visitor(OneCell)


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


def choose_size() -> None:
    """Start on a grid of another size."""
    state, size = one_cell(), held(SIZE)
    scene = state.scene
    if type(size) is not int or size not in GRIDS or size == scene.size:
        return
    config = replace(GRIDS[size], gamma=scene.walk.config.gamma)
    state.scene = scene.untrained(config, wording.NEW_GRID)
    rerun_page_if_alone()


def look_ahead() -> None:
    """Switch looking ahead on or off; the values stay."""
    state, looks = one_cell(), held(LOOKS_AHEAD)
    scene = state.scene
    if type(looks) is not bool or looks == scene.looks_ahead:
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
