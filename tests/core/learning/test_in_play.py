"""How the adaptive AI plays people and learns from them, compared with its training."""

from dataclasses import replace

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.learning import new_pupil
from ttt_core.learning.agent import InPlay
from ttt_core.learning.presets import ADAPTIVE


def test_an_agent_of_the_preset_has_its_play_settings_and_keeps_them() -> None:
    preset = ttt.PRESETS[ADAPTIVE]
    agent = ttt.train(replace(preset, games=9))
    assert agent.in_play == InPlay(alpha=0.1, gamma=0.9, epsilon=0.1)
    assert in_play_of(replace(preset, alpha=0.3, seed=4)) == InPlay(alpha=0.3)
    changed = replace(preset, games=1, gamma=0.7, backward=False, initial_value=0.0, replay=0)
    assert ttt.train(changed, start=agent).in_play == agent.in_play
    assert ttt.learn_from_game(agent, [0, 4, 1, 3, 2]).in_play == agent.in_play


def in_play_of(config: ttt.TrainingConfig) -> InPlay | None:
    return ttt.train(replace(config, games=1)).in_play


@pytest.mark.parametrize("name", ttt.PRESETS)
def test_tuning_an_agent_does_not_change_how_it_learns_from_people(name: str) -> None:
    preset = ttt.PRESETS[name]
    assert (in_play_of(preset) is None) == (name not in (ADAPTIVE, "Newborn"))
    tuned = replace(preset, gamma=0.7, epsilon=0.4, epsilon_decay=0.5, epsilon_floor=0.3)
    assert in_play_of(tuned) == in_play_of(preset)


def test_a_training_of_another_kind_has_no_rule_of_its_own_for_people() -> None:
    assert in_play_of(replace(ttt.PRESETS[ADAPTIVE], reward_draw=0.0)) is None
    assert in_play_of(replace(ttt.PRESETS["Newborn"], replay=0)) is None
    assert in_play_of(replace(ttt.PRESETS["Newborn"], exploration="epsilon", epsilon=0.0)) is None


def test_a_pupil_is_untrained_and_has_its_own_way_to_learn() -> None:
    agent = new_pupil()
    assert (agent.is_blank, agent.positions_known, agent.training) == (True, 0, ())
    assert agent.config == ttt.PRESETS["Newborn"]
    assert agent.in_play == InPlay(rule="thinking-on", alpha=0.5, gamma=0.9, epsilon=0.0)
    assert np.array_equal(agent.policy(), ttt.uniform())
    taught = ttt.learn_from_game(agent, [0, 1, 4, 2, 8])
    assert (taught.stats.games, taught.is_blank) == (1, False)
    assert ttt.load_agent(ttt.dump_agent(taught)).in_play == agent.in_play
    practised = ttt.train(ttt.PRESETS["Newborn"], start=taught)
    assert practised.in_play == agent.in_play
    assert practised.stats.games == 1_001


@pytest.mark.parametrize(
    ("wrong", "field"),
    [({"rule": "minimax-q"}, "rule"), ({"alpha": 0}, "alpha"), ({"gamma": 1.1}, "gamma")],
)
def test_invalid_settings_are_refused(wrong: dict[str, float], field: str) -> None:
    with pytest.raises(ttt.ConfigError, match=f"^{field} must") as refusal:
        InPlay(**wrong)
    assert refusal.value.field == field
