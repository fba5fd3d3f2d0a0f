"""The same settings and seed give the same agent in every version with this major number."""

import platform
import sys
from typing import Any

import pytest

import ttt_core as ttt

RESULTS: dict[str, dict[str, Any]] = {
    "eedc2d461857df51": {"seed": 1},
    "19921189af665710": {"seed": 2, "backward": True, "epsilon": 0.2},
    "67d95844e1695309": {"seed": 3, "trace_decay": 0.7, "epsilon": 0.3},
    "307068beaa7f1386": {"seed": 4, "replay": 7, "replay_size": 50, "alpha": 0.3},
    "36e6ff2a89246783": {"seed": 5, "exploration": "least-visited", "initial_value": 1.5},
    "434b50c856aeedef": {"seed": 6, "random_share": 0.4, "minimax_share": 0.3},
    "35d2d9559355d9ad": {"rule": "q-learning", "seed": 1},
    "5f4808a0699989b0": {"rule": "q-learning", "seed": 2, "learns": "O", "random_share": 0.7},
    "68e6fd449448ca93": {
        "rule": "q-learning",
        "seed": 3,
        "best_ever": True,
        "epsilon": 0.5,
        "gamma": 0.3,
        "backward": True,
    },
    "eabd037f7b96762d": {"rule": "sarsa", "seed": 1, "epsilon": 0.2},
    "ae40dc483bb94e3e": {
        "rule": "sarsa",
        "seed": 2,
        "trace_decay": 0.7,
        "epsilon": 0.2,
        "epsilon_course": "harmonic",
    },
    "a0ba0f8c3b912c3d": {"rule": "expected-sarsa", "seed": 1, "epsilon": 0.2},
    "c9e10e7a49832744": {"rule": "monte-carlo", "seed": 1},
    "6f8a1d865976687a": {
        "rule": "monte-carlo",
        "seed": 2,
        "step_size": "sample-average",
        "move_cost": 0.0625,
    },
    "7fbd42e1d6a7fd44": {"rule": "afterstates", "seed": 1, "epsilon": 0.2},
    "2fd3ac6e61c55e29": {
        "rule": "afterstates",
        "seed": 2,
        "epsilon": 0.4,
        "explore_learns": True,
        "ties": "first",
    },
    "b4036d60d5083c2e": {"rule": "reinforce", "seed": 1},
    "2118870143f7437f": {"rule": "reinforce", "seed": 2, "reward_draw": 0.3},
    "feb5bbacce4da192": {"rule": "reward-memory", "seed": 1},
    "65c3e7ad2554a5fd": {
        "rule": "reward-memory",
        "seed": 2,
        "score": "absolute",
        "lessons": 60,
        "exploration": "experience",
    },
    "866c918764bac5c2": {"rule": "matchboxes", "seed": 1},
    "4299a32e123fe1d2": {"rule": "matchboxes", "seed": 2, "beads": "simulation", "beads_draw": -2},
    "192d280401051838": {"rule": "network", "seed": 1},
    "ec81d86bf236cb26": {"rule": "network", "seed": 2, "hidden_units": 12, "network_step": 0.01},
}
"""By the beginning of the agent's fingerprint: settings of 400 games, but for the defaults."""


@pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"),
    reason="recorded on Linux, x86-64: elsewhere, the last bits of an exponential may differ",
)
@pytest.mark.parametrize(("expected", "settings"), RESULTS.items())
def test_a_training_has_the_result_that_it_had(settings: dict[str, Any], expected: str) -> None:
    agent = ttt.train(ttt.TrainingConfig(games=400, **settings))
    assert agent.fingerprint.hex()[: len(expected)] == expected, (
        "This training gives another agent than before. That is a major change: links, files and "
        "sweeps that others have shared no longer lead to the same agents. Avoid it; if it must "
        "be, follow “What a version promises” in CHANGELOG.md."
    )
