"""A class at the dashboard: how long do its visitors wait, and what does it cost the server?

`python -m tests.load --visitors 25 --seconds 60` starts a server of its own on the loopback
interface; nobody else is visited. Linux only: the server's memory is read from /proc.

STREAMLIT_RUNNER_POST_SCRIPT_GC=true in the environment shows what that option would cost; so does
any other of Streamlit's options.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from tests.browser.support import Server
from tests.load.visitor import VisitError, Visitor, arrive

MAX_VISITORS = 200
MAX_SECONDS = 3600
MEGABYTE = 2**20


@dataclass
class Figures:
    """What the visitors saw.

    Attributes
    ----------
    waits
        Seconds from each action to its result, by kind of action.
    errors
        What went wrong; each error is the end of a visit.
    """

    waits: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)


async def visit(url: str, number: int, plan: argparse.Namespace, figures: Figures) -> None:
    """Come at a moment of the visitor's own, then play, and train, until the time is up."""
    start = asyncio.get_running_loop().time()
    end = start + plan.seconds
    turn = start + plan.arrive_within * number / plan.visitors
    next_training = turn + plan.train_every * (1 + number / plan.visitors)
    await until(turn)
    try:
        arriving = time.perf_counter()
        async with arrive(url, seed=number) as visitor:
            await visitor.open("play")
            figures.waits["open the page"].append(time.perf_counter() - arriving)
            while (turn := max(turn + plan.every, now())) < end:
                await until(turn)
                if plan.train_every and turn >= next_training:
                    next_training += plan.train_every
                    await train(visitor, figures)
                else:
                    figures.waits["click"].append(await visitor.play())
    except (VisitError, OSError) as error:
        figures.errors.append(f"Visitor {number}: {error}")


async def train(visitor: Visitor, figures: Figures) -> None:
    figures.waits["go to Train"].append(await visitor.open("train"))
    figures.waits["train"].append(await visitor.train())
    figures.waits["go to Play"].append(await visitor.open("play"))


def now() -> float:
    return asyncio.get_running_loop().time()


async def until(moment: float) -> None:
    await asyncio.sleep(moment - now())


async def watch_memory(pid: int, seconds: float) -> list[int]:
    """Return the process's memory in bytes at the start and after each quarter of the time."""
    measured = [memory(pid)]
    for _ in range(4):
        await asyncio.sleep(seconds / 4)
        measured.append(memory(pid))
    return measured


def memory(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    (kilobytes,) = (line.split()[1] for line in lines if line.startswith("VmRSS"))
    return int(kilobytes) * 1024


async def run(server: Server, plan: argparse.Namespace) -> tuple[Figures, list[int]]:
    figures = Figures()
    visits = [visit(server.url, number, plan, figures) for number in range(plan.visitors)]
    measured, *_ = await asyncio.gather(watch_memory(server.process.pid, plan.seconds), *visits)
    return figures, measured


def report(figures: Figures, measured: list[int]) -> None:
    print(f"{'':16}{'number':>8}{'median':>11}{'95 of 100':>11}{'longest':>11}")
    for kind, waits in figures.waits.items():
        percentile = statistics.quantiles([*waits, waits[-1]], n=20, method="inclusive")[-1]
        times = (statistics.median(waits), percentile, max(waits))
        print(f"{kind:16}{len(waits):8,}" + "".join(f"{1000 * t:8,.0f} ms" for t in times))
    megabytes = ", ".join(f"{size / MEGABYTE:.0f}" for size in measured)
    print(f"server memory: {megabytes} MB, at the start and after each quarter of the time")
    print(f"errors: {len(figures.errors)}", *figures.errors, sep="\n  ")


def main() -> None:
    """Run the visits as asked for on the command line; exit with 1 if anything went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--visitors", type=int, default=25, help=f"1 to {MAX_VISITORS}")
    parser.add_argument("--seconds", type=float, default=60, help=f"1 to {MAX_SECONDS}")
    parser.add_argument("--every", type=float, default=2, help="seconds between clicks; 0: no rest")
    parser.add_argument("--train-every", type=float, default=0, help="seconds; 0: nobody trains")
    parser.add_argument("--arrive-within", type=float, default=5, help="seconds for all to come")
    plan = parser.parse_args()
    if not (1 <= plan.visitors <= MAX_VISITORS and 1 <= plan.seconds <= MAX_SECONDS):
        parser.error(f"from 1 to {MAX_VISITORS} visitors, from 1 to {MAX_SECONDS} seconds")
    if min(plan.every, plan.train_every, plan.arrive_within) < 0:
        parser.error("no time is below 0")
    with tempfile.TemporaryDirectory() as folder:
        server = Server("app.py", Path(folder) / "server.log")
        try:
            server.wait_until_up()
            figures, measured = asyncio.run(run(server, plan))
        finally:
            server.stop()
        figures.errors += server.complaints()
    report(figures, measured)
    sys.exit(1 if figures.errors else 0)


if __name__ == "__main__":
    main()
