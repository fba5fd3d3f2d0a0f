"""The CSV of a sweep: a line per run, written as runs finish, so that a sweep can continue.

The columns are ``run`` (the run number), the swept settings, ``seed``, every other setting, the
``version`` of this program and the ``preset`` (`Sweep.provenance`), and the measures (empty if
there is no result). Numbers are stored without rounding. A file may lack settings that came later,
as long as the sweep has them at their defaults; it continues with its own columns.
"""

import math
import os
from collections.abc import Collection, Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.origin import HERE
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
        If the file contains anything but runs of this sweep, measured by this version of the
        program. It is left unchanged.
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
            self._lacking = _later_settings(self._sweep) - {*first.decode("latin-1").split(",")}
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
                run, values = self._run_of(line.decode("ascii"))
            except ValueError:
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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._file.close()

    def _note(self, run: int, values: tuple[float, ...]) -> None:
        self.values[run] = values
        self.done[run] = True

    def _run_of(self, line: str) -> RunResult:
        """Read a line; raise a ValueError if this sweep would not have written it."""
        cells = line.removesuffix("\n").split(",")
        run = int(cells[0])
        if not 0 <= run < len(self._sweep):
            raise ValueError("This run does not exist.")
        values = tuple(
            float(cell) if cell else math.nan for cell in cells[-len(self._sweep.measures) :]
        )
        expected = _line(self._sweep, run, values, self._lacking)
        if ",".join(cells) + "\n" != expected or math.inf in map(abs, values):
            raise ValueError("This is a different run.")
        return run, values


def _refuse_other_versions(name: str, header: bytes, line: bytes) -> None:
    """Refuse a file whose line was written by another version of this program."""
    columns = dict(zip(header.strip().split(b","), line.strip().split(b","), strict=False))
    version = columns.get(b"version", b"").decode("ascii", "replace")
    if version not in ("", HERE.version):
        raise SweepFileError(
            f"{name} was written by version {version[:_LONGEST_VERSION]} of this program, and this "
            f"is version {HERE.version}. Results of two versions are not mixed: finish the file "
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
    return ",".join(("run", *sweep.over, "seed", *_fixed(sweep, lacking), *measures)) + "\n"


def _fixed(sweep: Sweep, lacking: Collection[str]) -> dict[str, SettingValue]:
    fixed = {**sweep.shared, **sweep.provenance}
    return {name: value for name, value in fixed.items() if name not in lacking}


def _line(sweep: Sweep, run: int, values: tuple[float, ...], lacking: Collection[str] = ()) -> str:
    settings = (*sweep.changes(run).values(), *_fixed(sweep, lacking).values())
    return ",".join([str(run), *map(_cell_text, (*settings, *values))]) + "\n"


def _cell_text(value: SettingValue) -> str:
    if isinstance(value, float):
        if math.isnan(value):
            return ""
        return str(int(value)) if value.is_integer() else repr(value)
    return str(value)
