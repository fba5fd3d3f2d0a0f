"""Why the present agent can be beaten, as far as it has been looked into, and what is on show."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.evaluation.policy import Policy
from ttt_core.evaluation.refutation import Refutation, refutation
from ttt_core.game.board import SIDES, Side
from ttt_core.learning.diagnosis import Cure, Diagnosis, cure, diagnose
from ttt_core.learning.hindsight import Hindsight
from ttt_ui.shared.session import kept
from ttt_ui.train.course import Course

Progress = Callable[[float], object]


@dataclass
class Finding:
    """What is known of a game that refutes the agent.

    Attributes
    ----------
    refutation, diagnosis
    step
        How many of the game's moves are on the board.
    turns
        How often the program has changed what the slider of the steps holds.
    """

    refutation: Refutation
    diagnosis: Diagnosis
    step: int
    turns: int = 0
    _cure: tuple[Cure | None] | None = None
    _hindsight: tuple[Hindsight | None] | None = None

    def cure(self, progress: Progress) -> Cure | None:
        """Return what would help, None where nothing is known to; looked for once."""
        if self._cure is None:
            self._cure = (cure(self.diagnosis, progress),)
        return self._cure[0]

    def hindsight(self, course: Course, progress: Progress) -> Hindsight | None:
        """Return when the error arose, None where that would take too long; looked for once."""
        if self._hindsight is None:
            self._hindsight = (course.look_back(self.refutation.board, progress),)
        return self._hindsight[0]

    @property
    def slider_key(self) -> str:
        """Key of the slider: another one where the program has changed what it holds."""
        return f"why_step_{self.refutation.side}_{self.turns}"

    def go_to(self, step: int) -> None:
        """Put so many moves of the game on the board."""
        self.step = min(max(step, 0), len(self.refutation.cells))
        self.turns += 1


@dataclass
class Findings:
    """What is known of the present agent's defeats, by its side.

    Attributes
    ----------
    table
        The values of the agent that it is known of.
    by_side
    """

    table: NDArray[np.float64] | None = None
    by_side: dict[Side, Finding] = field(default_factory=dict)

    def of(self, agent: ttt.Agent, policy: Policy) -> dict[Side, Finding]:
        """Return what is known of an agent that can be beaten: the surest defeat first."""
        if self.table is not agent.q:
            found = [game for side in SIDES if (game := refutation(policy, side)) is not None]
            self.by_side = {
                game.side: Finding(
                    game, diagnose(agent, game), min(game.error + 1, len(game.cells))
                )
                for game in sorted(found, key=lambda game: -game.probability)
            }
            self.table = agent.q
        return self.by_side


def findings() -> Findings:
    """Return what the visitor knows of the present agent's defeats."""
    return kept(Findings)
