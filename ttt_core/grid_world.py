"""The smallest example of Q-learning: a walker on a grid learns the way to a goal.

The first step of "Replicating Q learning algorithm in tic tac toe" (2026). Entering the goal or an
obstacle pays its reward and ends the walk; the next walk begins at the start. Every other step pays
the step reward, including a step against the edge, which leaves the walker where it was. Obstacles
end the walk, so no way to the goal leads through one. With the default rewards, the best path is a
shortest path around them for any γ between 0 and 1. A grid may also have inner walls.

References
----------
C. J. C. H. Watkins and P. Dayan, "Q-learning", Machine Learning 8, 1992.
R. S. Sutton and A. G. Barto, "Reinforcement Learning: An Introduction", 2nd ed., 2018, ch. 4 and 6.
"""

import math
from dataclasses import dataclass, replace
from numbers import Integral, Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.compiling import compiled, inlined
from ttt_core.random_numbers import below, random_bits, unit

Cell = tuple[int, int]

MOVES = ("up", "down", "left", "right")
"""The moves, in the order of a table's last axis."""

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
    ("slip", Real, 0, 1),
    ("steps", Integral, 1, 1_000_000_000),
    ("seed", Integral, 0, 2**64 - 1),
)


@dataclass(frozen=True)
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

    def _has(self, cell: object) -> bool:
        return (
            isinstance(cell, tuple)
            and len(cell) == 2
            and all(isinstance(index, Integral) for index in cell)
            and 0 <= cell[0] < self.rows
            and 0 <= cell[1] < self.columns
        )


@dataclass(frozen=True)
class GridUpdate:
    """One step of a walker, and the update after it.

    Attributes
    ----------
    cell, next_cell : (row, column)
        The cells before and after the step.
    move : int
        Index into `MOVES`.
    slipped_to : int
        Index of the direction in which the step went: `move`, unless it slipped.
    reward : float
        Reward of the step.
    ended : bool
        Whether it ended the walk.
    old, new : float
        Q-value of the move before and after the update.
    ahead : float
        The largest Q-value of the next cell at the time of the update; 0 if the walk ended.
    """

    cell: Cell
    move: int
    slipped_to: int
    reward: float
    next_cell: Cell
    ended: bool
    old: float
    ahead: float
    new: float


