"""`InPlay`: how an agent plays people and learns from them, if not as in training."""

from dataclasses import dataclass, replace

from ttt_core.learning.config import SETTINGS, TrainingConfig, config_refusal
from ttt_core.learning.rules import ADAPTIVE_PLAY, GOING_OVER, RULES_IN_PLAY

PUPIL = TrainingConfig(
    games=1_000,
    alpha=0.5,
    epsilon_decay=1.0,
    exploration="least-visited",
    initial_value=-0.1,
    backward=True,
    replay=1_000,
)
"""Settings that learn as much as possible from few games; see ``docs/presets.md``."""


@dataclass(frozen=True, kw_only=True)
class InPlay:
    """How an agent plays people and learns from them.

    The defaults are those of the adaptive AI (freeCodeCamp 2025).

    Attributes
    ----------
    rule : str
        The rule it learns by: one of `RULES_IN_PLAY`.
    alpha, gamma : float
        Learning rate and discount factor of that rule, in the ranges of `TrainingConfig`.
    epsilon : float
        Its exploration rate in these games.

    Raises
    ------
    ConfigError
        If the rule does not exist or a number is out of range.
    """

    rule: str = ADAPTIVE_PLAY.name
    alpha: float = 0.1
    gamma: float = 0.9
    epsilon: float = 0.1

    def __post_init__(self) -> None:
        if self.rule not in RULES_IN_PLAY:
            raise config_refusal(
                "rule must be one of {options}, not {rule!r}.",
                "rule",
                options=", ".join(RULES_IN_PLAY),
                rule=self.rule,
            )
        for name in ("alpha", "gamma", "epsilon"):
            object.__setattr__(self, name, SETTINGS[name].read(getattr(self, name)))

    @property
    def config(self) -> TrainingConfig:
        """Its settings as a configuration, whose rule, games and seed have no meaning."""
        settings = PUPIL if self.rule == GOING_OVER.name else TrainingConfig()
        return replace(settings, alpha=self.alpha, gamma=self.gamma)
