"""`InPlay`: how an agent plays people and learns from them, if not as in its training."""

from dataclasses import dataclass, replace

from ttt_core.learning.config import SETTINGS, ConfigError, TrainingConfig
from ttt_core.learning.rules import ADAPTIVE_PLAY, RULES_IN_PLAY, THINKING_ON

NEWBORN = TrainingConfig(
    games=1_000,
    alpha=0.5,
    epsilon_decay=1.0,
    exploration="least-visited",
    initial_value=-0.1,
    backward=True,
    replay=1_000,
)
"""The settings of a learner that learns as much as it can from few games.

``docs/presets.md`` tells how they came about.
"""


@dataclass(frozen=True, kw_only=True)
class InPlay:
    """What an agent does while a person plays.

    The defaults are those of the adaptive AI (freeCodeCamp 2025).

    Attributes
    ----------
    rule : str
        By which it learns from the game: one of `RULES_IN_PLAY`.
    alpha, gamma : float
        Learning rate and discount of that rule; ranges as in `TrainingConfig`.
    epsilon : float
        The chance that it explores instead of playing its best move.

    Raises
    ------
    ConfigError
        If there is no such rule, or a number is out of its range.
    """

    rule: str = ADAPTIVE_PLAY.name
    alpha: float = 0.1
    gamma: float = 0.9
    epsilon: float = 0.1

    def __post_init__(self) -> None:
        if self.rule not in RULES_IN_PLAY:
            raise ConfigError(f"rule must be one of {', '.join(RULES_IN_PLAY)}.", "rule")
        for name in ("alpha", "gamma", "epsilon"):
            object.__setattr__(self, name, SETTINGS[name].read(getattr(self, name)))

    @property
    def config(self) -> TrainingConfig:
        """The settings that go with it; their rule, games and seed say nothing."""
        settings = NEWBORN if self.rule == THINKING_ON.name else TrainingConfig()
        return replace(settings, alpha=self.alpha, gamma=self.gamma)
