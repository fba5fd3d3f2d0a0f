"""Every claim about a preset, over many seeds; the figures are exact, only the seeds vary."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.evaluation.policy import greedy, optimal
from ttt_core.tools.arguments import over_seeds

QUICK_STUDY = ttt.PRESETS["Quick study"]


def trained(name: str, seed: int) -> ttt.Agent:
    return ttt.train(replace(ttt.PRESETS[name], seed=seed))


def test_presets_are_immutable_and_each_has_a_note() -> None:
    with pytest.raises(TypeError):
        ttt.PRESETS["Default"] = ttt.TrainingConfig()
    with pytest.raises(TypeError):
        ttt.PRESET_NOTES["Default"] = ""
    assert list(ttt.PRESETS) == list(ttt.PRESET_NOTES)
    assert next(iter(ttt.PRESETS)) == "Default"
    assert all(note.endswith(".") for note in ttt.PRESET_NOTES.values())
    assert len(set(ttt.PRESETS.values())) == len(ttt.PRESETS)


@pytest.mark.thorough
def test_default_is_unbeatable_after_20_000_games() -> None:
    cards = over_seeds(lambda seed: ttt.evaluate(trained("Default", seed)), 100)

    assert all(card.unbeatable for card in cards)
    assert ttt.PRESETS["Default"].games == 20_000


@pytest.mark.thorough
def test_quick_study_stays_unbeatable_after_a_median_of_500_games() -> None:
    since = over_seeds(
        lambda seed: ttt.measure_run(replace(QUICK_STUDY, seed=seed), ["unbeatable_from"])[0], 100
    )

    assert np.median(since) <= 500
    assert not np.isnan(since).any()


@cache
def unbeatable_after_520(config: ttt.TrainingConfig) -> int:
    """Return how many of 30 seeds are unbeatable after 520 games."""

    def measure(seed: int) -> bool:
        return ttt.evaluate(ttt.train(replace(config, games=520, seed=seed))).unbeatable

    return sum(over_seeds(measure, 30))


@pytest.mark.thorough
@pytest.mark.parametrize(
    "without",
    [
        {"symmetry": False},
        {"exploration": "epsilon"},
        {"replay": 0},
        {"initial_value": 0.0},
        {"move_cost": 0.0},
        {"ties": "random"},
        {"epsilon": 1.0},
        {"gamma": 0.9},
        {"alpha": 0.2},
    ],
    ids=lambda change: next(iter(change)),
)
def test_every_step_of_quick_study_matters(without: dict) -> None:
    assert unbeatable_after_520(QUICK_STUDY) > 15
    assert unbeatable_after_520(replace(QUICK_STUDY, **without)) <= 15


@pytest.mark.thorough
def test_trap_setter_never_loses_and_wins_as_often_as_such_a_player_can() -> None:
    cards = over_seeds(lambda seed: ttt.evaluate(trained("Trap setter", seed)), 20)

    assert all(card.unbeatable for card in cards)
    as_x = np.array([card.vs_random_as_x.win for card in cards])
    as_o = np.array([card.vs_random_as_o.win for card in cards])
    assert ttt.PRESETS["Trap setter"].games == 100_000
    assert abs(as_x - 191 / 192).max() < 1e-12
    assert abs(as_o - 866 / 945).max() < 1e-12


@pytest.mark.thorough
def test_trap_setter_needs_optimism_about_untried_moves() -> None:
    def plays_as_well_as_can_be(seed: int) -> bool:
        config = replace(ttt.PRESETS["Trap setter"], initial_value=0.0, seed=seed)
        card = ttt.evaluate(ttt.train(config))
        won = np.array([card.vs_random_as_x.win, card.vs_random_as_o.win])
        return bool(np.allclose(won, [191 / 192, 866 / 945], rtol=0, atol=1e-12))

    assert sum(over_seeds(plays_as_well_as_can_be, 20)) <= 10


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "unbeatable"), [("Small network", 6), ("Too small", 0)])
def test_a_small_network_is_mostly_unbeatable_and_one_too_small_never(
    name: str, unbeatable: int
) -> None:
    """The first of the 20 seeds of the preset's note."""
    cards = over_seeds(lambda seed: ttt.evaluate(trained(name, 4000 + seed)), 6)

    assert sum(card.unbeatable for card in cards) == unbeatable
    assert all(card.vs_random_as_o.loss < 0.19 for card in cards)


def test_two_tables_is_system_b() -> None:
    agents = over_seeds(lambda seed: trained("Two tables (2026)", seed), 20)
    best = ttt.evaluate(optimal())
    assert best.vs_random_as_x.win == pytest.approx(0.9678, abs=1e-4)
    assert best.vs_random_as_o.win == pytest.approx(0.7775, abs=1e-4)
    for agent in agents:
        stats, card = agent.stats, ttt.evaluate(agent)
        assert stats.games == 100_000
        assert stats.x_wins / stats.games == pytest.approx(0.052, abs=0.002)
        assert stats.o_wins / stats.games == pytest.approx(0.029, abs=0.0015)
        assert stats.draws / stats.games == pytest.approx(0.919, abs=0.0025)
        assert card.unbeatable
        assert card.vs_random_as_x == pytest.approx(best.vs_random_as_x, abs=1e-12)
        assert card.vs_random_as_o == pytest.approx(best.vs_random_as_o, abs=1e-12)


def test_adaptive_keeps_the_weakness_of_system_a() -> None:
    agents = over_seeds(lambda seed: trained("Adaptive (freeCodeCamp 2025)", seed), 15)
    cards = [ttt.evaluate(greedy(agent.q)) for agent in agents]
    lost_as_o = np.array([card.vs_random_as_o.loss for card in cards])
    lost_as_x = np.array([card.vs_random_as_x.loss for card in cards])

    assert 0.36 < lost_as_o.mean() < 0.46
    assert lost_as_o.min() > 0.25
    assert lost_as_o.max() < 0.57
    assert lost_as_x.mean() < 0.08
    assert all(card.worst_case_as_o.loss > 1 - 1e-12 for card in cards)


def test_a_draw_counted_as_a_draw_would_not_give_the_figures_of_system_a() -> None:
    config = replace(ttt.PRESETS["Adaptive (freeCodeCamp 2025)"], reward_draw=0.0)
    cards = over_seeds(
        lambda seed: ttt.evaluate(greedy(ttt.train(replace(config, seed=seed)).q)), 15
    )

    assert np.mean([card.vs_random_as_x.loss for card in cards]) > 0.1
