"""What the server does before its first visitor: compile, so that no click has to wait."""

import gc

import ttt_core as ttt


def warm_up() -> None:
    """Compile every kernel, or load it from numba's cache on disk.

    What is in memory then stays: the garbage collector need not look through it again.
    """
    for rule in ("minimax-q", "q-learning", "monte-carlo", "reward-memory"):
        agent = ttt.train(ttt.TrainingConfig(games=1, rule=rule))
        ttt.learn_from_game(agent, (0, 3, 1, 4, 2))
    ttt.evaluate(agent)
    gc.collect()
    gc.freeze()
