"""Run the test app that the address names: `/?app=board` is board_app.py.

They share a server, and so a browser compiles the scripts of Streamlit once for all of them.
"""

import streamlit as st
from starlette.middleware import Middleware

from ttt_ui.streamlit_fixes.component_files import ComponentFiles

if __name__ == "apps":
    app = st.App(__file__, middleware=[Middleware(ComponentFiles)])
else:
    st.navigation([st.Page(f"{st.query_params['app']}_app.py")], position="hidden").run()
