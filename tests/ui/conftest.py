import logging
from collections.abc import Iterator
from functools import cache, partialmethod
from threading import Event
from threading import enumerate as threads
from typing import Any

import numpy as np
import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import app_test, local_script_runner

from ttt_ui import jobs
from ttt_ui.jobs import Job
from ttt_ui.play.exhibition import Exhibition
from ttt_ui.play.state import PlayState
from ttt_ui.runs import kept_results
from ttt_ui.train import actions as train_actions


@pytest.fixture(autouse=True, scope="session")
def packages_looked_through_once() -> Iterator[None]:
    """Make `AppTest` search the installed packages for components once, not for every app."""
    with pytest.MonkeyPatch.context() as patch:
        name = "scan_component_manifests"
        patch.setattr(manifest_scanner, name, cache(manifest_scanner.scan_component_manifests))
        yield


@pytest.fixture(autouse=True, scope="session")
def scripts_compiled_once() -> Iterator[None]:
    """Make `AppTest` compile app.py and each page once, as a server does, not in every run."""
    compiled = ScriptCache()
    with pytest.MonkeyPatch.context() as patch:
        for module in (app_test, local_script_runner):
            patch.setattr(module, "ScriptCache", lambda: compiled)
        yield


@pytest.fixture(autouse=True, scope="session")
def runs_awaited_without_polling() -> Iterator[None]:
    """Make `AppTest` wait for the end of a run, and not ask for it a thousand times a second."""

    def wait_for(runner: local_script_runner.LocalScriptRunner, timeout: float) -> None:
        thread = runner._script_thread
        thread.join(timeout)
        if thread.is_alive():
            runner.request_stop()
            pytest.fail(f"The page was still running after {timeout} seconds.")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local_script_runner, "require_widgets_deltas", wait_for)
        yield


@pytest.fixture(autouse=True)
def pages_within_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make `AppTest` run app.py around every page, as the server does."""
    set_up = PagesManager.__init__

    def set_up_like_the_server(manager: PagesManager, *args: Any, **options: Any) -> None:
        set_up(manager, *args, **options)
        PagesManager.uses_pages_directory = False

    monkeypatch.setattr(PagesManager, "__init__", set_up_like_the_server)


@pytest.fixture(autouse=True)
def same_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make agents draw the same moves in each run, so that no test depends on luck."""
    for state in (PlayState, Exhibition):
        seeded = partialmethod(state.__init__, random=np.random.default_rng(1))
        monkeypatch.setattr(state, "__init__", seeded)


@pytest.fixture(autouse=True)
def in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do all work in the test's own process."""
    monkeypatch.setenv("TTT_WORKERS", "0")


@pytest.fixture(autouse=True)
def trained_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a link or a callback train to the end, however busy the machine is."""
    monkeypatch.setattr(train_actions, "STEP_SECONDS", float("inf"))


@pytest.fixture(autouse=True)
def nothing_measured() -> None:
    """Keep tests from finding learning curves that another test has measured."""
    kept_results.clear()  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def no_job_outlives_its_test(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """End every job with the test that began it."""
    over = Event()
    monkeypatch.setattr(jobs, "connection_check", lambda: lambda: not over.is_set())
    yield
    over.set()
    for thread in threads():
        if thread.name == "job":
            thread.join(60)


@pytest.fixture
def logged() -> Iterator[list[logging.LogRecord]]:
    """Return what is written to the log during the test, a list that grows."""
    records: list[logging.LogRecord] = []
    handler = logging.Handler()
    handler.emit = records.append  # type: ignore[method-assign]
    known = [logging.getLogger(name) for name in logging.root.manager.loggerDict]
    heard = [logging.root, *(logger for logger in known if not logger.propagate)]
    for logger in heard:
        logger.addHandler(handler)
    yield records
    for logger in heard:
        logger.removeHandler(handler)


@pytest.fixture
def session_state(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Replace `st.session_state` by a plain dictionary, for callbacks without an app.

    A job waits until the test does its work: see `tests.ui.support.finish`.
    """
    state: dict[str, Any] = {}
    monkeypatch.setattr(st, "session_state", state)
    monkeypatch.setattr(Job, "begin", lambda _: None)
    return state
