"""After the connection was lost, the first click has no effect.

The server may not know the visit any more: it may be another process, or have been restarted, or
have ended the visit while the visitor's computer was asleep. It then ignores the first click on a
page that it has not drawn itself. After reconnecting, Streamlit's frontend requests the page only
if it contains a fragment with a timer, such as this one.

Upstream: https://github.com/streamlit/streamlit/pull/11890 (which does this for fragments only)
Test: tests/browser/test_connection.py::
  test_a_game_continues_on_a_server_that_does_not_know_it
Delete it when the test passes without it.
"""

import datetime as dt

import streamlit as st


@st.fragment(run_every=dt.timedelta(days=1))
def draw() -> None:
    """Make the browser request the page again after it has reconnected to the server."""
