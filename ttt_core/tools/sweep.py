"""The command ``ttt-sweep``: a sweep over settings, on all cores or on a Dask cluster.

``docs/sweeps.md`` shows how to use it.
"""

import argparse
import sys
import textwrap
import time
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn, TextIO

import numpy as np
from numpy.typing import NDArray

from ttt_core.files.sweep_file import SweepFile, SweepFileError
from ttt_core.learning.config import SETTINGS, ConfigError, TrainingConfig
from ttt_core.learning.measures import MEASURES, Measure
from ttt_core.learning.runs import RunsReport, measure_runs, measure_runs_with
from ttt_core.learning.sweep import Sweep, span
from ttt_core.tools.arguments import PRESETS_BY_LABEL, add_preset, aligned, number_of_seeds
from ttt_core.tools.dask_cluster import CONFIGURED, SchedulerError, cluster

UPDATES_PER_TASK = 10_000_000
"""The size of a task on a cluster: a quarter to half a second of work."""
TASKS_IN_FLIGHT = 1_000
"""The most tasks that a cluster's scheduler holds at once."""
_DEFAULT_MEASURE = "unbeatable_from"
_SWITCH = {"true": True, "on": True, "false": False, "off": False}
_SECONDS_BETWEEN_UPDATES = 0.2
_SECONDS_WITHOUT_A_WORD = 2.0
_WAITING = (
    "waiting for the first result: on a new machine, compiling the training takes up to a minute"
)
_REFUSED, _INTERRUPTED = 2, 130
MOST_LINES = 200
_MOST_COLUMNS = 20
_NONE, _LEFT_OUT = "never", "–"

