"""A visitor's grid and walker."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from threading import RLock
from types import MappingProxyType

from ttt_core.grid_world import GridWalk, GridWorldConfig
from ttt_ui.visit.session import per_visitor
from ttt_ui.widgets import one_of

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
MANY_STEPS = 100_000
"""The published number; they take 20 ms."""


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
    """A visitor's scene; hold the lock to change it."""

    scene: Scene = field(default_factory=lambda: Scene(GridWalk.begin(GRIDS[FIRST_SIZE]), ""))
    lock: RLock = field(default_factory=RLock, repr=False)


def one_cell() -> OneCell:
    """Return the visitor's scene and its lock."""
    return per_visitor(OneCell)
