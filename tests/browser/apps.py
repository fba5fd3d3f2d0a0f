"""Run the test app that the address names: `/?app=board` is board_app.py.

They share a server, and so a browser compiles the scripts of Streamlit once for all of them. Runs
and callbacks follow each other as in the dashboard.
"""

import streamlit as st

from ttt_ui import streamlit_fixes
from ttt_ui.frame import address
from ttt_ui.visit import messages

if __name__ == "apps":
    middleware = streamlit_fixes.apply(
        stay_on_page=address.stay_on_page,
        tell_of_malformed_value=messages.tell_of_malformed_value,
        pages=("",),
    )
    app = st.App(__file__, middleware=middleware)
else:
    st.navigation([st.Page(f"{st.query_params['app']}_app.py")], position="hidden").run()
