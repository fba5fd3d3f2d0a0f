"""What the programs here take from the command line."""

import argparse


def number_of_seeds(text: str) -> int:
    """Return a number of seeds, at least 1."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"a whole number above 0 is needed, not {text!r}")
    return int(text)
