"""What a server leaves to the process that compiles, and what it leaves behind."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from ttt_ui import loops

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there, nothing is forked")


def ended_process() -> int:
    process = subprocess.Popen(["true"])
    process.wait()
    return process.pid


def test_a_worker_waits_for_a_loop_until_it_is_there_or_nobody_compiles_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries = iter([False, False, True])
    monkeypatch.setenv(loops._COMPILER, str(os.getpid()))
    loops._wait_patiently(lambda: next(tries))
    assert next(tries, None) is None
    monkeypatch.setenv(loops._COMPILER, str(ended_process()))
    loops._wait_patiently(lambda: False)
    monkeypatch.delenv(loops._COMPILER)
    loops._wait_patiently(lambda: False)


def test_a_server_without_a_cache_removes_what_one_that_was_killed_has_left_behind(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(loops.compiling, "has_cache", lambda: False)
    monkeypatch.setattr(loops.compiling, "cache_in", lambda folder: None)
    dead, own, other = (
        tmp_path / f"ttt-lab-{owner}-x" for owner in (ended_process(), os.getpid(), "qr")
    )
    for folder in (dead, own, other):
        (folder / "inside").mkdir(parents=True)
    to_come = loops.LoopsToCome()
    to_come._share_a_cache()
    assert sorted(tmp_path.iterdir()) == sorted([own, other, Path(to_come._folder.name)])
    to_come._folder.cleanup()
