"""How many visitors a process supports: ``python -m docs.programs.capacity``.

Simulates a class at one process of the dashboard, from the measured costs in ``docs/hosting.md``.
A process runs Python on one core, so its visitors' requests form a line. A visitor opens a link
within the first five seconds, and then clicks every two seconds, or as soon as the last click is
answered. Once a minute they train instead. Prints what a click then takes, next to what
``tests.load`` measured, and how many processes, cores and gigabytes more visitors need.
"""

from heapq import heappop, heappush
from math import ceil
from random import Random
from statistics import median, quantiles

SECONDS, ARRIVE_WITHIN, EVERY, TRAIN_EVERY = 60.0, 5.0, 2.0, 60.0
OPENS, CLICK, TRAINING = (0.090, 0.110), (0.018, 0.023), (0.130, 0.150)
"""Seconds of a core, from and to: a link that trains, with the page's files; a click; a run."""
OVERHEAD = 0.008
"""Seconds from a click to the server and back that no other visitor waits for."""
MEASURED = {25: (0.03, 0.08), 50: (0.05, 0.79), 100: (2.0, 4.5)}
"""Visitors who do not train → median and 95th percentile of a click, in seconds."""
PROCESS_MB, VISITOR_MB = 350, 4
SOON = 0.2
"""Within which 95% of clicks should be answered, in seconds."""


def waits(visitors: int, *, trains: bool, seed: int = 1) -> list[float]:
    """Return what each click takes, in seconds."""
    random = Random(seed)
    due = list[tuple[float, int, str]]()
    for visitor in range(visitors):
        heappush(due, (ARRIVE_WITHIN * visitor / visitors, visitor, "open"))
    next_training = [TRAIN_EVERY * (0.1 + visitor / visitors) for visitor in range(visitors)]
    free, took = 0.0, []
    while due:
        moment, visitor, what = heappop(due)
        cost = random.uniform(*{"open": OPENS, "click": CLICK, "train": TRAINING}[what])
        free = max(free, moment) + cost
        if what == "click":
            took.append(free - moment + OVERHEAD)
        following = max(moment + EVERY, free)
        if following < SECONDS:
            training = trains and following >= next_training[visitor]
            if training:
                next_training[visitor] += TRAIN_EVERY
            heappush(due, (following, visitor, "train" if training else "click"))
    return took


def middle_and_most(took: list[float]) -> tuple[float, float]:
    """Return the median and the 95th percentile."""
    return median(took), quantiles(took, n=20)[-1]


def supported() -> int:
    """Return how many visitors who also train one process answers soon."""
    visitors = 1
    while middle_and_most(waits(visitors + 1, trains=True))[1] < SOON:
        visitors += 1
    return visitors


def lines() -> list[str]:
    """Return both tables."""
    table = ["| visitors of one process | simulated | measured |", "| --- | ---: | ---: |"]
    for visitors, measured in MEASURED.items():
        simulated = middle_and_most(waits(visitors, trains=False))
        cells = [f"{usual:.2f} s ({most:.2f})" for usual, most in (simulated, measured)]
        table.append(f"| {visitors} | {' | '.join(cells)} |")
    each = supported()
    table += ["", "| visitors at once | processes, and cores | GB |", "| ---: | ---: | ---: |"]
    for visitors in (100, 1_000, 10_000, 1_000_000):
        processes = ceil(visitors / each)
        gigabytes = (processes * PROCESS_MB + visitors * VISITOR_MB) / 1_000
        table.append(f"| {visitors:,} | {processes:,} | {gigabytes:,.1f} |")
    return table


if __name__ == "__main__":
    print("\n".join(lines()))
