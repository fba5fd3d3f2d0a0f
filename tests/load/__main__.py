"""A class at the dashboard: how long do its visitors wait, and what does it cost the server?

`python -m tests.load --visitors 50 --train-every 60` starts a server of its own on the loopback
interface, with the README's command `ttt-lab`; nobody else is visited. Everybody opens a link that
brings an agent, as a browser does it that has never been there: with all the files of the page.
Then they play, look at positions, and train. Each has an agent with a name and a seed of its own,
and looks for those of others in every message: whoever sees one counts as an error. Linux only:
memory is read from /proc.

`--processes 2` starts two behind nginx, with the configuration in deploy/.

`--busy 20` has twenty more visitors begin long work (trainings of networks and tables, sweeps,
learning curves, exhibitions), whose pages follow it all the time; `--busy-with sweep` makes all of
them do the same. What the others wait is what counts. Their last progress is printed.

To see what another option of Streamlit's would cost, change it in .streamlit/config.toml.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright

from tests.browser.server import CHROMIUM_FLAGS, LabServer, find_chromium
from tests.browser.support import wait_idle
from tests.deploy.cluster import NGINX, NO_NGINX, Cluster
from tests.load import busy
from tests.load.visitor import VisitError, Visitor, arrive

MAX_VISITORS = 200
MAX_SECONDS = 3600
MEGABYTE = 2**20
QUARTERS = 4


@dataclass
class Figures:
    waits: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Seconds from each action to its result, by kind of action."""
    errors: list[str] = field(default_factory=list)
    """Each is the end of a visit."""
    messages: int = 0
    """With a visitor's own name or seed in them: those of others would have been found."""
    progress: list[str] = field(default_factory=list)
    """What busy visitors have reached."""


async def visit(
    url: str, number: int, files: Sequence[str], plan: argparse.Namespace, figures: Figures
) -> None:
    """Come at a moment of the visitor's own, then play, look, and train, until the time is up."""
    start = asyncio.get_running_loop().time()
    end = start + plan.seconds + (plan.busy_within if plan.busy else 0)
    turn = start + plan.arrive_within * number / plan.visitors
    next_training = turn + plan.train_every * (0.1 + number / plan.visitors)
    await until(turn)
    try:
        arriving = time.perf_counter()
        async with arrive(url, number, files) as visitor:
            await visitor.open(plan.page)
            figures.waits["open the link"].append(time.perf_counter() - arriving)
            if plan.page != "play":
                await visitor.open("play")
            while (turn := max(turn + plan.every, now())) < end:
                await until(turn)
                if plan.train_every and turn >= next_training:
                    next_training += plan.train_every
                    turn = await train_and_inspect(visitor, turn, plan.every, figures)
                else:
                    figures.waits["click"].append(await visitor.play())
            figures.messages += visitor.own_marks_seen
    except* (VisitError, OSError) as group:
        figures.errors += [f"Visitor {number}: {error}" for error in group.exceptions]


async def train_and_inspect(visitor: Visitor, turn: float, every: float, figures: Figures) -> float:
    """Do what is not done on the play page, with a rest after each; return when the last began."""
    for what, act in (
        ("go to Train", lambda: visitor.open("train")),
        ("train", visitor.train),
        ("name the agent", visitor.rename),
        ("go to Inspect", lambda: visitor.open("inspect")),
        ("click", visitor.inspect),
        ("download", lambda: fetch_own(visitor)),
        ("go to Play", lambda: visitor.open("play")),
    ):
        figures.waits[what].append(await act())
        turn = max(turn + every, now())
        await until(turn)
    return turn


async def fetch_own(visitor: Visitor) -> float:
    began = time.perf_counter()
    name = json.loads(await visitor.fetch(await visitor.ask_for_file()))["name"]
    if name != visitor.name:
        raise VisitError(f"The file is that of {name}.")
    return time.perf_counter() - began


async def keep_busy(
    url: str, number: int, kind: str, plan: argparse.Namespace, figures: Figures
) -> None:
    """Do heavy work until the others have left."""
    await asyncio.sleep(plan.busy_within * number / plan.busy)
    try:
        visitor = await busy.keep_busy(url, number, kind, plan.busy_within + plan.seconds)
        figures.progress.append(f"{kind}: {visitor.progress}")
    except* (VisitError, OSError) as group:
        figures.errors += [f"Busy with {kind}: {error}" for error in group.exceptions]


def now() -> float:
    return asyncio.get_running_loop().time()


async def until(moment: float) -> None:
    await asyncio.sleep(moment - now())


async def watch_memory(pids: Sequence[int], seconds: float) -> list[int]:
    """Return the processes' memory in bytes at the start and after each quarter of the time."""
    measured = [sum(map(memory, pids))]
    for _ in range(QUARTERS):
        await asyncio.sleep(seconds / QUARTERS)
        measured.append(sum(map(memory, pids)))
    return measured


