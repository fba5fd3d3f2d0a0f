"""Every claim on a preset, over many seeds; the figures are exact, only the seeds vary."""

import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from dataclasses import replace
from typing import TypeVar

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.evaluation.policy import greedy, optimal
from ttt_core.game.graph import position_of
from ttt_core.tools import reproduce

QUICK_STUDY = ttt.PRESETS["Quick study"]
LOOK_EVERY = 25

_Measured = TypeVar("_Measured")


def over_seeds(measure: Callable[[int], _Measured], seeds: int) -> list[_Measured]:
    with ThreadPoolExecutor() as threads:
        return list(threads.map(measure, range(seeds)))


def trained(name: str, seed: int) -> ttt.Agent:
    return ttt.train(replace(ttt.PRESETS[name], seed=seed))


def column(measured: list[dict[str, float]], label: str) -> np.ndarray:
    return np.array([figures[label] for figures in measured])


def test_presets_cannot_be_changed_and_each_has_a_note() -> None:
    with pytest.raises(TypeError):
        ttt.PRESETS["Default"] = ttt.TrainingConfig()
    with pytest.raises(TypeError):
        ttt.PRESET_NOTES["Default"] = ""
    assert list(ttt.PRESETS) == list(ttt.PRESET_NOTES)
    assert next(iter(ttt.PRESETS)) == "Default"
    assert all(note.endswith(".") for note in ttt.PRESET_NOTES.values())
    assert len(set(ttt.PRESETS.values())) == len(ttt.PRESETS)


def test_default_cannot_be_beaten() -> None:
    cards = over_seeds(lambda seed: ttt.evaluate(trained("Default", seed)), 100)

    assert all(card.unbeatable for card in cards)


def games_until_unbeatable(seed: int) -> tuple[int, bool]:
    """Return the first look at which no opponent can win, and whether it is so at the end."""
    run = ttt.TrainingRun(replace(QUICK_STUDY, seed=seed))
    first = QUICK_STUDY.games + LOOK_EVERY
    while run.games_played < QUICK_STUDY.games:
        run.play(LOOK_EVERY)
        if first > QUICK_STUDY.games and ttt.evaluate(greedy(run.q())).unbeatable:
            first = run.games_played
    return first, ttt.evaluate(greedy(run.q())).unbeatable


@pytest.mark.slow
def test_quick_study_cannot_be_beaten_after_fewer_than_a_thousand_games() -> None:
    first, at_the_end = zip(*over_seeds(games_until_unbeatable, 100), strict=True)

    assert np.median(first) <= 1_000
    assert sum(at_the_end) >= 95


@pytest.mark.slow
@pytest.mark.parametrize(
    "without",
    [
        {"symmetry": False},
        {"exploration": "epsilon"},
        {"replay": 0},
        {"initial_value": 0.0},
        {"alpha": 1.0},
    ],
    ids=lambda change: next(iter(change)),
)
def test_every_ingredient_of_quick_study_counts(without: dict) -> None:
    def unbeatable_after_1000(config: ttt.TrainingConfig) -> int:
        return sum(
            over_seeds(
                lambda seed: (
                    ttt.evaluate(ttt.train(replace(config, games=1_000, seed=seed))).unbeatable
                ),
                30,
            )
        )

    assert unbeatable_after_1000(QUICK_STUDY) > 15
    assert unbeatable_after_1000(replace(QUICK_STUDY, **without)) <= 15


@pytest.mark.slow
def test_trap_setter_never_loses_and_wins_as_often_as_such_a_player_can() -> None:
    cards = over_seeds(lambda seed: ttt.evaluate(trained("Trap setter", seed)), 20)

    assert all(card.unbeatable for card in cards)
    as_x = np.array([card.vs_random_as_x.win for card in cards])
    as_o = np.array([card.vs_random_as_o.win for card in cards])
    assert as_x.min() >= 0.989
    assert as_o.min() >= 0.916
    most_as_x, most_as_o = 191 / 192, 866 / 945
    assert (abs(as_x - most_as_x) < 1e-12).sum() >= 18
    assert (abs(as_o - most_as_o) < 1e-12).sum() >= 18
    assert as_x.max() < most_as_x + 1e-12
    assert as_o.max() < most_as_o + 1e-12


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


def test_adaptive_is_still_weak_after_a_hundred_presses_of_its_button() -> None:
    measured = over_seeds(reproduce.measure_adaptive, 5)

    lost = column(measured, "O loses to random after 100 × 1,000 games")
    assert 0.06 < lost.mean() < 0.2
    assert all(column(measured, "runs in which best play always beats O then") == 1)


