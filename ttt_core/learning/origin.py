"""`Origin`: the program that trained an agent."""

from dataclasses import dataclass

PROGRAM = "ttt-lab"
VERSION = "1.0.0"  # the only place; CHANGELOG.md says what a version promises
SAME_RESULTS = ("0.1.", "1.")
"""How the versions begin whose trainings have the same results as this one's."""
MAX_LETTERS = 60


@dataclass(frozen=True)
class Origin:
    """A program and its version.

    Attributes
    ----------
    program, version : str
        1 to 60 printable characters each.

    Raises
    ------
    ValueError
        If one of them is not.
    """

    program: str = PROGRAM
    version: str = VERSION

    def __post_init__(self) -> None:
        for text in (self.program, self.version):
            if not text.isprintable() or not 0 < len(text) <= MAX_LETTERS:
                raise ValueError(
                    f"Program and version must each have 1 to {MAX_LETTERS} printable characters."
                )


HERE = Origin()
