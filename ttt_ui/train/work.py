"""The work of Train for a worker process: to train, and to find out why an agent is beatable."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import ttt_core as ttt
from ttt_core.evaluation import Refutation
from ttt_core.learning import LearningCurve, MeasuredRun
from ttt_core.study import Fix, FixSearch, Hindsight, LookingBack, diagnose
from ttt_ui.workers import STEP_SECONDS


class Snapshot(NamedTuple):
    """A run as far as it has been played, the agent it has led to, and its curve."""

    run: MeasuredRun
    agent: ttt.Agent
    curve: LearningCurve


def snapshot_of(run: MeasuredRun) -> Snapshot:
    return Snapshot(run, run.agent(), run.curve())


def play_on(run: MeasuredRun) -> Snapshot:
    """Play a step of a run."""
    run.play_for(STEP_SECONDS)
    return snapshot_of(run)


@dataclass(frozen=True)
class Known:
    """What has been found out about a mistake, and how far the rest is."""

    # When the mistake appeared; None if that is not known, or not yet.
    hindsight: Hindsight | None = None
    # Settings that fix it; None if none are known, or none yet.
    fix: Fix | None = None
    tested: bool = False  # whether all fixes were tested
    doing: LookingBack | FixSearch | None = None

    @property
    def share(self) -> float:
        """How much is done of what it does at present."""
        return 0.0 if self.doing is None else self.doing.share


def investigate(
    agent: ttt.Agent,
    refutation: Refutation,
    changed: Sequence[str],
    known: Known,
) -> Known:
    """Find out some more: when a mistake appeared, if that is begun, then what fixes it.

    Of several causes, that of the settings that were `changed` last comes first.
    """
    ends = time.monotonic() + STEP_SECONDS
    while not known.tested and time.monotonic() < ends:
        match known.doing:
            case None:
                search = FixSearch(diagnose(agent, refutation), changed)
                known = replace(known, doing=search)
            case LookingBack() as looking if looking.finished:
                known = Known(looking.hindsight)
            case FixSearch() as search if search.finished:
                known = Known(known.hindsight, search.best, tested=True)
            case LookingBack() | FixSearch() as doing:
                doing.go_on()
    return known
