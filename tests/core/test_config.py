import dataclasses
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttt_core.learning.config import TrainingConfig


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("games", 0),
        ("games", -1),
        ("games", 10_000_001),
        ("games", 1.5),
        ("games", True),
        ("games", "100"),
        ("seed", -1),
        ("seed", 2**63),
        ("rule", "sarsa"),
        ("rule", None),
        ("rule", ["minimax-q"]),
        ("alpha", 0),
        ("alpha", 1.01),
        ("alpha", float("nan")),
        ("alpha", float("inf")),
        ("alpha", None),
        ("alpha", 10**400),
        ("gamma", -0.1),
        ("gamma", 1.1),
        ("epsilon", 2),
        ("epsilon_decay", 0),
        ("epsilon_floor", -1),
        ("exploration", "boltzmann"),
        ("step_size", "adam"),
        ("initial_value", 1e9),
        ("ties", "last"),
        ("symmetry", 1),
        ("backward", "yes"),
        ("random_share", 1.2),
        ("minimax_share", -0.2),
        ("learns", "nobody"),
        ("move_cost", -1),
        ("replay", -1),
        ("replay_size", 0),
    ],
)
def test_a_wrong_field_is_refused_by_name(field: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"^{field} must"):
        TrainingConfig(**{field: value})


@pytest.mark.parametrize(
    ("options", "fields"),
    [
        ({"random_share": 0.6, "minimax_share": 0.6}, ("random_share", "minimax_share")),
        ({"learns": "X"}, ("learns", "minimax-q")),
        ({"reward_loss": -2.0}, ("reward_loss", "minimax-q")),
        ({"reward_draw": 0.5}, ("reward_draw", "minimax-q")),
        ({"rule": "reward-memory", "replay": 5}, ("replay",)),
        ({"rule": "reward-memory", "initial_value": 1.0}, ("initial_value",)),
        ({"rule": "reward-memory", "reward_win": 2.0}, ("reward_win",)),
        ({"replay": 5, "step_size": "sample-average"}, ("replay", "step_size")),
        ({"exploration": "least-visited", "epsilon": 0, "epsilon_floor": 0}, ("epsilon",)),
    ],
)
def test_a_contradiction_is_refused_and_named(options: dict, fields: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"\w") as refusal:
        TrainingConfig(**options)
    assert all(field in str(refusal.value) for field in fields)


def test_it_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        TrainingConfig().games = 5  # type: ignore[misc]


def test_every_field_is_documented() -> None:
    for field in dataclasses.fields(TrainingConfig):
        assert field.name in str(TrainingConfig.__doc__)


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)


@given(
    st.dictionaries(st.sampled_from([f.name for f in dataclasses.fields(TrainingConfig)]), scalars)
)
def test_anything_is_a_configuration_or_a_value_error(options: dict) -> None:
    with suppress(ValueError):
        assert 1 <= TrainingConfig(**options).games <= 10_000_000
