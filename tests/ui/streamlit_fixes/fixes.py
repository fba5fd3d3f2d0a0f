from ttt_ui import streamlit_fixes
from ttt_ui.frame import address
from ttt_ui.visit import messages


def apply_fixes() -> None:
    """Apply the fixes as app.py does."""
    streamlit_fixes.apply(
        stay_on_page=address.stay_on_page,
        tell_of_malformed_value=messages.tell_of_malformed_value,
        pages=(),
    )
