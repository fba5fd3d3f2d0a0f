import time
from unittest.mock import Mock

import pytest

from ttt_ui.streamlit_fixes.downloads import SECONDS, keep_files


def test_files_are_removed_only_from_time_to_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    manager = Mock()
    remove = manager.remove_orphaned_files
    keep_files(manager)
    for wait, runs in ((0.0, 1), (1.0, 1), (SECONDS - 1, 2), (SECONDS - 0.1, 2), (0.1, 3)):
        clock[0] += wait
        manager.remove_orphaned_files()
        assert remove.call_count == runs
