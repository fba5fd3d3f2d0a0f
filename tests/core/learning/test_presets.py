"""Every claim about a preset, over many seeds; the figures are exact, only the seeds vary."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.evaluation.policy import optimal
from ttt_core.tools.arguments import over_seeds

QUICK_STUDY = ttt.PRESETS["Quick study"]


def trained(name: str, seed: int, **changes: Any) -> ttt.Agent:
    return ttt.train(replace(ttt.PRESETS[name], seed=seed, **changes))


def card(name: str, seed: int, **changes: Any) -> ttt.ReportCard:
    return ttt.evaluate(trained(name, seed, **changes))


def test_presets_are_immutable_and_each_has_a_note() -> None:
    for mapping in (ttt.PRESETS, ttt.PRESET_NOTES):
        with pytest.raises(TypeError):
            mapping["Default"] = None
    assert list(ttt.PRESETS) == list(ttt.PRESET_NOTES)
    assert next(iter(ttt.PRESETS)) == "Default"
    assert all(note.endswith(".") for note in ttt.PRESET_NOTES.values())
    assert len(set(ttt.PRESETS.values())) == len(ttt.PRESETS)


@pytest.mark.thorough
def test_default_is_unbeatable_after_20_000_games() -> None:
    assert ttt.PRESETS["Default"].games == 20_000
    assert all(over_seeds(lambda seed: card("Default", seed).unbeatable, 100))


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
    ("name", "before"),
    [
        *(("symmetry", False), ("exploration", "epsilon"), ("replay", 0), ("initial_value", 0.0)),
        *(("move_cost", 0.0), ("ties", "random"), ("epsilon", 1.0), ("gamma", 0.9), ("alpha", 0.2)),
    ],
)
def test_every_step_of_quick_study_matters(name: str, before: Any) -> None:
    assert unbeatable_after_520(QUICK_STUDY) > 15
    assert unbeatable_after_520(replace(QUICK_STUDY, **{name: before})) <= 15


MOST_WINS = (191 / 192, 866 / 945)
"""How often a player that never loses can win against the random player, as X and as O."""


@pytest.mark.thorough
def test_trap_setter_wins_as_often_as_an_unbeatable_player_can_and_needs_optimism() -> None:
    def wins_most(**changes: float) -> int:
        cards = over_seeds(lambda seed: card("Trap setter", seed, **changes), 20)
        won = [(each.vs_random_as_x.win, each.vs_random_as_o.win) for each in cards]
        return sum(
            each.unbeatable and np.allclose(wins, MOST_WINS, rtol=0, atol=1e-12)
            for each, wins in zip(cards, won, strict=True)
        )

    assert ttt.PRESETS["Trap setter"].games == 100_000
    assert wins_most() == 20
    assert wins_most(initial_value=0.0) <= 10


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "unbeatable"), [("Small network", True), ("Too small", False)])
def test_a_small_network_is_unbeatable_and_one_too_small_is_not(
    name: str, unbeatable: bool
) -> None:
    """The first two of the 20 seeds of the preset's note."""
    for each in over_seeds(lambda seed: card(name, 4000 + seed), 2):
        assert each.unbeatable == unbeatable
        assert each.vs_random_as_o.loss < 0.19


def test_two_tables_is_system_b() -> None:
    best = ttt.evaluate(optimal())
    for agent in over_seeds(lambda seed: trained("Two tables (2026)", seed), 5):
        stats, measured = agent.stats, ttt.evaluate(agent)
        assert stats.games == 100_000
        assert stats.x_wins / stats.games == pytest.approx(0.052, abs=0.002)
        assert stats.o_wins / stats.games == pytest.approx(0.029, abs=0.0015)
        assert measured.unbeatable
        assert measured.vs_random_as_x == pytest.approx(best.vs_random_as_x, abs=1e-12)
        assert measured.vs_random_as_o == pytest.approx(best.vs_random_as_o, abs=1e-12)


def test_adaptive_keeps_the_weakness_of_system_a() -> None:
    name = "Adaptive (freeCodeCamp 2025)"
    cards = over_seeds(lambda seed: card(name, seed), 15)
    lost_as_o = [each.vs_random_as_o.loss for each in cards]
    assert 0.36 < np.mean(lost_as_o) < 0.46
    assert 0.25 < min(lost_as_o) < max(lost_as_o) < 0.57
    assert np.mean([each.vs_random_as_x.loss for each in cards]) < 0.08
    assert all(each.worst_case_as_o.loss > 1 - 1e-12 for each in cards)
    # If a draw counted as a draw, the figures would not be those of System A.
    cards = over_seeds(lambda seed: card(name, seed, reward_draw=0.0), 15)
    assert np.mean([each.vs_random_as_x.loss for each in cards]) > 0.1
