"""Q-learning at its smallest: a walker on a grid that learns the way to the goal.

The first step of "Replicating Q learning algorithm in tic tac toe" (2026). Entering the goal or an
obstacle pays its reward and ends the walk, and the next one begins at the start. Every other step
pays the step reward, also one against the wall, which leaves the walker where it was. As obstacles
end the walk, no way to the goal leads through one, and with the default rewards the best path is a
shortest one around them for any γ between 0 and 1.

References
----------
C. J. C. H. Watkins and P. Dayan, "Q-learning", Machine Learning 8, 1992.
R. S. Sutton and A. G. Barto, "Reinforcement Learning: An Introduction", 2nd ed., 2018, ch. 4 and 6.
"""

import math
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.compiling import compiled
from ttt_core.random_numbers import below, random_bits, unit

Cell = tuple[int, int]

MOVES = ("up", "down", "left", "right")
"""What the last axis of a table stands for."""

_ROW_CHANGE = (-1, 1, 0, 0)
_COLUMN_CHANGE = (0, 0, -1, 1)

_RANGES: tuple[tuple[str, Any, float, float], ...] = (
    ("rows", Integral, 1, 100),
    ("columns", Integral, 1, 100),
    ("goal_reward", Real, -1_000_000, 1_000_000),
    ("obstacle_reward", Real, -1_000_000, 1_000_000),
    ("step_reward", Real, -1_000_000, 1_000_000),
    ("alpha", Real, 0.0001, 1),
    ("gamma", Real, 0, 0.999),
    ("epsilon", Real, 0, 1),
    ("steps", Integral, 1, 1_000_000_000),
    ("seed", Integral, 0, 2**64 - 1),
)


@dataclass(frozen=True)
class GridWorldConfig:
    """A grid world and how to learn it; the defaults are the published setting.

    Raises
    ------
    ValueError
        If a field is out of its range or contradicts another; the message names the field.
    """

    rows: int = 3
    """Height of the grid, 1 to 100."""
    columns: int = 3
    """Width of the grid, 1 to 100."""
    start: Cell = (0, 0)
    """(row, column), from 0, where each walk begins."""
    goal: Cell = (2, 2)
    """(row, column) of the cell to find."""
    obstacles: tuple[Cell, ...] = ((1, 1),)
    """Cells to keep out of; they may even cut off the goal, then no path reaches it."""
    goal_reward: float = 10.0
    """What entering the goal pays; each reward is from -1,000,000 to 1,000,000."""
    obstacle_reward: float = -10.0
    """What entering an obstacle pays."""
    step_reward: float = 0.0
    """What every other step pays; below 0 it is a cost."""
    alpha: float = 0.5
    """Learning rate, 0.0001 to 1."""
    gamma: float = 0.5
    """Discount per step, 0 to 0.999."""
    epsilon: float = 0.5
    """Share of random moves while learning, 0 to 1."""
    steps: int = 100_000
    """Updates of the table, one per step, 1 to 1,000,000,000."""
    seed: int = 1
    """Fixes every random choice, 0 to 2**64 - 1."""

    def __post_init__(self) -> None:
        for name, kind, low, high in _RANGES:
            value = getattr(self, name)
            if not (isinstance(value, kind) and low <= value <= high):
                noun = "whole number" if kind is Integral else "number"
                raise ValueError(
                    f"{name} must be a {noun} from {low:,} to {high:,}, not {value!r}."
                )
        for name in ("start", "goal", "obstacles"):
            value = getattr(self, name)
            cells = value if name == "obstacles" else (value,)
            if not (isinstance(cells, tuple) and all(map(self._has, cells))):
                form = "a tuple of (row, column) pairs" if name == "obstacles" else "(row, column)"
                size = f"{self.rows} × {self.columns}"
                raise ValueError(f"{name} must be {form} on the {size} grid, not {value!r}.")
        if self.goal == self.start:
            raise ValueError(f"goal must be another cell than start, both are {self.goal}.")
        for name in ("start", "goal"):
            if getattr(self, name) in self.obstacles:
                raise ValueError(f"obstacles must leave the {name} {getattr(self, name)} free.")

    def _has(self, cell: object) -> bool:
        return (
            isinstance(cell, tuple)
            and len(cell) == 2
            and all(isinstance(index, Integral) for index in cell)
            and 0 <= cell[0] < self.rows
            and 0 <= cell[1] < self.columns
        )


