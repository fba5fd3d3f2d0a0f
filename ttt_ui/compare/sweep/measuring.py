"""`Measuring`: a visitor's sweep, its results so far, and the thread that measures the rest.

The thread keeps running between runs of the script and while the visitor is on another page. It
ends when the sweep is finished or stopped, or the visitor has left.
"""

from collections.abc import Callable
from contextlib import closing
from threading import Event, Lock, Thread

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.files import sweep_text
from ttt_core.learning import SweptRun
from ttt_ui.compare.sweep.plan import Plan
from ttt_ui.visit.cores import Turnstile


class Measuring:
    """A sweep and its results so far.

    Parameters
    ----------
    plan
    sweep
        The plan's sweep.

    Attributes
    ----------
    plan : Plan
    sweep : Sweep
    values : float64 array (runs,)
        The result of each run; nan if it has none, or none yet.
    done : boolean array (runs,)
        Whether each run has been measured.
    places : integer array (points,)
        The index of each point of the sweep in a flattened array (up, across).
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
        return bool(self.done.all())

    @property
    def running(self) -> bool:
        thread = self._thread
        alive = thread is not None and thread.is_alive()
        return alive and not self._stopped.is_set() and not self.finished

    @property
    def seconds_left(self) -> float | None:
        """The estimated time left; None before the first result."""
        under_way = self._under_way
        return None if under_way is None else under_way.seconds_left

    def config(self, across: int, up: int) -> ttt.TrainingConfig | None:
        """Return a cell's configuration with the first seed; None if there is no such cell."""
        if not (0 <= across < self.plan.across.count and 0 <= up < self.plan.up.count):
            return None
        (points,) = np.nonzero(self.places == up * self.plan.across.count + across)
        return self.sweep.config(int(points[0]) * self.sweep.seeds) if points.size else None

    def go_on(self, cores: Turnstile, is_there: Callable[[], bool]) -> None:
        """Measure the rest in a thread, unless one is running.

        Parameters
        ----------
        cores
            Where each part of a training waits for its turn.
        is_there
            Says whether the visitor is still here; called about ten times a second.
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
        """Stop; finished runs stay. The thread ends shortly after."""
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
            if self._under_way is under_way:  # frees its list of all runs
                self._under_way = None

    def csv(self) -> str:
        """Return the finished runs as a file that ``ttt-sweep`` can continue."""
        done = np.flatnonzero(self.done).tolist()
        return sweep_text(self.sweep, [SweptRun(run, (float(self.values[run]),)) for run in done])
