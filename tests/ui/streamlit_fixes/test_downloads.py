import time

import pytest
from streamlit.runtime.media_file_manager import MediaFileManager

from tests.ui.streamlit_fixes.fixes import apply_fixes
from ttt_ui.streamlit_fixes.patches import SECONDS_OF_A_FILE as SECONDS


def test_files_are_removed_only_from_time_to_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, removed = [1000.0], []
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(MediaFileManager, "remove_orphaned_files", removed.append)
    apply_fixes()
    manager = MediaFileManager.__new__(MediaFileManager)
    for wait, runs in ((0.0, 1), (1.0, 1), (SECONDS - 1, 2), (SECONDS - 0.1, 2), (0.1, 3)):
        clock[0] += wait
        manager.remove_orphaned_files()
        assert removed == [manager] * runs
