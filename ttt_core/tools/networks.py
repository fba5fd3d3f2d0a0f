"""What networks of different sizes learn: ``python -m ttt_core.tools.networks``.

Trains them, and prints the tables of ``docs/networks.md``, which explains them. Every finished
training is a line of a file, so that it can be stopped and continued.
"""

import argparse
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ttt_core.files.sweep_file import SweepFile
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.network import n_weights
from ttt_core.learning.sweep import Sweep, SweepUnderWay

SIZES = (4, 6, 8, 12, 16, 20, 24, 32, 48, 64, 128)
SWEEP = Sweep(
    base=TrainingConfig(
        games=200_000,
        rule="network",
        gamma=1.0,
        epsilon=0.7,
        epsilon_decay=1.0,
        halved_after=100_000,
        replay_size=100_000,
    ),
    over={"symmetry": (False, True), "hidden_units": SIZES},
    measures=("first_unbeatable", "unbeatable_from", "optimal_share"),
    seeds=20,
)


def tables(values: NDArray[np.float64]) -> Iterator[str]:
    """Yield the lines of a table without symmetry and one with it, in Markdown.

    `values`, (runs, 3), are the measures of each run of `SWEEP`. Runs without a share of optimal
    moves are not finished and are left out, and so are sizes without any other.
    """
    by_point = iter(values.reshape(-1, SWEEP.seeds, 3))
    for symmetry in SWEEP.over["symmetry"]:
        yield "With symmetry: each stored move is turned at random" if symmetry else "No symmetry"
        yield ""
        yield (
            "| Hidden units | Weights | Became unbeatable | Median games until then | At the end | "
            "Stayed so | Optimal moves |"
        )
        yield "| ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
        for units in SIZES:
            seeds = next(by_point)
            first, since, optimal = seeds[~np.isnan(seeds[:, 2])].T
            if not first.size:
                continue
            median = np.quantile(np.nan_to_num(first, nan=np.inf), 0.5, method="inverted_cdf")
            yield (
                f"| {units} | {n_weights(units):,} | "
                f"{np.isfinite(first).sum()} of {first.size} | "
                f"{'more' if np.isinf(median) else f'{median:,.0f}'} | "
                f"{np.isfinite(since).sum()} | {(first == since).sum()} | {optimal.mean():.1%} |"
            )
        yield ""


def main(arguments: list[str] | None = None) -> None:
    """Run the command; `arguments` replace the command line if given."""
    program = argparse.ArgumentParser(prog="python -m ttt_core.tools.networks", description=__doc__)
    program.add_argument(
        "--file",
        type=Path,
        default=Path("networks.csv"),
        help="the CSV file to write or continue (default: %(default)s)",
    )
    program.add_argument("--threads", type=int, help="how many at once (default: one per core)")
    parsed = program.parse_args(arguments)
    with SweepFile(parsed.file, SWEEP) as file:
        under_way = SweepUnderWay(SWEEP, np.flatnonzero(file.done).tolist())
        with closing(under_way.on_threads(parsed.threads)) as results:
            for measured in results:
                file.add(measured)
        for line in tables(file.values):
            print(line)


if __name__ == "__main__":
    main()