def test_a_draw_counted_as_a_draw_would_not_give_the_figures_of_system_a() -> None:
    config = replace(ttt.PRESETS["Adaptive (freeCodeCamp 2025)"], reward_draw=0.0)
    cards = over_seeds(
        lambda seed: ttt.evaluate(greedy(ttt.train(replace(config, seed=seed)).q)), 15
    )

    assert np.mean([card.vs_random_as_x.loss for card in cards]) > 0.1


def test_reward_memory_explores_by_experience() -> None:
    run = ttt.TrainingRun(ttt.PRESETS["Reward memory (Kutschera 2018)"])
    chances = {}
    while run.games_played < 20_000:
        seen = run.agent().stats.distinct_games
        chances.setdefault(run.epsilon, seen)
        run.play(1 if seen <= 500 else 100)

    assert list(chances) == [1, 1 / 2, 1 / 3, 1 / 5, 1 / 10]
    assert chances[1 / 2] == 501
    for chance, distinct in {1 / 3: 1_000, 1 / 5: 2_000, 1 / 10: 3_000}.items():
        assert distinct < chances[chance] <= distinct + 100


@pytest.mark.slow
def test_reward_memory_prefers_the_centre_and_draws_when_taught_as_published() -> None:
    measured = over_seeds(reproduce.measure_taught_memory, 3)

    assert all(abs(column(measured, "X wins in the last 49,973 games") - 11_132) < 1_200)
    assert all(abs(column(measured, "O wins in the last 49,973 games") - 2_701) < 1_000)
    assert all(abs(column(measured, "draws in the last 49,973 games") - 36_140) < 1_700)
    assert all(abs(column(measured, "distinct games of 255,168") - 4_330) < 800)
    assert all(abs(column(measured, "score of the centre opening") - 72) < 5)
    for others in ("corner", "edge"):
        assert all(column(measured, f"mean score of the {others} openings") < 45)


def test_reward_memory_by_itself_sees_more_games_than_published() -> None:
    measured = over_seeds(reproduce.measure_reward_memory, 10)

    assert all(column(measured, "distinct games of 255,168") > 4_500)
    assert all(column(measured, "patterns in memory") > 4_200)
    assert all(
        column(measured, "X wins in the last 49,973 games")
        > column(measured, "O wins in the last 49,973 games")
    )


def test_scripted_player_wins_blocks_and_takes_the_centre() -> None:
    def played(board: str) -> dict[int, float]:
        chances = reproduce.scripted()[position_of(board)]
        return {int(cell): chances[cell] for cell in np.flatnonzero(chances)}

    assert played("---------") == {4: 1}
    assert played("XX-OO----") == {2: 1}
    assert played("XX--O----") == {2: 1}
    assert played("X---O----") == {cell: pytest.approx(1 / 7) for cell in (1, 2, 3, 5, 6, 7, 8)}


def test_sampled_games_follow_the_policies() -> None:
    rng = np.random.default_rng(1)
    games = reproduce.sampled_games(optimal(), reproduce.scripted(), 500, rng)

    agent = ttt.learn_from_games(ttt.untrained(), games)
    exact = ttt.match(optimal(), reproduce.scripted())
    assert agent.stats.games == 500
    assert agent.stats.o_wins == 0
    assert agent.stats.x_wins / 500 == pytest.approx(exact.win, abs=0.1)


@pytest.mark.slow
def test_reproduction_prints_a_table_for_each_source() -> None:
    printed = io.StringIO()
    with redirect_stdout(printed):
        reproduce.main(["--seeds", "2"])

    lines = printed.getvalue().splitlines()
    assert [line for line in lines if line and not line.startswith("|")] == [
        source.source for source in reproduce.REPRODUCTIONS
    ]
    figures = sum(len(source.figures) for source in reproduce.REPRODUCTIONS)
    headings = 2 * len(reproduce.REPRODUCTIONS)
    table = [line for line in lines if line.startswith("|")]
    assert len(table) == figures + headings
    assert all(line.count("|") == 4 for line in table)
    assert "| X wins against random | 96.7 % | 96.78 % |" in table


@pytest.mark.parametrize("seeds", ["0", "-1", "many", "1.5", ""])
def test_reproduction_refuses_a_bad_number_of_seeds(
    seeds: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        reproduce.main(["--seeds", seeds])
    assert "a whole number above 0 is needed" in capsys.readouterr().err
