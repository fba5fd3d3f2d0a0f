"""How fast the exhibition is to go, and how fast it really goes."""

from collections import deque
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Speed:
    """A speed that is promised.

    Attributes
    ----------
    per_second, unit
        How many of what.
    interval
        Seconds between two looks at the exhibition.
    """

    per_second: int
    unit: Literal["move", "game"]
    interval: float

    @property
    def per_look(self) -> int:
        """How many are to be made at a look that comes in time."""
        return round(self.per_second * self.interval)


SPEEDS = {
    "1 move/s": Speed(1, "move", 1.0),
    "4 moves/s": Speed(4, "move", 0.25),
    "20 games/s": Speed(20, "game", 0.5),
    "200 games/s": Speed(200, "game", 0.5),
}
"""By the words for it, the slowest first."""


class Pace:
    """Keeps to a speed, and measures over the last seconds how far it was kept to.

    Times are in seconds, of any clock that never goes back.
    """

    WINDOW = 5.0
    BACKLOG = 1.0
    """The work of so many seconds is made up for at most, where a look comes late."""

    _LEAST_TIME = 2.0
    _KEPT = 0.9

    def __init__(self) -> None:
        self._looks: deque[tuple[float, int]] = deque()
        self._owed = 0.0

    def due(self, speed: Speed, now: float) -> int:
        """Return how many moves or games are to be made at a look, and count them as made.

        Single moves, which are watched, come one at a time, however late.
        """
        last = self._looks[-1][0] if self._looks else now - speed.interval
        if now - last > 2 * self.BACKLOG + speed.interval:  # nobody was looking
            self._looks.clear()
        if speed.unit == "move":
            due = speed.per_look
        else:
            self._owed += speed.per_second * min(now - last, self.BACKLOG)
            due = int(self._owed)
            self._owed -= due
        self._looks.append((now, due))
        while now - self._looks[0][0] > self.WINDOW:
            self._looks.popleft()
        return due

    def reached(self) -> float | None:
        """Return how many were made in a second lately; None where it is too early to say."""
        if not self._looks:
            return None
        time = self._looks[-1][0] - self._looks[0][0]
        if time < self._LEAST_TIME:
            return None
        return sum(made for _, made in list(self._looks)[1:]) / time

    def falls_short_of(self, speed: Speed) -> bool:
        """Whether it has lately been noticeably slower than promised."""
        reached = self.reached()
        return reached is not None and reached < self._KEPT * speed.per_second
