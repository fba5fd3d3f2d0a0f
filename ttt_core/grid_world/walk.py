"""A walker that learns the way to the goal, step by step."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttt_core.compiling import compiled, inlined
from ttt_core.grid_world.world import (
    Cell,
    GridWorldConfig,
    World,
    compile_world,
    number_of,
    shortest_way,
)
from ttt_core.pictures import Shown
from ttt_core.random_numbers import below, largest, pick_largest, random_bits, unit


@dataclass(frozen=True)
class GridUpdate(Shown):
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
    alpha, gamma : float
        The settings of the update; those of the walk may have changed since.
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
    alpha: float
    gamma: float


@dataclass(frozen=True, eq=False, repr=False)
class GridWalk(Shown):
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

    def _facts(self) -> Mapping[str, object]:
        return {
            "grid": f"{self.config.rows} × {self.config.columns}",
            "steps": f"{self.steps:,}",
            "cell": self.cell,
            "value of the start": f"{self.values[self.config.start]:.3f}",
        }

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
        following = compile_world(self.config).next_cell[np.arange(best.size), best]
        path: list[int] = []
        cell = number_of(self.config, self.config.start)
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
        table = np.where(compile_world(config).closed[:, None], 0.0, self.table.reshape(-1, 4))
        return replace(
            self, config=config, table=_shaped(table, config), cell=config.start, update=None
        )

    def _continued(self, most: int, *, way: int = 0, one_walk: bool = False) -> "GridWalk":
        config, world = self.config, compile_world(self.config)
        table = self.table.reshape(-1, 4).copy()
        start, goal, first = (
            number_of(config, at) for at in (config.start, config.goal, self.cell)
        )
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
            alpha=rates[0],
            gamma=rates[1],
        )
        at = config.start if ended else update.next_cell
        table = _shaped(table, config)
        return GridWalk(config, table, at, self.steps + steps, update, np.uint64(random))


def train(config: GridWorldConfig) -> GridWalk:
    """Learn by ε-greedy walks with random tie-breaking; deterministic for a configuration."""
    return GridWalk.begin(config).after(config.steps)


def _shaped(table: NDArray[np.float64], config: GridWorldConfig) -> NDArray[np.float64]:
    shaped = table.reshape(config.rows, config.columns, 4)
    shaped.setflags(write=False)
    return shaped


@inlined
def _knows_way(table: Any, next_cell: Any, start: Any, goal: Any, length: Any) -> Any:
    """Return whether the best moves, the first of ties, lead to the goal in `length` steps."""
    cell = start
    for _ in range(length):
        best = largest(table[cell], 4)
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
    world: World,
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
        move = below(bits, 4) if unit(bits) < epsilon else pick_largest(table[cell], 4, bits)
        direction = move
        if slip > 0:
            bits, random = random_bits(random)
            if unit(bits) < slip:
                bits, random = random_bits(random)
                direction = below(bits, 4)
        next_cell = world.next_cell[cell, direction]
        old = table[cell, move]
        ahead = largest(table[next_cell], 4)
        table[cell, move] += alpha * (world.reward[cell, direction] + gamma * ahead - old)
        last = cell
        cell = start if world.closed[next_cell] else next_cell
        steps += 1
        if one_walk and world.closed[next_cell]:
            break
        if way and _knows_way(table, world.next_cell, start, goal, way):
            break
    return steps, random, (last, move, direction, old, ahead)
