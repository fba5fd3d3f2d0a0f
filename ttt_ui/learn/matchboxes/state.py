"""The visitor's matchbox machine."""

from dataclasses import dataclass, field

from ttt_ui.learn.matchboxes.machine import MOST_GAMES, PARTNERS, Machine, machine
from ttt_ui.visit.session import per_visitor

MOST_POINTS = 120


@dataclass
class MachineState:
    """The recipe of a machine, and its curve so far.

    Attributes
    ----------
    partner
        One of `PARTNERS`.
    seed
        Changes with every new machine.
    games
        How many games it has played.
    curve
        How often it loses to its worst-case opponent, by the number of games when measured.
    """

    partner: str = next(iter(PARTNERS))
    seed: int = 0
    games: int = 0
    curve: dict[int, float] = field(default_factory=dict)

    @property
    def machine(self) -> Machine:
        """The machine after its games so far."""
        return machine(self.partner, self.seed, self.games)

    def play(self, games: int) -> None:
        """Let it play more games, up to `MOST_GAMES` in all."""
        self._be(self.partner, self.seed, min(self.games + games, MOST_GAMES))

    def begin(self, partner: str, seed: int) -> None:
        """Start with an untrained machine."""
        self.curve = {}
        self._be(partner, seed, 0)

    def _be(self, partner: str, seed: int, games: int) -> None:
        curve = self.curve or {0: machine(partner, seed, 0).worst_case_losses}
        curve = curve | {games: machine(partner, seed, games).worst_case_losses}
        while len(curve) > MOST_POINTS:  # every other point draws the same curve
            first, *others = curve.items()
            curve = dict([first, *others[1::2]])
        self.partner, self.seed, self.games, self.curve = partner, seed, games, curve


def machine_state() -> MachineState:
    """Return the visitor's machine."""
    return per_visitor(MachineState)
