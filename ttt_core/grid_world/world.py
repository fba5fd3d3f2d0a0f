"""The grid and how it is learned, the grid as flat arrays, and what is best on it."""

import math
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.pictures import settings_html, settings_repr

Cell = tuple[int, int]

MOVES = ("up", "down", "left", "right")
"""The moves, in the order of a table's last axis."""

_RANGES: tuple[tuple[str, Any, float, float], ...] = (
    ("rows", Integral, 1, 100),
    ("columns", Integral, 1, 100),
    ("goal_reward", Real, -1_000_000, 1_000_000),
    ("obstacle_reward", Real, -1_000_000, 1_000_000),
    ("step_reward", Real, -1_000_000, 1_000_000),
    ("alpha", Real, 0.0001, 1),
    ("gamma", Real, 0, 0.999),
    ("epsilon", Real, 0, 1),
    ("slip", Real, 0, 1),
    ("steps", Integral, 1, 1_000_000_000),
    ("seed", Integral, 0, 2**64 - 1),
)
_ROW_CHANGE = (-1, 1, 0, 0)
_COLUMN_CHANGE = (0, 0, -1, 1)


@dataclass(frozen=True, repr=False)
class GridWorldConfig:
    """A grid world and how it is learned; the defaults are the published settings.

    Raises
    ------
    ValueError
        If a field is out of range or contradicts another; the message names it.
    """

    rows: int = 3
    """Height of the grid, 1 to 100."""
    columns: int = 3
    """Width of the grid, 1 to 100."""
    start: Cell = (0, 0)
    """(row, column), from 0, where each walk begins."""
    goal: Cell = (2, 2)
    """(row, column) of the goal."""
    obstacles: tuple[Cell, ...] = ((1, 1),)
    """Cells to avoid. They may even cut off the goal, so that no path reaches it."""
    walls: tuple[Cell, ...] = ()
    """Cells that cannot be entered; a step against one is like a step against the edge."""
    goal_reward: float = 10.0
    """Reward for entering the goal; all rewards are from -1,000,000 to 1,000,000."""
    obstacle_reward: float = -10.0
    """Reward for entering an obstacle."""
    step_reward: float = 0.0
    """Reward for every other step; below 0 it is a cost."""
    alpha: float = 0.5
    """Learning rate, 0.0001 to 1."""
    gamma: float = 0.5
    """Discount factor per step, 0 to 0.999."""
    epsilon: float = 0.5
    """Exploration rate while learning, 0 to 1."""
    slip: float = 0.0
    """Probability that the ground is slippery and a step goes in a random direction, 0 to 1."""
    steps: int = 100_000
    """Number of steps, each with one update, 1 to 1,000,000,000."""
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
        for name in ("start", "goal", "obstacles", "walls"):
            value = getattr(self, name)
            is_list = name in ("obstacles", "walls")
            cells = value if is_list else (value,)
            if not (isinstance(cells, tuple) and all(map(self._has, cells))):
                form = "a tuple of (row, column) pairs" if is_list else "(row, column)"
                size = f"{self.rows} × {self.columns}"
                raise ValueError(f"{name} must be {form} on the {size} grid, not {value!r}.")
        if self.goal == self.start:
            raise ValueError(f"goal must differ from start, but both are {self.goal}.")
        for name, cells in (("obstacles", self.obstacles), ("walls", self.walls)):
            for taken, cell in (("start", self.start), ("goal", self.goal)):
                if cell in cells:
                    raise ValueError(f"{name} must not cover the {taken} {cell}.")
        both = set(self.obstacles) & set(self.walls)
        if both:
            raise ValueError(
                f"walls must not share cells with obstacles, but both contain {min(both)}."
            )

    def __repr__(self) -> str:
        """Return the call that makes an equal configuration."""
        return settings_repr(self)

    def _repr_html_(self) -> str:
        return settings_html(self)

    def _has(self, cell: object) -> bool:
        return (
            isinstance(cell, tuple)
            and len(cell) == 2
            and all(isinstance(index, Integral) for index in cell)
            and 0 <= cell[0] < self.rows
            and 0 <= cell[1] < self.columns
        )


class World(NamedTuple):
    """The grid as flat arrays, cells numbered row by row: (cells, 4), (cells, 4), (cells,).

    A closed cell is a wall or one where a walk ends: every move stays there and pays nothing, so
    its value is 0.
    """

    next_cell: NDArray[np.int64]
    reward: NDArray[np.float64]
    closed: NDArray[np.bool_]


def compile_world(config: GridWorldConfig) -> World:
    """Return the grid as flat arrays."""
    cells = np.arange(config.rows * config.columns)
    obstacles = [number_of(config, cell) for cell in config.obstacles]
    walls = [number_of(config, cell) for cell in config.walls]
    entry_reward = np.full(cells.size, float(config.step_reward))
    entry_reward[obstacles] = config.obstacle_reward
    entry_reward[number_of(config, config.goal)] = config.goal_reward
    closed = np.isin(cells, [*obstacles, *walls, number_of(config, config.goal)])
    row, column = np.divmod(cells[:, None], config.columns)
    row = np.clip(row + _ROW_CHANGE, 0, config.rows - 1)
    column = np.clip(column + _COLUMN_CHANGE, 0, config.columns - 1)
    next_cell = row * config.columns + column
    stays = closed[:, None] | np.isin(next_cell, walls)
    next_cell = np.where(stays, cells[:, None], next_cell)
    return World(next_cell, np.where(closed[:, None], 0.0, entry_reward[next_cell]), closed)


def number_of(config: GridWorldConfig, cell: Cell) -> int:
    """Return the index of a cell in flat arrays."""
    return cell[0] * config.columns + cell[1]


def optimal_values(config: GridWorldConfig) -> NDArray[np.float64]:
    """Return the optimal value of each cell, (rows, columns), by value iteration.

    If the best walks end, the values are exact after as many rounds as there are cells. If it is
    best to walk for ever, every round multiplies the error by γ. At most e⁻³⁷ of it is left at the
    end, less than the precision of a float.
    """
    world = compile_world(config)
    values = np.zeros(config.rows * config.columns)
    for _ in range(values.size + math.ceil(37 / (1 - config.gamma))):
        previous = values
        intended = world.reward + config.gamma * previous[world.next_cell]
        slipped = intended.mean(axis=1, keepdims=True)
        values = ((1 - config.slip) * intended + config.slip * slipped).max(axis=1)
        if np.array_equal(values, previous):
            break
    return values.reshape(config.rows, config.columns)


def shortest_way(config: GridWorldConfig) -> int:
    """Return the length of a shortest way from start to goal, in steps; 0 if there is none."""
    next_cell = compile_world(config).next_cell
    goal = number_of(config, config.goal)
    reached = np.zeros(len(next_cell), dtype=np.bool_)
    reached[number_of(config, config.start)] = True
    for steps in range(1, reached.size):
        reached[next_cell[reached]] = True
        if reached[goal]:
            return steps
    return 0
