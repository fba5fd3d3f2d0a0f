"""What is kept of the first chapter for a visitor: the grid, the walker, and what was last done."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from threading import RLock
from types import MappingProxyType

from ttt_core.grid_world import GridWalk, GridWorldConfig
from ttt_ui.shared.session import per_visitor
from ttt_ui.shared.widgets import Control

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
"""What a grid looks like at first, by its width; the smallest is the published one."""

FIRST_SIZE = 4
TOOLS = ("Goal", "Start", "Wall", "Pit", "Free")
TOOL = Control("one_cell_tool", TOOLS[0])
"""What a click on the grid puts there."""
MANY_STEPS = 100_000
"""As many as were published; they take 20 ms."""


@dataclass(frozen=True)
class Scene:
    """What there is to be seen; it changes as a whole.

    Attributes
    ----------
    walk
        The walker and what it has learned.
    told
        What came of the last click, in Markdown.
    number
        How many there were before with another table.
    """

    walk: GridWalk
    told: str
    number: int = 0

    @property
    def size(self) -> int:
        """How many cells the grid is wide, and high."""
        return self.walk.config.rows

    @property
    def looks_ahead(self) -> bool:
        """Whether what comes next counts."""
        return self.walk.config.gamma > 0

    @property
    def token(self) -> str:
        """Names the grid that a click is meant for."""
        return f"{self.number}"

    def anew(self, config: GridWorldConfig, told: str) -> "Scene":
        """Return a scene in which nothing has been learned, by other random numbers."""
        number = self.number + 1
        return Scene(GridWalk.begin(replace(config, seed=number + 1)), told, number)


@dataclass
class OneCell:
    """The scene before a visitor; whoever changes it holds the lock."""

    scene: Scene = field(default_factory=lambda: Scene(GridWalk.begin(GRIDS[FIRST_SIZE]), ""))
    lock: RLock = field(default_factory=RLock, repr=False)


def one_cell() -> OneCell:
    """Return what the visitor has before them."""
    return per_visitor(OneCell)
