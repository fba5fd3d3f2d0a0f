"""The results of a sweep as a readable table: means over the seeds."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ttt_core.learning.measures import Measure
from ttt_core.learning.sweep import Sweep

MOST_LINES = 200
_MOST_COLUMNS = 20
_NONE, _LEFT_OUT = "never", "–"


def table(sweep: Sweep, values: NDArray[np.float64]) -> Iterator[str]:
    """Yield the lines of a table of means over the seeds.

    A sweep over two settings has a row for each value of the first and a column for each value of
    the second, if they fit. Other sweeps have a line for each combination.

    Parameters
    ----------
    sweep
    values : float64 array (runs, measures)
        nan if there is no result; the mean is then over the other seeds, and says how many.
    """
    if sweep.left_out:
        yield f"Combinations skipped because their values cannot be combined: {sweep.left_out:,}"
    by_point = values.reshape(len(sweep.points), sweep.seeds, -1)
    measures = sweep.chosen
    cells_by_point = [
        [_mean(measure, seeds) for measure, seeds in zip(measures, runs.T, strict=True)]
        for runs in by_point
    ]
    seeds = f"mean of {sweep.seeds:,} seeds" if sweep.seeds > 1 else "one seed"
    if len(sweep.over) == 2 and len(list(sweep.over.values())[1]) <= _MOST_COLUMNS:
        by_values = dict(zip(sweep.points, cells_by_point, strict=True))
        for index, measure in enumerate(measures):
            yield f"{measure.label}, {seeds}"
            yield from _square(sweep, {point: cells[index] for point, cells in by_values.items()})
            yield ""
        return
    yield f"{', '.join(measure.label for measure in measures)}, {seeds}"
    lines = [
        [*map(_short, point), *cells]
        for point, cells in zip(sweep.points, cells_by_point, strict=True)
    ]
    yield from _aligned(
        [[*sweep.over, *(measure.name for measure in measures)], *lines[:MOST_LINES]]
    )
    if len(lines) > MOST_LINES:
        yield f"… ({len(lines) - MOST_LINES:,} more in the file)"


def _square(sweep: Sweep, cells: Mapping[object, str]) -> Iterator[str]:
    (down, rows), (across, columns) = sweep.over.items()
    lines = [
        [_short(row), *(cells.get((row, column), _LEFT_OUT) for column in columns)]
        for row in rows[:MOST_LINES]
    ]
    yield from _aligned([[f"{down} \\ {across}", *map(_short, columns)], *lines])
    if len(rows) > MOST_LINES:
        yield f"… ({len(rows) - MOST_LINES:,} more in the file)"


def _short(value: object) -> str:
    """Return a value as a heading: with four digits, where that tells it from its neighbours."""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _aligned(lines: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))


def _mean(measure: Measure, seeds: NDArray[np.float64]) -> str:
    there = seeds[~np.isnan(seeds)]
    if not there.size:
        return _NONE
    mean = f"{there.mean():.4f}" if measure.is_share else f"{there.mean():,.0f}"
    return mean if there.size == seeds.size else f"{mean} ({there.size} of {seeds.size})"
