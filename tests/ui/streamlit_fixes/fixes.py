from ttt_ui import streamlit_fixes
from ttt_ui.frame import address


def apply_fixes() -> None:
    """Apply the fixes as app.py does."""
    streamlit_fixes.apply(stay_on_page=address.stay_on_page)
