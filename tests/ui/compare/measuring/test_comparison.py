"""The configurations: what is added, named and drawn how, what is measured, and their links."""

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest

import ttt_core as ttt
from ttt_core.learning import PRESET_LABELS
from ttt_ui.compare.measuring import actions
from ttt_ui.compare.measuring.actions import (
    LONGEST,
    apply_curves_link,
    configs_to_query,
    curves_to_query,
    is_too_long,
    read_configs,
)
from ttt_ui.compare.measuring.plan import (
    FEWEST,
    MOST,
    NO_CHANGE,
    agents_without_source,
    name_of,
    names_of,
    opening,
    settings_that_matter,
    sources,
    value_field,
)
from ttt_ui.compare.measuring.state import (
    FIELDS_OF_CURVES,
    MAX_FIRST_SEED,
    MAX_SEEDS,
    MEASURE,
    SEEDS,
    Comparison,
    comparison,
)
from ttt_ui.frame.links import Link
from ttt_ui.pages import READ_BY
from ttt_ui.train.controls import with_setting
from ttt_ui.train.curves import SERIES
from ttt_ui.train.state import train_state
from ttt_ui.visit.roster import roster
from ttt_ui.visit.session import Session, key_of, session

DEFAULT = ttt.PRESETS["Default"]
AGENT = ttt.train(ttt.TrainingConfig(games=300, seed=4))
PRESETS = tuple(replace(config, seed=0) for config in ttt.PRESETS.values())


@pytest.fixture(autouse=True)
def shown(session_state: dict[str, Any]) -> Comparison:
    session_state[key_of(Session)] = Session(AGENT)
    return comparison()


def configs() -> tuple[ttt.TrainingConfig, ...]:
    return tuple(comparison().configs.values())


def last_name() -> str:
    return [*comparison().names.values()][-1]


def add(source: str, setting: str = NO_CHANGE, value: Any = None) -> None:
    shown = comparison()
    shown.source, shown.setting, shown.value = source, setting, value
    actions.add()


def refusal() -> str:
    """Return why a configuration was not added, without the escapes for Markdown."""
    (said,) = session().answers[1]
    assert said.kind == "error"
    return said.text.replace("\\", "").replace("\u2060", "")


def test_presets_settings_on_train_and_agents_of_one_run_can_be_added(shown: Comparison) -> None:
    assert [*shown.names.values()] == ["Default", "Default, use symmetry: no"]
    roster()["Ada"] = ttt.train(ttt.TrainingConfig(games=200, seed=9))
    roster()["Bo"] = ttt.train(ttt.TrainingConfig(games=100), start=AGENT)
    train_state().settings = replace(DEFAULT, gamma=0.25, seed=77)
    assert agents_without_source() == ["Bo"]
    for name, preset in ttt.PRESETS.items():
        assert sources()[f"Preset: {PRESET_LABELS[name]}"] == replace(preset, seed=0)
    for source, config, name in (
        ("Current settings on Train", replace(DEFAULT, gamma=0.25), "Default, γ 0.25"),
        ("Your agent", ttt.TrainingConfig(games=300), name_of(AGENT.config)),
        ("Agent: Ada", ttt.TrainingConfig(games=200), "games"),
        ("Preset: Quick study", replace(ttt.PRESETS["Quick study"], seed=0), "Quick study"),
    ):
        add(source)
        assert configs()[-1] == config
        assert name in last_name()
    add("Preset: Pupil")
    assert "You can compare up to 6 configurations. Remove one first." in refusal()
    assert len(shown.configs) == MOST
    shown.replace_all(opening())
    session().adopt(roster()["Bo"])
    assert agents_without_source() == ["your agent", "Bo"]
    add("Your agent")
    assert configs() == opening()


@pytest.mark.parametrize("config", PRESETS)
def test_every_setting_that_matters_can_be_changed_and_names_the_change(
    config: ttt.TrainingConfig,
) -> None:
    for name in settings_that_matter(config):
        offers = value_field(config, name).offers()
        options = offers[0] if isinstance(offers[0], list) else offers
        other = next(option for option in options if option != getattr(config, name))
        varied = with_setting(config, name, other)
        assert getattr(varied, name) == other
        first, second = names_of([config, varied])
        assert first in PRESET_LABELS.values()
        assert second != first
    assert "seed" not in settings_that_matter(config)


