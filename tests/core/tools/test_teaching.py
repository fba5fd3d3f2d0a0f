"""Teaching a pupil: what a person achieves in a few games, and the page with the figures."""

import re
from pathlib import Path

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.evaluation.player_with_plan import player_with_plan
from ttt_core.tools import teaching

PAGE = Path(__file__).parents[3] / "docs" / "presets.md"


def test_a_plan_that_wins_at_first_cannot_win_after_three_games() -> None:
    plan = player_with_plan([4, 0, 8, 2, 6])
    random = np.random.default_rng(1)
    agent, chances = ttt.newborn(), []
    for _ in range(4):
        chances.append(round(ttt.match(plan, agent).win, 3))
        (game,) = ttt.play_games(plan, agent, 1, random)
        agent = ttt.learn_from_game(agent, game)
    assert chances == [0.953, 0.938, 1.0, 0.0]


def test_twenty_games_and_one_practice_make_it_unbeatable() -> None:
    taught, practised = teaching.taught_and_practised(np.random.default_rng(2), seed=2)
    assert (taught.stats.games, practised.stats.games) == (20, 1_020)
    assert ttt.evaluate(practised).unbeatable


def test_the_report_gives_the_measured_figures(capsys: pytest.CaptureFixture[str]) -> None:
    teaching.main(["--seeds", "2"])
    lines = capsys.readouterr().out.splitlines()
    games = [
        teaching.games_until_it_fails(teaching.random_plan(random), "X", random)
        for random in map(np.random.default_rng, range(2))
    ]
    assert lines[0] == (
        f"A plan as X stops winning after {min(games)} games "
        f"(median of 2 seeds; 5% to 95%: {min(games)} to {max(games)})."
    )
    assert re.fullmatch(
        r"After its first win, a plan as O wins \d+% of second games .*\.", lines[3]
    )
    assert lines[4].startswith("After 20 games with a person, ")
    assert lines[5].startswith(
        "After 20 games with a person and 1,000 games of practice on its own, "
    )


def test_the_page_has_the_figures_of_fifty_seeds() -> None:
    assert "3 games (median of 50 seeds" in " ".join(PAGE.read_text(encoding="utf-8").split())
