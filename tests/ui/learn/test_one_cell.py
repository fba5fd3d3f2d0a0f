"""The first chapter: what its clicks do, and that what it says is true."""

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import streamlit
from hypothesis import given
from hypothesis import strategies as st

from tests.core.test_grid_world import optimal_table
from ttt_core.grid_world import MOVES, Cell, GridWalk, GridWorldConfig, shortest_way
from ttt_ui.drawing.colours import signed_tone
from ttt_ui.language import speaking, tr, tr_in
from ttt_ui.learn import one_cell as chapter
from ttt_ui.learn.one_cell import GRIDS, MANY_STEPS, OneCell
from ttt_ui.wording import number


@pytest.fixture
def scene(session_state: dict[str, Any]) -> OneCell:
    return chapter.one_cell()


def put(scene: OneCell, tool: str, *cells: Cell) -> GridWorldConfig:
    """Put something on cells, by clicks on them; return the grid."""
    chapter.TOOL.set(tool)
    for row, column in cells:
        place = {"cell": row * scene.size + column, "token": scene.token}
        streamlit.session_state[chapter.GRID] = {"place": place}
        chapter.take_click()
    return scene.walk.config


def how_far(scene: OneCell) -> str:
    return chapter.how_far(scene.walk, scene.effect)


@pytest.mark.parametrize("size", GRIDS)
def test_run(scene: OneCell, size: int) -> None:
    """The first run finds a shortest way; the second settles all values on the smaller grids."""
    scene.choose_size(size)
    config, steps = scene.walk.config, shortest_way(scene.walk.config)
    assert (config.rows, config.columns) == (size, size)
    scene.run_on(MANY_STEPS)
    taken = scene.walk.steps
    assert 0 < taken < MANY_STEPS
    known = f"It knows a shortest way, {steps} steps long."
    assert how_far(scene) == f"**{taken:,} steps.** {known}"
    assert len(GridWalk.begin(config).after(taken - 1).known_way) != steps + 1
    scene.run_on(MANY_STEPS)
    assert how_far(scene) == f"**{taken + MANY_STEPS:,} steps.** {known}"
    if size <= chapter.FIRST_SIZE:
        np.testing.assert_allclose(scene.walk.table, optimal_table(config), atol=0.005)
    assert scene.walk.table[config.start].max() == pytest.approx(10 * 0.5 ** (steps - 1))


def test_another_way_is_found_after_the_goal_is_moved(scene: OneCell) -> None:
    scene.run_on(MANY_STEPS)
    before = scene.walk
    assert before.known_way[-1] == (3, 3)
    put(scene, "Goal", (0, 3))
    assert scene.walk.config == replace(before.config, goal=(0, 3))
    changed = scene.walk.table != before.table
    assert set(zip(*np.nonzero(changed)[:2], strict=True)) <= {(0, 3)}
    assert scene.walk.steps == before.steps
    assert scene.walk.update is None
    assert how_far(scene).endswith("It does not know a way yet.")
    assert "The walker keeps its values" in scene.effect
    scene.run_on(MANY_STEPS)
    assert scene.walk.known_way[-1] == (0, 3)


def test_erasing_the_values_keeps_the_grid(scene: OneCell) -> None:
    here = put(scene, "Pit", (3, 0))
    tables = []
    for _ in range(2):
        scene.walk_to_the_end()
        tables.append(scene.walk.table)
        scene.erase_values()
        assert not scene.walk.table.any()
        assert scene.walk.steps == 0
    assert scene.walk.config == replace(here, seed=here.seed + 2)
    assert tables[0].tobytes() != tables[1].tobytes()


@pytest.mark.parametrize("tool", chapter.TOOLS)
def test_start_and_goal_cannot_be_replaced(scene: OneCell, tool: str) -> None:
    for name, cell in (("start", scene.walk.config.start), ("goal", scene.walk.config.goal)):
        walk = scene.walk
        put(scene, tool, cell)
        assert scene.walk is walk
        refused = f"The {name} is in that cell. Move it first." in scene.effect
        assert refused == (tool.lower() != name)


