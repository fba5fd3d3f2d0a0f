"""Tables for the pages.

pandas takes as long to import as everything else that the first page needs. No module of the
interface imports it at its top; app.py loads it after the first page.
"""

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd


def load_pandas() -> None:
    """Load pandas, or wait until another thread has; call it before a page with charts.

    Plotly looks whether pandas is there, and fails if it is only half loaded.
    """
    import_module("pandas")


def table_of(
    rows: Mapping[str, Any] | Sequence[Mapping[str, Any]], *, boards: Iterable[str] | None = None
) -> "pd.DataFrame":
    """Return a table of columns, or of rows; its index is numbers, or `boards`."""
    import pandas as pd

    return pd.DataFrame(rows, index=None if boards is None else pd.Index(list(boards), dtype=str))