def test_a_variation_is_named_after_the_change() -> None:
    for setting, value, name in (
        ("gamma", 0.5, "Default, γ 0.5"),
        ("games", 2_000, "Default, 2,000 games"),
        ("rule", "q-learning", "Default, Q-learning"),
        ("ties", "first", "Default, ties: First free cell"),
    ):
        add("Preset: Default", setting, value)
        assert last_name() == name
    assert not session().messages
    config = replace(DEFAULT, gamma=0.1, alpha=0.1, epsilon_floor=0.1, move_cost=0.1)
    names = names_of([config, replace(config, move_cost=0.2)])
    assert names[0].endswith("1 more")
    assert names[1] == f"{names[0]} (2)"


@pytest.mark.parametrize(
    ("setting", "value", "sentence"),
    [
        ("gamma", 2.0, "already here: Default."),
        ("rule", "magic", "already here: Default."),
        ("replay", 1_000, "would take too long"),
        (NO_CHANGE, None, "This configuration is already here: Default."),
        ("symmetry", False, "already here: Default, use symmetry: no. Change a setting."),
        ("alpha", 0.123456789, "differ too much to fit in a link"),
    ],
)
def test_a_message_says_why_a_configuration_cannot_be_added(
    setting: str, value: Any, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions, "LONGEST", len(urlencode(configs_to_query(opening()))) + 10)
    train_state().settings = replace(DEFAULT, games=10_000_000)
    add("Current settings on Train" if setting == "replay" else "Preset: Default", setting, value)
    assert refusal().startswith("The configuration was not added. ")
    assert sentence in refusal()
    assert configs() == opening()


def test_configurations_keep_their_slots_and_a_new_one_gets_a_free_one(shown: Comparison) -> None:
    for gamma in (0.1, 0.2, 0.3):
        add("Preset: Default", "gamma", gamma)
    before = dict(shown.configs)
    actions.remove(1)
    add("Preset: Default", "gamma", 0.4)
    assert [*shown.configs] == [0, 2, 3, 4, 1]
    assert all(shown.configs[slot] == before[slot] for slot in (0, 2, 3, 4))
    actions.remove(5)  # an empty slot
    assert len(shown.configs) == 5
    for slot in range(MOST):
        actions.remove(slot)
    assert len(shown.configs) == FEWEST


def runs(shown: Comparison, seeds: range) -> bool:
    shown.want(seeds)
    return shown.runs.running


def test_a_small_comparison_is_measured_at_once_and_a_large_one_on_a_click(
    shown: Comparison,
) -> None:
    assert runs(shown, range(8))
    actions.stop(shown)
    assert not runs(shown, range(8))
    add("Preset: Default", "gamma", 0.5)
    assert runs(shown, range(8))
    shown.replace_all(opening())
    actions.stop(shown)
    shown.stopped = False
    assert not runs(shown, range(30))
    actions.start(shown)
    assert shown.runs.running
    shown.leave()
    assert not shown.runs.running
    assert not runs(shown, range(30))
    shown.replace_all([ttt.PRESETS["Quick study"]])  # the most expensive of the presets
    assert runs(shown, range(8))
    many = (replace(DEFAULT, games=2_000_000, replay=1_000, gamma=n / 10) for n in range(6))
    shown.replace_all(many)
    assert not runs(shown, range(30))
    actions.start(shown)
    assert shown.too_much
    assert not shown.runs.running


# The links

ALL_CHANGED = ttt.TrainingConfig(
    **{"rule": "q-learning", "exploration": "least-visited", "ties": "first", "learns": "X"},
    **{"games": 1_234_567, "experience_games": 12_345, "replay": 999, "replay_size": 99_999},
    **{"symmetry": False, "backward": True, "reward_win": -0.123456789},
    **dict.fromkeys(("alpha", "epsilon_floor", "random_share", "minimax_share"), 0.123456789),
    **dict.fromkeys(("initial_value", "reward_draw"), -0.123456789),
    **dict.fromkeys(("reward_loss", "move_cost"), 0.123456789),
    **dict.fromkeys(("gamma", "epsilon", "epsilon_decay"), 0.987654321),
)


