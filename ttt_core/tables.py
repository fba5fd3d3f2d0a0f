"""Tables of pandas, which is optional and takes as long to import as the whole engine."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd


def data_frame(data: Any) -> "pd.DataFrame":
    """Return pandas' table of rows or columns.

    Raises
    ------
    ModuleNotFoundError
        If pandas is not installed; it says how to install it.
    """
    try:
        import pandas as pd
    except ModuleNotFoundError as error:
        if error.name != "pandas":
            raise
        raise ModuleNotFoundError(
            "Tables need pandas. In the project folder, run `pip install '.[tables]'`.",
            name=error.name,
        ) from None
    return pd.DataFrame(data)
