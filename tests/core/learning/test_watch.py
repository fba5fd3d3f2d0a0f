"""The watch, compared with the report card after every game."""

from dataclasses import replace
from itertools import pairwise

import pytest

import ttt_core as ttt
from ttt_core.evaluation.match import _beatable
from ttt_core.game import SIDES
from ttt_core.learning.curve import MeasuredRun
from ttt_core.learning.training import TrainingRun
from ttt_core.learning.watch import Standing

pytestmark = pytest.mark.slow

QUICK = replace(ttt.PRESETS["Quick study"], alpha=0.2, games=900)

TRAININGS = {
    "comes, goes, comes to stay": replace(QUICK, replay=50),
    "comes and goes": replace(QUICK, epsilon=0.5, ties="random", replay=50),
    "comes once": ttt.TrainingConfig(games=3_000, seed=1, backward=True),
    "first of equals": ttt.TrainingConfig(
        games=200, seed=2, rule="q-learning", random_share=0.5, ties="first"
    ),
    "own rows": ttt.TrainingConfig(games=200, seed=3, rule="monte-carlo", symmetry=False),
    "own rows, first of equals": replace(QUICK, games=200, symmetry=False, replay=20),
    "reward memory": ttt.TrainingConfig(
        games=100, seed=6, rule="reward-memory", exploration="experience"
    ),
    "matchboxes": ttt.TrainingConfig(games=100, seed=7, rule="matchboxes", beads_loss=-10),
}


def standing_by_hand(unbeatable: list[bool]) -> Standing:
    """Return the standing, given whether the agent was unbeatable after 0, 1, 2, … games."""
    since = len(unbeatable)
    while since and unbeatable[since - 1]:
        since -= 1
    return Standing(
        first=unbeatable.index(True) if True in unbeatable else None,
        since=since if since < len(unbeatable) else None,
        lost=sum(then and not now for then, now in pairwise(unbeatable)),
    )


def unbeatable_by_game(config: ttt.TrainingConfig, start: ttt.Agent | None = None) -> list[bool]:
    """Return whether an agent is unbeatable after every game of a run."""
    run = TrainingRun(config, start)
    looks = []
    for games in range(config.games + 1):
        run.play(min(games, 1))
        policy = run.policy()
        looks.append(not any(_beatable(((policy, 1.0),), side) for side in SIDES))
    return looks


LONG = {"comes once", "comes and goes"}
"""What they show beyond the others, `test_the_examples_cover_every_case` also checks."""


@pytest.mark.parametrize(
    "config",
    [
        pytest.param(config, id=name, marks=[pytest.mark.thorough] if name in LONG else [])
        for name, config in TRAININGS.items()
    ],
)
def test_the_standing_agrees_with_a_check_after_every_game(config: ttt.TrainingConfig) -> None:
    run = TrainingRun(config, watched=True)
    standings = [run.standing]
    for _ in range(config.games):
        run.play(1)
        standings.append(run.standing)
    looks = unbeatable_by_game(config)
    assert [standing.since is not None for standing in standings] == looks
    assert standings[-1] == standing_by_hand(looks)


def test_the_examples_cover_every_case() -> None:
    for name, standing in {
        "comes once": Standing(first=2_882, since=2_882, lost=0),
        "comes, goes, comes to stay": Standing(first=720, since=900, lost=21),
        "comes and goes": Standing(first=689, since=None, lost=5),
        "own rows": Standing(first=None, since=None, lost=0),
    }.items():
        run = MeasuredRun(TRAININGS[name], points=2)
        run.play(run.config.games)
        assert run.standing == standing, name


@pytest.mark.thorough
@pytest.mark.parametrize("games_before", [500, 2_900])
def test_a_continued_run_is_watched_from_its_start(games_before: int) -> None:
    first = replace(TRAININGS["comes once"], games=games_before)
    then = replace(first, games=300, seed=11, rule="q-learning", alpha=1.0, gamma=0.3)
    start = ttt.train(first)
    runs = [MeasuredRun(first), MeasuredRun(then, start)]
    for run in runs:
        run.play(run.config.games)
    joined = runs[0].standing.followed_by(runs[1].standing, games_before)
    looks = unbeatable_by_game(first) + unbeatable_by_game(then, start)[1:]
    assert joined == standing_by_hand(looks)
    assert joined.after(50) == standing_by_hand([False] * 50 + looks)
