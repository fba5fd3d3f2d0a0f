"""How long a sweep takes, on all cores and on one: `python -m tests.benchmarks.sweep`.

The sweep is that of the page at its full size: two settings with 20 values each, 5 seeds, 20,000
games a run, 40 million games in all, and the games until it cannot be beaten, watched game by game.
"""

import os
import time

import ttt_core as ttt
from tests.benchmarks.unit import print_unit

SWEEP = ttt.Sweep(
    base=ttt.TrainingConfig(games=20_000),
    over={"alpha": ttt.span("alpha", 0.05, 1, 20), "gamma": ttt.span("gamma", 0.05, 1, 20)},
    measures=["unbeatable_from"],
    seeds=5,
)


def seconds(threads: int) -> float:
    """Return how long the sweep takes on so many threads."""
    began = time.perf_counter()
    reports = ttt.measure_runs(SWEEP, SWEEP.measured, threads=threads)
    measured = sum(len(report.results) for report in reports)
    assert measured == len(SWEEP)
    return time.perf_counter() - began


def main() -> None:
    print_unit()
    ttt.measure_run(SWEEP[0], SWEEP.measures)  # compiles, if need be
    cores = os.cpu_count() or 1
    all_cores, one = seconds(cores), seconds(1)
    games = len(SWEEP) * SWEEP.base.games
    print(f"{len(SWEEP):,} runs, {games / 1e6:,.0f} million games")
    print(f"{cores} cores: {all_cores:.1f} s, {games / all_cores / 1e6:.1f} million games a second")
    print(f"one core: {one:.1f} s; {one / all_cores:.2f} times as long")


if __name__ == "__main__":
    main()
