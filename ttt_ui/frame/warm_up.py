"""Preparations of the server before its first visitor, so that no click has to wait."""

import gc

import ttt_core as ttt
from ttt_core.game import EMPTY_BOARD
from ttt_core.learning import RULES, worked_updates
from ttt_core.study import look_back


def compile_kernels() -> None:
    """Compile every kernel, or load it from numba's cache on disk."""
    for rule in RULES:
        agent = ttt.train(ttt.TrainingConfig(games=1, rule=rule))
        ttt.learn_from_game(agent, (0, 3, 1, 4, 2))
        if agent.kind != "network":
            worked_updates(ttt.TrainingRun(agent.config))
        look_back(agent.training, EMPTY_BOARD)
    ttt.learn_from_game(ttt.newborn(), (0, 3, 1, 4, 2))
    ttt.TrainingRun(ttt.TrainingConfig()).learn((0, 3, 1, 4, 2))
    ttt.learning_curve(ttt.TrainingConfig(games=1))
    ttt.grid_world.train(ttt.grid_world.GridWorldConfig(steps=1))
    ttt.evaluate(agent)


def settle_memory() -> None:
    """Exempt all objects that exist by now from garbage collection, because they stay."""
    gc.collect()
    gc.freeze()
