"""CSV files that a spreadsheet opens without calculating anything."""

import csv
from io import StringIO

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
