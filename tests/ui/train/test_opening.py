"""With the default settings of Train, every control makes a difference."""

from dataclasses import replace
from math import isnan
from typing import Any

import pytest

import ttt_core as ttt
from ttt_core.learning import matters
from ttt_core.tools.arguments import over_seeds
from ttt_ui.train.controls import NUMBERS, SETTINGS, with_setting

OPENING = ttt.PRESETS["Default"]
CONTROLS = [name for name in SETTINGS if name != "seed"]


def ends(name: str) -> list[ttt.TrainingConfig]:
    """Return the default settings with one control at its ends, but with no more games."""
    values: list[Any] = list(SETTINGS[name].words) or [False, True]
    if name in NUMBERS:
        values = [NUMBERS[name][0], NUMBERS[name][-1]]
    configs = [with_setting(OPENING, name, value) for value in values]
    return [replace(config, games=min(config.games, OPENING.games)) for config in configs]


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name for name in CONTROLS if matters(name, OPENING)])
def test_the_ends_of_every_control_differ(name: str) -> None:
    """By a fifth in the game since which the agent is unbeatable, or in the verdict."""
    since = [ttt.measure_run(config, ["unbeatable_from"])[0] for config in ends(name)]
    found = [games for games in since if not isnan(games)]
    assert found
    assert len(found) < len(since) or max(found) >= 1.2 * min(found)


def test_ties_matter_where_many_moves_are_equal() -> None:
    """With initial value 0 and ε 0, training succeeds only if ties are broken at random."""
    plain = ttt.TrainingConfig(games=20_000, epsilon=0.0)

    def unbeatable(config: ttt.TrainingConfig) -> int:
        cards = over_seeds(lambda seed: ttt.evaluate(ttt.train(replace(config, seed=seed))), 5)
        return sum(card.unbeatable for card in cards)

    assert unbeatable(plain) == 5
    assert unbeatable(replace(plain, ties="first")) == 0
    assert unbeatable(replace(OPENING, ties="first")) == 5
