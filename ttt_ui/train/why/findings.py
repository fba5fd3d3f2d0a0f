"""Why the visitor's agent is beatable, as far as known, and which move is shown."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import ttt_core as ttt
from ttt_core.evaluation import Refutation, refutation, review
from ttt_core.game import SIDES, Side
from ttt_core.study import Diagnosis, diagnose
from ttt_ui import jobs
from ttt_ui.jobs import Job
from ttt_ui.replay.replay import Replay
from ttt_ui.train.result.training import Training
from ttt_ui.train.why.work import Known, investigate
from ttt_ui.visit.session import Session, session


@dataclass
class Finding:
    """What is known about a game that beats the agent."""

    refutation: Refutation
    diagnosis: Diagnosis
    place: Replay  # the game's move that is shown
    job: Job | None = None  # the job that investigates; None before the first
    known: Known = field(default_factory=Known)
    is_too_long: bool = False  # its training, to be replayed

    @property
    def looked_back(self) -> bool:
        """Whether more cannot be known of when the mistake appeared."""
        return self.is_too_long or self.known.hindsight is not None

    def investigate(
        self, visitor: Session, training: Training | None, changed: Sequence[str]
    ) -> None:
        """Begin to find out what is still unknown, unless that is under way or has failed.

        The visitor has just `changed` these settings.
        """
        if self.known.tested or (self.job is not None and (self.job.running or self.job.failed)):
            return
        replayable = None if training is None else training.replayable
        self.is_too_long = training is not None and replayable is None
        agent = self.diagnosis.evidence.agent
        self.job = jobs.start(
            investigate,
            arguments=lambda: (agent, self.refutation, replayable, changed, self.known),
            on_report=lambda known: self._note(known, visitor),
        )

    def _note(self, known: Known, visitor: Session) -> bool:
        """Note what is known now; return whether more is wanted."""
        self.known = known
        return not known.tested and visitor.agent.q is self.diagnosis.evidence.agent.q


class Findings:
    """The games that beat an agent: one for each side it is beatable on, the likelier first."""

    def __init__(self, agent: ttt.Agent) -> None:
        policy = agent.policy()
        refutations = [game for side in SIDES if (game := refutation(policy, side)) is not None]
        self.by_side: dict[Side, Finding] = {
            game.side: Finding(game, diagnose(agent, game), _at_the_error(game))
            for game in sorted(refutations, key=lambda game: -game.probability)
        }


def _at_the_error(game: Refutation) -> Replay:
    moves = review(game.cells)
    return Replay(f"why_{game.side}", moves=moves, step=min(game.error + 1, len(moves)))


def findings() -> Findings:
    return session().about(Findings)
