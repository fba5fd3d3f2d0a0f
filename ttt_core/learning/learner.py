"""Learners of any kind: all that is asked of them is to play games and to be a player."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from ttt_core.evaluation.policy import Player, Policy, as_policy

if TYPE_CHECKING:
    from typing_extensions import TypeIs


class Trainee(Protocol):
    """Anything that learns by playing, such as a `TrainingRun`."""

    def play(self, games: int) -> object:
        """Play this many more games and learn from them."""

    def policy(self) -> Policy:
        """Return the policy learned so far."""


PlayerAfter = Callable[[int], Player | Policy]
"""Trains until so many games have been played in total, and returns the player as it is then."""
AnyLearner = Trainee | PlayerAfter


def is_learner(given: object) -> "TypeIs[AnyLearner]":
    """Return whether something can be trained by `policy_after`."""
    return not isinstance(given, type) and (callable(given) or _has_parts(given))


def _has_parts(given: object) -> "TypeIs[Trainee]":
    return all(callable(getattr(given, name, None)) for name in ("play", "policy"))


def check_is_alone(*others: object) -> None:
    """Raise `ValueError` if something is given next to a learner that only settings can use."""
    if any(other is not None for other in others):
        raise ValueError(
            "start, partner and epsilon are for training with settings; a learner of your own has "
            "its own."
        )


def policy_after(learner: AnyLearner) -> Callable[[int], Policy]:
    """Return a function that trains until so many games have been played, and returns the policy.

    Each call must ask for at least as many games as the one before.

    Raises
    ------
    ValueError
        If it is not a learner.
    """
    if not is_learner(learner):
        raise ValueError(
            "A learner must have play(games) and policy(), or be a function that is given the "
            "number of games to have played and returns a player, unlike this "
            f"{type(learner).__name__}."
        )
    if not _has_parts(learner):
        return lambda games: as_policy(learner(games))
    played = 0

    def after(games: int) -> Policy:
        nonlocal played
        if games > played:
            learner.play(games - played)
            played = games
        return as_policy(learner)

    return after
