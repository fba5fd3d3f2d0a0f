"""Shared by the programs here, which all print figures measured over many seeds."""

import argparse
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType
from typing import TypeVar

from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.presets import PRESET_LABELS, PRESETS

_Measured = TypeVar("_Measured")

PRESETS_BY_LABEL: Mapping[str, TrainingConfig] = MappingProxyType(
    {PRESET_LABELS[name]: config for name, config in PRESETS.items()}
)


def add_preset(program: argparse.ArgumentParser, meaning: str, default: str | None = None) -> None:
    """Add the option ``--preset``: a key or label of `PRESETS`, read as the label."""
    program.add_argument(
        "--preset",
        type=lambda name: PRESET_LABELS.get(name, name),
        choices=sorted(PRESETS_BY_LABEL),
        default=default,
        metavar="NAME",
        help=f"{meaning}: " + ", ".join(PRESETS_BY_LABEL),
    )


def number_of_seeds(text: str) -> int:
    """Return a number of seeds, at least 1."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a whole number above 0, not {text!r}")
    return int(text)


def over_seeds(measure: Callable[[int], _Measured], seeds: int) -> list[_Measured]:
    """Return what is measured with each seed from 0, on all cores."""
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        return list(threads.map(measure, range(seeds)))


def aligned(rows: Sequence[Sequence[str]], left: int = 0) -> Iterator[str]:
    """Yield the lines of a table, whose first columns begin on the left: as many as `left`."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            text.ljust(width) if place < left else text.rjust(width)
            for place, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def command_over_seeds(
    lines: Callable[[int], Iterable[str]],
    *,
    program: str,
    description: str,
    seeds: int,
    of_what: str = "the number of seeds",
) -> Callable[..., None]:
    """Return a command that prints lines for the number of seeds on the command line.

    It takes a list of arguments to use instead of the command line.

    Parameters
    ----------
    lines
        Takes the number of seeds and returns the lines to print.
    program, description
        For the help: the name of the module, and what it prints.
    seeds, of_what
        The default number, and what is counted.
    """

    def main(arguments: list[str] | None = None) -> None:
        parser = argparse.ArgumentParser(prog=f"python -m {program}", description=description)
        parser.add_argument(
            "--seeds",
            type=number_of_seeds,
            default=seeds,
            metavar="N",
            help=f"{of_what} (default: %(default)s)",
        )
        for line in lines(parser.parse_args(arguments).seeds):
            print(line, flush=True)

    return main
