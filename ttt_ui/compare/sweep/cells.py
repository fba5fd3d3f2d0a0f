"""The results of a sweep, cell by cell: means over the seeds measured so far."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ttt_core.learning import MEASURES, Measure
from ttt_ui.compare.sweep.measuring import Measuring
from ttt_ui.compare.sweep.plan import Plan
from ttt_ui.language import localised, tr
from ttt_ui.wording import counted, percent


@dataclass(frozen=True)
class Cells:
    """The results of all cells; arrays are (up, across)."""

    plan: Plan
    across: tuple[str, ...]
    up: tuple[str, ...]
    exists: NDArray[np.bool_]  # whether the values can be combined
    measured: NDArray[np.int64]  # the number of seeds measured
    # The number of these that have a result: all of them if the measure is a share.
    there: NDArray[np.int64]
    mean: NDArray[np.float64]  # over the seeds that have a result; nan if none has

    @property
    def measure(self) -> Measure:
        return MEASURES[self.plan.measure]

    def in_words(self, up: int, across: int) -> str:
        """Describe the result of a cell, without a full stop."""
        seeds, measured = self.plan.seeds, int(self.measured[up, across])
        if not self.exists[up, across]:
            return tr("Skipped: these two values cannot be combined")
        if not measured:
            return tr("Not measured yet")
        result = self._result(up, across)
        if measured < seeds:
            return tr(
                "{result}. Measured so far: {measured:,} of {seeds:,} seeds",
                result=result,
                measured=measured,
                seeds=seeds,
            )
        return result

    def _result(self, up: int, across: int) -> str:
        measured, there = int(self.measured[up, across]), int(self.there[up, across])
        if not there and measured == 1:
            return tr("Beatable at the end")
        if not there:
            return tr("Beatable at the end with all {seeds:,} seeds", seeds=measured)
        mean = float(self.mean[up, across])
        number = percent(mean) if self.measure.is_share else counted(round(mean), "game", "games")
        if there < measured:
            return tr(
                "{result}, mean of the seeds that became unbeatable ({there:,} of {measured:,})",
                result=number,
                there=there,
                measured=measured,
            )
        if measured == 1:
            return tr("{result}, one seed", result=number)
        return tr("{result}, mean of {seeds:,} seeds", result=number, seeds=measured)

    def values_in_words(self, up: int, across: int) -> tuple[str, str]:
        """Name a cell's settings and values, across and up."""
        plan = self.plan
        return f"{plan.across.label} {self.across[across]}", f"{plan.up.label} {self.up[up]}"


def cells_of(measuring: Measuring) -> Cells:
    plan, sweep = measuring.plan, measuring.sweep
    up, across = (tuple(map(value_text, values)) for values in sweep.over.values())
    done, values = measuring.done, measuring.values
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
        exists=by_cell(np.ones(len(sweep))) > 0,
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
    return localised(f"{value:.6g}" if isinstance(value, float) else f"{value:,}")
