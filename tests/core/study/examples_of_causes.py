"""For each cause, a training made to show it, and its fix."""

from typing import Any, NamedTuple

import ttt_core as ttt


class Example(NamedTuple):
    settings: dict[str, Any]
    fix: dict[str, Any]


_EXPLORING = {"epsilon": 1.0, "epsilon_floor": 0.1}
_OTHER_RULE = {"rule": "minimax-q", "games": 100_000, "epsilon_floor": 0.1}
_Q = {"rule": "q-learning"}
_SOUND = {**_Q, "epsilon_floor": 0.1, "alpha": 0.1}
_BOXES = {"rule": "matchboxes"}
_POLICY = {"rule": "reinforce"}

EXAMPLES = {
    "one-side": Example({**_SOUND, "learns": "X", "games": 20_000}, {"learns": "both"}),
    "empty-box": Example(
        {**_BOXES, "games": 2_000, "minimax_share": 1.0}, {**_OTHER_RULE, "minimax_share": 0.0}
    ),
    "new-box": Example({**_BOXES, "games": 10}, _OTHER_RULE),
    "beads-left": Example({**_BOXES, "games": 10_000, "beads": "simulation"}, _OTHER_RULE),
    "new-preferences": Example({**_POLICY, "games": 2}, _OTHER_RULE),
    "drawn": Example({**_POLICY, "games": 20_000}, _OTHER_RULE),
    "perfect-partner": Example({**_Q, "minimax_share": 1.0, "alpha": 0.1}, {"minimax_share": 0.0}),
    "discount": Example({"gamma": 0.0}, {"gamma": 0.9}),
    "rewards": Example({**_SOUND, "reward_loss": 0.0}, {"reward_loss": -1.0}),
    "move-cost": Example({**_Q, "move_cost": 0.6, "epsilon_floor": 0.1}, {"move_cost": 0.0}),
    "best-from-initial": Example(
        {**_SOUND, "best_ever": True, "initial_value": 1.0}, {"best_ever": False}
    ),
    "best-ever": Example({**_SOUND, "best_ever": True, "alpha": 0.2}, {"best_ever": False}),
    "rewards-for": Example({**_SOUND, "rewards_for": "X", "alpha": 0.2}, {"rewards_for": "mover"}),
    "random-partner": Example(
        {**_Q, "random_share": 1.0, "games": 200_000, "alpha": 0.02, "seed": 1},
        {"random_share": 0.0},
    ),
    "boards-alike": Example(
        {"rule": "network", "hidden_units": 16, "games": 1_000, "seed": 12}, {"hidden_units": 64}
    ),
    "weights": Example(
        {"rule": "reward-memory", "weight_loss": 20.0, "epsilon_floor": 0.1, "games": 50_000},
        {"weight_loss": -100.0},
    ),
    "totals": Example(
        {"rule": "reward-memory", "score": "absolute", "epsilon_floor": 0.1}, {"score": "relative"}
    ),
    "never-visited": Example(
        {**_Q, "games": 500, "symmetry": False, "seed": 1}, {"games": 100_000, "epsilon_floor": 0.1}
    ),
    "exploring": Example(
        {**_Q, "epsilon_decay": 1.0, "step_size": "sample-average"}, {"epsilon_decay": 0.9999}
    ),
    "tie": Example({"games": 1_000, "initial_value": 0.5}, {"games": 100_000}),
    "right-untried": Example(
        {**_Q, "games": 300, "epsilon": 0.3, "initial_value": -0.5},
        {**_EXPLORING, "games": 100_000},
    ),
    "reply-untried": Example({"games": 300}, {"games": 100_000}),
    "unpunished": Example({**_Q, "epsilon": 0.0}, _EXPLORING),
    "too-rare": Example({"games": 5_000, "alpha": 0.02, "epsilon_floor": 0.1}, {"games": 100_000}),
    "early-results": Example(
        {**_Q, "step_size": "sample-average", "games": 2_000}, {"games": 100_000}
    ),
    "chance": Example({"rule": "monte-carlo", "alpha": 1.0, "epsilon_floor": 0.1}, {"alpha": 0.5}),
}
"""By cause: the settings that differ from the defaults, and those the fix changes."""

FOUND_BY_TEST: dict[str, tuple[ttt.TrainingConfig, dict[str, Any]]] = {
    "move-cost": (ttt.TrainingConfig(), {"move_cost": 0.6}),
    "perfect-partner": (ttt.TrainingConfig(), {"minimax_share": 1.0}),
    "random-partner": (
        ttt.TrainingConfig(rule="q-learning", step_size="sample-average"),
        {"random_share": 1.0},
    ),
    "ties": (ttt.TrainingConfig(), {"ties": "first"}),
    "symmetry": (
        ttt.TrainingConfig(rule="q-learning", alpha=0.1, epsilon_floor=0.1),
        {"symmetry": False},
    ),
    "alpha": (ttt.PRESETS["Default"], {"alpha": 0.001}),
    "step-size": (
        ttt.TrainingConfig(rule="q-learning", alpha=0.1, games=20_000),
        {"step_size": "sample-average"},
    ),
    "initial-value": (ttt.PRESETS["Two tables (2026)"], {"initial_value": -1.0}),
    "games": (ttt.TrainingConfig(), {"games": 100}),
    "little-exploration": (
        ttt.TrainingConfig(rule="q-learning", step_size="sample-average"),
        {"epsilon": 0.0},
    ),
}
"""By cause that only a test finds: settings without it, which make an agent unbeatable, and the bad
value that makes it beatable."""


def configuration(cause: str) -> ttt.TrainingConfig:
    return ttt.TrainingConfig(**EXAMPLES[cause].settings)
