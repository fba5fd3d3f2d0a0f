"""Draw a fragment again before anything of the page has been sent; for test_clicks.py."""

from threading import Event

import streamlit as st
from streamlit.runtime import get_instance
from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx

if __name__ == "delivery_app":
    from ttt_ui import streamlit_fixes
    from ttt_ui.frame import address
    from ttt_ui.visit import messages

    streamlit_fixes.apply(
        stay_on_page=address.stay_on_page,
        tell_of_malformed_value=messages.tell_of_malformed_value,
        pages=(),
    )
    app = st.App(__file__)
else:
    context = get_script_run_ctx()
    assert context is not None
    assert context.script_requests is not None

    @st.fragment(key="part")
    def part() -> None:
        is_again = bool(context.fragment_ids_this_run)
        st.text("The part, drawn again" if is_again else "The part")
        if is_again:
            st.session_state["may_send"].set()

    is_asked = st.button("Draw")
    if is_asked:
        may_send = st.session_state["may_send"] = Event()
        get_instance()._get_async_objs().eventloop.call_soon_threadsafe(may_send.wait, 60)
    part()
    st.text("Below the part")
    if is_asked:
        again = context.fragment_storage.resolve_target("part")
        context.script_requests.request_rerun(
            RerunData(page_script_hash=context.page_script_hash, fragment_id_queue=again)
        )
