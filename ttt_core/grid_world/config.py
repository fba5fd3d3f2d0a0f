"""The grid, and how it is learned."""

from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

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
