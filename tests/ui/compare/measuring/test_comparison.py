"""The configurations: what can be added, how they are named, and that each keeps its style."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import pytest

import ttt_core as ttt
from tests.ui.support import finish
from ttt_core.learning.config import SETTINGS as DECLARED
from ttt_core.learning.presets import PRESET_LABELS
from ttt_ui.compare.measuring import actions
from ttt_ui.compare.measuring.actions import configs_to_query
from ttt_ui.compare.measuring.plan import (
    FEWEST,
    MOST,
    NO_CHANGE,
    kind_of,
    name_of,
    names_of,
    opening,
    settings_that_matter,
    sources,
    variation,
)
from ttt_ui.compare.measuring.state import Comparison, comparison
from ttt_ui.train.controls import Choice, Switch
from ttt_ui.train.state import train_state
from ttt_ui.visit.roster import roster
from ttt_ui.visit.session import Session, key_of, session

DEFAULT = ttt.PRESETS["Default"]
AGENT = ttt.train(ttt.TrainingConfig(games=300, seed=4))


@pytest.fixture
def state(session_state: dict[str, Any]) -> dict[str, Any]:
    session_state[key_of(Session)] = Session(AGENT)
    return session_state


def add(state: dict[str, Any], source: str, setting: str = NO_CHANGE, value: Any = None) -> None:
    shown = comparison()
    shown.choose_source(source)
    shown.choose_setting(setting)
    shown.choose_value(value)
    actions.add()


def test_the_first_comparison_differs_in_one_setting(state: dict[str, Any]) -> None:
    assert tuple(comparison().configs) == opening()
    assert comparison().names == ["Default", "Default, use symmetry: no"]


def test_presets_settings_on_train_and_agents_of_one_run_can_be_added(
    state: dict[str, Any],
) -> None:
    others = roster()
    others["Ada"] = ttt.train(ttt.TrainingConfig(games=200, seed=9))
    others["Bo"] = ttt.train(ttt.TrainingConfig(games=100), start=AGENT)
    train_state().settings = replace(DEFAULT, gamma=0.25, seed=77)
    offered = sources()
    assert offered.missing == ("Bo",)
    for name, preset in ttt.PRESETS.items():
        assert offered.configs[f"Preset: {PRESET_LABELS[name]}"] == replace(preset, seed=0)
    for source, config, name in (
        ("Current settings on Train", replace(DEFAULT, gamma=0.25), "Default, γ 0.25"),
        ("Your agent", ttt.TrainingConfig(games=300), name_of(AGENT.config)),
        ("Agent: Ada", ttt.TrainingConfig(games=200), "games"),
        ("Preset: Quick study", replace(ttt.PRESETS["Quick study"], seed=0), "Quick study"),
    ):
        add(state, source)
        assert comparison().configs[-1] == config
        assert name in comparison().names[-1]
    assert len(comparison().entries) == MOST
    add(state, "Preset: Pupil")
    (said,) = session().answers[1]
    assert "You can compare up to 6 configurations. Remove one first." in said.text
    assert len(comparison().entries) == MOST


def test_an_agent_that_no_single_run_describes_is_not_offered(state: dict[str, Any]) -> None:
    state[key_of(Session)] = Session(ttt.train(ttt.TrainingConfig(games=100), start=AGENT))
    assert sources().missing == ("your agent",)
    add(state, "Your agent")
    assert tuple(comparison().configs) == opening()


@pytest.mark.parametrize("preset", ttt.PRESETS)
def test_every_setting_that_matters_can_be_changed(preset: str) -> None:
    config = replace(ttt.PRESETS[preset], seed=0)
    for name in settings_that_matter(config):
        value: Any
        match kind_of(name):
            case None:
                value = "monte-carlo" if config.rule != "monte-carlo" else "q-learning"
            case Choice(options=options):
                value = next(one for one in options if one != getattr(config, name))
            case Switch():
                value = not getattr(config, name)
            case _:
                low, high = (DECLARED[name].schema.get(end, 0.05) for end in ("minimum", "maximum"))
                value = next(one for one in (low, high) if one != getattr(config, name))
        varied = variation(config, name, value)
        assert getattr(varied, name) == value
        first, second = names_of([config, varied])
        assert first == PRESET_LABELS[preset]
        assert second != first
    assert "seed" not in settings_that_matter(config)


def test_a_variation_is_named_after_the_change(state: dict[str, Any]) -> None:
    for setting, value, name in (
        ("gamma", 0.5, "Default, γ 0.5"),
        ("games", 2_000, "Default, 2,000 games"),
        ("rule", "q-learning", "Default, Q-learning"),
        ("ties", "first", "Default, ties: First free cell"),
    ):
        add(state, "Preset: Default", setting, value)
        assert comparison().names[-1] == name
    assert not session().messages


def test_a_name_that_is_taken_gets_a_number() -> None:
    config = replace(DEFAULT, gamma=0.1, alpha=0.1, epsilon_floor=0.1, move_cost=0.1)
    names = names_of([config, replace(config, move_cost=0.2)])
    assert names[0].endswith("1 more")
    assert names[1] == f"{names[0]} (2)"


@pytest.mark.parametrize(
    ("setting", "value", "sentence"),
    [
        *(("gamma", odd, "already here: Default.") for odd in (2.0, float("nan"), "0.5", None)),
        ("rule", "magic", "already here: Default."),
        ("games", 0, "already here: Default."),
        ("replay", 1_000, "would take too long"),
        (NO_CHANGE, None, "This configuration is already here: Default."),
        ("symmetry", False, "already here: Default, use symmetry: no. Change a setting."),
    ],
)
def test_a_message_says_why_a_configuration_cannot_be_added(
    state: dict[str, Any], setting: str, value: Any, sentence: str
) -> None:
    if setting == "replay":
        train_state().settings = replace(DEFAULT, games=10_000_000)
        add(state, "Current settings on Train", setting, value)
    else:
        add(state, "Preset: Default", setting, value)
    (said,) = session().answers[1]
    text = said.text.replace("\\", "").replace("\u2060", "")
    assert text.startswith("The configuration was not added. ")
    assert sentence in text
    assert said.kind == "error"
    assert tuple(comparison().configs) == opening()


def test_a_comparison_that_fits_in_no_link_is_refused(
    state: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions, "LONGEST", len(urlencode(configs_to_query(opening()))) + 10)
    add(state, "Preset: Pupil")
    (said,) = session().answers[1]
    assert "differ too much to fit in a link" in said.text
    assert tuple(comparison().configs) == opening()


def test_configurations_keep_their_styles_and_a_new_one_gets_a_free_style(
    state: dict[str, Any],
) -> None:
    for gamma in (0.1, 0.2, 0.3):
        add(state, "Preset: Default", "gamma", gamma)
    styles = {entry.config: entry.style for entry in comparison().entries}
    gone = comparison().entries[1]
    actions.remove(gone.slot)
    add(state, "Preset: Default", "gamma", 0.4)
    added = comparison().entries[-1]
    assert added.slot == gone.slot
    for entry in comparison().entries[:-1]:
        assert entry.style == styles[entry.config]
    actions.remove(5)  # an empty slot
    assert len(comparison().entries) == 5
    for slot in range(MOST):
        actions.remove(slot)
    assert len(comparison().entries) == FEWEST


def working(state: Comparison, seeds: range) -> Comparison:
    state.want(seeds)
    return state


def test_a_small_comparison_is_measured_at_once_and_a_large_one_on_a_click(
    state: dict[str, Any],
) -> None:
    shown = comparison()
    assert working(shown, range(8)).runs.running
    actions.stop(shown)
    assert not working(shown, range(8)).runs.running
    add(state, "Preset: Default", "gamma", 0.5)
    assert working(shown, range(8)).runs.running
    shown.replace_all(opening())
    actions.stop(shown)
    shown.stopped = False
    assert not working(shown, range(30)).runs.running
    actions.start(shown)
    assert shown.runs.running
    shown.leave()
    assert not shown.runs.running
    assert not working(shown, range(30)).runs.running


def test_a_third_configuration_is_measured_at_once_like_the_first_two(
    state: dict[str, Any],
) -> None:
    shown = comparison()
    finish(working(shown, range(8)).runs.job)
    add(state, "Preset: Quick study")  # the most expensive of the presets
    assert working(shown, range(8)).runs.running
    shown.stop()


def test_a_comparison_that_takes_too_long_cannot_be_started(state: dict[str, Any]) -> None:
    shown = comparison()
    long = [replace(DEFAULT, games=2_000_000, replay=1_000, gamma=step / 10) for step in range(6)]
    shown.replace_all(tuple(long))
    shown.want(range(30))
    assert shown.too_much
    actions.start(shown)
    assert not shown.runs.running


def test_it_works_until_everything_is_measured(state: dict[str, Any]) -> None:
    shown = comparison()
    shown.replace_all(tuple(replace(one, games=500) for one in opening()))
    shown.want(range(4))
    assert shown.runs.running
    finish(shown.runs.job)
    assert not shown.runs.running
    assert shown.runs.done == 8
    job = shown.runs.job
    shown.want(range(4))
    assert shown.runs.job is job
