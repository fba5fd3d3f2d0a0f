"""The command ``ttt-sweep``: a sweep over settings, on all cores or on a Dask cluster.

``docs/sweeps.md`` shows how it is used.
"""

import argparse
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn, TextIO

import numpy as np

from ttt_core.files.sweep_file import SweepFile, SweepFileError
from ttt_core.learning.config import SETTINGS, ConfigError, TrainingConfig
from ttt_core.learning.measures import MEASURES
from ttt_core.learning.presets import PRESETS
from ttt_core.learning.sweep import Sweep, SweepUnderWay, SweptRun, span
from ttt_core.tools.arguments import number_of_seeds
from ttt_core.tools.dask_cluster import CONFIGURED, SchedulerError, cluster
from ttt_core.tools.sweep_table import table

UPDATES_PER_TASK = 20_000_000
"""Of a task on a cluster: half a second to a second of work."""
TASKS_IN_FLIGHT = 1_000
"""At once with the scheduler of a cluster; it holds no more than these."""
_MEASURES = ["unbeatable_from"]
_SECONDS_BETWEEN_WORDS = 0.2
_REFUSED, _INTERRUPTED = 2, 130

EXAMPLES = """\
examples:
  ttt-sweep --over alpha=0.1:0.9:9
  ttt-sweep --over alpha=0.1:1:10 --over gamma=0.5,0.7,0.9,1 --measure wins_as_o --games 2000
  ttt-sweep --over games=100:100000:13:log --measure unbeatable_from,optimal_share --seeds 20
  ttt-sweep --over rule=minimax-q,q-learning,monte-carlo --over alpha=0.01:1:9:log --out rules.csv
"""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Refuse in a sentence; how the command is used takes pages, and is what --help is for."""
        self.exit(_REFUSED, f"{self.prog}: {message}\n")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    program = _Parser(
        prog="ttt-sweep",
        usage="ttt-sweep --over SETTING=VALUES [--over …] [--measure NAME,…] [--seeds N] …",
        description="Train with every combination of some settings' values, measure what comes of "
        "it exactly, and write a line of CSV for each run. The same command again goes on where "
        "the file ends.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    program.add_argument(
        "--over",
        action="append",
        required=True,
        metavar="SETTING=VALUES",
        help="a setting to sweep over; again for another one. VALUES: a list such as 1,2,5; "
        "low:high:count for evenly spaced ones; low:high:count:log for equal factors",
    )
    program.add_argument(
        "--measure",
        action="append",
        metavar="NAME,…",
        help="what to measure (unbeatable_from if not given). "
        + " ".join(f"{name}: {measure.sentence}" for name, measure in MEASURES.items()),
    )
    program.add_argument(
        "--seeds",
        type=number_of_seeds,
        default=5,
        metavar="N",
        help="how many seeds to train with, from --seed on (%(default)s if not given)",
    )
    program.add_argument(
        "--out",
        type=Path,
        default=Path("sweep.csv"),
        metavar="FILE",
        help="the CSV to write, or to go on with (%(default)s if not given)",
    )
    program.add_argument(
        "--preset",
        choices=sorted(PRESETS),
        metavar="NAME",
        help="settings to begin with: " + ", ".join(PRESETS),
    )
    program.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="have the workers of this Dask scheduler work, such as tcp://10.0.0.1:8786; "
        f"{CONFIGURED}: of the one that Dask's own configuration names",
    )
    settings = program.add_argument_group("settings of all runs")
    for name, setting in SETTINGS.items():
        settings.add_argument(
            f"--{name.replace('_', '-')}",
            dest=f"setting {name}",
            metavar="VALUE",
            help=setting.sentence.replace("%", "%%"),
        )
    return program


def sweep_of(arguments: argparse.Namespace) -> Sweep:
    """Return the sweep that a command line asks for.

    Raises
    ------
    ConfigError
        If there is no such sweep.
    """
    changes: dict[str, Any] = {
        name: value_of(name, text)
        for name in SETTINGS
        if (text := getattr(arguments, f"setting {name}")) is not None
    }
    over: dict[str, Sequence[object]] = {}
    for text in arguments.over:
        name, is_there, values = text.partition("=")
        name = name.strip().replace("-", "_")
        if not is_there:
            raise ConfigError(f"--over needs SETTING=VALUES, not {text!r}.", "over")
        if name in over:
            raise ConfigError(f"{name} is swept over twice.", name)
        over[name] = values_of(name, values)
    measures = [name for names in arguments.measure or _MEASURES for name in names.split(",")]
    return Sweep(
        base=replace(PRESETS.get(arguments.preset, TrainingConfig()), **changes),
        over=over,
        measures=[name.strip().replace("-", "_") for name in measures],
        seeds=arguments.seeds,
    )


def value_of(name: str, text: str) -> object:
    """Read a value of a setting; what is none is left as it is, for the setting to refuse."""
    kind = SETTINGS[name].schema["type"] if name in SETTINGS else "string"
    text = text.strip()
    try:
        if kind == "boolean":
            return {"true": True, "on": True, "false": False, "off": False}[text.lower()]
        if kind == "integer":
            return int(text)
        return float(text) if kind == "number" else text
    except (KeyError, ValueError):
        return text


def values_of(name: str, text: str) -> Sequence[object]:
    """Read a list of values, or a span of them.

    Raises
    ------
    ConfigError
        If there is no such span.
    """
    if ":" not in text:
        return [value_of(name, one) for one in text.split(",")]
    low, high, *rest = text.split(":")
    try:
        return span(name, float(low), float(high), int(rest[0]), by_factor=_by_factor(rest))
    except (IndexError, ValueError) as error:
        if isinstance(error, ConfigError):
            raise
        raise ConfigError(
            f"{name} needs low:high:count or low:high:count:log, not {text!r}.", name
        ) from None


def _by_factor(rest: list[str]) -> bool:
    if rest[1:] not in ([], ["log"]):
        raise ValueError("There is no such spacing.")
    return rest[1:] == ["log"]


def _on_cluster(
    under_way: SweepUnderWay, scheduler: str, progress: "_Progress"
) -> Generator[list[SweptRun], None, None]:
    """Yield what comes of a sweep from the workers of a cluster."""
    with cluster(scheduler) as (executor, workers):
        progress.note(workers)
        yield from under_way.on(
            executor, updates_per_batch=UPDATES_PER_TASK, in_flight=TASKS_IN_FLIGHT
        )


class _Progress:
    """A line on the terminal that says how far a sweep is; nothing where there is no terminal."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_shown = stream.isatty()
        self._last = 0.0

    def note(self, sentence: str) -> None:
        """Say something that stays."""
        if self._is_shown:
            self._write(f"\r\x1b[K{sentence}.\n")

    def show(self, sweep: Sweep, under_way: SweepUnderWay) -> None:
        """Say how far it is, now and then."""
        if self._is_shown and time.monotonic() >= self._last + _SECONDS_BETWEEN_WORDS:
            self._last = time.monotonic()
            done = sweep.runs - under_way.runs_left
            left = under_way.seconds_left
            time_left = "" if left is None else f", {duration(left)} left"
            self._write(
                f"\r\x1b[K{done:,} of {sweep.runs:,} runs, {done / sweep.runs:.0%}{time_left}"
            )

    def clear(self) -> None:
        """Take the line away."""
        if self._is_shown:
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def duration(seconds: float) -> str:
    """Return how long that is, in the two largest units that matter."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60:,} h {minutes % 60} min"


def measure(sweep: Sweep, file: SweepFile, scheduler: str | None, progress: _Progress) -> None:
    """Measure what the file does not have yet, and write it there as it comes."""
    under_way = SweepUnderWay(sweep, np.flatnonzero(file.done).tolist())
    if not under_way.runs_left:
        return
    results = (
        under_way.on_threads() if scheduler is None else _on_cluster(under_way, scheduler, progress)
    )
    try:
        with closing(results):
            for measured in results:
                file.add(measured)
                progress.show(sweep, under_way)
    finally:
        progress.clear()


def main(arguments: list[str] | None = None) -> None:
    """Run the command; `arguments` in place of those of the command line."""
    program = parser()
    parsed = program.parse_args(arguments)
    progress = _Progress(sys.stderr)
    try:
        sweep = sweep_of(parsed)
        with SweepFile(parsed.out, sweep) as file:
            try:
                measure(sweep, file, parsed.scheduler, progress)
            except KeyboardInterrupt:
                program.exit(_INTERRUPTED, f"Stopped. {_how_far(file, parsed.out)}\n")
            except SchedulerError as error:
                went_on = f" {_how_far(file, parsed.out)}" if file.done.any() else ""
                program.error(f"{error}{went_on}")
    except (ConfigError, SweepFileError) as error:
        program.error(str(error))
    except OSError as error:
        program.error(f"{parsed.out}: {error.strerror}.")
    except KeyboardInterrupt:
        program.exit(_INTERRUPTED, "Stopped before it began.\n")
    for line in table(sweep, file.values):
        print(line)


def _how_far(file: SweepFile, path: Path) -> str:
    done = int(file.done.sum())
    return (
        f"{path} has {done:,} of {file.done.size:,} runs, and the same command goes on from there."
    )


if __name__ == "__main__":
    main()
