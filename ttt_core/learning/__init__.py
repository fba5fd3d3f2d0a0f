"""How a player is trained: settings, rules, presets, agents and runs.

Here an agent is trained, measured while it learns, retrained, or followed through a single update.
"""

from ttt_core.learning.agent import (
    Agent,
    InPlay,
    Level,
    Stats,
    erased,
    first_values,
    reproducing_config,
    untrained,
)
from ttt_core.learning.config import (
    MAX_BEADS_WON,
    MAX_GAMES,
    MAX_HIDDEN_UNITS,
    MAX_LESSONS,
    MAX_REPLAY,
    MAX_REPLAY_SIZE,
    SETTINGS,
    ConfigError,
    Exploration,
    matters,
)
from ttt_core.learning.curve import (
    LearningCurve,
    MeasuredCurve,
    MeasuredFronts,
    MeasuredRun,
    Measurement,
    checkpoints,
    measured_curve,
    measured_fronts,
    measurement,
)
from ttt_core.learning.matchboxes import (
    FIRST_BEADS,
    beads_in_boxes,
    cells_alike,
    has_box,
    number_of_boxes,
)
from ttt_core.learning.measures import MEASURES, FinishedRun, Measure, RunOutcome, outcome_of
from ttt_core.learning.network import (
    hidden_units_in,
    network_values,
    parts_of_network,
    without_units,
)
from ttt_core.learning.origin import HERE
from ttt_core.learning.packed_agent import PackedAgent
from ttt_core.learning.presets import PRESET_LABELS
from ttt_core.learning.ready_made import ready_made
from ttt_core.learning.reward_memory import memory_scores, memory_weights
from ttt_core.learning.rules import (
    PLUS_SIGN,
    RULES,
    RULES_IN_PLAY,
    Kind,
    LearningRule,
    RuleName,
    first_rule_of,
)
from ttt_core.learning.runs import (
    SECONDS_PER_PART,
    MeasureInParts,
    RunInParts,
    measure_for,
    updates_of,
    updates_per_game,
)
from ttt_core.learning.schedule import epsilon_after
from ttt_core.learning.soundness import MAX_COUNT, MAX_NAME
from ttt_core.learning.time_machine import Obstacle, TimeMachine, is_reproduced, obstacle
from ttt_core.learning.training import learn_from_games, new_pupil
from ttt_core.learning.watch import Standing
from ttt_core.learning.worked_example import WorkedUpdate, worked_updates

__all__ = [
    "FIRST_BEADS",
    "HERE",
    "MAX_BEADS_WON",
    "MAX_COUNT",
    "MAX_GAMES",
    "MAX_HIDDEN_UNITS",
    "MAX_LESSONS",
    "MAX_NAME",
    "MAX_REPLAY",
    "MAX_REPLAY_SIZE",
    "MEASURES",
    "PLUS_SIGN",
    "PRESET_LABELS",
    "RULES",
    "RULES_IN_PLAY",
    "SECONDS_PER_PART",
    "SETTINGS",
    "Agent",
    "ConfigError",
    "Exploration",
    "FinishedRun",
    "InPlay",
    "Kind",
    "LearningCurve",
    "LearningRule",
    "Level",
    "Measure",
    "MeasureInParts",
    "MeasuredCurve",
    "MeasuredFronts",
    "MeasuredRun",
    "Measurement",
    "Obstacle",
    "PackedAgent",
    "RuleName",
    "RunInParts",
    "RunOutcome",
    "Standing",
    "Stats",
    "TimeMachine",
    "WorkedUpdate",
    "beads_in_boxes",
    "cells_alike",
    "checkpoints",
    "epsilon_after",
    "erased",
    "first_rule_of",
    "first_values",
    "has_box",
    "hidden_units_in",
    "is_reproduced",
    "learn_from_games",
    "matters",
    "measure_for",
    "measured_curve",
    "measured_fronts",
    "measurement",
    "memory_scores",
    "memory_weights",
    "network_values",
    "new_pupil",
    "number_of_boxes",
    "obstacle",
    "outcome_of",
    "parts_of_network",
    "ready_made",
    "reproducing_config",
    "untrained",
    "updates_of",
    "updates_per_game",
    "without_units",
    "worked_updates",
]
