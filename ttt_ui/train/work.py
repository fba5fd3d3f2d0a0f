"""The work of Train for a worker process: to train, and to find out why an agent is beatable."""

import time

import ttt_core as ttt
from ttt_core.learning import MeasuredRun
from ttt_core.study import FixSearch, LookingBack
from ttt_ui.workers import STEP_SECONDS


def play_on(run: MeasuredRun) -> tuple[MeasuredRun, ttt.Agent]:
    """Play a step of a run; return it, and the agent it has led to."""
    run.play_for(STEP_SECONDS)
    return run, run.agent()


def search_on(search: LookingBack | FixSearch) -> LookingBack | FixSearch:
    """Do a step of a search for when a mistake appeared, or for what fixes it."""
    ends = time.monotonic() + STEP_SECONDS
    while not search.finished and time.monotonic() < ends:
        search.go_on()
    return search
