"""The referee: one row about any agent, exactly."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, cast

import numpy as np

from ttt_core.evaluation.loops import RESIGNING
from ttt_core.evaluation.match import ReportCard, evaluate
from ttt_core.evaluation.mistakes import Mistake, mistakes, number_of_mistakes
from ttt_core.evaluation.policy import Policy, Sides, as_policy
from ttt_core.evaluation.policy_function import policy_from
from ttt_core.evaluation.refutation import Refutation, refutation
from ttt_core.files.any_agent import read_any
from ttt_core.game.board import SIDES, Side
from ttt_core.game.graph import N_OPEN, boards, graph
from ttt_core.pictures import facts_html
from ttt_core.sentences import sentence


@dataclass(frozen=True, eq=False, repr=False)
class Judgement:
    """The exact verdict on an agent.

    Attributes
    ----------
    name : str
    card : ReportCard
        The figures; `ReportCard.sides` says of which sides they mean something.
    how : str
        How it was read, in one sentence; empty for a policy or a function.
    notes : tuple of str
        What the verdict depends on, a sentence each.
    known : int or None
        How many positions it has values for; None for a policy or a function.
    explained : float or None
        The share of a file's entries that this reading explains; None if it is not a table from
        elsewhere.
    undecided : bool
        Whether nothing in its file decides between this reading and the first alternative, which
        has another verdict.
    samples : int or None
        How many of its answers to each board are averaged, if it chooses at random: the figures are
        then sampled, not exact.
    """

    name: str
    card: ReportCard
    how: str
    notes: tuple[str, ...]
    known: int | None
    explained: float | None
    undecided: bool
    samples: int | None
    _policy: Policy
    _alternatives: tuple[Any, ...]

    def __repr__(self) -> str:
        """Return a line with the name and the verdict."""
        return f"<Judgement of {self.name!r}: {self.verdict}>"

    def _repr_html_(self) -> str:
        return facts_html(f"{self.name}: {self.verdict}", self.row())

    @property
    def sides(self) -> Sides:
        """The sides that the agent has learned; the others are not judged."""
        return self.card.sides

    @property
    def beatable(self) -> bool:
        """Whether some opponent can beat it on a side that it has learned, as far as is decided."""
        return bool(self.card.beatable_as) or (self.undecided and self.alternatives[0].beatable)

    @property
    def alternatives(self) -> list["Judgement"]:
        """The verdicts on other readings of its file that fit."""
        return [_judged(reading, self.name) for reading in self._alternatives]

    @property
    def verdict(self) -> str:
        """The verdict in words; both if two readings are equally likely."""
        if self.samples is not None:
            return sentence("{verdict} (sampled)", verdict=self.card.verdict)
        other = self.alternatives[0].card.verdict if self.undecided else self.card.verdict
        if other != self.card.verdict:
            return sentence("{verdict}, or: {other}", verdict=self.card.verdict, other=other)
        return self.card.verdict

    @property
    def forfeits(self) -> list[str]:
        """The boards, on a side it has learned, in which it may resign or choose a taken cell."""
        if self._policy.shape[1] <= RESIGNING:
            return []
        own = np.isin(graph().side[:N_OPEN], [SIDES.index(side) for side in self.sides])
        return [boards()[n] for n in np.flatnonzero(own & (self._policy[:, RESIGNING] > 0))]

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
        return row | {
            "mistakes": number_of_mistakes(self._policy, self.sides),
            "positions forfeited": len(self.forfeits),
            "known": self.known,
            "explained": self.explained,
            "other verdicts": "; ".join(sorted({str(o.card.verdict) for o in self.alternatives})),
            "samples": self.samples,
            "how": str(self.how),
            "notes": " ".join(self.notes),
        }


def judge(
    player: Any,
    name: str = "",
    *,
    illegal: Literal["loses"] | None = None,
    samples: int | None = None,
) -> Judgement:
    """Return the exact verdict on anything that plays tic-tac-toe.

    Parameters
    ----------
    player
        An agent, a policy, a function as `policy_from` takes it, or whatever `read_any` reads.
    name
        The name in the row.
    illegal
        ``"loses"`` if a function or a table loses the game where it chooses a taken cell.
        Otherwise a function may not choose one, and values of taken cells are ignored.
    samples
        Of a function that chooses at random, how many of its answers to each board are averaged.

    Returns
    -------
    Judgement

    Raises
    ------
    ValueError
        If it is none of these; of a file, an `AgentFileError`.

    Examples
    --------
    >>> import ttt_core as ttt
    >>> ttt.judge(lambda board: board.index("-"), "First free cell")
    <Judgement of 'First free cell': Beatable as X and O>
    """
    if callable(player) and not hasattr(player, "policy"):
        function = cast("Callable[[str], Any]", player)
        policy = policy_from(function, illegal=illegal, samples=samples)
        return _judged(policy, name or getattr(player, "__name__", "Function"), samples)
    if samples is not None:
        raise ValueError("samples has an effect only with a function: anything else is exact.")
    if isinstance(player, np.ndarray) and player.shape[:1] == (N_OPEN,):
        return _judged(player, name or "Policy")
    if callable(getattr(player, "policy", None)):
        return _judged(player, name or getattr(player, "name", "") or type(player).__name__)
    reading = read_any(player, name)
    return _judged(reading.forfeiting() if illegal else reading, name)


def _judged(player: Any, name: str, samples: int | None = None) -> Judgement:
    known, how = getattr(player, "known", None), str(getattr(player, "how", ""))
    return Judgement(
        name=name or player.name,
        card=evaluate(player),
        how=how,
        notes=tuple(note for note in getattr(player, "notes", ()) if not how or how not in note),
        known=int(known.sum()) if isinstance(known, np.ndarray) else known,
        explained=getattr(player, "explained", None),
        undecided=getattr(player, "undecided", False),
        samples=samples or getattr(player, "samples", None),
        _policy=as_policy(player),
        _alternatives=tuple(getattr(player, "alternatives", ())),
    )
