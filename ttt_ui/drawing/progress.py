"""How far training runs are that a job measures."""

from typing import Any

import streamlit as st

from ttt_ui.language import tr
from ttt_ui.runs import Runs
from ttt_ui.wording import counted, duration


def progress_bar(runs: Runs[Any]) -> None:
    """Draw a bar with the number of runs done and the time left."""
    st.progress(runs.share, text=f"{so_far(runs)} · {_state(runs)}")


def so_far(runs: Runs[Any]) -> str:
    """Say how many runs are done."""
    return tr("{done:,} of {runs}", done=runs.done, runs=counted(len(runs.configs), "run", "runs"))


def _state(runs: Runs[Any]) -> str:
    if not runs.running or runs.job is None:
        return tr("stopped")
    if runs.job.waiting:
        return runs.job.waiting
    if runs.seconds_left is None:
        return tr("starting")
    return tr("{time} left", time=duration(runs.seconds_left))