def memory(pid: int) -> int:
    """Return the memory of a process and those it has started; what they share counts in parts."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    (kilobytes,) = (line.split()[1] for line in lines if line.startswith("Pss:"))
    children = Path(f"/proc/{pid}/task").glob("*/children")
    started = [int(child) for listed in children for child in listed.read_text().split()]
    return int(kilobytes) * 1024 + sum(map(memory, started))


def files_of(url: str) -> list[str]:
    """Return what a real browser loads from the server before it shows the page."""
    with sync_playwright() as driver:
        chromium = find_chromium(driver)
        if chromium is None:
            sys.exit("What a browser loads is only known with one: sudo apt install chromium")
        with driver.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS) as browser:
            page, found = browser.new_page(), list[str]()
            page.on("requestfinished", lambda request: found.append(request.url))
            page.goto(url)
            wait_idle(page)
    return [urlsplit(one).path for one in found if urlsplit(one).path.startswith("/static/")]


async def run(
    url: str, pids: Sequence[int], files: Sequence[str], plan: argparse.Namespace
) -> tuple[Figures, list[int]]:
    figures = Figures()
    working = [
        keep_busy(url, number, kind, plan, figures)
        for number, kind in enumerate(busy.kinds(plan.busy, plan.busy_with))
    ]
    visits = [visit(url, number, files, plan, figures) for number in range(plan.visitors)]
    under_way = asyncio.gather(*visits, *working)
    if working:
        await asyncio.sleep(plan.busy_within)
        figures.waits.clear()  # only what is waited for while all are busy counts
    measured, _ = await asyncio.gather(watch_memory(pids, plan.seconds), under_way)
    return figures, measured


def report(figures: Figures, measured: list[int]) -> None:
    print(f"{'':16}{'number':>8}{'median':>11}{'95 of 100':>11}{'longest':>11}")
    everything = [wait for waits in figures.waits.values() for wait in waits]
    for kind, waits in [*figures.waits.items(), ("everything", everything)]:
        percentile = statistics.quantiles([*waits, waits[-1]], n=20, method="inclusive")[-1]
        times = (statistics.median(waits), percentile, max(waits))
        print(f"{kind:16}{len(waits):8,}" + "".join(f"{1000 * t:8,.0f} ms" for t in times))
    megabytes = ", ".join(f"{size / MEGABYTE:.0f}" for size in measured)
    print(f"server memory: {megabytes} MB, at the start and after each quarter of the time")
    print(f"messages searched and found to be the visitor's own: {figures.messages:,}")
    print(*figures.progress, sep="\n")
    print(f"errors: {len(figures.errors)}", *figures.errors, sep="\n  ")


def main() -> None:
    """Run the visits as asked for on the command line; exit with 1 if anything went wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.load",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--visitors", type=int, default=25, help=f"1 to {MAX_VISITORS}")
    parser.add_argument("--seconds", type=float, default=60, help=f"1 to {MAX_SECONDS}")
    parser.add_argument("--every", type=float, default=2, help="seconds between clicks; 0: no rest")
    parser.add_argument("--train-every", type=float, default=0, help="seconds; 0: nobody trains")
    parser.add_argument("--arrive-within", type=float, default=5, help="seconds for all to come")
    parser.add_argument("--page", choices=("play", "train", "inspect"), default="play")
    parser.add_argument("--processes", type=int, choices=(1, 2), default=1)
    parser.add_argument("--busy", type=int, default=0, help=f"0 to {MAX_VISITORS} more visitors")
    parser.add_argument("--busy-with", choices=("mixed", *busy.KINDS), default="mixed")
    parser.add_argument("--busy-within", type=float, default=20, help="seconds for them to begin")
    plan = parser.parse_args()
    if not (1 <= plan.visitors <= MAX_VISITORS and 1 <= plan.seconds <= MAX_SECONDS):
        parser.error(f"from 1 to {MAX_VISITORS} visitors, from 1 to {MAX_SECONDS} seconds")
    if min(plan.every, plan.train_every, plan.arrive_within) < 0:
        parser.error("no time is below 0")
    if plan.processes > 1 and NGINX is None:
        parser.error(NO_NGINX)
    with tempfile.TemporaryDirectory() as folder:
        site: LabServer | Cluster
        if plan.processes == 1:
            site = LabServer(Path(folder) / "server.log")
        else:
            site = Cluster(Path(folder))
        try:
            site.wait_until_up()
            files = files_of(f"{site.url}/{plan.page}")
            print(f"{len(files)} files; load of the machine: {os.getloadavg()[0]:.1f}")
            figures, measured = asyncio.run(run(site.url, site.pids, files, plan))
        finally:
            site.stop()
        figures.errors += site.complaints()
    report(figures, measured)
    sys.exit(1 if figures.errors else 0)


if __name__ == "__main__":
    main()
