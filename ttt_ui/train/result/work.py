"""The work of a training, for a worker process."""

from typing import NamedTuple

import ttt_core as ttt
from ttt_core.learning import LearningCurve, MeasuredRun
from ttt_ui.turnstile import SLICE_SECONDS


class Snapshot(NamedTuple):
    """A run as far as it has been played, the agent it has led to, and its curve."""

    run: MeasuredRun
    agent: ttt.Agent
    curve: LearningCurve


def snapshot_of(run: MeasuredRun) -> Snapshot:
    return Snapshot(run, run.agent(), run.curve())


def play_on(run: MeasuredRun) -> Snapshot:
    """Play a slice of a run."""
    run.play_for(SLICE_SECONDS)
    return snapshot_of(run)
