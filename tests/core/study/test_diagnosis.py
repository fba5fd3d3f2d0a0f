"""Each cause appears in an example and is gone after its fix."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import ttt_core as ttt
from tests.core.study.examples_of_causes import EXAMPLES, FOUND_BY_TEST, configuration
from ttt_core.evaluation.policy import uniform
from ttt_core.evaluation.refutation import surest_refutation
from ttt_core.game.graph import position_of
from ttt_core.game.solution import move_values
from ttt_core.learning import new_pupil
from ttt_core.learning.agent import untrained
from ttt_core.learning.config import SETTINGS, matters
from ttt_core.study import diagnosis
from ttt_core.study.causes import CAUSES
from ttt_core.study.diagnosis import Diagnosis, Fix, _changed, diagnose, fix

trained = cache(ttt.train)


@pytest.fixture(scope="module", autouse=True)
def each_training_once() -> Iterator[None]:
    """Let `fix` find what a test or another `fix` has trained: a half of the trainings."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(diagnosis, "train", trained)
        yield
    trained.cache_clear()


def diagnosed(agent: ttt.Agent) -> Diagnosis:
    return diagnose(agent, surest_refutation(agent))


def names(found: Diagnosis) -> list[str]:
    return [cause.name for cause in found.causes]


def test_every_cause_but_unknown_has_an_example() -> None:
    assert sorted({*EXAMPLES, *FOUND_BY_TEST, "unclear"}) == sorted(each.name for each in CAUSES)
    assert CAUSES[-1].name == "unclear"
    assert len({cause.label for cause in CAUSES}) == len(CAUSES)
    assert all(cause.fixes for cause in CAUSES if cause.is_setting)


@pytest.mark.slow
@pytest.mark.parametrize("name", FOUND_BY_TEST)
def test_a_setting_that_the_table_does_not_suggest_is_found_by_a_test(name: str) -> None:
    sound, fault = FOUND_BY_TEST[name]
    assert ttt.evaluate(trained(sound)).unbeatable
    config = replace(sound, **fault)
    found = diagnosed(trained(config))
    assert name not in names(found)
    helps = fix(found)
    assert [cause.name for cause in helps.causes] == [name]
    assert helps.effect == "unbeatable"
    assert ttt.evaluate(trained(helps.config)).unbeatable


def test_if_no_single_change_helps_no_cause_is_confirmed() -> None:
    config = ttt.TrainingConfig(games=100, gamma=0.0, symmetry=False, epsilon=0.0)
    helps = fix(diagnosed(trained(config)))
    assert helps.effect == "unbeatable"
    assert helps.causes == ()


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_shows_its_cause_and_the_fix_makes_it_unbeatable(name: str) -> None:
    config = configuration(name)
    found = diagnosed(trained(config))
    assert names(found) == [name]

    helps = fix(found)
    assert helps.effect == "unbeatable"
    changed = {
        field: getattr(helps.config, field)
        for field in SETTINGS
        if getattr(helps.config, field) != getattr(config, field) and matters(field, helps.config)
    }
    assert changed == EXAMPLES[name].fix
    if found.causes[0].is_setting:
        assert helps.causes == found.causes
    assert ttt.evaluate(trained(helps.config)).unbeatable


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(1, 4))]
)
def test_of_two_causes_both_are_named_and_the_one_just_changed_first(seed: int) -> None:
    """An agent that never explores would do so by itself if untried moves were worth 0."""
    sound = replace(ttt.PRESETS["Default"], seed=seed)
    assert ttt.evaluate(trained(sound)).unbeatable
    config = replace(sound, epsilon=0.0, epsilon_floor=0.0, exploration="epsilon")
    found = diagnosed(trained(config))

    def names_of(helps: Fix | None) -> list[list[str]]:
        assert helps is not None
        return [[cause.name for cause in causes] for causes in (helps.causes, helps.others)]

    assert names_of(fix(found)) == [["initial-value"], ["little-exploration"]]
    helps = fix(found, changed=["exploration", "epsilon", "epsilon_floor"])
    assert names_of(helps) == [["little-exploration"], ["initial-value"]]
    assert helps is not None
    assert helps.config.epsilon == 1
    assert names_of(fix(found, changed=["initial_value"]))[0] == ["initial-value"]


def test_two_settings_are_blamed_if_changing_one_is_not_enough() -> None:
    config = ttt.TrainingConfig(
        rule="q-learning", gamma=0.0, reward_draw=1.0, reward_loss=1.0, epsilon_floor=0.1, alpha=0.1
    )
    found = diagnosed(trained(config))
    assert names(found) == ["discount", "rewards"]
    helps = fix(found)
    assert helps.effect == "unbeatable"
    assert (helps.config.gamma, helps.config.reward_draw, helps.config.reward_loss) == (0.9, 0, -1)


def test_a_mistake_is_traced_to_an_untried_move() -> None:
    agent = trained(configuration("reply-untried"))
    evidence = diagnosed(agent).evidence
    root, position = evidence.root, position_of(evidence.root.board)
    assert root.plies == evidence.refutation.board.count("-") - root.board.count("-") > 0
    assert agent.visits[position, root.cell] == root.visits == 0
    assert agent.q[position, root.cell] == root.value == 0
    assert np.sign(root.goal) == move_values()[position, root.cell]


def test_an_agent_without_a_record_of_its_settings_has_no_fix() -> None:
    agent = trained(configuration("discount"))
    unknown = replace(agent, training=(), stats=ttt.Stats(), games_seen=untrained().games_seen)
    found = diagnosed(unknown)
    assert names(found) == ["unclear"]
    assert fix(found) is None

    table = replace(unknown, visits=np.zeros_like(unknown.visits))
    assert names(diagnosed(table)) == ["never-visited"]

    partnered = ttt.train(ttt.TrainingConfig(games=300), partner=uniform())
    assert fix(diagnosed(partnered)) is None


def test_a_pupil_taught_by_people_is_diagnosed_by_its_own_settings() -> None:
    taught = ttt.learn_from_game(new_pupil(), (0, 3, 1, 4, 2))
    found = diagnosed(taught)
    assert found.evidence.settings_known
    assert names(found) != ["unclear"]


def test_finding_a_fix_reports_progress() -> None:
    shares: list[float] = []
    fix(diagnosed(trained(configuration("never-visited"))), shares.append)
    assert shares == sorted(shares)
    assert all(0 < share <= 1 for share in shares)


def test_a_fix_makes_a_network_larger_or_leaves_it() -> None:
    config = ttt.TrainingConfig(rule="network", hidden_units=96)
    assert _changed(config, {"hidden_units": 64}) == config
    larger = _changed(config, {"hidden_units": 128})
    assert larger == replace(config, hidden_units=128)
