import copy
import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttt_core.learning.config import SETTINGS, ConfigError, TrainingConfig
from ttt_core.learning.rules import RULES

BAD: dict[str, list[object]] = {
    "integer": [1.5, True, "100", None],
    "number": [float("nan"), float("inf"), None, 10**400, "0.1"],
    "string": ["dyna", None, ["minimax-q"]],
    "boolean": [1, "yes", None],
}
"""By type of setting."""


@pytest.mark.parametrize("field", SETTINGS)
def test_a_value_of_another_kind_is_refused_by_name(field: str) -> None:
    for value in BAD[SETTINGS[field].schema["type"]]:
        with pytest.raises(ValueError, match=f"^{field} must"):
            TrainingConfig(**{field: value})


@pytest.mark.parametrize(
    ("options", "fields"),
    [
        ({"random_share": 0.6, "minimax_share": 0.6}, ("random_share", "minimax_share")),
        ({"reward_loss": -2.0}, ("reward_loss", "minimax-q")),
        ({"reward_draw": 0.5}, ("reward_draw", "minimax-q")),
        ({"replay": 5, "step_size": "sample-average"}, ("replay", "step_size")),
        ({"replay": 1, "trace_decay": 0.5}, ("replay",)),
        ({"exploration": "least-visited", "epsilon": 0, "epsilon_floor": 0}, ("epsilon",)),
    ],
)
def test_a_contradiction_is_refused_and_named(options: dict, fields: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"\w") as refusal:
        TrainingConfig(**options)
    assert all(field in str(refusal.value) for field in fields)


NUMBERS = [
    name for name, setting in SETTINGS.items() if setting.schema["type"] in ("integer", "number")
]
FREE = {"rule": "q-learning", "learns": "both"}
"""Values of other fields with which nothing contradicts."""


def test_every_setting_has_a_label_and_a_sentence_as_the_help_of_its_control() -> None:
    for name, setting in SETTINGS.items():
        assert name == "rule" or setting.sentence.count(". ") <= 2
        assert setting.label


@pytest.mark.parametrize("name", NUMBERS)
def test_exactly_the_declared_range_is_accepted(name: str) -> None:
    schema = SETTINGS[name].schema
    whole = schema["type"] == "integer"
    low = schema.get("minimum", schema.get("exclusiveMinimum"))
    high = schema["maximum"]
    down, up = (low - 1, high + 1) if whole else np.nextafter([low, high], [-np.inf, np.inf])
    inside = [high, low if "minimum" in schema else np.nextafter(0.0, 1.0)]
    for value in inside:
        config = TrainingConfig(**FREE | {name: value})
        assert getattr(config, name) == value
        assert type(getattr(config, name)) is (int if whole else float)
    for value in [down, up, *([low] if "exclusiveMinimum" in schema else [])]:
        with pytest.raises(ConfigError, match=f"^{name} must") as refusal:
            TrainingConfig(**FREE | {name: value})
        assert refusal.value.fields == (name,)


def test_numpy_numbers_are_accepted() -> None:
    config = TrainingConfig(
        games=np.int64(5), alpha=np.float32(0.25), gamma=1, symmetry=np.bool_(False)
    )
    assert config == TrainingConfig(games=5, alpha=0.25, gamma=1.0, symmetry=False)
    kinds = {type(getattr(config, field.name)) for field in dataclasses.fields(config)}
    assert kinds == {int, float, str, bool}
    with pytest.raises(ConfigError, match="games must be a whole number"):
        TrainingConfig(games=np.float64(5.0))


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "rule": st.sampled_from(list(RULES)),
            "step_size": st.sampled_from(["constant", "sample-average"]),
            "replay": st.sampled_from([0, 5]),
            "random_share": st.sampled_from([0.0, 0.6]),
            "minimax_share": st.sampled_from([0.0, 0.6]),
            "learns": st.sampled_from(["both", "X"]),
            "reward_win": st.sampled_from([1.0, 2.0]),
            "reward_draw": st.sampled_from([0.0, 0.5]),
            "reward_loss": st.sampled_from([-1.0, -2.0]),
            "exploration": st.sampled_from(["epsilon", "least-visited"]),
            "epsilon": st.sampled_from([0.0, 1.0]),
        },
    )
)
def test_resetting_any_named_field_removes_a_contradiction(options: dict) -> None:
    error = refusal_of(options)
    if error is None:
        return
    assert set(error.fields) & set(options), "something that was set is at fault"
    others = {name: value for name, value in options.items() if name not in error.fields}
    assert str(refusal_of(others)) != str(error)


def refusal_of(options: dict) -> ConfigError | None:
    try:
        TrainingConfig(**options)
    except ConfigError as error:
        return error
    return None


def test_a_refusal_can_be_pickled() -> None:
    error = copy.copy(ConfigError("alpha is odd.", "alpha", "gamma"))  # as pickling does
    assert (str(error), error.fields) == ("alpha is odd.", ("alpha", "gamma"))
