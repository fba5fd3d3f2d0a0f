"""The grid world, compared with hand-solved worlds, a breadth-first search and the optimum."""

from collections import deque
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.learning.slow_learner import SplitMix, pick
from ttt_core.grid_world import (
    MOVES,
    Cell,
    GridUpdate,
    GridWalk,
    GridWorldConfig,
    optimal_values,
    shortest_way,
    train,
)

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def after(config: GridWorldConfig, cell: Cell, move: str) -> Cell:
    row, column = cell[0] + STEPS[move][0], cell[1] + STEPS[move][1]
    inside = 0 <= row < config.rows and 0 <= column < config.columns
    return (row, column) if inside and (row, column) not in config.walls else cell


def walk_ends(config: GridWorldConfig, cell: Cell) -> bool:
    return cell == config.goal or cell in config.obstacles


def reward_of_entering(config: GridWorldConfig, cell: Cell) -> float:
    if cell == config.goal:
        return config.goal_reward
    return config.obstacle_reward if cell in config.obstacles else config.step_reward


def all_cells(config: GridWorldConfig) -> list[Cell]:
    return [(row, column) for row in range(config.rows) for column in range(config.columns)]


def distances(config: GridWorldConfig) -> dict[Cell, int]:
    """Return the steps from the start to every cell that can be reached around the obstacles."""
    found, queue = {config.start: 0}, deque([config.start])
    while queue:
        cell = queue.popleft()
        if walk_ends(config, cell):
            continue
        for near in (after(config, cell, move) for move in MOVES):
            if near not in found and near not in config.obstacles:
                found[near] = found[cell] + 1
                queue.append(near)
    return found


def optimal_table(config: GridWorldConfig) -> np.ndarray:
    """Return optimal Q-values, one step ahead of the optimal values of the cells."""
    values = optimal_values(config)
    table = np.zeros((config.rows, config.columns, len(MOVES)))
    for cell in all_cells(config):
        if walk_ends(config, cell) or cell in config.walls:
            continue
        for number, move in enumerate(MOVES):
            entered = after(config, cell, move)
            reward = reward_of_entering(config, entered)
            table[*cell, number] = reward + config.gamma * values[entered]
        table[cell] = (1 - config.slip) * table[cell] + config.slip * table[cell].mean()
    return table


def assert_leads(config: GridWorldConfig, path: list[Cell]) -> None:
    assert (path[0], path[-1]) == (config.start, config.goal)
    for here, following in pairwise(path):
        assert following in [after(config, here, move) for move in MOVES]


@st.composite
def worlds(
    draw: st.DrawFn, /, size: Cell | None = None, **fields: st.SearchStrategy[Any]
) -> GridWorldConfig:
    """Small worlds with any obstacles and walls; the goal may be cut off."""
    rows, columns = size or draw(st.tuples(st.integers(1, 4), st.integers(2, 3)))
    cells = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
    start, goal, *others = draw(st.lists(cells, min_size=2, max_size=8, unique=True))
    pits = draw(st.integers(0, len(others)))
    return GridWorldConfig(
        rows=rows,
        columns=columns,
        start=start,
        goal=goal,
        obstacles=tuple(others[:pits]),
        walls=tuple(others[pits:]),
        **{name: draw(strategy) for name, strategy in fields.items()},
    )


def test_the_published_settings_solved_by_hand() -> None:
    by_hand = [[1.25, 2.5, 5], [2.5, 0, 10], [5, 10, 0]]
    np.testing.assert_array_equal(optimal_values(GridWorldConfig()), by_hand)
    world = train(GridWorldConfig())
    np.testing.assert_allclose(world.values, by_hand, atol=1e-6)
    assert_leads(world.config, world.path)
    assert len(world.path) - 1 == 4


@settings(max_examples=20)
@given(
    worlds(
        gamma=st.floats(0, 0.999),
        step_reward=st.floats(-1, 1),
        goal_reward=st.sampled_from([0.0, 10.0]),
        slip=st.sampled_from([0.0, 0.5]),
    )
)
def test_optimal_values_are_those_of_the_best_moves(config: GridWorldConfig) -> None:
    """Only the optimal values are their own best moves' values (Bellman's equation)."""
    best = optimal_table(config).max(axis=2)
    np.testing.assert_allclose(best, optimal_values(config), rtol=1e-12, atol=1e-12)


class PlainWalker:
    """The same walk in plain Python."""

    def __init__(self, config: GridWorldConfig) -> None:
        self.table = {cell: [0.0] * 4 for cell in all_cells(config)}
        self.random = SplitMix(config.seed)
        self.change(config)

    def change(self, config: GridWorldConfig) -> None:
        self.config, self.cell = config, config.start
        for cell in all_cells(config):
            if walk_ends(config, cell) or cell in config.walls:
                self.table[cell] = [0.0] * 4

    def step(self) -> GridUpdate:
        config, cell = self.config, self.cell
        (chance, bits), values = self.random.draw(), self.table[cell]
        choices = [n for n in range(4) if chance < config.epsilon or values[n] == max(values)]
        move = direction = pick(choices, bits)
        if config.slip and self.random.draw()[0] < config.slip:
            direction = pick([0, 1, 2, 3], self.random.draw()[1])
        entered = after(config, cell, MOVES[direction])
        reward = reward_of_entering(config, entered)
        ended, old, ahead = walk_ends(config, entered), values[move], max(self.table[entered])
        values[move] += config.alpha * (reward + config.gamma * ahead - old)
        self.cell = config.start if ended else entered
        rates = config.alpha, config.gamma
        return GridUpdate(
            cell, move, direction, reward, entered, ended, old, ahead, values[move], *rates
        )


