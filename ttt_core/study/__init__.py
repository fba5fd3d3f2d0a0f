"""Why an agent plays as it does.

Here a mistake is traced to its cause, to the game in which it appeared, and to settings without it.
"""

from ttt_core.study.advice import SlowWin, advice, slow_wins
from ttt_core.study.boards import (
    cells_that_differ,
    example_board,
    look_alike,
    principal_line,
    rated_equivalents,
)
from ttt_core.study.causes import Cause
from ttt_core.study.diagnosis import Diagnosis, Effect, Fix, FixSearch, diagnose, fix, repair
from ttt_core.study.hindsight import Hindsight, LookingBack, look_back

__all__ = [
    "Cause",
    "Diagnosis",
    "Effect",
    "Fix",
    "FixSearch",
    "Hindsight",
    "LookingBack",
    "SlowWin",
    "advice",
    "cells_that_differ",
    "diagnose",
    "example_board",
    "fix",
    "look_alike",
    "look_back",
    "principal_line",
    "rated_equivalents",
    "repair",
    "slow_wins",
]
