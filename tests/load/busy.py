"""Visitors who keep a server busy: with trainings, sweeps, learning curves and exhibitions."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import cycle, islice

from tests.load.visitor import Visitor, arrive

_GAMES = {"games": "10000000", "replay": "20"}


async def _train(visitor: Visitor, **settings: str) -> None:
    await visitor.open("train", **settings)


async def _train_network(visitor: Visitor) -> None:
    await _train(visitor, rule="network", games="200000")


async def _train_table(visitor: Visitor) -> None:
    await _train(visitor, **_GAMES)


async def _sweep(visitor: Visitor) -> None:
    await visitor.open(
        "compare",
        **{"view": "sweep", "across": "alpha:0.1:1:20", "up": "epsilon:0.1:1:20", "seeds": "10"},
        **{"base.games": "20000"},
    )
    await visitor.press("Start the sweep")


async def _measure_curves(visitor: Visitor) -> None:
    configs = {f"{letter}.games": f"{number}00000" for number, letter in enumerate("abcdef", 5)}
    first = str(1_000 * visitor.number)  # the server keeps curves for everybody
    await visitor.open("compare", view="learning-curves", seeds="64", **{"from": first}, **configs)
    await visitor.press("Measure")


async def _watch(visitor: Visitor) -> None:
    await visitor.open("play", view="agent-by-itself")
    await visitor.slide("Speed", "1,000 moves/s")
    await visitor.press("Start")


async def _look(visitor: Visitor) -> None:
    await visitor.open("inspect")
    while True:
        await visitor.inspect()
        await asyncio.sleep(1)


KINDS: dict[str, Callable[[Visitor], Awaitable[None]]] = {
    "network": _train_network,
    "table": _train_table,
    "sweep": _sweep,
    "curves": _measure_curves,
    "exhibition": _watch,
    "look": _look,
}
MIXED = (
    *(["network"] * 4 + ["table"] * 4 + ["sweep"] * 3 + ["curves"] * 3 + ["exhibition"] * 3),
    *(["look"] * 3),
)
"""What twenty of them do."""
FIRST_NUMBER = 50_000


async def keep_busy(url: str, number: int, kind: str, seconds: float) -> Visitor:
    """Come, begin something long, and follow it until the time is up."""
    async with arrive(url, FIRST_NUMBER + number) as visitor:
        begun = asyncio.create_task(KINDS[kind](visitor))
        await asyncio.sleep(seconds)
        begun.cancel()
        await asyncio.wait([begun])
        if not begun.cancelled():
            begun.result()
        return visitor


def kinds(number: int, kind: str) -> list[str]:
    """Return what so many visitors do: all the same, or as in `MIXED`."""
    return list(islice(cycle(MIXED if kind == "mixed" else [kind]), number))
