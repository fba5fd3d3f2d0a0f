import pytest

from ttt_ui.streamlit_fixes import patching


@pytest.fixture(autouse=True)
def streamlit_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore afterwards what the fixes change in Streamlit, all of it by `patching.replace`."""
    monkeypatch.setattr(patching, "setattr", monkeypatch.setattr, raising=False)
