"""`Measuring`: a sweep of a visitor, what is known of it, and the thread that measures the rest.

The thread goes on between the runs of the script, and while the visitor is on another page. It ends
by itself with the sweep, when it is told to stop, and when the visitor has left.
"""

from collections.abc import Callable
from contextlib import closing
from threading import Event, Lock, Thread

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.files.sweep_file import sweep_text
from ttt_core.learning.sweep import SweptRun
from ttt_ui.shared.cores import Turnstile
from ttt_ui.sweep.plan import Plan


class Measuring:
    """A sweep that is being measured, or was.

    Parameters
    ----------
    plan
    sweep
        That of the plan.

    Attributes
    ----------
    plan : Plan
    sweep : Sweep
    values : float64 array (runs,)
        What is known of each run; nan where there is no such number, or not yet.
    done : boolean array (runs,)
        Which runs have been measured.
    places : integer array (points,)
        Where each point of the sweep lies, in an array (up, across) that is read row by row.
    """

    def __init__(self, plan: Plan, sweep: ttt.Sweep) -> None:
        self.plan = plan
        self.sweep = sweep
        self.values: NDArray[np.float64] = np.full(self.sweep.runs, np.nan)
        self.done: NDArray[np.bool_] = np.zeros(self.sweep.runs, np.bool_)
        up, across = (
            {value: place for place, value in enumerate(values)}
            for values in self.sweep.over.values()
        )
        self.places: NDArray[np.intp] = np.array(
            [up[high] * len(across) + across[wide] for high, wide in self.sweep.points]
        )
        self._under_way: ttt.SweepUnderWay | None = None
        self._thread: Thread | None = None
        self._stopped = Event()
        self._lock = Lock()

    @property
    def finished(self) -> bool:
        """Whether all of it is measured."""
        return bool(self.done.all())

    @property
    def running(self) -> bool:
        """Whether it is being measured."""
        thread = self._thread
        alive = thread is not None and thread.is_alive()
        return alive and not self._stopped.is_set() and not self.finished

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes, by the pace so far; None before anything has come."""
        under_way = self._under_way
        return None if under_way is None else under_way.seconds_left

    def config(self, across: int, up: int) -> ttt.TrainingConfig | None:
        """Return the training of a cell with the first seed; None where there is no such cell."""
        if not (0 <= across < self.plan.across.count and 0 <= up < self.plan.up.count):
            return None
        (points,) = np.nonzero(self.places == up * self.plan.across.count + across)
        return self.sweep.config(int(points[0]) * self.sweep.seeds) if points.size else None

    def go_on(self, cores: Turnstile, is_there: Callable[[], bool]) -> None:
        """Measure what is left, in a thread, if that is not done already.

        Parameters
        ----------
        cores
            Where each chunk of a training takes a turn.
        is_there
            Whether the visitor is; asked ten times a second or so.
        """
        with self._lock:
            if self.running or self.finished:
                return
            under_way = ttt.SweepUnderWay(self.sweep, np.flatnonzero(self.done).tolist())
            self._under_way, self._stopped = under_way, Event()
            self._thread = Thread(
                target=self._measure,
                args=(under_way, self._stopped, cores, is_there),
                name="sweep",
                daemon=True,
            )
            self._thread.start()

    def stop(self) -> None:
        """End it here; what was measured stays. The thread follows within a moment."""
        self._stopped.set()

    def _measure(
        self,
        under_way: ttt.SweepUnderWay,
        stopped: Event,
        cores: Turnstile,
        is_there: Callable[[], bool],
    ) -> None:
        with closing(under_way.on_threads(cores.places, turn=cores.turn)) as results:
            for measured in results:
                for run, (value,) in measured:
                    self.values[run] = value
                    self.done[run] = True
                if stopped.is_set() or not is_there():
                    break
        with self._lock:
            if self._under_way is under_way:  # it has a list of all runs
                self._under_way = None

    def csv(self) -> str:
        """Return what was measured as the file that ``ttt-sweep`` writes, and goes on with."""
        done = np.flatnonzero(self.done).tolist()
        return sweep_text(self.sweep, [SweptRun(run, (float(self.values[run]),)) for run in done])
