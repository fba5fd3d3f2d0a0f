"""Why an agent plays as it does.

Here a mistake is traced to its cause, to the game in which it appeared, and to settings without it.
"""

from ttt_core.study.advice import SlowWin, advice, slow_wins
from ttt_core.study.causes import Cause
from ttt_core.study.diagnosis import Diagnosis, Effect, Fix, FixSearch, diagnose, fix, repair
from ttt_core.study.equivalents import rated_equivalents
from ttt_core.study.example_board import example_board
from ttt_core.study.foreseen_line import principal_line
from ttt_core.study.hindsight import Hindsight, LookingBack, look_back
from ttt_core.study.look_alike import cells_that_differ, look_alike

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
