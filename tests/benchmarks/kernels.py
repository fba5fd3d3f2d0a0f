"""How fast the engine is: games a second of every rule, the report card, the learning curve.

Kernel and plain Python get the same configuration and are measured in the same run by the time
that the processor spends on them, so that other programs on the machine hardly matter. How the
games went is printed beside: the two learn alike if that agrees.
"""

import os
import statistics
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import ttt_core as ttt
from tests.benchmarks import plain_python
from tests.benchmarks.unit import print_unit
from ttt_core.learning.curve import learning_curve
from ttt_core.learning.rules import RULES
from ttt_core.learning.training import TrainingRun

ROUNDS = 7

SYSTEM_A = replace(
    ttt.PRESETS["Adaptive (freeCodeCamp 2025)"], games=100_000, ties="random", reward_draw=0.0
)
SYSTEM_B = ttt.PRESETS["Two tables (2026)"]
SYSTEM_D = ttt.PRESETS["Reward memory (Kutschera 2018)"]
WATKINS = ttt.TrainingConfig(
    rule="q-learning", alpha=0.5, gamma=0.9, epsilon=0.1, epsilon_floor=0.1, symmetry=False
)

OPTIONS: dict[str, dict[str, Any]] = {
    "defaults": {},
    "ε 0.1": {"epsilon": 0.1},
    "least-visited": {"exploration": "least-visited", "epsilon": 0.3},
    "half vs. random": {"random_share": 0.5, "epsilon": 0.1},
    "backward": {"backward": True, "epsilon": 0.1},
    "20 replays": {"replay": 20, "epsilon": 0.1},
}

Learner = Callable[[ttt.TrainingConfig], Counter[str]]

LEARNERS: dict[str, Learner] = {
    "as published": plain_python.minimax_q,
    "compiled into lists": plain_python.minimax_q_compiled,
}

OTHERS = {
    "q-learning": WATKINS,
    "monte-carlo (system A)": SYSTEM_A,
    "reward-memory (system D)": SYSTEM_D,
}


def timed(task: Callable[..., Any], *arguments: object) -> tuple[Any, float]:
    """Return what a task gives, and the seconds that the processor spent on it."""
    began = time.process_time()
    result = task(*arguments)
    return result, time.process_time() - began


def games_a_second(config: ttt.TrainingConfig) -> float:
    """Return the best speed of the kernel, its arrays made beforehand."""
    runs = [TrainingRun(config) for _ in range(ROUNDS)]
    return config.games / min(timed(run.play, config.games)[1] for run in runs)


def shares(results: Counter[str]) -> str:
    """Return the percentages of games that X won, O won, and nobody won."""
    return " / ".join(f"{results[who] / results.total():5.1%}" for who in ("X", "O", "draw"))


def compare_rules() -> None:
    print(f"One core of {os.cpu_count()}. Plain Python: see `plain_python`.")
    speed, stats = games_a_second(SYSTEM_B), ttt.train(SYSTEM_B).stats
    results = Counter(X=stats.x_wins, O=stats.o_wins, draw=stats.draws)
    print(f"{'':26}{'games a second':>14}{'kernel':>9}{'X / O / draw':>25}")
    print(f"{'minimax-q (system B)':26}{speed:14,.0f}{'':9}{shares(results):>25}")
    for name, plain in LEARNERS.items():
        results, seconds = timed(plain, SYSTEM_B)
        plain_speed = SYSTEM_B.games / seconds
        print(f"  {name:24}{plain_speed:14,.0f}{speed / plain_speed:8,.0f}×{shares(results):>25}")
    for name, config in OTHERS.items():
        print(f"{name:26}{games_a_second(config):14,.0f}")


def compare_options() -> None:
    print(f"{'millions a second':26}" + "".join(f"{name:>16}" for name in OPTIONS))
    for rule in RULES:
        if rule == "network":
            continue  # see `compare_network`
        print(f"{rule:26}", end="")
        for options in OPTIONS.values():
            try:
                config = ttt.TrainingConfig(rule=rule, **options)
            except ValueError:
                print(f"{'–':>16}", end="")
                continue
            print(f"{games_a_second(config) / 1e6:16.1f}", end="")
        print()


def compare_network() -> None:
    """Print how fast a table and a network learn, and how long until each is first unbeatable."""
    print(f"{'':26}{'games a second':>16}{'until unbeatable':>22}")
    for name in ("Default", "Small network"):
        config = ttt.PRESETS[name]
        run = TrainingRun(config, watched=True)
        seconds = 0.0
        while run.games_played < config.games and not (run.standing and run.standing.first):
            seconds += timed(run.play, min(500, config.games - run.games_played))[1]
        first = run.standing.first if run.standing else None
        speed = games_a_second(replace(config, games=5_000))
        print(f"{name:26}{speed:16,.0f}{f'{first:,} games, {seconds:.3f} s':>22}")


def print_median(name: str, task: Callable[..., object], *arguments: object) -> None:
    median = statistics.median(timed(task, *arguments)[1] for _ in range(ROUNDS))
    print(f"{name:56}{1_000 * median:8.2f} ms")


def time_the_rest() -> None:
    agent = ttt.train(SYSTEM_B)
    print_median("system B, 100,000 games, from configuration to agent", ttt.train, SYSTEM_B)
    print_median("the same with a curve of 40 exact points", learning_curve, SYSTEM_B, 40)
    print_median("exact report card of an agent", ttt.evaluate, agent)
    print_median("an agent written to a file", ttt.dump_agent, agent)
    print_median("and read again", ttt.load_agent, ttt.dump_agent(agent))


def main() -> None:
    print_unit()
    compare_rules()
    print()
    compare_options()
    print()
    compare_network()
    print()
    time_the_rest()
