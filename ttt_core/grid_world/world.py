"""The grid as flat arrays, and what is best on it."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.grid_world.config import Cell, GridWorldConfig

_ROW_CHANGE = (-1, 1, 0, 0)
_COLUMN_CHANGE = (0, 0, -1, 1)


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
