"""`Origin`: the program that trained an agent."""

from dataclasses import dataclass

PROGRAM, VERSION = "ttt-lab", "0.1.0"
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
