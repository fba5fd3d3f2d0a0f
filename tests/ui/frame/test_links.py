from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import ttt_core as ttt
from ttt_core.learning import SETTINGS
from ttt_ui.frame.links import config_from_query, config_to_query
from ttt_ui.visit.limits import check_training


def values_of(schema: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    """Return all that a setting may be."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if schema["type"] == "boolean":
        return st.booleans()
    low, high = schema.get("minimum", schema.get("exclusiveMinimum")), schema["maximum"]
    if schema["type"] == "integer":
        return st.integers(low, high)
    return st.floats(low, high, exclude_min="minimum" not in schema)


VALUES = {name: values_of(setting.schema) for name, setting in SETTINGS.items()}


@st.composite
def configs(draw: st.DrawFn) -> ttt.TrainingConfig:
    """Any valid configuration: a value is used if it does not contradict an earlier one."""
    chosen: dict[str, Any] = {"rule": draw(VALUES["rule"])}
    for name in draw(st.permutations(sorted(VALUES.keys() - {"rule"}))):
        value = draw(VALUES[name])
        wider = {**chosen, name: value}
        if name == "reward_win" and chosen["rule"] in ("minimax-q", "network"):
            wider["reward_loss"] = -value
        try:
            check_training(ttt.TrainingConfig(**wider))
        except ValueError:
            continue
        chosen = wider
    return ttt.TrainingConfig(**chosen)


def test_only_settings_that_differ_from_the_default_are_written() -> None:
    assert set(config_to_query(ttt.TrainingConfig())) == {"rule", "games", "seed"}
    assert set(config_to_query(ttt.TrainingConfig(alpha=0.3))) == {"rule", "games", "seed", "alpha"}


ANY_TEXT = st.text(max_size=60) | st.sampled_from(["nan", "inf", "-1", "1e999", "0.1", "5", "true"])


@given(st.dictionaries(st.sampled_from([*VALUES]) | st.text(max_size=20), ANY_TEXT))
@example({"exploration": "least-visited", "epsilon": "0", "epsilon_floor": "0"})
@example(
    {"rule": "reward-memory", "replay": "5", "step_size": "sample-average", "backward": "true"}
)
@example({"random_share": "0.7", "minimax_share": "0.7"})
@example({"replay": "5", "step_size": "sample-average"})
def test_every_link_gives_a_valid_configuration(query: dict[str, str]) -> None:
    config, dropped = config_from_query(query)
    kept = {name for name in query if not any(reason.startswith(name[:29]) for reason in dropped)}
    for name in kept:
        value = getattr(config, name)
        assert str(value).lower() == query[name] or float(value) == float(query[name])
    assert len(dropped) <= len(query)
    assert all(len(reason) < 250 for reason in dropped)


WHOLE = "the value must be a whole number"
NUMBER = "the value must be a number"
ENDLESS = "9" * 3_000
INVALID = {
    "alpha": [
        ("banana", "alpha=banana: the value must be a number"),
        ("0", "alpha=0: alpha must be above 0"),
        ("1.01", "at most"),
        ("0x1p-2", NUMBER),
        ("0,5", NUMBER),
        ("nan", NUMBER),
        ("inf", NUMBER),
        ("1e999", "alpha must be a number"),
        (f"0.{ENDLESS}", NUMBER),
    ],
    "gamma": [("-0.1", "must be between"), ("1e999", "gamma must be a number")],
    "games": [
        *((text, WHOLE) for text in ("", "many", "1.5", "1,000", "1_000", "1e5", " 100 ")),
        *((text, WHOLE) for text in ("100 200", "10**10", "__import__('os')", "٣", ENDLESS)),
        *((text, "must be between") for text in ("0", "-7", "10000001", "9" * 19)),
    ],
    "seed": [("-1", "must be between"), ("9223372036854775808", "must be between"), ("nan", WHOLE)],
    "rule": [(text, "rule must be one of") for text in ("magic", "", "q" * 3_000)],
    "symmetry": [(text, "must be true or false") for text in ("yes", "TRUE", "1")],
    "learns": [("Z", "must be one of"), ("X", "learns must be 'both'")],
    "reward_win": [("2", "reward_win=2: With minimax-q, reward_loss must be minus")],
    "reward_loss": [("3", "minus reward_win")],
    "replay": [("1001", "must be between")],
    "beads_win": [("0.5", WHOLE)],
    "name": [("x" * 5_000, "name=xxxxxxxxxxxxxxxxxxxxxxxxx…")],
    **{
        name: [("1", "this setting does not exist")]
        for name in ("alhpa", "__class__", "", "g" * 3_000, "[a](b)", "<img src=x>")
    },
}


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [(name, text, reason) for name, cases in INVALID.items() for text, reason in cases],
)
def test_an_invalid_setting_is_ignored_with_a_message(name: str, text: str, reason: str) -> None:
    config, (dropped,) = config_from_query({name: text, "move_cost": "0.25"})
    assert reason in dropped
    assert config == ttt.TrainingConfig(move_cost=0.25)


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ({"random_share": "0.7", "minimax_share": "0.7"}, "must not add up to more than 1"),
        ({"replay": "5", "step_size": "sample-average"}, "constant"),
    ],
)
def test_of_two_settings_that_contradict_each_other_one_is_ignored(
    query: dict[str, str], reason: str
) -> None:
    config, (dropped,) = config_from_query(query)
    assert reason in dropped
    assert len(config_to_query(config)) == len(config_to_query(ttt.TrainingConfig())) + 1


@given(configs(), configs())
def test_a_link_gives_exactly_the_same_configurations(
    one: ttt.TrainingConfig, other: ttt.TrainingConfig
) -> None:
    assert len(urlencode(config_to_query(one))) < 1_000
    query = config_to_query(one, "a.") | config_to_query(other, "b.")
    read = dict(parse_qsl(urlencode(query)))
    assert config_from_query(read, "a.") == (one, [])
    assert config_from_query(read, "b.") == (other, [])


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.gamma", "banana", "a.gamma=banana: the value must be a number"),
        ("a.colour", "red", "a.colour=red: this setting does not exist"),
        ("a.", "1", "a.=1: this setting does not exist"),
        ("a.a.gamma", "0.5", "this setting does not exist"),
    ],
)
def test_invalid_settings_of_one_of_several_configurations_are_ignored(
    name: str, text: str, reason: str
) -> None:
    query = {name: text, "a.epsilon": "0.5", "b.epsilon": "0.2"}
    config, (dropped,) = config_from_query(query, "a.")
    assert config == ttt.TrainingConfig(epsilon=0.5)
    assert reason in dropped