SETTINGS: dict[str, st.SearchStrategy[Any]] = {
    "alpha": st.floats(0.01, 1),
    "gamma": st.floats(0, 0.99),
    "epsilon": st.floats(0, 1),
    "slip": st.sampled_from([0.0, 0.3, 1.0]),
    "step_reward": st.sampled_from([0.0, -0.25]),
    "seed": st.integers(0, 2**64 - 1),
}


@settings(max_examples=20)
@given(worlds(**SETTINGS), st.lists(st.integers(1, 40), min_size=1, max_size=6), st.data())
def test_a_walk_in_steps_equals_one_walk_and_the_plain_one(
    config: GridWorldConfig, parts: list[int], data: st.DataObject
) -> None:
    """They agree exactly in every update, even if the grid changes in between."""
    plain, stepped, parted = PlainWalker(config), GridWalk.begin(config), GridWalk.begin(config)
    for part in parts:
        for _ in range(part):
            stepped = stepped.after(1)
            assert stepped.update == plain.step()
            assert stepped.cell == plain.cell
        parted = parted.after(part)
    at_once = GridWalk.begin(config).after(sum(parts))
    assert at_once.table.tobytes() == train(replace(config, steps=sum(parts))).table.tobytes()
    for walk in (stepped, parted, at_once):
        assert (walk.update, walk.cell) == (stepped.update, stepped.cell)
        assert walk.steps == sum(parts)
        assert [walk.table[cell].tolist() for cell in plain.table] == list(plain.table.values())
    changed = data.draw(worlds((config.rows, config.columns), **SETTINGS))
    walk = at_once.on(changed)
    assert (walk.update, walk.cell, walk.steps) == (None, changed.start, sum(parts))
    plain.change(changed)
    for _ in range(30):
        walk = walk.after(1)
        assert walk.update == plain.step()


def test_a_walk_ends_in_the_goal_or_an_obstacle() -> None:
    config = GridWorldConfig(seed=3)
    walk, ends = GridWalk.begin(config), set()
    for _ in range(20):
        walk = walk.until_walk_ends(1_000_000)
        assert walk.update.ended
        assert walk.cell == config.start
        ends.add(walk.update.next_cell)
    assert ends == {config.goal, *config.obstacles}
    assert walk.until_walk_ends(1).steps == walk.steps + 1


@settings(max_examples=10)
@given(worlds(**SETTINGS))
def test_a_way_is_reported_at_the_first_step_after_which_it_is_known(
    config: GridWorldConfig,
) -> None:
    steps = distances(config).get(config.goal, 0)
    assert shortest_way(config) == steps

    def knows(walk: GridWalk) -> bool:
        way = walk.known_way
        if way:
            assert_leads(config, way)
        return bool(steps) and len(way) - 1 == steps

    found = GridWalk.begin(config).until_way_known(300)
    assert knows(found) or found.steps == 300
    walk = GridWalk.begin(config)
    for _ in range(found.steps):
        assert not knows(walk)
        walk = walk.after(1)
    assert walk.table.tobytes() == found.table.tobytes()
    assert (walk.update, walk.cell) == (found.update, found.cell)
    assert (found.until_way_known(300) is found) == knows(found)


def test_a_lucky_path_does_not_count_as_known() -> None:
    """A table of zeros has a greedy path, which happens to lead to the goal here."""
    world = GridWalk.begin(
        GridWorldConfig(rows=4, columns=4, start=(3, 0), goal=(0, 0), obstacles=())
    )
    assert world.path[-1] == world.config.goal
    assert world.known_way == []


def test_a_walk_can_continue_only_on_a_grid_of_the_same_size() -> None:
    walk = GridWalk.begin(GridWorldConfig())
    with pytest.raises(ValueError, match="rows and columns"):
        walk.on(GridWorldConfig(columns=4))
    assert not walk.after(5).table.flags.writeable


def test_a_path_never_repeats_a_cell_and_ends_on_an_obstacle_if_that_is_the_best_choice() -> None:
    for steps in range(1, 100):
        path = train(GridWorldConfig(rows=4, columns=4, goal=(3, 3), steps=steps)).path
        assert path[0] == (0, 0)
        assert len(path) == len(set(path))
    path = train(GridWorldConfig(step_reward=-20)).path
    assert (len(path), path[-1]) == (3, (1, 1))


BAD: dict[str, list[Any]] = {
    "rows": [0, 101, 3.0, "3"],
    "columns": [-1, None],
    "goal_reward": [float("inf")],
    "obstacle_reward": [float("nan")],
    "step_reward": ["0", 10**400],
    "alpha": [0, 1.01, float("nan")],
    "gamma": [-0.1, 0.9991],
    "epsilon": [1.5, 1j],
    "steps": [0, 1e5],
    "seed": [-1, 2**64],
    "start": [(3, 0), [0, 0], (0, 0, 0)],
    "goal": [(0, -1), (1.0, 1), "22", (0, 0)],
    "obstacles": [(1, 1), [(1, 1)], None, ((1, 1), (1, 3)), ((0, 0),), ((2, 2),)],
    "walls": [(1, 0), [(1, 0)], ((0, 3),), ((0, 0),), ((2, 2),), ((1, 1),)],
}


@pytest.mark.parametrize("field", BAD)
def test_an_invalid_configuration_is_refused_by_field(field: str) -> None:
    for value in BAD[field]:
        with pytest.raises(ValueError, match=rf"^{field} must .*\.$"):
            GridWorldConfig(**{field: value})
