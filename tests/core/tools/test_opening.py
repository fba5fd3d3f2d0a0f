"""With the default settings of Train, every control makes a difference."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.learning.config import SETTINGS as DECLARED
from ttt_core.learning.config import matters
from ttt_core.learning.curve import MeasuredRun
from ttt_core.tools import opening
from ttt_core.tools.arguments import over_seeds
from ttt_ui.train.settings import SETTINGS, Choice, Stops, changed

PAGE = Path(__file__).parents[3] / "docs" / "presets.md"
SEEDS = 5
CHECKPOINTS = range(200, opening.OPENING.games, 200)
VERDICT = ("games", "alpha", "epsilon", "epsilon_floor", "symmetry", "minimax_share", "reward_win")
GAMES = ("gamma", "step_size", "backward", "random_share", "move_cost", "exploration")


def games_needed(config: ttt.TrainingConfig) -> list[float]:
    def measured(seed: int) -> float:
        curve = ttt.learning_curve(replace(config, seed=seed), CHECKPOINTS)
        return np.inf if curve.unbeatable_from is None else curve.unbeatable_from

    return over_seeds(measured, SEEDS)


def test_the_tool_covers_every_visible_control_and_both_its_ends() -> None:
    shown = {name for name in SETTINGS if matters(name, opening.OPENING)} | {"games"}
    assert set(opening.ENDS) == shown - {"seed"}
    for name, changes in opening.ENDS.items():
        for change in filter(None, changes):
            assert changed(opening.OPENING, name, change[name]) == replace(
                opening.OPENING, **change
            )
        values = {getattr(replace(opening.OPENING, **change), name) for change in changes}
        match SETTINGS.get(name):
            case Stops(values=stops):
                bounded = {opening.OPENING.epsilon} if name == "epsilon_floor" else set()
                assert {min(stops), max(stops)} <= values | bounded
            case Choice(options=options):
                assert values == set(options)


@pytest.mark.thorough
@pytest.mark.parametrize("name", VERDICT)
def test_one_end_of_these_controls_changes_the_verdict(name: str) -> None:
    """At one end of the control most seeds are beatable, at another none."""
    beatable = [
        sum(
            not ttt.evaluate(ttt.train(replace(opening.OPENING, **change, seed=seed))).unbeatable
            for seed in range(SEEDS)
        )
        for change in opening.ENDS[name]
    ]
    assert min(beatable) == 0
    assert max(beatable) > SEEDS / 2


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_the_ends_of_these_controls_differ_by_a_fifth_in_games_needed(name: str) -> None:
    ends = [
        opening.median(games_needed(replace(opening.OPENING, **change)))
        for change in opening.ENDS[name]
    ]
    assert max(ends) >= 1.2 * min(ends)


@pytest.mark.thorough
@pytest.mark.parametrize("name", opening.ENDS)
def test_with_the_default_seed_the_ends_of_every_control_differ(name: str) -> None:
    """By a fifth in the game since which the agent is unbeatable, or in the verdict."""
    since = []
    for change in opening.ENDS[name]:
        run = MeasuredRun(replace(opening.OPENING, **change), points=[0])
        run.play(opening.OPENING.games)
        since.append(run.standing.since)
    found = [games for games in since if games is not None]
    assert len(found) < len(since) or max(found) >= 1.2 * min(found)
    assert found


def test_tie_breaking_matters_where_many_moves_are_equal() -> None:
    """With initial value 0 and ε 0, training succeeds only with random tie-breaking."""
    plain = ttt.TrainingConfig(games=20_000, epsilon=0.0)

    def unbeatable(config: ttt.TrainingConfig) -> int:
        return sum(
            over_seeds(lambda s: ttt.evaluate(ttt.train(replace(config, seed=s))).unbeatable, SEEDS)
        )

    assert unbeatable(plain) == SEEDS
    assert unbeatable(replace(plain, ties="first")) == 0
    assert unbeatable(replace(opening.OPENING, ties="first")) == SEEDS


def test_the_page_has_a_line_for_each_setting() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in opening.ENDS:
        assert f"| {DECLARED[name].label} |" in page
