"""The CSV of a sweep: a line per run, written as runs finish, so that a sweep can continue.

The columns are ``run`` (the run number), the swept settings, ``seed``, every other setting, the
``version`` of this program and the ``preset`` (`Sweep.provenance`), and the measures (empty if
there is no result). Numbers are stored without rounding. A file may lack settings that came later,
as long as the sweep has them at their defaults; it continues with its own columns. Its lines may
come from any version with the same results.
"""

import csv
import math
import os
from collections.abc import Collection, Iterable, Mapping
from io import StringIO
from pathlib import Path
from types import MappingProxyType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.origin import SAME_RESULTS, VERSION
from ttt_core.learning.sweep import SettingValue, Sweep

_MAX_LINE = 10_000
"""Bytes; our own lines are shorter."""
_LONGEST_VERSION = 20


RunResult = tuple[int, tuple[float, ...]]
"""The number of a run, and its measures."""


class SweepFileError(ValueError):
    """Raised if a file does not belong to a sweep. The message says why."""


class SweepFile:
    """The file of a sweep, open for writing; a context manager.

    The runs of an interrupted sweep are read. An incomplete last line is removed.

    Parameters
    ----------
    path
        Created if it does not exist.
    sweep

    Raises
    ------
    SweepFileError
        If the file contains anything but runs of this sweep, measured by a version of the program
        with the same results. It is left unchanged.
    OSError

    Attributes
    ----------
    values : float64 array (runs, measures)
        The results of each run; nan if there is no result, or none yet.
    done : boolean array (runs,)
        Which runs the file contains.
    """

    def __init__(self, path: Path, sweep: Sweep) -> None:
        self._sweep = sweep
        self._lacking: frozenset[str] = frozenset()
        self.values: NDArray[np.float64] = np.full((len(sweep), len(sweep.measures)), np.nan)
        self.done: NDArray[np.bool_] = np.zeros(len(sweep), np.bool_)
        if path.exists() and not path.is_file():
            raise SweepFileError(f"{path.name} is not a file a sweep can continue in.")
        # If the same sweep runs twice, both append whole lines, so neither harms the other.
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        self._file = os.fdopen(os.open(path, flags, 0o666), "r+b")
        try:
            self._read(path.name)
        except BaseException:
            self._file.close()
            raise

    def _read(self, name: str) -> None:
        first = self._file.readline(_MAX_LINE)
        if first.endswith(b"\n"):
            self._lacking = _later_settings(self._sweep) - {*_columns(first)}
        header = _header(self._sweep, self._lacking).encode("ascii")
        if first != header:
            if not header.startswith(first):
                _refuse_other_versions(name, first, self._file.readline(_MAX_LINE))
                raise SweepFileError(f"{name} belongs to another sweep: its first line differs.")
            self._cut(0)
            self._file.write(header)
            self._file.flush()
            return
        number = 1
        end = self._file.tell()
        while line := self._file.readline(_MAX_LINE):
            number += 1
            if not line.endswith(b"\n") and len(line) < _MAX_LINE:
                break  # the incomplete last line
            try:
                run, values = self._run_of(first, line.decode("ascii"))
            except (ValueError, csv.Error):
                _refuse_other_versions(name, first, line)
                raise SweepFileError(
                    f"{name} belongs to another sweep: line {number:,} is not one of its runs."
                ) from None
            self._note(run, values)
            end = self._file.tell()
        self._cut(end)

    def _cut(self, end: int) -> None:
        self._file.seek(end)
        self._file.truncate()

    def add(self, results: Iterable[RunResult]) -> None:
        """Write runs and flush them, so that they survive the end of the program."""
        lines = []
        for run, values in results:
            self._note(run, values)
            lines.append(_line(self._sweep, run, values, self._lacking))
        if lines:
            self._file.write("".join(lines).encode("ascii"))
            self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _note(self, run: int, values: tuple[float, ...]) -> None:
        self.values[run] = values
        self.done[run] = True

    def _run_of(self, header: bytes, line: str) -> RunResult:
        """Read a line; raise a ValueError if this sweep would not have written it."""
        cells = next(csv.reader([line]))
        run = int(line.partition(",")[0])
        if not 0 <= run < len(self._sweep):
            raise ValueError("This run does not exist.")
        values = tuple(
            float(cell) if cell else math.nan for cell in cells[-len(self._sweep.measures) :]
        )
        places = dict(zip(_columns(header), cells, strict=False))
        made_by = {name: places.get(name, "") for name in self._sweep.provenance}
        expected = _line(self._sweep, run, values, self._lacking, made_by)
        if line != expected or math.inf in map(abs, values):
            raise ValueError("This is a different run.")
        if not made_by["version"].startswith(SAME_RESULTS):
            raise ValueError("Its results may differ from ours.")
        return run, values


def _columns(header: bytes) -> list[str]:
    return header.decode("latin-1").removesuffix("\n").split(",")


def _refuse_other_versions(name: str, header: bytes, line: bytes) -> None:
    """Refuse a file whose line was written by a version with other results."""
    version = dict(zip(_columns(header), _columns(line), strict=False)).get("version", "")
    if version and not version.startswith(SAME_RESULTS):
        raise SweepFileError(
            f"{name} was written by version {version[:_LONGEST_VERSION]} of this program, and this "
            f"is version {VERSION}. Their results may differ and are not mixed: finish the file "
            "with that version, or write to another one."
        )


def sweep_text(sweep: Sweep, results: Iterable[RunResult]) -> str:
    """Return the content of a sweep's file with these runs, in this order."""
    return "".join([_header(sweep), *(_line(sweep, *result) for result in results)])


def _later_settings(sweep: Sweep) -> frozenset[str]:
    """Return the settings that a file of this sweep may lack: those at their defaults."""
    defaults = TrainingConfig()
    return frozenset(
        name for name, value in sweep.shared.items() if value == getattr(defaults, name)
    )


def _header(sweep: Sweep, lacking: Collection[str] = ()) -> str:
    measures = [measure.name for measure in sweep.chosen]
    return _row("run", *sweep.over, "seed", *_fixed(sweep, lacking), *measures)


def _fixed(sweep: Sweep, lacking: Collection[str]) -> dict[str, SettingValue]:
    fixed = {**sweep.shared, **sweep.provenance}
    return {name: value for name, value in fixed.items() if name not in lacking}


def _line(
    sweep: Sweep,
    run: int,
    values: tuple[float, ...],
    lacking: Collection[str] = (),
    made_by: Mapping[str, SettingValue] = MappingProxyType({}),
) -> str:
    fixed = {**_fixed(sweep, lacking), **made_by}
    return _row(run, *map(_cell_text, (*sweep.changes(run).values(), *fixed.values(), *values)))


def _row(*cells: object) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def _cell_text(value: SettingValue) -> str:
    if isinstance(value, float):
        if math.isnan(value):
            return ""
        return str(int(value)) if value.is_integer() else repr(value)
    return str(value)


# Any other CSV

_OF_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a cell begins with that a spreadsheet takes for a formula."""


def without_formulas(text: str) -> str:
    """Put an apostrophe before each cell of a CSV file that a spreadsheet would calculate."""
    cleaned = StringIO(newline="")
    rows = csv.reader(StringIO(text, newline=""))
    csv.writer(cleaned, lineterminator="\n").writerows(map(_as_text, row) for row in rows)
    return cleaned.getvalue()


def _as_text(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_OF_FORMULAS) and not _is_number(cell) else cell


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
