"""What a sweep has found, cell by cell: means over the seeds that were measured so far."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ttt_core.learning.measures import MEASURES, Measure
from ttt_ui.shared.wording import counted, percent
from ttt_ui.sweep.measuring import Measuring
from ttt_ui.sweep.plan import Plan


@dataclass(frozen=True)
class Cells:
    """What is known of each cell; arrays are (up, across).

    Attributes
    ----------
    plan : Plan
    across, up : tuple of str
        The values of the two settings.
    exists : boolean array
        Whether the two values do not contradict each other.
    measured : integer array
        How many seeds were measured.
    there : integer array
        How many of these have a number: all, where the measure is a share.
    mean : float64 array
        Over those that have one; nan where none has.
    """

    plan: Plan
    across: tuple[str, ...]
    up: tuple[str, ...]
    exists: NDArray[np.bool_]
    measured: NDArray[np.int64]
    there: NDArray[np.int64]
    mean: NDArray[np.float64]

    @property
    def measure(self) -> Measure:
        """What was measured."""
        return MEASURES[self.plan.measure]

    def in_words(self, up: int, across: int) -> str:
        """Say what was found in a cell."""
        seeds = self.plan.seeds
        measured, there = int(self.measured[up, across]), int(self.there[up, across])
        if not self.exists[up, across]:
            return "Left out: these two values contradict each other"
        if not measured:
            return "Not measured yet"
        of_all = "" if measured == seeds else f", of {seeds:,}"
        if not there:
            which = "the only seed" if seeds == 1 else f"all {measured:,} seeds measured{of_all}"
            return f"Can be beaten in the end, with {which}"
        mean = float(self.mean[up, across])
        said = percent(mean) if self.measure.is_share else counted(round(mean), "game")
        if there < measured:
            return (
                f"{said}, the mean of {counted(there, 'seed')} that got there: "
                f"{there:,} of {measured:,}{of_all}"
            )
        return f"{said}, {'one seed' if measured == 1 else f'mean of {measured:,} seeds'}{of_all}"

    def values_in_words(self, up: int, across: int) -> tuple[str, str]:
        """Name the values of a cell's settings, across and up."""
        plan = self.plan
        return f"{plan.across.label} {self.across[across]}", f"{plan.up.label} {self.up[up]}"


def cells_of(measuring: Measuring) -> Cells:
    """Return what is known at this moment."""
    plan, sweep = measuring.plan, measuring.sweep
    up, across = (tuple(map(value_text, values)) for values in sweep.over.values())
    done, values = measuring.done.copy(), measuring.values.copy()
    has_number = done & ~np.isnan(values)

    def by_cell(runs: NDArray[np.generic]) -> NDArray[np.float64]:
        cells = np.zeros((len(up), len(across)))
        cells.flat[measuring.places] = runs.reshape(-1, sweep.seeds).sum(axis=1)
        return cells

    there = by_cell(has_number)
    return Cells(
        plan,
        across,
        up,
        exists=by_cell(np.ones(sweep.runs)) > 0,
        measured=by_cell(done).astype(np.int64),
        there=there.astype(np.int64),
        mean=np.divide(
            by_cell(np.where(has_number, values, 0.0)),
            there,
            out=np.full(there.shape, np.nan),
            where=there > 0,
        ),
    )


def value_text(value: object) -> str:
    """Write a value of a setting."""
    return f"{value:.6g}" if isinstance(value, float) else f"{value:,}"
