"""The work of finding out why an agent is beatable, for a worker process."""

from collections.abc import Generator, Sequence
from typing import NamedTuple

import ttt_core as ttt
from ttt_core.evaluation import Refutation
from ttt_core.study import Fix, Hindsight, diagnose, looking_back, testing_fixes


class Replayable(NamedTuple):
    """A training that can be replayed: its runs, and the agent of the first."""

    runs: Sequence[ttt.TrainingConfig]
    start: ttt.Agent | None


def investigate(
    agent: ttt.Agent, refutation: Refutation, training: Replayable | None
) -> Generator[float | Hindsight | Fix | None, None, None]:
    """Find out when a mistake appeared, if there is a training, and then settings that fix it.

    Yield the shares done of each, followed by its result.
    """
    if training is not None:
        total = sum(run.games for run in training.runs)
        for step in looking_back(training.runs, refutation.board, training.start):
            yield step if isinstance(step, Hindsight) else step / total
    yield 0.0
    yield from testing_fixes(diagnose(agent, refutation))