def read(query: dict[str, str]) -> tuple[tuple[ttt.TrainingConfig, ...], list[str]]:
    link = Link(dict(query))
    return read_configs(link), link.dropped


def take(query: dict[str, str]) -> list[str]:
    link = Link(dict(query))
    apply_curves_link(link)
    return link.dropped


@pytest.mark.parametrize("start", range(0, len(PRESETS), 5))
def test_a_link_restores_a_comparison(start: int, session_state: dict[str, Any]) -> None:
    several = tuple((PRESETS + PRESETS)[start : start + MOST - 1])
    for label in SERIES if start == 0 else [MEASURE.default]:
        comparison().replace_all(several)
        values = MAX_SEEDS, MAX_FIRST_SEED, label, "Linear"
        for field, value in zip(FIELDS_OF_CURVES, values, strict=True):
            field.set(value)
        query = dict(parse_qsl(urlencode(curves_to_query())))
        assert all("compare" in READ_BY[name.partition(".")[0]] for name in query)
        session_state.clear()
        assert take(query) == []
        assert configs() == several
        assert tuple(field.value for field in FIELDS_OF_CURVES) == values


def test_two_that_differ_in_everything_fit_in_a_link_and_six_do_not() -> None:
    two = ALL_CHANGED, replace(ALL_CHANGED, gamma=0.123456789)
    assert len(urlencode(configs_to_query(two))) < LONGEST
    assert read(configs_to_query(two)) == (two, [])
    six = tuple(replace(ALL_CHANGED, gamma=0.123456789 + step / 10) for step in range(6))
    assert is_too_long(six)
    asked, (said,) = read(configs_to_query(six))
    assert asked == six[:2]
    assert "only the first two" in said


def test_the_names_of_the_series_in_links_never_change() -> None:
    assert list(SERIES) == [
        *("x-wins-vs-random", "x-draws-vs-random", "x-loses-vs-random"),
        *("o-wins-vs-random", "o-draws-vs-random", "o-loses-vs-random"),
        *("x-wins-at-worst", "x-draws-at-worst", "x-loses-at-worst"),
        *("o-wins-at-worst", "o-draws-at-worst", "o-loses-at-worst"),
        *("optimal-moves", "epsilon"),
    ]


def test_defaults_are_not_in_the_link() -> None:
    assert curves_to_query() == configs_to_query(opening())
    assert curves_to_query()["b.symmetry"] == "false"
    assert "a.symmetry" not in curves_to_query()
    SEEDS.set(3)
    assert take({}) == []
    assert SEEDS.value == 3
    assert take({"a": "games-300", "b": "games-400"}) == []
    assert SEEDS.value == SEEDS.default
    assert [config.games for config in configs()] == [300, 400]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"a.gamma": "2", "b.games": "300"}, "a.gamma=2"),
        ({"a": "lambda-1", "b": "games-300"}, "this setting does not exist"),
        ({"a": "games-300", "b": "games-300"}, "configuration is already in the comparison."),
        ({"a": "games-300"}, "A comparison needs two"),
        ({"a.games": "300"}, "A comparison needs two"),
        ({"a": "games-300", "b": "games-10000000~replay-1000"}, "would take too long"),
        ({"a": "games-300~gamma-nan", "b": "games-400"}, "the value must be a number"),
        ({"a": "-~--~games", "b": "x" * 500}, "this setting does not exist"),
        ({"seeds": "31"}, "the value must be a whole number from 1 to 30."),
        ({"from": "-1"}, "from=-1"),
        ({"measure": "luck"}, "Choose from x-wins-vs-random, x-draws-vs-random,"),
        ({"axis": "log"}, "Choose from linear and logarithmic."),
    ],
)
def test_invalid_parts_are_ignored(query: dict[str, str], sentence: str) -> None:
    asked, _ = read(query)
    names_some = not query.keys().isdisjoint({"a", "a.gamma", "a.games"})
    assert len(asked) == len(set(asked)) == 2 * names_some
    assert sentence in " ".join(take(query))
    assert all(field.value == field.default for field in FIELDS_OF_CURVES)


def test_a_link_with_one_configuration_gets_a_different_second_one() -> None:
    for config in (*opening(), PRESETS[3]):
        (first, second), _ = read(configs_to_query((config,)))
        assert first == config
        assert second in opening()
        assert second != config
