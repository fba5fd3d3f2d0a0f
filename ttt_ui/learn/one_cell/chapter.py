"""One cell at a time: how a reward travels back, cell by cell, to where the walk began."""

from dataclasses import replace

import numpy as np
import streamlit as st

from ttt_core.grid_world import MOVES, GridWorld, GridWorldConfig, train
from ttt_ui.learn.chapter import Chapter, Question
from ttt_ui.learn.one_cell import views
from ttt_ui.learn.one_cell.state import FIRST_SIZE, GRIDS, MANY_STEPS
from ttt_ui.shared.wording import number


def learned(*, looks_ahead: bool) -> GridWorld:
    """Return what is learned on the first grid in as many steps as were published."""
    config = replace(GRIDS[FIRST_SIZE], steps=MANY_STEPS)
    return _trained(config if looks_ahead else replace(config, gamma=0.0))


@st.cache_resource(max_entries=2, show_spinner=False)
def _trained(config: GridWorldConfig) -> GridWorld:
    return train(config)


def good_moves(world: GridWorld) -> int:
    """Count the moves that are worth more than nothing."""
    return int(np.count_nonzero(world.table > 0))


def into_goal(config: GridWorldConfig) -> int:
    """Count the moves that enter the goal: there is one from each free cell beside it."""
    row, column = config.goal
    beside = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    closed = {*config.obstacles, *config.walls}
    return sum(
        0 <= row < config.rows and 0 <= column < config.columns and (row, column) not in closed
        for row, column in beside
    )


def _right() -> int:
    world = learned(looks_ahead=False)
    good = good_moves(world)
    return 2 if good == 0 else 1 if good == into_goal(world.config) else 0


def _reason() -> str:
    near, far = learned(looks_ahead=False), learned(looks_ahead=True)
    config = far.config
    free = config.rows * config.columns - 1 - len(config.obstacles) - len(config.walls)
    return (
        f"On the grid as it was at first, {good_moves(near)} of {free * len(MOVES)} moves are "
        f"worth more than 0 after {MANY_STEPS:,} steps: those into the goal. A reward is felt only "
        f"where it is given. With γ\u00a0max\u00a0Q there are {good_moves(far)}, all but the moves "
        f"into the pit. Each cell hands on γ = {number(config.gamma)} of its best value to the "
        "cells beside it, and so the reward travels back to the start, where it is still worth "
        f"{number(far.values[config.start])}."
    )


CHAPTER = Chapter(
    title="One cell at a time",
    aim="Nobody shows the walker the way to the goal. It tries, and from the *reward* of each step "
    "it learns one number: the *value* of that move in that cell. Learning by trial and reward is "
    "called *reinforcement learning*. Once the walker knows a way, move the goal or build a wall, "
    "and watch it find another.",
    show=views.walk,
    question=Question(
        text="Take γ max Q out of the formula. Which moves will ever be worth more than 0?",
        answers=(
            "All that lead towards the goal, only later",
            "Only those into the goal",
            "None",
        ),
        right=_right,
        reason=_reason,
    ),
    reveal=views.without_looking_ahead,
)
