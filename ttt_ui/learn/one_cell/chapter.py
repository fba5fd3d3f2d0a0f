"""One cell at a time: how a reward travels back, cell by cell, to the start."""

from dataclasses import replace

import numpy as np
import streamlit as st

from ttt_core.grid_world import MOVES, GridWorld, GridWorldConfig, train
from ttt_ui.learn.chapter import Chapter, Question
from ttt_ui.learn.one_cell import views, wording
from ttt_ui.learn.one_cell.state import FIRST_SIZE, GRIDS, MANY_STEPS


def learned(*, looks_ahead: bool) -> GridWorld:
    """Return what is learned on the first grid in the published number of steps."""
    config = replace(GRIDS[FIRST_SIZE], steps=MANY_STEPS)
    return _trained(config if looks_ahead else replace(config, gamma=0.0))


@st.cache_resource(max_entries=2, show_spinner=False)
def _trained(config: GridWorldConfig) -> GridWorld:
    return train(config)


def good_moves(world: GridWorld) -> int:
    """Count the moves with a value above 0."""
    return int(np.count_nonzero(world.table > 0))


def into_goal(config: GridWorldConfig) -> int:
    """Count the moves that enter the goal, one from each free cell next to it."""
    row, column = config.goal
    neighbours = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    closed = {*config.obstacles, *config.walls}
    return sum(
        0 <= row < config.rows and 0 <= column < config.columns and (row, column) not in closed
        for row, column in neighbours
    )


def _right() -> int:
    world = learned(looks_ahead=False)
    good = good_moves(world)
    return 2 if good == 0 else 1 if good == into_goal(world.config) else 0


def _reason() -> str:
    near, far = learned(looks_ahead=False), learned(looks_ahead=True)
    config = far.config
    free = config.rows * config.columns - 1 - len(config.obstacles) - len(config.walls)
    return wording.reason(
        good_without=good_moves(near),
        good_with=good_moves(far),
        moves=free * len(MOVES),
        steps=MANY_STEPS,
        gamma=config.gamma,
        at_start=float(far.values[config.start]),
    )


CHAPTER = Chapter(
    title="One cell at a time",
    minutes=5,
    aim=wording.AIM,
    show=views.walk,
    question=Question(
        text="Without γ max Q, which moves can get a value above 0?",
        answers=(
            "All moves towards the goal, but later",
            "Only the moves into the goal",
            "None",
        ),
        right=_right,
        reason=_reason,
    ),
    reveal=views.without_looking_ahead,
)