def test_a_new_thing_on_a_cell_replaces_the_old_one(scene: OneCell) -> None:
    grid = put(scene, "Wall", (3, 0), (1, 2))
    assert (grid.walls, grid.obstacles) == (((2, 1), (3, 0), (1, 2)), ())
    grid = put(scene, "Pit", (3, 0))
    assert (grid.walls, grid.obstacles) == (((2, 1), (1, 2)), ((3, 0),))
    grid = put(scene, "Free", (3, 0), (1, 2))
    assert (grid.walls, grid.obstacles) == (((2, 1),), ())
    grid = put(scene, "Start", (2, 1))
    assert (grid.start, grid.walls) == ((2, 1), ())


def test_no_way_leads_to_a_walled_off_goal(scene: OneCell) -> None:
    put(scene, "Wall", *np.ndindex(4, 4))
    assert len(scene.walk.config.walls) == 14
    scene.walk_to_the_end()
    before = scene.walk.steps
    scene.run_on(MANY_STEPS)
    assert scene.walk.steps == before + MANY_STEPS
    assert not scene.walk.table.any()
    assert how_far(scene).endswith("There is no way to the goal.")


PLACED = st.lists(st.tuples(st.sampled_from(chapter.TOOLS), st.integers(0, 35)), max_size=25)


@given(st.sampled_from(list(GRIDS)), PLACED)
def test_the_words_are_true_of_any_grid(size: int, placed: list[tuple[str, int]]) -> None:
    present = GRIDS[size]
    walk = GridWalk.begin(present).after(200)
    for tool, cell_number in placed:
        cell = divmod(cell_number % size**2, size)
        if not chapter.why_not(present, tool, cell):
            present = chapter.with_cell(present, tool, cell)
    walk = walk.on(present)
    after = OneCell(walk)
    after.run_on(MANY_STEPS)
    shortest = shortest_way(present)
    knows = bool(shortest) and after.knows_shortest_way
    said = chapter.how_far(after.walk, after.effect)
    assert ("It knows a shortest way" in said) == knows
    assert ("There is no way" in said) == (shortest == 0)
    taken = after.walk.steps - walk.steps
    assert 0 < taken <= MANY_STEPS
    assert knows or taken == MANY_STEPS


def test_sliders_change_the_settings_and_nothing_else(scene: OneCell) -> None:
    scene.walk_to_the_end()
    before = scene.walk
    for name, slider in chapter.SLIDERS.items():
        for value in slider.offers():
            scene.turn(name, value)
            assert getattr(scene.walk.config, name) == value
    largest = {name: slider.offers()[1] for name, slider in chapter.SLIDERS.items()}
    assert scene.walk.table is before.table
    assert (scene.walk.cell, scene.walk.steps) == (before.cell, before.steps)
    scene.choose_size(3)
    assert {name: getattr(scene.walk.config, name) for name in largest} == largest


@pytest.mark.parametrize("speed", chapter.SPEEDS)
def test_a_walker_runs_until_it_finds_a_shortest_way(scene: OneCell, speed: str) -> None:
    chapter.SPEED.set(speed)
    steps = chapter.SPEEDS[speed]
    scene.run_or_pause()
    assert (scene.walk.steps > 0) == (speed == "At once")
    ticks = 1
    while scene.running:
        scene.run_on(steps)
        ticks += 1
    assert scene.knows_shortest_way
    assert ticks >= scene.walk.steps / steps
    if steps < MANY_STEPS:
        scene.run_or_pause()
        scene.run_on(steps)
        assert scene.running
        scene.run_or_pause()
        assert not scene.running


def test_the_answer_and_its_reason_are_true() -> None:
    near, far = chapter.learned(looks_ahead=False), chapter.learned(looks_ahead=True)
    row, column = near.config.goal
    entering = {(row - 1, column, MOVES.index("down")), (row, column - 1, MOVES.index("right"))}
    assert set(zip(*np.nonzero(near.table > 0), strict=True)) == entering
    assert chapter.ANSWERS[chapter.right()] == "Only the moves into the goal"
    into_pit = int((optimal_table(far.config) < 0).sum())
    free = 4**2 - 3
    assert chapter.good_moves(far) == 4 * free - into_pit
    reason = chapter.reason()
    assert re.findall(r"[\d.,]*\d", reason) == ["0", "2", "52", "0.5", "48", "0", "0.3125"]
    assert (len(entering), 4 * free, chapter.good_moves(far)) == (2, 52, 48)
    assert optimal_table(far.config)[0, 0].max() == 10 * 0.5**5 == 0.3125
    assert far.values[0, 0] == pytest.approx(0.3125, abs=1e-9)


