"""The ghost: when one is taken, what it is called, and what the figures say beside it."""

from dataclasses import replace

import pytest

import ttt_core as ttt
from ttt_core.learning.watch import Standing
from ttt_ui.train.course import Course
from ttt_ui.train.figures import Figure, figures_of, standing_in_words
from ttt_ui.train.previous_run import PreviousRun, name_beside, previous_run_of, what_differed
from ttt_ui.train.state import TrainState

CONFIG = ttt.TrainingConfig(games=3_000, seed=1, backward=True)


def trained(config: ttt.TrainingConfig, before: Course | None = None) -> Course:
    course = Course(config, "Ada", before.agent if before else None, before)
    course.work(float("inf"))
    return course


@pytest.fixture(scope="module")
def present() -> Course:
    return trained(CONFIG)


def with_gamma(gamma: float, games: int = 20) -> Course:
    return trained(replace(CONFIG, gamma=gamma, games=games))


def gamma_of(previous_run: PreviousRun | None) -> float | None:
    return None if previous_run is None else previous_run.settings.gamma


def test_each_change_leaves_the_ghost_of_what_was_there_before_it() -> None:
    train = TrainState(CONFIG, 0)
    for before in (0.9, 0.8, 0.7):
        train.leave_previous_run("gamma", with_gamma(before))
        train.settle()
        assert gamma_of(train.previous_run) == before


def test_within_one_movement_the_ghost_is_what_was_there_before_it() -> None:
    train = TrainState(CONFIG, 0)
    for passed in (0.9, 0.8, 0.7):
        train.leave_previous_run("gamma", with_gamma(passed))
    assert gamma_of(train.previous_run) == 0.9
    train.settle()
    train.leave_previous_run("gamma", with_gamma(0.6))
    assert gamma_of(train.previous_run) == 0.6
    train.leave_previous_run("alpha", with_gamma(0.5))  # another setting, though nobody has settled
    assert gamma_of(train.previous_run) == 0.5
    train.leave_previous_run(None, with_gamma(0.4))  # a button
    assert gamma_of(train.previous_run) == 0.4


def test_where_nothing_is_known_of_what_was_there_no_ghost_comes_from_within_a_movement() -> None:
    train = TrainState(CONFIG, 0)
    train.leave_previous_run("gamma", None)
    train.leave_previous_run("gamma", with_gamma(0.8))
    assert train.previous_run is None


def test_a_pinned_ghost_stays_until_it_is_unpinned() -> None:
    train = TrainState(CONFIG, 0)
    train.pin(with_gamma(0.9))
    train.leave_previous_run("gamma", with_gamma(0.8))
    assert gamma_of(train.previous_run) == 0.9
    train.unpin()
    assert train.previous_run is None
    train.settle()
    train.leave_previous_run("gamma", with_gamma(0.7))
    assert gamma_of(train.previous_run) == 0.7


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({}, ""),
        ({"gamma": 0.5}, "γ 0.5"),
        ({"gamma": 0.5, "epsilon": 0.2}, "γ 0.5, ε 0.2"),
        ({"games": 20_000}, "20,000 games"),
        ({"symmetry": False}, "Use symmetry: no"),
        ({"exploration": "least-visited"}, "Exploration method: Least tried"),
        ({"seed": 7}, "seed 7"),
        ({"replay_size": 100}, ""),  # of no influence without replay
        ({"alpha": 0.1, "gamma": 0.5, "epsilon": 0.2, "move_cost": 0.1, "seed": 3},
         "seed 3, α 0.1, γ 0.5, 2 more"),
        ({"rule": "q-learning"}, "Q-learning"),
    ],
)  # fmt: skip
def test_its_name_says_what_was_different(changes: dict[str, object], name: str) -> None:
    assert what_differed(replace(CONFIG, **changes), CONFIG) == name  # type: ignore[arg-type]


def test_many_differences_have_the_name_of_a_preset() -> None:
    for name, preset in ttt.PRESETS.items():
        assert what_differed(preset, replace(CONFIG, alpha=0.123)) == name


def test_beside_several_runs_it_is_the_last_that_counts(present: Course) -> None:
    longer = trained(replace(CONFIG, seed=2, games=50), present)
    assert name_beside(previous_run_of(present), present) == ""
    assert name_beside(previous_run_of(present), longer) == "3,000 games"
    other = previous_run_of(with_gamma(0.5))
    assert name_beside(other, present) == "20 games, γ 0.5"


def beside(course: Course, previous_run: Course | None) -> dict[str, Figure]:
    then = previous_run_of(previous_run) if previous_run else None
    return {figure.label: figure for figure in figures_of(course.agent, course, then, "γ 0.5")}


def test_every_figure_has_its_difference(present: Course) -> None:
    assert all(figure.delta is None for figure in beside(present, None).values())
    assert all(figure.delta is not None for figure in beside(present, with_gamma(0.5)).values())
    same = beside(present, present)
    assert {figure.delta for figure in same.values()} == {0}


def test_sooner_and_fewer_losses_are_better_in_word_and_colour(present: Course) -> None:
    late = trained(replace(CONFIG, gamma=0.5, games=20))
    now = beside(present, late)
    since = now["Unbeatable from game"]
    assert since.value == "2,882"
    assert (since.delta, since.colour, since.arrow) == ("γ 0.5: never", "green", "off")
    back = beside(late, present)["Unbeatable from game"]
    assert (back.value, back.delta, back.colour) == ("never", "γ 0.5: 2,882", "red")
    losses = now["Random beats O"]
    assert str(losses.delta).startswith("-")
    assert (losses.word, losses.colour) == ("better", "inverse")
    moves = now["Optimal moves"]
    assert str(moves.delta).startswith("+")
    assert (moves.word, moves.colour) == ("better", "normal")
    games = now["Games"]
    assert (games.delta, games.word, games.colour) == ("+2,980", "more", "off")


def test_a_few_games_sooner(present: Course) -> None:
    other = trained(replace(CONFIG, seed=2, games=6_000))
    assert other.standing.since is not None
    difference = 2_882 - other.standing.since
    figure = beside(present, other)["Unbeatable from game"]
    assert figure.delta == f"{difference:+,}"
    assert figure.word == ("sooner" if difference < 0 else "later")
    assert figure.colour == "inverse"


@pytest.mark.parametrize(
    ("standing", "words"),
    [
        (Standing(None, None, 0), "could be beaten after every single game"),
        (Standing(5, None, 1), "After 5 games it could not be beaten for the first time, but it "
         "lost that again (once;"),
        (Standing(5, 90, 4), "For good from game 90 on"),
        (Standing(5, 90, 4), "it lost that again (4 times)"),
        (Standing(90, 90, 0), "For good from game 90 on, looked at after every single game."),
        (Standing(0, 0, 0), "from the start"),
    ],
)  # fmt: skip
def test_since_when_in_words(standing: Standing, words: str) -> None:
    assert words in standing_in_words(standing)
