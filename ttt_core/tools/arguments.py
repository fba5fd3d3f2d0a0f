"""What the programs here have in common: they print lines that are measured over many seeds."""

import argparse
from collections.abc import Callable, Iterable


def number_of_seeds(text: str) -> int:
    """Return a number of seeds, at least 1."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"a whole number above 0 is needed, not {text!r}")
    return int(text)


def print_over_seeds(
    lines: Callable[[int], Iterable[str]],
    arguments: list[str] | None,
    *,
    program: str,
    description: str,
    seeds: int,
    of_what: str = "how many seeds to train with",
) -> None:
    """Print lines for the number of seeds that the command line asks for.

    Parameters
    ----------
    lines
        Measures over so many seeds, and returns what there is to print.
    arguments
        In place of those of the command line.
    program, description
        For its help: the name of its module in `ttt_core.tools`, and what it prints.
    seeds, of_what
        How many there are where none are asked for, and what the number says.
    """
    parser = argparse.ArgumentParser(
        prog=f"python -m ttt_core.tools.{program}", description=description
    )
    parser.add_argument(
        "--seeds",
        type=number_of_seeds,
        default=seeds,
        metavar="N",
        help=f"{of_what} (%(default)s if not given)",
    )
    for line in lines(parser.parse_args(arguments).seeds):
        print(line, flush=True)
