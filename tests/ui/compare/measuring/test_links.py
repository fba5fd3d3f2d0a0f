"""A link restores a comparison; invalid parts are ignored, with a sentence for each."""

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest

import ttt_core as ttt
from ttt_ui.compare.measuring.actions import (
    LONGEST,
    apply_curves_link,
    configs_to_query,
    curves_to_query,
    is_too_long,
    read_configs,
)
from ttt_ui.compare.measuring.plan import MOST, opening, seedless
from ttt_ui.compare.measuring.state import (
    AXIS,
    FIRST_SEED,
    MAX_FIRST_SEED,
    MAX_SEEDS,
    MEASURE,
    SEEDS,
    comparison,
)
from ttt_ui.frame.links import Link
from ttt_ui.pages import READ_BY
from ttt_ui.train.curves import SERIES
from ttt_ui.train.state import AXES

PRESETS = tuple(map(seedless, ttt.PRESETS.values()))
ALL_CHANGED = ttt.TrainingConfig(
    games=1_234_567,
    rule="q-learning",
    alpha=0.123456789,
    gamma=0.987654321,
    epsilon=0.987654321,
    epsilon_decay=0.987654321,
    epsilon_floor=0.123456789,
    exploration="least-visited",
    experience_games=12_345,
    initial_value=-0.123456789,
    ties="first",
    symmetry=False,
    random_share=0.123456789,
    minimax_share=0.123456789,
    learns="X",
    reward_win=-0.123456789,
    reward_draw=-0.123456789,
    reward_loss=0.123456789,
    move_cost=0.123456789,
    backward=True,
    replay=999,
    replay_size=99_999,
)


def read(query: dict[str, str]) -> tuple[tuple[ttt.TrainingConfig, ...], list[str]]:
    link = Link(dict(query))
    return read_configs(link), link.dropped


def take(query: dict[str, str]) -> list[str]:
    link = Link(dict(query))
    apply_curves_link(link)
    return link.dropped


@pytest.mark.parametrize("start", range(len(PRESETS)))
def test_a_link_restores_configurations(start: int) -> None:
    configs = tuple((PRESETS + PRESETS)[start : start + MOST])
    if is_too_long(configs):
        configs = configs[:-1]
    query = dict(parse_qsl(urlencode(configs_to_query(configs))))
    assert all("compare" in READ_BY[name.partition(".")[0]] for name in query)
    asked, dropped = read(query)
    assert asked == configs
    assert not dropped


def test_two_that_differ_in_everything_fit_in_a_link_and_six_do_not() -> None:
    two = ALL_CHANGED, replace(ALL_CHANGED, gamma=0.123456789)
    query = configs_to_query(two)
    assert len(urlencode(query)) < LONGEST
    asked, dropped = read(query)
    assert asked == two
    assert not dropped
    six = tuple(replace(ALL_CHANGED, gamma=0.123456789 + step / 10) for step in range(6))
    assert is_too_long(six)
    asked, (said,) = read(configs_to_query(six))
    assert asked == six[:2]
    assert "only the first two" in said


def test_a_link_restores_a_whole_comparison(session_state: dict[str, Any]) -> None:
    state = comparison()
    state.replace_all(PRESETS[:MOST])
    for label in SERIES:
        for axis in AXES:
            MEASURE.set(label)
            AXIS.set(axis)
            SEEDS.set(MAX_SEEDS)
            FIRST_SEED.set(MAX_FIRST_SEED)
            query = dict(parse_qsl(urlencode(curves_to_query())))
            assert all("compare" in READ_BY[name.partition(".")[0]] for name in query)
            session_state.clear()
            assert take(query) == []
            assert tuple(comparison().configs) == PRESETS[:MOST]
            assert (MEASURE.value, AXIS.value) == (label, axis)
            assert (SEEDS.value, FIRST_SEED.value) == (MAX_SEEDS, MAX_FIRST_SEED)


def test_the_names_of_the_series_in_links_never_change() -> None:
    assert list(SERIES) == [
        *("x-wins-vs-random", "x-draws-vs-random", "x-loses-vs-random"),
        *("o-wins-vs-random", "o-draws-vs-random", "o-loses-vs-random"),
        *("x-wins-at-worst", "x-draws-at-worst", "x-loses-at-worst"),
        *("o-wins-at-worst", "o-draws-at-worst", "o-loses-at-worst"),
        *("optimal-moves", "epsilon"),
    ]


def test_defaults_are_not_in_the_link(session_state: dict[str, Any]) -> None:
    a, b = opening()
    assert curves_to_query() == configs_to_query((a, b))
    assert curves_to_query()["b.symmetry"] == "false"
    assert "a.symmetry" not in curves_to_query()
    SEEDS.set(3)
    assert take({}) == []
    assert SEEDS.value == 3
    assert take({"a": "games-300", "b": "games-400"}) == []
    assert SEEDS.value == SEEDS.default
    assert [config.games for config in comparison().configs] == [300, 400]


@pytest.mark.parametrize(
    ("query", "configs", "sentence"),
    [
        ({"a.gamma": "2", "b.games": "300"}, 2, "a.gamma=2"),
        ({"a": "lambda-1", "b": "games-300"}, 2, "this setting does not exist"),
        (
            {"a": "games-300", "b": "games-300"},
            2,
            "this configuration is already in the comparison.",
        ),
        ({"a": "games-300"}, 2, "A comparison needs two"),
        ({"a.games": "300"}, 2, "A comparison needs two"),
        ({"a": "games-300", "b": "games-10000000~replay-1000"}, 2, "would take too long"),
        ({"a": "games-300~gamma-nan", "b": "games-400"}, 2, "the value must be a number"),
        ({"a": "-~--~games", "b": "x" * 500}, 2, "this setting does not exist"),
        ({"seeds": "0"}, 0, "seeds=0"),
        ({"seeds": "31"}, 0, "seeds=31"),
        ({"seeds": "many"}, 0, "the value must be a whole number from 1 to 30."),
        ({"seeds": "٣"}, 0, "must be a whole number"),
        ({"from": "-1"}, 0, "from=-1"),
        ({"from": "9" * 400}, 0, "must be a whole number"),
        ({"measure": "luck"}, 0, "Choose from x-wins-vs-random, x-draws-vs-random,"),
        ({"measure": ""}, 0, "Choose from"),
        ({"axis": "log"}, 0, "Choose from linear and logarithmic."),
    ],
)
def test_invalid_parts_are_ignored(
    session_state: dict[str, Any], query: dict[str, str], configs: int, sentence: str
) -> None:
    asked, _ = read(query)
    assert len(asked) == configs
    assert len(set(asked)) == configs
    assert sentence in " ".join(take(query))
    for control in (SEEDS, FIRST_SEED, MEASURE, AXIS):
        assert control.value == control.default


def test_a_link_with_one_configuration_gets_a_different_second_one() -> None:
    for config in (*opening(), PRESETS[3]):
        asked, _ = read(configs_to_query((config,)))
        assert asked[0] == config
        assert asked[1] in opening()
        assert asked[1] != config
