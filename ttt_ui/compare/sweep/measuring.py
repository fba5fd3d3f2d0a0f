"""`Measuring`: a visitor's sweep and its results so far.

Its job goes on while the visitor is on another page.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.files import sweep_text
from ttt_ui.compare.sweep.plan import Plan
from ttt_ui.runs import Runs


class Measuring:
    """A sweep and its results so far.

    Parameters
    ----------
    plan, sweep
    saved
        The results that the browser has saved in an earlier visit.
    """

    def __init__(
        self, plan: Plan, sweep: ttt.Sweep, saved: Mapping[int, tuple[float, ...]] | None = None
    ) -> None:
        self.plan = plan
        self.sweep = sweep
        self.is_restored = saved is not None
        self.runs = Runs(sweep, sweep.measured, saved or {})
        up, across = (
            {value: place for place, value in enumerate(values)} for values in sweep.over.values()
        )
        # Of each point of the sweep: its index in a flattened array (up, across).
        self.places: NDArray[np.intp] = np.array(
            [up[high] * len(across) + across[wide] for high, wide in sweep.points]
        )

    @property
    def values(self) -> NDArray[np.float64]:
        """Of each run: its result, nan if it has none (yet)."""
        values = np.full(len(self.sweep), np.nan)
        for run, (value,) in self.runs.results.items():
            values[run] = value
        return values

    @property
    def done(self) -> NDArray[np.bool_]:
        """Of each run: whether it has been measured."""
        done = np.zeros(len(self.sweep), np.bool_)
        done[[*self.runs.results]] = True
        return done

    def config(self, across: int, up: int) -> ttt.TrainingConfig | None:
        """Return a cell's configuration with the first seed; None if there is no such cell."""
        if not (0 <= across < self.plan.across.count and 0 <= up < self.plan.up.count):
            return None
        (points,) = np.nonzero(self.places == up * self.plan.across.count + across)
        return self.sweep[int(points[0]) * self.sweep.seeds] if points.size else None

    def csv(self) -> str:
        """Return the finished runs as a file that ``ttt-sweep`` can continue."""
        return sweep_text(self.sweep, self.runs.results.items())
