from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import ttt_core as ttt
from ttt_ui.frame.links import (
    config_from_query,
    config_to_query,
    previous_run_from_query,
    previous_run_to_query,
    without_previous_run,
)
from ttt_ui.visit.limits import check_training

FRACTION = st.floats(0, 1)
SIZE = st.floats(-1000, 1000)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "games": st.integers(1, 10_000_000),
    "seed": st.integers(0, 2**63 - 1),
    "alpha": st.floats(0, 1, exclude_min=True),
    "step_size": st.sampled_from(["constant", "sample-average"]),
    "gamma": FRACTION,
    "epsilon": FRACTION,
    "epsilon_decay": st.floats(0, 1, exclude_min=True),
    "epsilon_floor": FRACTION,
    "exploration": st.sampled_from(["epsilon", "experience", "least-visited"]),
    "initial_value": SIZE,
    "ties": st.sampled_from(["random", "first"]),
    "symmetry": st.booleans(),
    "random_share": FRACTION,
    "minimax_share": FRACTION,
    "learns": st.sampled_from(["both", "X", "O"]),
    "reward_win": SIZE,
    "reward_draw": SIZE,
    "reward_loss": SIZE,
    "move_cost": FRACTION,
    "backward": st.booleans(),
    "replay": st.integers(0, 1_000),
    "replay_size": st.integers(1, 100_000),
    "beads": st.sampled_from(["michie", "simulation"]),
    "beads_win": st.integers(-10, 10),
    "beads_draw": st.integers(-10, 10),
    "beads_loss": st.integers(-10, 10),
}
RULES = ["minimax-q", "q-learning", "monte-carlo", "reward-memory", "matchboxes"]


@st.composite
def configs(draw: st.DrawFn) -> ttt.TrainingConfig:
    """Any valid configuration: a value is used if it does not contradict an earlier one."""
    chosen: dict[str, Any] = {"rule": draw(st.sampled_from(RULES))}
    for name in draw(st.permutations(list(VALUES))):
        value = draw(VALUES[name])
        wider = {**chosen, name: value}
        if name == "reward_win" and chosen["rule"] == "minimax-q":
            wider["reward_loss"] = -value
        try:
            check_training(ttt.TrainingConfig(**wider))
        except ValueError:
            continue
        chosen = wider
    return ttt.TrainingConfig(**chosen)


@given(configs())
def test_a_link_gives_exactly_the_same_configuration(config: ttt.TrainingConfig) -> None:
    address = urlencode(config_to_query(config))
    assert len(address) < 1_000
    assert config_from_query(dict(parse_qsl(address))) == (config, [])


@pytest.mark.parametrize("name", list(ttt.PRESETS))
def test_presets_can_be_linked(name: str) -> None:
    query = config_to_query(ttt.PRESETS[name])
    assert {"rule", "games", "seed"} <= set(query)
    assert config_from_query(query) == (ttt.PRESETS[name], [])


def test_only_settings_that_differ_from_the_default_are_written() -> None:
    assert set(config_to_query(ttt.TrainingConfig())) == {"rule", "games", "seed"}
    assert set(config_to_query(ttt.TrainingConfig(alpha=0.3))) == {"rule", "games", "seed", "alpha"}


ANY_TEXT = st.text(max_size=60) | st.sampled_from(["nan", "inf", "-1", "1e999", "0.1", "5", "true"])


@given(st.dictionaries(st.sampled_from(["rule", *VALUES]) | st.text(max_size=20), ANY_TEXT))
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
        assert str(getattr(config, name)).lower() == query[name] or (
            float(getattr(config, name)) == float(query[name])
        )
    assert len(dropped) <= len(query)
    assert all(len(reason) < 250 for reason in dropped)


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ({"alpha": "banana"}, "alpha=banana: the value must be a number"),
        ({"alpha": "0"}, "alpha=0: alpha must be above 0"),
        ({"alpha": "nan"}, "the value must be a number"),
        ({"alpha": "0x1p-2"}, "the value must be a number"),
        ({"gamma": "1e999"}, "gamma must be a number"),
        ({"games": "1000.5"}, "the value must be a whole number"),
        ({"games": "1_000"}, "the value must be a whole number"),
        ({"games": "٣"}, "the value must be a whole number"),
        ({"games": "0"}, "games must be between"),
        ({"games": "99999999999999999999"}, "the value must be a whole number"),
        ({"symmetry": "yes"}, "must be true or false"),
        ({"rule": "magic"}, "rule must be one of"),
        ({"alhpa": "0.1"}, "this setting does not exist"),
        ({"learns": "X"}, "learns must be 'both'"),
        ({"reward_win": "2"}, "reward_win=2: With minimax-q, reward_loss must be minus"),
        ({"name": "x" * 5_000}, "name=xxxxxxxxxxxxxxxxxxxxxxxxx…"),
    ],
)
def test_invalid_settings_are_ignored_with_a_message(query: dict[str, str], word: str) -> None:
    config, dropped = config_from_query({**query, "gamma": query.get("gamma", "0.75")})
    assert len(dropped) == 1
    assert word in dropped[0]
    assert config == ttt.TrainingConfig(gamma=0.9 if "gamma" in query else 0.75)


@given(configs(), configs())
def test_a_link_can_contain_two_configurations(
    then: ttt.TrainingConfig, now: ttt.TrainingConfig
) -> None:
    both = config_to_query(now) | previous_run_to_query(then, now)
    read = dict(parse_qsl(urlencode(both)))
    assert config_from_query(without_previous_run(read)) == (now, [])
    assert previous_run_from_query(read, now) == (None if then == now else then, [])


def test_only_settings_in_which_the_previous_run_differs_are_written() -> None:
    now = ttt.TrainingConfig(gamma=0.5, seed=3)
    assert previous_run_to_query(ttt.TrainingConfig(gamma=0.9, seed=3), now) == {
        "ghost.gamma": "0.9"
    }


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ({"ghost.gamma": "banana"}, "ghost.gamma=banana: the value must be a number"),
        ({"ghost.colour": "red"}, "ghost.colour=red: this setting does not exist"),
        ({"ghost.": "1"}, "ghost.=1: this setting does not exist"),
        ({"ghost.ghost.gamma": "0.5"}, "this setting does not exist"),
        ({"ghost.alpha": "7"}, "ghost.alpha=7: alpha must be above 0"),
        ({"ghost.minimax_share": "0.8"}, "ghost.minimax_share=0.8: random_share"),
    ],
)
def test_invalid_settings_of_the_previous_run_are_ignored(query: dict[str, str], word: str) -> None:
    settings = ttt.TrainingConfig(random_share=0.5)
    config, dropped = previous_run_from_query(query | {"ghost.epsilon": "0.5"}, settings)
    assert config == replace(settings, epsilon=0.5)
    assert len(dropped) == 1
    assert word in dropped[0]


def test_the_previous_run_does_not_affect_the_settings() -> None:
    assert without_previous_run({"ghost.gamma": "1", "gamma": "2"}) == {"gamma": "2"}
    assert previous_run_from_query({"gamma": "0.3"}, ttt.TrainingConfig()) == (None, [])
