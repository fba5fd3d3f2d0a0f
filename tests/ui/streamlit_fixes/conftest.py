import pytest
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.scriptrunner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.state.session_state import WStates


@pytest.fixture(autouse=True)
def streamlit_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore afterwards what the fixes change in Streamlit."""
    for owner, names in (
        (AppSession, ["_clear_queue", "has_fragment", "request_rerun"]),
        (MediaFileManager, ["remove_orphaned_files"]),
        (SafeSessionState, ["__init__", "on_script_will_rerun"]),
        (ScriptRunner, ["_run_script"]),
        (ScriptRequests, ["_request_rerun_locked"]),
        (ScriptRunContext, ["reset"]),
        (WStates, ["__getitem__"]),
    ):
        for name in names:
            monkeypatch.setattr(owner, name, getattr(owner, name))
