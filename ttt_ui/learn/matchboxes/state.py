"""Which machine of matchboxes a visitor has before them."""

from dataclasses import dataclass, field

from ttt_ui.learn.matchboxes.machine import MOST_GAMES, PARTNERS, Machine, machine
from ttt_ui.shared.session import per_visitor

MOST_LOOKS = 120


@dataclass
class MachineState:
    """The recipe of a machine, and how it came to be what it is.

    Attributes
    ----------
    partner
        One of `PARTNERS`.
    seed
        Another one for every new machine.
    games
        How many it has played.
    looks
        How often the best reply beat it, by the number of games when it was looked at.
    """

    partner: str = next(iter(PARTNERS))
    seed: int = 0
    games: int = 0
    looks: dict[int, float] = field(default_factory=dict)

    @property
    def machine(self) -> Machine:
        """The machine as it is now."""
        return machine(self.partner, self.seed, self.games)

    def play(self, games: int) -> None:
        """Let it play on, as far as it may."""
        self._be(self.partner, self.seed, min(self.games + games, MOST_GAMES))

    def begin(self, partner: str, seed: int) -> None:
        """Take a machine that has played nothing yet."""
        self.looks = {}
        self._be(partner, seed, 0)

    def _be(self, partner: str, seed: int, games: int) -> None:
        looks = self.looks or {0: machine(partner, seed, 0).beaten}
        looks = looks | {games: machine(partner, seed, games).beaten}
        while len(looks) > MOST_LOOKS:  # every other one is seen as well as all of them
            first, *others = looks.items()
            looks = dict([first, *others[1::2]])
        self.partner, self.seed, self.games, self.looks = partner, seed, games, looks


def machine_state() -> MachineState:
    """Return which machine the visitor has."""
    return per_visitor(MachineState)
