"""Where the time of a game goes: the kernel built up layer by layer, from its own functions.

Run with `python -m tests.benchmarks.layers`. The table is that of system B after 100,000 games,
when nearly every game goes on as the table says; each layer plays a million games, and does what
the one above it does and something more. Time is the processor's; the best of seven rounds.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numba import njit

from tests.benchmarks.kernels import ROUNDS, SYSTEM_B
from ttt_core.game.graph import N_OPEN, layout
from ttt_core.learning import kernels
from ttt_core.learning.training import TrainingRun
from ttt_core.random_numbers import below, random_bits

GAMES = 1_000_000

# As the kernels are compiled, but for the cache on disk.
_bare: Callable[..., Any] = njit(nogil=True, error_model="numpy", _nrt=False)


@_bare
def walk(lists: Any, state: Any, games: int) -> Any:
    """Make moves at random: draw a number, and look up where the move leads."""
    number = np.int64(0)
    plies = 0
    for _ in range(games):
        position = np.int64(0)
        length = 0
        while position < N_OPEN:
            bits, state = random_bits(state)
            move = below(bits, 9 - length)
            number += lists.game_offset[position, move]
            position = np.int64(lists.child[position, move])
            length += 1
        plies += length
    return number, plies


@_bare
def play(rule: Any, lists: Any, learner: Any, minimax: Any, state: Any, games: int) -> Any:
    """Play games by the table: besides, the choice of a best move, ties drawn."""
    plies = 0
    for _ in range(games):
        length, _result, _number, state = kernels.play_game(
            rule, lists, learner, minimax, None, kernels.SELF, kernels.BOTH, 0.0, None, state
        )
        plies += length
    return plies


@_bare
def count(rule: Any, lists: Any, learner: Any, minimax: Any, state: Any, games: int) -> None:
    """Besides, count the games and note that they have been seen."""
    for _ in range(games):
        _length, result, number, state = kernels.play_game(
            rule, lists, learner, minimax, None, kernels.SELF, kernels.BOTH, 0.0, None, state
        )
        kernels.count_game(learner, result, number)


def nanoseconds_a_game(task: Callable[..., Any], *arguments: Any) -> float:
    task(*arguments[:-1], 1)  # compiled first
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        task(*arguments)
        times.append(time.process_time() - began)
    return min(times) / arguments[-1] * 1e9


def main() -> None:
    counted = 2 * (1 + ROUNDS * GAMES)  # by `count`, and by the run itself
    run = TrainingRun(replace(SYSTEM_B, games=SYSTEM_B.games + counted))
    run.play(SYSTEM_B.games)
    rule, lists, learner = run._rule, layout(SYSTEM_B.symmetry), run._learner
    minimax, state = learner.choices, np.uint64(1)
    plies = play(rule, lists, learner, minimax, state, GAMES) / GAMES
    walked = walk(lists, state, GAMES)[1] / GAMES

    def train(games: int) -> None:
        run.play(games)

    layers = {
        "walk": nanoseconds_a_game(walk, lists, state, GAMES) * plies / walked,
        "play": nanoseconds_a_game(play, rule, lists, learner, minimax, state, GAMES),
        "count": nanoseconds_a_game(count, rule, lists, learner, minimax, state, GAMES),
        "learn": nanoseconds_a_game(train, GAMES),
    }
    print(f"system B, {plies:.2f} moves a game")
    print(f"{'layer':<16}{'ns a game':>12}{'of it':>10}{'ns a move':>12}")
    before = 0.0
    for name, spent in layers.items():
        print(f"{name:<16}{spent:>12.1f}{spent - before:>10.1f}{(spent - before) / plies:>12.2f}")
        before = spent
    print(f"{1e3 / layers['learn']:.1f} million games a second")


if __name__ == "__main__":
    main()
