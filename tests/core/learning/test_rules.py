"""Every declared rule: its agents, its settings and its formula."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from string import Template
from typing import Any

import pytest

import ttt_core as ttt
from tests.core.learning.test_kernels import OPTIONS
from ttt_core.learning.config import SETTINGS, matters
from ttt_core.learning.rules import PLUS_SIGN, RULES, RULES_IN_PLAY, LearningRule

OTHER_VALUES: dict[str, Any] = {
    **{name: value for option in OPTIONS.values() for name, value in option.items()},
    "seed": 7,
    "alpha": 0.2,
    "epsilon_floor": 0.9,
    "hidden_units": 8,
    "network_step": 0.01,
    "halved_after": 1_000,
    "batch": 5,
    "copy_every": 7,
}
SITUATIONS: tuple[dict[str, Any], ...] = (
    {},
    {"step_size": "sample-average"},
    {"best_ever": True, "initial_value": -2.0},
    {"exploration": "experience"},
    {"replay": 5},
)


EVERY_RULE = pytest.mark.parametrize("rule", RULES.values(), ids=RULES)


@EVERY_RULE
def test_an_agent_of_another_rule_is_refused_in_a_file(rule: LearningRule) -> None:
    text = ttt.dump_agent(ttt.train(ttt.TrainingConfig(games=5, rule=rule.name)))
    other = next(other for other in RULES.values() if other.kind != rule.kind)
    with pytest.raises(ttt.AgentFileError, match=f"not produce agents of kind {rule.kind}"):
        ttt.load_agent(text.replace(f'"rule":"{rule.name}"', f'"rule":"{other.name}"'))


def test_every_setting_is_tested() -> None:
    assert set(OTHER_VALUES) | {"games", "rule"} == set(SETTINGS)


def changed(config: ttt.TrainingConfig, name: str) -> ttt.TrainingConfig | None:
    """Return a configuration with another value of a field, or None if that is refused."""
    change = {name: OTHER_VALUES[name]}
    if name == "reward_win" and RULES[config.rule].zero_sum:
        change["reward_loss"] = -OTHER_VALUES[name]
    try:
        return replace(config, **change)
    except ttt.ConfigError:
        return None


def situations() -> Iterator[ttt.TrainingConfig]:
    for rule in RULES:
        size = {"games": 100, "hidden_units": 16} if rule == "network" else {"games": 600}
        for change in SITUATIONS:
            with suppress(ttt.ConfigError):
                yield ttt.TrainingConfig(
                    rule=rule, epsilon=0.6, epsilon_decay=0.999, **size, **change
                )


@pytest.mark.slow
@pytest.mark.parametrize("config", list(situations()))
def test_exactly_the_settings_that_matter_change_the_result(config: ttt.TrainingConfig) -> None:
    learned = ttt.train(config).q.tobytes()
    for name in OTHER_VALUES:
        other = changed(config, name)
        if other is None:
            # Fixed settings cannot be set, and replay needs a constant step size.
            assert not matters(name, config) or name == "step_size", name
        elif other != config:
            assert (learned != ttt.train(other).q.tobytes()) is matters(name, config), name


@EVERY_RULE
def test_fixed_settings_must_keep_their_defaults(rule: LearningRule) -> None:
    assert set(rule.fixed) <= rule.unused <= SETTINGS.keys()
    for name in rule.fixed:
        refusal = f"^{name} must be .* with {rule.name}"
        with pytest.raises(ttt.ConfigError, match=refusal) as caught:
            ttt.TrainingConfig(rule=rule.name, **{name: OTHER_VALUES[name]})
        assert caught.value.fields == (name, "rule")


@pytest.mark.parametrize("rule", [*RULES.values(), *RULES_IN_PLAY.values(), PLUS_SIGN])
def test_its_formula_can_be_filled_in(rule: LearningRule) -> None:
    formula = rule.formula
    general = dict.fromkeys(("step", "gamma", "cost", "c", "weighted", "base", "decay"), "1")
    worked = dict.fromkeys(("reward", "bracketed_reward", "k", "w", "d", "l", "b", "change"), "1")
    worked |= dict.fromkeys(("rest", "traced", "powers", "ahead"), "1")
    for template in (*formula.lines, formula.cost, formula.traced):
        assert "$" not in Template(template).substitute(general)
    parts = (formula.worked, formula.worked_cost, formula.worked_ahead, formula.worked_traced)
    for template in parts:
        assert "$" not in Template(template).substitute(general | worked)
    assert bool(formula.worked_ahead) == bool(rule.plies_ahead)
    assert bool(formula.traced) == bool(formula.worked_traced)
    assert bool(formula.traced) == ("trace_decay" not in rule.unused) or rule.name not in RULES


@pytest.mark.parametrize("rule", [*RULES_IN_PLAY.values(), PLUS_SIGN])
def test_a_rule_that_is_not_for_training_cannot_be_chosen(rule: LearningRule) -> None:
    with pytest.raises(ttt.ConfigError, match="rule must be one of"):
        ttt.TrainingConfig(rule=rule.name)
