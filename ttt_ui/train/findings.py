"""Why the visitor's agent is beatable, as far as known, and which move is shown."""

from collections.abc import Callable
from dataclasses import dataclass, field

import ttt_core as ttt
from ttt_core.evaluation import Refutation, refutation
from ttt_core.game import SIDES, Side
from ttt_core.study import Diagnosis, Fix, Hindsight, diagnose, fix
from ttt_ui.train.course import Course
from ttt_ui.visit.cores import Waiting, cores
from ttt_ui.visit.session import session
from ttt_ui.widgets import FreshKeys

ShareDone = Callable[[float], object]


@dataclass
class Finding:
    """What is known about a game that beats the agent.

    Attributes
    ----------
    refutation, diagnosis
    step
        How many of the game's moves are on the board.
    key
        Of the slider.
    """

    refutation: Refutation
    diagnosis: Diagnosis
    step: int
    key: FreshKeys = field(default_factory=lambda: FreshKeys("why"))
    _fix: tuple[Fix | None] | None = None
    _hindsight: tuple[Hindsight | None] | None = None

    def fix(self, progress: ShareDone, waiting: Waiting) -> Fix | None:
        """Return the settings that fix the mistake, None if none are known; computed once."""
        if self._fix is None:
            with cores().turn(waiting) as turn:

                def report(share: float) -> None:
                    progress(share)
                    turn.give_way()

                self._fix = (fix(self.diagnosis, report),)
        return self._fix[0]

    def hindsight(self, course: Course, progress: ShareDone, waiting: Waiting) -> Hindsight | None:
        """Return when the mistake appeared, None if that would take too long; computed once."""
        if self._hindsight is None:
            self._hindsight = (course.look_back(self.refutation.board, progress, waiting),)
        return self._hindsight[0]

    @property
    def slider(self) -> str:
        return f"step_{self.refutation.side}"

    def go_to(self, step: int) -> None:
        """Show so many moves of the game on the board."""
        self.step = min(max(step, 0), len(self.refutation.cells))
        self.key.renew()


class Findings:
    """The games that beat an agent.

    Parameters
    ----------
    agent

    Attributes
    ----------
    by_side
        One game for each side on which the agent is beatable, the likelier first.
    """

    def __init__(self, agent: ttt.Agent) -> None:
        policy = agent.policy()
        found = [game for side in SIDES if (game := refutation(policy, side)) is not None]
        self.by_side: dict[Side, Finding] = {
            game.side: Finding(game, diagnose(agent, game), min(game.error + 1, len(game.cells)))
            for game in sorted(found, key=lambda game: -game.probability)
        }


def findings() -> Findings:
    """Return the findings about the visitor's agent."""
    return session().about(Findings)
