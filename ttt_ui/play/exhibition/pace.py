"""The speed the exhibition is set to, and the speed it reaches."""

from collections import deque
from dataclasses import dataclass
from typing import Literal

from ttt_core.sentences import tr_noop


@dataclass(frozen=True)
class Speed:
    per_second: int
    unit: Literal["move", "game"]
    interval: float  # seconds between two steps of the exhibition


SPEEDS = {
    tr_noop("1 move/s"): Speed(1, "move", 1.0),
    tr_noop("4 moves/s"): Speed(4, "move", 0.25),
    tr_noop("20 games/s"): Speed(20, "game", 0.5),
    tr_noop("200 games/s"): Speed(200, "game", 0.5),
}
"""Label → speed, the slowest first."""


class Pace:
    """Keeps to a speed, and measures the speed reached in the last seconds.

    Times are in seconds, from any clock that never goes back.
    """

    WINDOW = 5.0
    BACKLOG = 1.0
    """If a step comes late, at most this many seconds of play are made up for."""

    _LEAST_TIME = 2.0
    _KEPT = 0.9

    def __init__(self) -> None:
        self._steps: deque[tuple[float, int]] = deque()
        self._owed = 0.0

    def due(self, speed: Speed, now: float) -> int:
        """Return how many moves or games to play in this step, and count them as played.

        Single moves, which people watch, always come one at a time.
        """
        last = self._steps[-1][0] if self._steps else now - speed.interval
        if now - last > 2 * self.BACKLOG + speed.interval:  # the visitor was away
            self._steps.clear()
        if speed.unit == "move":
            due = round(speed.per_second * speed.interval)
        else:
            self._owed += speed.per_second * min(now - last, self.BACKLOG)
            due = int(self._owed)
            self._owed -= due
        self._steps.append((now, due))
        while now - self._steps[0][0] > self.WINDOW:
            self._steps.popleft()
        return due

    def reached(self) -> float | None:
        """Return the recent number a second; None if it is too early to say."""
        if not self._steps:
            return None
        time = self._steps[-1][0] - self._steps[0][0]
        if time < self._LEAST_TIME:
            return None
        return sum(made for _, made in list(self._steps)[1:]) / time

    def falls_short_of(self, speed: Speed) -> bool:
        """Return whether it has lately been clearly slower than `speed`."""
        reached = self.reached()
        return reached is not None and reached < self._KEPT * speed.per_second