EXAMPLES = """\
examples:
  ttt-sweep --over alpha=0.1:0.9:9
  ttt-sweep --over alpha=0.1:1:10 --over gamma=0.5,0.9,1 --measure wins_as_o
  ttt-sweep --over games=100:100000:13:log --measure wins_as_x,optimal_share
  ttt-sweep --over rule=minimax-q,q-learning --backward on --out rules.csv
"""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Print only the message: the usage is long, and --help shows it."""
        self.exit(_REFUSED, f"{self.prog}: {message}\n")


class _Help(argparse.RawDescriptionHelpFormatter):
    def _split_lines(self, text: str, width: int) -> list[str]:
        """Keep the line breaks of the text, and never break a value at its hyphen."""
        return [
            line
            for paragraph in text.splitlines()
            for line in textwrap.wrap(paragraph, width, break_on_hyphens=False)
        ]


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    program = _Parser(
        prog="ttt-sweep",
        usage="ttt-sweep --over SETTING=VALUES [--over …] [--measure NAME,…] …",
        description="Train every combination of the given settings, measure each result\n"
        "exactly, and write one CSV line per run. Run the same command again to\n"
        "continue an interrupted sweep.",
        epilog=EXAMPLES,
        formatter_class=_Help,
        allow_abbrev=False,
    )
    program.add_argument(
        "--over",
        action="append",
        required=True,
        metavar="SETTING=VALUES",
        help="a setting to sweep over; repeat for more settings. VALUES is a list such as 1,2,5, "
        "or low:high:count for even spacing, or low:high:count:log for logarithmic spacing",
    )
    program.add_argument(
        "--measure",
        type=measure_names,
        action="extend",
        metavar="NAME,…",
        help="\n".join(
            [
                f"what to measure (default: {_DEFAULT_MEASURE})",
                *(f"{name}: {measure.sentence}" for name, measure in MEASURES.items()),
            ]
        ),
    )
    program.add_argument(
        "--seeds",
        type=number_of_seeds,
        default=5,
        metavar="N",
        help="the number of seeds (default: %(default)s); the first is --seed",
    )
    program.add_argument(
        "--out",
        type=Path,
        default=Path("sweep.csv"),
        metavar="FILE",
        help="the CSV file to write or continue (default: %(default)s)",
    )
    add_preset(program, "settings to start from")
    program.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="run on the workers of this Dask scheduler, for example tcp://10.0.0.1:8786; "
        f"{CONFIGURED} uses the scheduler in Dask's own configuration",
    )
    settings = program.add_argument_group(
        "settings of all runs",
        "Without its option, a setting has its value in --preset, or else its default.",
    )
    for name, setting in SETTINGS.items():
        settings.add_argument(
            f"--{name.replace('_', '-')}",
            dest=f"setting {name}",
            metavar="VALUE",
            help=f"{values_to_type(name)}\n{setting.sentence}".replace("%", "%%"),
        )
    return program


def measure_names(text: str) -> list[str]:
    """Return the names in a list of measures."""
    names = [name.strip().replace("-", "_") for name in text.split(",")]
    for name in names:
        if name not in MEASURES:
            raise argparse.ArgumentTypeError(
                f"unknown measure {name!r}; choose from {', '.join(MEASURES)}"
            )
    return names


def values_to_type(name: str) -> str:
    """Return which values a setting takes, as they are typed, and its default."""
    schema, default = SETTINGS[name].schema, getattr(TrainingConfig(), name)
    if "enum" in schema:
        values = f"one of: {', '.join(schema['enum'])}"
    elif schema["type"] == "boolean":
        values, default = "on or off", "on" if default else "off"
    else:
        kind = "a whole number" if schema["type"] == "integer" else "a number"
        low = f"from {schema['minimum']} to" if "minimum" in schema else "above 0, at most"
        values, default = f"{kind} {low} {schema['maximum']}", f"{default:.12g}"
    return f"{values} (default: {default})"


def sweep_of(arguments: argparse.Namespace) -> Sweep:
    """Return the sweep described by the command line; raise `ConfigError` if it is not valid."""
    changes: dict[str, Any] = {
        name: value_of(name, text)
        for name in SETTINGS
        if (text := getattr(arguments, f"setting {name}")) is not None
    }
    over = values_by_setting(arguments.over)
    for name in over:
        if name in changes:
            option = f"--{name.replace('_', '-')}"
            raise ConfigError(f"{name} is swept with --over, so leave out {option}.", name)
    return Sweep(
        base=replace(PRESETS_BY_LABEL.get(arguments.preset, TrainingConfig()), **changes),
        over=over,
        measures=arguments.measure or [_DEFAULT_MEASURE],
        seeds=arguments.seeds,
    )


def values_by_setting(texts: Sequence[str]) -> dict[str, Sequence[object]]:
    """Read every ``SETTING=VALUES``; raise `ConfigError` if one is not valid or given twice."""
    over: dict[str, Sequence[object]] = {}
    for text in texts:
        name, is_there, values = text.partition("=")
        name = name.strip().replace("-", "_")
        if not is_there:
            raise ConfigError(f"--over needs SETTING=VALUES, not {text!r}.", "over")
        if name in over:
            raise ConfigError(f"{name} is given to --over twice.", name)
        over[name] = values_of(name, values)
    return over


def value_of(name: str, text: str) -> object:
    """Read a value of a setting; an invalid number stays text, for the setting to refuse."""
    kind = SETTINGS[name].schema["type"] if name in SETTINGS else "string"
    text = text.strip()
    if kind == "boolean":
        if text.lower() not in _SWITCH:
            raise ConfigError(f"{name} must be on or off, not {text!r}.", name)
        return _SWITCH[text.lower()]
    try:
        if kind == "integer":
            return int(text)
        return float(text) if kind == "number" else text
    except ValueError:
        return text


def values_of(name: str, text: str) -> Sequence[object]:
    """Read a list or a range of values; raise `ConfigError` if the range is not valid."""
    if ":" not in text:
        return [value_of(name, value) for value in text.split(",")]
    try:
        low, high, count, *spacing = text.split(":")
        if spacing not in ([], ["log"]):
            raise ValueError("Unknown spacing.")
        return span(name, float(low), float(high), int(count), by_factor=bool(spacing))
    except ConfigError:
        raise
    except ValueError:
        raise ConfigError(
            f"{name} needs low:high:count or low:high:count:log, not {text!r}.", name
        ) from None


def _on_cluster(
    sweep: Sweep, done: Collection[int], scheduler: str, status: "_StatusLine"
) -> Generator[RunsReport[tuple[float, ...]], None, None]:
    """Yield the runs of a sweep that the workers of a cluster have measured."""
    with cluster(scheduler) as (executor, workers):
        status.note(workers)
        yield from measure_runs_with(
            executor,
            sweep,
            sweep.measured,
            done,
            updates_per_task=UPDATES_PER_TASK,
            in_flight=TASKS_IN_FLIGHT,
        )


class _StatusLine:
    """A status line on the terminal.

    If the output is not a terminal, only a long wait for the first result is told, once.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_shown = stream.isatty()
        self._last = 0.0
        self._waits_from = time.monotonic()
        self._has_told = False

    def note(self, sentence: str) -> None:
        """Print a sentence that stays."""
        if self._is_shown:
            self._write(f"\r\x1b[K{sentence}.\n")

    def show(self, done: int, runs: int, seconds_left: float | None) -> None:
        """Update the status line, at intervals."""
        now = time.monotonic()
        if self._is_shown and now >= self._last + _SECONDS_BETWEEN_UPDATES:
            self._last = now
            left = _WAITING if seconds_left is None else f"{duration(seconds_left)} left"
            self._write(f"\r\x1b[K{done:,} of {runs:,} runs, {done / runs:.0%}, {left}")

    def wait(self) -> None:
        """Tell that there is no result yet, if this is not a terminal, after a while, once."""
        waits_for_long = time.monotonic() >= self._waits_from + _SECONDS_WITHOUT_A_WORD
        if waits_for_long and not self._is_shown and not self._has_told:
            self._has_told = True
            self._write(f"{_WAITING[0].upper()}{_WAITING[1:]}.\n")

    def clear(self) -> None:
        """Remove the status line."""
        if self._is_shown:
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def duration(seconds: float) -> str:
    """Return a duration in words, in its one or two largest units."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60:,} h {minutes % 60} min"


def measure(sweep: Sweep, file: SweepFile, scheduler: str | None, status: _StatusLine) -> None:
    """Measure the runs that are not in the file yet, and write each there when it finishes."""
    known = np.flatnonzero(file.done).tolist()
    if len(known) == len(sweep):
        return
    reports = (
        measure_runs(sweep, sweep.measured, known)
        if scheduler is None
        else _on_cluster(sweep, known, scheduler, status)
    )
    done, is_waiting = len(known), True
    try:
        with closing(reports):
            for report in reports:
                file.add(report.results)
                done += len(report.results)
                is_waiting = is_waiting and not report.results
                status.show(done, len(sweep), None if is_waiting else report.seconds_left)
                if is_waiting:
                    status.wait()
    finally:
        status.clear()


def main(arguments: list[str] | None = None) -> None:
    """Run the command; `arguments` replace the command line if given."""
    program = parser()
    parsed = program.parse_args(arguments)
    status = _StatusLine(sys.stderr)
    try:
        sweep = sweep_of(parsed)
        with SweepFile(parsed.out, sweep) as file:
            try:
                measure(sweep, file, parsed.scheduler, status)
            except KeyboardInterrupt:
                program.exit(_INTERRUPTED, f"Stopped. {_how_to_continue(file, parsed.out)}\n")
            except SchedulerError as error:
                sentences = [str(error)]
                if file.done.any():
                    sentences.append(_how_to_continue(file, parsed.out))
                program.error(" ".join(sentences))
    except (ConfigError, SweepFileError) as error:
        program.error(str(error))
    except OSError as error:
        program.error(f"{parsed.out}: {error.strerror}.")
    except KeyboardInterrupt:
        program.exit(_INTERRUPTED, "Stopped before the sweep began.\n")
    for line in table(sweep, file.values):
        print(line)


def _how_to_continue(file: SweepFile, path: Path) -> str:
    done = int(file.done.sum())
    return (
        f"{path} contains {done:,} of {file.done.size:,} runs. "
        "Run the same command again to continue."
    )


# The table of results


def table(sweep: Sweep, values: NDArray[np.float64]) -> Iterator[str]:
    """Yield the lines of a table of means over the seeds.

    A sweep over two settings has a row for each value of the first and a column for each value of
    the second, if they fit. Other sweeps have a line for each combination.

    Parameters
    ----------
    sweep
    values : float64 array (runs, measures)
        nan if there is no result; the mean is then over the other seeds, and says how many.
    """
    if sweep.left_out:
        yield f"Combinations skipped because their values cannot be combined: {sweep.left_out:,}"
    by_point = values.reshape(len(sweep.points), sweep.seeds, -1)
    measures = sweep.chosen
    cells_by_point = [
        [_mean(measure, seeds) for measure, seeds in zip(measures, runs.T, strict=True)]
        for runs in by_point
    ]
    seeds = f"mean of {sweep.seeds:,} seeds" if sweep.seeds > 1 else "one seed"
    if len(sweep.over) == 2 and len(list(sweep.over.values())[1]) <= _MOST_COLUMNS:
        by_values = dict(zip(sweep.points, cells_by_point, strict=True))
        for index, measure in enumerate(measures):
            yield f"{measure.label}, {seeds}"
            yield from _square(sweep, {point: cells[index] for point, cells in by_values.items()})
            yield ""
        return
    yield f"{', '.join(measure.label for measure in measures)}, {seeds}"
    lines = [
        [*map(_short, point), *cells]
        for point, cells in zip(sweep.points, cells_by_point, strict=True)
    ]
    yield from aligned(
        [[*sweep.over, *(measure.name for measure in measures)], *lines[:MOST_LINES]]
    )
    if len(lines) > MOST_LINES:
        yield f"… ({len(lines) - MOST_LINES:,} more in the file)"


def _square(sweep: Sweep, cells: Mapping[object, str]) -> Iterator[str]:
    (down, rows), (across, columns) = sweep.over.items()
    lines = [
        [_short(row), *(cells.get((row, column), _LEFT_OUT) for column in columns)]
        for row in rows[:MOST_LINES]
    ]
    yield from aligned([[f"{down} \\ {across}", *map(_short, columns)], *lines])
    if len(rows) > MOST_LINES:
        yield f"… ({len(rows) - MOST_LINES:,} more in the file)"


def _short(value: object) -> str:
    """Return a value as a heading: with four digits, where that tells it from its neighbours."""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _mean(measure: Measure, seeds: NDArray[np.float64]) -> str:
    there = seeds[~np.isnan(seeds)]
    if not there.size:
        return _NONE
    mean = f"{there.mean():.4f}" if measure.is_share else f"{there.mean():,.0f}"
    return mean if there.size == seeds.size else f"{mean} ({there.size} of {seeds.size})"


if __name__ == "__main__":
    main()