@dataclass(frozen=True, eq=False)
class GridWalk:
    """A walker while it learns; it can continue from here any number of times.

    Its steps are the same whether they are taken one by one or all at once.

    Attributes
    ----------
    config : GridWorldConfig
        The grid and how to learn it; only `train` uses its number of steps.
    table : float array (rows, columns, 4), read-only
        Q-value of each move, in the order of `MOVES`; 0 where a walk ends.
    cell : (row, column)
        The walker's cell.
    steps : int
        The number of steps taken.
    update : GridUpdate or None
        The last update; None before the first step or after the grid has changed.
    random : numpy.uint64
        State of the random numbers.
    """

    config: GridWorldConfig
    table: NDArray[np.float64]
    cell: Cell
    steps: int
    update: GridUpdate | None
    random: np.uint64

    @classmethod
    def begin(cls, config: GridWorldConfig) -> "GridWalk":
        """Return an untrained walker at the start."""
        table = _shaped(np.zeros(config.rows * config.columns * 4), config)
        return cls(config, table, config.start, 0, None, np.uint64(config.seed))

    @property
    def values(self) -> NDArray[np.float64]:
        """Value of each cell, (rows, columns): the value of its best move."""
        return np.asarray(self.table.max(axis=2))

    @property
    def path(self) -> list[Cell]:
        """Cells of the greedy walk from the start; ties go to the first move.

        It ends at the goal, at an obstacle, or before it would reach a cell for the second time.
        """
        best = self.table.reshape(-1, 4).argmax(axis=1)
        following = _compile(self.config).next_cell[np.arange(best.size), best]
        path: list[int] = []
        cell = _number(self.config, self.config.start)
        while cell not in path:
            path.append(cell)
            cell = int(following[cell])
        return [divmod(cell, self.config.columns) for cell in path]

    @property
    def known_way(self) -> list[Cell]:
        """The path if it leads to the goal by moves with values above 0, else an empty list.

        A move with value 0 is not counted as known, even if no other move is better.
        """
        *cells, last = self.path
        knows = last == self.config.goal and all(self.values[cell] > 0 for cell in cells)
        return [*cells, last] if knows else []

    def after(self, steps: int) -> "GridWalk":
        """Return the walker after this many more steps, at least one."""
        return self._continued(steps)

    def until_walk_ends(self, most: int) -> "GridWalk":
        """Return the walker when its present walk has ended, or after `most` steps."""
        return self._continued(most, one_walk=True)

    def until_way_known(self, most: int) -> "GridWalk":
        """Return the walker once it knows a shortest way to the goal, or after `most` steps.

        If it knows one already, it takes no step.
        """
        way = shortest_way(self.config)
        if way and len(self.known_way) == way + 1:
            return self
        return self._continued(most, way=way)

    def on(self, config: GridWorldConfig) -> "GridWalk":
        """Return the walker at the start of a new walk on a changed grid, with what it has learned.

        Raises
        ------
        ValueError
            If the grid has another size.
        """
        if (config.rows, config.columns) != (self.config.rows, self.config.columns):
            raise ValueError("rows and columns cannot be changed.")
        table = np.where(_compile(config).closed[:, None], 0.0, self.table.reshape(-1, 4))
        return replace(
            self, config=config, table=_shaped(table, config), cell=config.start, update=None
        )

    def _continued(self, most: int, *, way: int = 0, one_walk: bool = False) -> "GridWalk":
        config, world = self.config, _compile(self.config)
        table = self.table.reshape(-1, 4).copy()
        start, goal, first = (_number(config, at) for at in (config.start, config.goal, self.cell))
        rates = float(config.alpha), float(config.gamma), float(config.epsilon), float(config.slip)
        steps, random, last = _walk(
            table, world, start, goal, first, *rates, most, way, one_walk, self.random
        )
        cell, move, direction, old, ahead = last
        next_cell = int(world.next_cell[cell, direction])
        ended = bool(world.closed[next_cell])
        update = GridUpdate(
            cell=divmod(cell, config.columns),
            move=move,
            slipped_to=direction,
            reward=float(world.reward[cell, direction]),
            next_cell=divmod(next_cell, config.columns),
            ended=ended,
            old=old,
            ahead=ahead,
            new=float(table[cell, move]),
        )
        at = config.start if ended else update.next_cell
        table = _shaped(table, config)
        return GridWalk(config, table, at, self.steps + steps, update, np.uint64(random))


def train(config: GridWorldConfig) -> GridWalk:
    """Learn by ε-greedy walks with random tie-breaking; deterministic for a configuration."""
    return GridWalk.begin(config).after(config.steps)


def optimal_values(config: GridWorldConfig) -> NDArray[np.float64]:
    """Return the optimal value of each cell, (rows, columns), by value iteration.

    If the best walks end, the values are exact after as many rounds as there are cells. If it is
    best to walk for ever, every round multiplies the error by γ. At most e⁻³⁷ of it is left at the
    end, less than the precision of a float.
    """
    world = _compile(config)
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
    next_cell = _compile(config).next_cell
    goal = _number(config, config.goal)
    reached = np.zeros(len(next_cell), dtype=np.bool_)
    reached[_number(config, config.start)] = True
    for steps in range(1, reached.size):
        reached[next_cell[reached]] = True
        if reached[goal]:
            return steps
    return 0


class _World(NamedTuple):
    """The grid as flat arrays, cells numbered row by row: (cells, 4), (cells, 4), (cells,).

    A closed cell is a wall or one where a walk ends: every move stays there and pays nothing, so
    its value is 0.
    """

    next_cell: NDArray[np.int64]
    reward: NDArray[np.float64]
    closed: NDArray[np.bool_]