def test_the_formula_shows_the_numbers_of_the_update(scene: OneCell) -> None:
    seen = set()
    for _ in range(400):
        scene.step()
        walk, update = scene.walk, scene.walk.update
        rule, *worked = chapter.rule(update).split(r"\\ ")
        letters = chapter.letters(walk.config, update)
        assert (r"\gamma \max Q" in rule) == ("next cell" in letters) == (not update.ended)
        assert "new settings" not in letters
        worked, result = (numbers_in(line) for line in worked)
        old, alpha, reward, *ahead, again = worked
        gamma, best = ahead or (0, 0)
        assert (alpha, reward, old) == (0.5, update.reward, again)
        assert result == pytest.approx([old + alpha * (reward + gamma * best - old)], abs=1e-4)
        assert result == pytest.approx([walk.table[update.cell][update.move]], abs=5e-5)
        said = chapter.last_step(update, walk.config)
        assert f"**{MOVES[update.move]}**" in said
        assert said.endswith(f": reward {number(update.reward)}.")
        seen.add(said)
    for words in ("into the goal", "into a pit", "was blocked"):
        assert words in " ".join(seen)


def numbers_in(line: str) -> list[float]:
    """Return the numbers of a formula, in which a hyphen takes away and a minus belongs to one."""
    found = re.findall(r"−?\d+(?:\.\d+)?", line)
    return [float(one.replace("−", "-")) for one in found]


def test_the_formula_keeps_the_settings_of_its_update_and_says_so(scene: OneCell) -> None:
    scene.step()
    update = scene.walk.update
    before = chapter.rule(update)
    for value, is_new in ((0.9, True), (0.5, False)):
        scene.turn("alpha", value)
        scene.turn("gamma", value)
        assert chapter.rule(scene.walk.update) == before
        assert ("new settings" in chapter.letters(scene.walk.config, update)) == is_new


def test_the_description_of_a_cell() -> None:
    walk = replace(GridWalk.begin(GRIDS[3]), table=optimal_table(GRIDS[3]))
    cells = chapter.cells(walk)
    assert [cell.kind for cell in cells].count("free") == 7
    start, above, goal = cells[0], cells[1], cells[8]
    assert start.name == "row 1, column 1, start, the walker is here, best: down 1.25"
    assert start.description == "up 0.62, down 1.25, left 0.62, right 1.25"
    assert above.values == ("1.25", "−10", "0.62", "2.5")
    assert above.best == MOVES.index("right")
    assert goal.name == "row 3, column 3, goal"
    assert cells[4].name == "row 2, column 2, pit"
    assert above.tones[1] == signed_tone(-1)
    assert above.tones[3] == signed_tone(0.5)
    assert [cell.on_way for cell in cells] == [number in (0, 3, 6, 7) for number in range(9)]
    blank = chapter.cells(GridWalk.begin(GRIDS[4]))
    assert blank[1].name == "row 1, column 2, free, no good move yet"
    assert blank[9].name == "row 3, column 2, wall"
    assert {tone for cell in blank for tone in cell.tones} == {signed_tone(0)}


def test_a_way_that_is_not_a_shortest_one() -> None:
    config = GridWorldConfig(rows=2, columns=3, start=(0, 0), goal=(0, 2), obstacles=())
    table = np.zeros((2, 3, 4))
    table[0, 0, MOVES.index("down")] = 1
    table[1, 0, MOVES.index("right")] = 2
    table[1, 1, MOVES.index("right")] = 3
    table[1, 2, MOVES.index("up")] = 4
    walk = replace(GridWalk.begin(config), table=table)
    said = "**0 steps.** It knows a way 4 steps long; the shortest is 2."
    assert chapter.how_far(walk, "") == said


def test_in_french_the_cell_to_start_from_is_not_called_like_a_button() -> None:
    with speaking("fr"):
        assert tr_in("cell", "Start") not in (tr("Run"), tr("Walk"))
