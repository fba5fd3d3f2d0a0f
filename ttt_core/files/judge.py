"""The referee: one row about any agent, exactly."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from ttt_core.evaluation.match import ReportCard, evaluate
from ttt_core.evaluation.mistakes import Mistake, mistakes
from ttt_core.evaluation.policy import Policy, as_policy
from ttt_core.evaluation.policy_function import policy_from
from ttt_core.evaluation.refutation import Refutation, refutation
from ttt_core.evaluation.sides import Sides
from ttt_core.files.any_agent import read_any
from ttt_core.game.board import SIDES, Side
from ttt_core.game.graph import N_OPEN


@dataclass(frozen=True, eq=False)
class Judgement:
    """The exact verdict on an agent.

    Attributes
    ----------
    name : str
    card : ReportCard
        The figures; `ReportCard.sides` says of which sides they mean something.
    how : str
        How it was read, in one sentence; empty for a policy or a function.
    known : int or None
        How many positions it has values for; None for a policy or a function.
    """

    name: str
    card: ReportCard
    how: str
    known: int | None
    _policy: Policy

    @property
    def sides(self) -> Sides:
        """The sides that the agent has learned; the others are not judged."""
        return self.card.sides

    @property
    def beatable(self) -> bool:
        """Whether some opponent can beat it on a side that it has learned."""
        return bool(self.card.beatable_as)

    @property
    def verdict(self) -> str:
        """The verdict in words."""
        return self.card.verdict

    @property
    def mistakes(self) -> list[Mistake]:
        """Its mistakes on the sides it has learned that can occur in its games, worst first."""
        return [
            mistake
            for mistake in mistakes(self._policy)
            if mistake.reachable and mistake.side in self.sides
        ]

    @property
    def rank(self) -> tuple[Any, ...]:
        """What sorts the best first: verdict, worst case, losses to the random player, name."""
        unbeatable = len(self.sides) - len(self.card.beatable_as)
        worst = sum(self.card.worst_case(side).loss for side in self.sides)
        random = sum(self.card.against_random(side).loss for side in self.sides)
        return -unbeatable, -len(self.sides), worst, random, self.name

    def game_that_beats_it(self, side: str) -> Refutation | None:
        """Return its likeliest loss on a side; None if there is none."""
        return refutation(self._policy, cast("Side", side))

    def row(self) -> dict[str, Any]:
        """Return the row for a table; figures of a side that was not learned are None."""
        row: dict[str, Any] = {"name": self.name, "sides": self.sides, "verdict": str(self.verdict)}
        for side in SIDES:
            learned = side in self.sides
            random, worst = self.card.against_random(side), self.card.worst_case(side)
            row |= {
                f"unbeatable as {side}": side not in self.card.beatable_as if learned else None,
                f"wins vs random as {side}": random.win if learned else None,
                f"draws vs random as {side}": random.draw if learned else None,
                f"losses vs random as {side}": random.loss if learned else None,
                f"worst-case losses as {side}": worst.loss if learned else None,
            }
        return row | {"mistakes": len(self.mistakes), "known": self.known, "how": str(self.how)}


def judge(player: Any, name: str = "") -> Judgement:
    """Return the exact verdict on anything that plays tic-tac-toe.

    Parameters
    ----------
    player
        An agent, a policy, a function as `policy_from` takes it, or whatever `read_any` reads.
    name
        The name in the row.

    Raises
    ------
    ValueError
        If it is none of these; of a file, an `AgentFileError`.
    """
    if isinstance(player, np.ndarray) and player.shape[:1] == (N_OPEN,):
        return _judged(player, name or "Policy")
    if callable(getattr(player, "policy", None)):
        return _judged(player, name or getattr(player, "name", "") or type(player).__name__)
    if callable(player):
        function = cast("Callable[[str], Any]", player)
        return _judged(policy_from(function), name or getattr(player, "__name__", "Function"))
    return _judged(read_any(player, name), name)


def _judged(player: Any, name: str) -> Judgement:
    known = getattr(player, "known", None)
    if isinstance(known, np.ndarray):
        known = int(known.sum())
    return Judgement(
        name=name or player.name,
        card=evaluate(player),
        how=getattr(player, "how", ""),
        known=known,
        _policy=as_policy(player),
    )
