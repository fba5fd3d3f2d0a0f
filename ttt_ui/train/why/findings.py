"""Why the visitor's agent is beatable, as far as known, and which move is shown."""

from dataclasses import dataclass

import ttt_core as ttt
from ttt_core.evaluation import Refutation, refutation, review
from ttt_core.game import SIDES, Side
from ttt_core.study import Diagnosis, Fix, Hindsight, diagnose, fix
from ttt_ui.jobs import ThreadJob
from ttt_ui.replay.replay import Replay
from ttt_ui.train.result.training import Training
from ttt_ui.visit.session import Session, session
from ttt_ui.widgets import FreshKeys


@dataclass
class Finding:
    """What is known about a game that beats the agent."""

    refutation: Refutation
    diagnosis: Diagnosis
    place: Replay  # the game's move that is shown
    job: ThreadJob | None = None  # the job that investigates; None before the first
    # When the mistake appeared, and settings that fix it, each as a tuple of one; its element is
    # None if that is not known. An empty tuple before the investigation.
    hindsight: tuple[()] | tuple[Hindsight | None] = ()
    fix: tuple[()] | tuple[Fix | None] = ()

    def investigate(self, job: ThreadJob, visitor: Session, training: Training | None) -> None:
        """Find out what is still unknown, unless the visitor's agent has changed meanwhile."""
        agent = self.diagnosis.evidence.agent
        with job.turn() as turn:

            def report(share: float) -> None:
                job.share = share
                if visitor.agent.q is not agent.q:
                    job.stop()
                job.rest(0)  # a job that was stopped ends here
                turn.give_way()

            if training is not None and not self.hindsight:
                self.hindsight = (training.look_back(self.refutation.board, report),)
            job.share = 0.0
            if not self.fix:
                self.fix = (fix(self.diagnosis, report),)


class Findings:
    """The games that beat an agent: one for each side it is beatable on, the likelier first."""

    def __init__(self, agent: ttt.Agent) -> None:
        policy = agent.policy()
        found = [game for side in SIDES if (game := refutation(policy, side)) is not None]
        self.by_side: dict[Side, Finding] = {
            game.side: Finding(game, diagnose(agent, game), _at_the_error(game))
            for game in sorted(found, key=lambda game: -game.probability)
        }


def _at_the_error(found: Refutation) -> Replay:
    moves = review(found.cells)
    return Replay(
        FreshKeys(f"why_{found.side}"), moves=moves, step=min(found.error + 1, len(moves))
    )


def findings() -> Findings:
    return session().about(Findings)
