"""The first page comes half a second later: Streamlit loads pandas for what components are sent.

A component may be sent a table, so Streamlit compares texts, lists and dicts with those of pandas.
Ours are sent no table.

Upstream: https://github.com/streamlit/streamlit/issues/6066 (closed; the same for other elements)
Test: tests/deploy/test_files.py::
  test_the_container_has_all_that_the_app_needs_to_run_its_page_before_anybody_comes
Delete it when Streamlit sends a text and a dict to a component without pandas.
"""

from collections.abc import Callable

from streamlit.components.v2.bidi_component import main, serialization
from streamlit.dataframe_util import DataFormat

from ttt_ui.streamlit_fixes.patching import replace


def apply() -> None:
    """Take no text, list or dict for a table."""

    def for_the_whole(find: Callable[[object], DataFormat]) -> Callable[[object], DataFormat]:
        return lambda data: DataFormat.UNKNOWN if isinstance(data, str) else find(data)

    def for_a_part(is_table: Callable[[object], bool]) -> Callable[[object], bool]:
        return lambda part: not isinstance(part, (list, dict)) and is_table(part)

    replace(main, "determine_data_format", for_the_whole)
    replace(serialization, "is_dataframe_like", for_a_part)
