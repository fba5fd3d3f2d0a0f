import json
from dataclasses import fields, replace
from math import isnan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ttt_core as ttt
from ttt_core.learning.config import matters
from ttt_core.learning.presets import PRESET_LABELS
from ttt_core.learning.rules import RULES
from ttt_core.tools.arguments import over_seeds
from ttt_ui.train.controls import (
    GROUPS,
    NUMBERS,
    SETTINGS,
    most_important,
    name_for,
    of_its_type,
    preset_of,
    with_setting,
)
from ttt_ui.train.state import TrainState

COMPANIONS = {
    "exploration": ("epsilon",),
    "epsilon": ("epsilon_floor", "exploration"),
    "epsilon_floor": ("epsilon", "exploration"),
    "random_share": ("minimax_share",),
    "minimax_share": ("random_share",),
    "reward_win": ("reward_loss",),
    "step_size": ("replay",),
}


def test_every_field_has_a_control_and_a_group() -> None:
    assert {"rule", *SETTINGS} == {field.name for field in fields(ttt.TrainingConfig)}
    assert {setting.group for setting in SETTINGS.values()} == set(GROUPS)


def offered(name: str, current: Any) -> st.SearchStrategy[Any]:
    if name == "rule":
        return st.sampled_from(list(RULES))
    if name in NUMBERS:
        return st.sampled_from([*NUMBERS[name], current])
    words = SETTINGS[name].words
    if name == "seed":
        return st.integers(0, 2**53 - 1)
    return st.sampled_from(list(words)) if words else st.booleans()


@given(st.data())
def test_no_way_of_moving_the_controls_leads_to_a_contradiction(data: st.DataObject) -> None:
    presets = list(ttt.PRESETS.values())
    odd = replace(presets[0], exploration="least-visited", epsilon=0, epsilon_floor=0.5)
    train = TrainState(data.draw(st.sampled_from([*presets, odd])), 0)
    for _ in range(data.draw(st.integers(1, 12))):
        config = train.settings
        shown = [name for name in SETTINGS if matters(name, config)]
        name = data.draw(st.sampled_from(["rule", *shown]))
        value = data.draw(offered(name, getattr(config, name)))
        train.set_settings(train.with_setting(name, value), by=name)
        after = vars(train.settings)
        assert after[name] == value
        if name != "rule":
            moved = {other for other in after if after[other] != vars(config)[other]}
            assert moved <= {name, *COMPANIONS.get(name, ())}


@pytest.mark.parametrize(
    ("name", "value", "displaced"),
    [
        ("epsilon", 0.0, {"epsilon_floor": 0.0, "exploration": "epsilon"}),
        ("epsilon_floor", 1.0, {"epsilon": 1.0}),
        ("random_share", 0.8, {"minimax_share": pytest.approx(0.2)}),
        ("minimax_share", 0.7, {"random_share": pytest.approx(0.3)}),
        ("reward_win", 0.5, {"reward_loss": -0.5}),
        ("step_size", "sample-average", {"replay": 0}),
        ("rule", "q-learning", {}),
        ("rule", "network", {"alpha": 0.5}),
    ],
)
def test_what_a_setting_displaces_returns_with_it(
    name: str, value: Any, displaced: dict[str, Any]
) -> None:
    config = ttt.TrainingConfig(
        **{"alpha": 0.3, "epsilon": 0.9, "epsilon_floor": 0.4, "exploration": "least-visited"},
        **{"random_share": 0.5, "minimax_share": 0.5, "replay": 5},
    )
    train = TrainState(config, 0)

    def choose(name: str, value: Any) -> None:
        train.set_settings(train.with_setting(name, value), by=name)

    choose(name, value)
    assert {one: getattr(train.settings, one) for one in displaced} == displaced
    choose("gamma", 0.6)
    choose("games", 500)
    train.set_settings(train.settings)  # as Start over does
    choose(name, getattr(config, name))
    assert train.settings == replace(config, gamma=0.6, games=500)
    train.set_settings(replace(config, epsilon_floor=0.1))  # other settings, as a link brings
    choose("epsilon", 0.05)
    choose("epsilon", 0.5)
    assert train.settings.epsilon_floor == 0.1


def test_presets_are_recognised_with_any_seed_and_games() -> None:
    for name, preset in ttt.PRESETS.items():
        assert preset_of(preset) == name
        assert name_for(replace(preset, seed=9, games=77)) == PRESET_LABELS[name]
        other = replace(preset, gamma=0.123)
        assert preset_of(other) is None
        assert name_for(other) == f"{RULES[preset.rule].label} agent"


def test_five_numbers_that_matter_are_the_most_important() -> None:
    for rule in RULES:
        config = replace(ttt.TrainingConfig(), rule=rule)
        names = most_important(config)
        assert len(names) == 5
        assert names[0] == "games"
        assert all(name in NUMBERS and matters(name, config) for name in names)


def test_every_number_offered_can_be_set_and_is_of_its_type() -> None:
    config = ttt.TrainingConfig()
    for name, values in NUMBERS.items():
        for value in values:
            sent = of_its_type(name, json.loads(json.dumps(value)))
            assert (sent, type(sent)) == (value, type(getattr(config, name)))
        assert type(of_its_type(name, 1)) is type(of_its_type(name, 1.0))


def test_it_says_which_settings_moved_along() -> None:
    train = TrainState(ttt.PRESETS["Default"], 0)
    for name, value, moved in (
        ("epsilon", 0.0, ["epsilon_floor", "exploration"]),
        ("alpha", 0.3, []),
        ("epsilon", 1.0, []),
    ):
        train.set_settings(train.with_setting(name, value), by=name)
        assert train.moved_along(name) == moved
        other = "alpha" if name == "epsilon" else "epsilon"
        assert train.moved_along(other) == []
    assert train.settings.epsilon_floor == ttt.PRESETS["Default"].epsilon_floor


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