@dataclass(frozen=True, eq=False)
class GridWorld:
    """What a walker has learned.

    Attributes
    ----------
    config : GridWorldConfig
        How it was learned.
    table : float array (rows, columns, 4), read-only
        Q-value of each move in the order of `MOVES`; 0 where a walk ends.
    """

    config: GridWorldConfig
    table: NDArray[np.float64]

    @property
    def values(self) -> NDArray[np.float64]:
        """Value of each cell, (rows, columns): that of its best move."""
        return np.asarray(self.table.max(axis=2))

    @property
    def path(self) -> list[Cell]:
        """Cells of the greedy walk from the start, the first best move winning ties.

        It ends at the goal or an obstacle, or, where little was learned, before it would come to
        a cell for the second time.
        """
        best = self.table.reshape(-1, 4).argmax(axis=1)
        following = _compile(self.config).next_cell[np.arange(best.size), best]
        path: list[int] = []
        cell = _number(self.config, self.config.start)
        while cell not in path:
            path.append(cell)
            cell = int(following[cell])
        return [divmod(cell, self.config.columns) for cell in path]


def train(config: GridWorldConfig) -> GridWorld:
    """Learn by ε-greedy walks, ties broken at random; the same configuration, the same table."""
    world = _compile(config)
    table = np.zeros(world.next_cell.shape)
    start = _number(config, config.start)
    alpha, gamma, epsilon = float(config.alpha), float(config.gamma), float(config.epsilon)
    _walk(table, world, start, alpha, gamma, epsilon, config.steps, np.uint64(config.seed))
    table.setflags(write=False)
    return GridWorld(config, table.reshape(config.rows, config.columns, 4))


def optimal_values(config: GridWorldConfig) -> NDArray[np.float64]:
    """Return the value of each cell under best play, (rows, columns), by value iteration.

    Where the best walks end, they are counted in full after as many sweeps as there are cells, and
    nothing changes any more. Where walking on for ever is best, every sweep shrinks the error by
    γ, and the last leaves e⁻³⁷ of it at most, which is less than a float can tell.
    """
    world = _compile(config)
    values = np.zeros(config.rows * config.columns)
    for _ in range(values.size + math.ceil(37 / (1 - config.gamma))):
        previous = values
        values = (world.reward + config.gamma * previous[world.next_cell]).max(axis=1)
        if np.array_equal(values, previous):
            break
    return values.reshape(config.rows, config.columns)


class _World(NamedTuple):
    """The grid as flat arrays, cells numbered row by row: (cells, 4), (cells, 4), (cells,).

    Where a walk ends, every move stays and pays nothing, so the value there is 0.
    """

    next_cell: NDArray[np.int64]
    reward: NDArray[np.float64]
    ended: NDArray[np.bool_]


def _compile(config: GridWorldConfig) -> _World:
    cells = np.arange(config.rows * config.columns)
    obstacles = [_number(config, cell) for cell in config.obstacles]
    entry_reward = np.full(cells.size, float(config.step_reward))
    entry_reward[obstacles] = config.obstacle_reward
    entry_reward[_number(config, config.goal)] = config.goal_reward
    ended = np.isin(cells, [*obstacles, _number(config, config.goal)])
    row, column = np.divmod(cells[:, None], config.columns)
    row = np.clip(row + _ROW_CHANGE, 0, config.rows - 1)
    column = np.clip(column + _COLUMN_CHANGE, 0, config.columns - 1)
    next_cell = np.where(ended[:, None], cells[:, None], row * config.columns + column)
    return _World(next_cell, np.where(ended[:, None], 0.0, entry_reward[next_cell]), ended)


def _number(config: GridWorldConfig, cell: Cell) -> int:
    return cell[0] * config.columns + cell[1]


@compiled
def _walk(
    table: Any,
    world: _World,
    start: int,
    alpha: float,
    gamma: float,
    epsilon: float,
    steps: int,
    random: Any,
) -> None:
    cell = start
    for _ in range(steps):
        bits, random = random_bits(random)
        if unit(bits) < epsilon:
            move = below(bits, 4)
        else:
            best = np.flatnonzero(table[cell] == table[cell].max())
            move = best[below(bits, best.size)]
        next_cell = world.next_cell[cell, move]
        target = world.reward[cell, move] + gamma * table[next_cell].max()
        table[cell, move] += alpha * (target - table[cell, move])
        cell = start if world.ended[next_cell] else next_cell