def _compile(config: GridWorldConfig) -> _World:
    cells = np.arange(config.rows * config.columns)
    obstacles = [_number(config, cell) for cell in config.obstacles]
    walls = [_number(config, cell) for cell in config.walls]
    entry_reward = np.full(cells.size, float(config.step_reward))
    entry_reward[obstacles] = config.obstacle_reward
    entry_reward[_number(config, config.goal)] = config.goal_reward
    closed = np.isin(cells, [*obstacles, *walls, _number(config, config.goal)])
    row, column = np.divmod(cells[:, None], config.columns)
    row = np.clip(row + _ROW_CHANGE, 0, config.rows - 1)
    column = np.clip(column + _COLUMN_CHANGE, 0, config.columns - 1)
    next_cell = row * config.columns + column
    stays = closed[:, None] | np.isin(next_cell, walls)
    next_cell = np.where(stays, cells[:, None], next_cell)
    return _World(next_cell, np.where(closed[:, None], 0.0, entry_reward[next_cell]), closed)


def _number(config: GridWorldConfig, cell: Cell) -> int:
    return cell[0] * config.columns + cell[1]


def _shaped(table: NDArray[np.float64], config: GridWorldConfig) -> NDArray[np.float64]:
    shaped = table.reshape(config.rows, config.columns, 4)
    shaped.setflags(write=False)
    return shaped


@inlined
def _best_value(table: Any, cell: Any) -> Any:
    best = table[cell, 0]
    for move in range(1, 4):
        best = max(best, table[cell, move])
    return best


@inlined
def _pick_best(table: Any, cell: Any, bits: Any) -> Any:
    """Return one of the best moves, all equally likely."""
    best = _best_value(table, cell)
    count = 0
    for move in range(4):
        count += table[cell, move] == best
    to_skip = below(bits, count)
    move = 0
    while to_skip > 0 or table[cell, move] != best:
        to_skip -= table[cell, move] == best
        move += 1
    return move


@inlined
def _knows_way(table: Any, next_cell: Any, start: Any, goal: Any, length: Any) -> Any:
    """Return whether the best moves, the first of ties, lead to the goal in `length` steps."""
    cell = start
    for _ in range(length):
        best = _best_value(table, cell)
        if best <= 0:
            return False
        move = 0
        while table[cell, move] != best:
            move += 1
        cell = next_cell[cell, move]
    return cell == goal


@compiled
def _walk(
    table: Any,
    world: _World,
    start: int,
    goal: int,
    cell: int,
    alpha: float,
    gamma: float,
    epsilon: float,
    slip: float,
    most: int,
    way: int,
    one_walk: bool,
    random: Any,
) -> Any:
    """Take `most` steps, or fewer if a way of length `way` is known before; 0 stands for no way.

    With `one_walk`, it stops when the walk ends. Returns the number of steps, the state of the
    random numbers, and the last update: cell, move, direction, value before, and best value of the
    next cell.
    """
    steps, move, direction, old, ahead, last = 0, 0, 0, 0.0, 0.0, cell
    while steps < most:
        bits, random = random_bits(random)
        move = below(bits, 4) if unit(bits) < epsilon else _pick_best(table, cell, bits)
        direction = move
        if slip > 0:
            bits, random = random_bits(random)
            if unit(bits) < slip:
                bits, random = random_bits(random)
                direction = below(bits, 4)
        next_cell = world.next_cell[cell, direction]
        old = table[cell, move]
        ahead = _best_value(table, next_cell)
        table[cell, move] += alpha * (world.reward[cell, direction] + gamma * ahead - old)
        last = cell
        cell = start if world.closed[next_cell] else next_cell
        steps += 1
        if one_walk and world.closed[next_cell]:
            break
        if way and _knows_way(table, world.next_cell, start, goal, way):
            break
    return steps, random, (last, move, direction, old, ahead)
