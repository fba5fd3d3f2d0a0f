"""`Measuring`: a visitor's sweep, its results so far, and the job that measures the rest.

The job goes on while the visitor is on another page.
"""

from contextlib import closing
from dataclasses import KW_ONLY, dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.files import sweep_text
from ttt_core.learning import SweptRun
from ttt_ui import jobs
from ttt_ui.compare.sweep.plan import Plan
from ttt_ui.jobs import ThreadJob
from ttt_ui.visit.cores import cores


@dataclass(eq=False)
class Measuring:
    """A sweep and its results so far."""

    plan: Plan
    sweep: ttt.Sweep
    _: KW_ONLY
    is_restored: bool = False  # whether the browser has saved it in an earlier visit
    job: ThreadJob | None = None
    seconds_left: float | None = None  # the estimated time left; None before the first result

    def __post_init__(self) -> None:
        self._lock = Lock()  # a run is noted before the stop or not at all
        # Of each run: its result, nan if it has none (yet), and whether it has been measured.
        self.values: NDArray[np.float64] = np.full(self.sweep.runs, np.nan)
        self.done: NDArray[np.bool_] = np.zeros(self.sweep.runs, np.bool_)
        up, across = (
            {value: place for place, value in enumerate(values)}
            for values in self.sweep.over.values()
        )
        # Of each point of the sweep: its index in a flattened array (up, across).
        self.places: NDArray[np.intp] = np.array(
            [up[high] * len(across) + across[wide] for high, wide in self.sweep.points]
        )

    @property
    def finished(self) -> bool:
        return bool(self.done.all())

    @property
    def running(self) -> bool:
        return self.job is not None and self.job.running and not self.finished

    def config(self, across: int, up: int) -> ttt.TrainingConfig | None:
        """Return a cell's configuration with the first seed; None if there is no such cell."""
        if not (0 <= across < self.plan.across.count and 0 <= up < self.plan.up.count):
            return None
        (points,) = np.nonzero(self.places == up * self.plan.across.count + across)
        return self.sweep.config(int(points[0]) * self.sweep.seeds) if points.size else None

    def go_on(self) -> None:
        """Measure the rest in a job, unless one does so."""
        if not self.finished:
            threads = cores().places
            self.job = jobs.going_on(self.job, lambda job: self._measure(job, threads))

    def stop(self) -> None:
        """Stop; finished runs stay, and nothing changes any more."""
        if self.job is not None:
            with self._lock:
                self.job.stop()

    def _measure(self, job: ThreadJob, threads: int) -> None:
        self.seconds_left = None
        under_way = ttt.SweepUnderWay(self.sweep, np.flatnonzero(self.done).tolist())
        with closing(under_way.on_threads(threads, turn=job.turn)) as results:
            for measured in results:
                with self._lock:
                    if not job.running:
                        return
                    for run, (value,) in measured:
                        self.values[run] = value
                        self.done[run] = True
                    self.seconds_left = under_way.seconds_left

    def csv(self) -> str:
        """Return the finished runs as a file that ``ttt-sweep`` can continue."""
        done = np.flatnonzero(self.done).tolist()
        return sweep_text(self.sweep, [SweptRun(run, (float(self.values[run]),)) for run in done])
