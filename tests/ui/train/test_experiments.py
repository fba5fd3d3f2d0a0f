"""Guided experiments: what each claims is so, and a guess trains it, one undo away."""

from collections.abc import Callable
from dataclasses import fields

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import address, go_to, new_app, run, train_state, visitor
from ttt_ui.train.course import Course
from ttt_ui.train.experiments import EXPERIMENTS, Outcome, outcome_of
from ttt_ui.train.links import experiment_from_query
from ttt_ui.train.settings import LIVE_GAMES

pytestmark = pytest.mark.slow

SHOWN = {
    "epsilon-0": (2, "it knows 2,192 of the 4,520 positions, and with exploring 4,519"),
    "gamma-0": (1, "takes 100.0% of the wins that it is offered, but makes only 33.7%"),
    "random-partner": (2, "it loses only 0.8% of its games as O to a random player"),
    "too-few-games": (2, "As O it loses 37.5% of its games to a random player"),
    "no-symmetry": (1, "learned by itself, game 26,489, 3.8 times as many"),
    "alpha-1": (2, "It wins 83.2% of its games against a random player, and 95.3%"),
    "draw-like-win": (1, "It wins 89.7% of its games against a random player"),
    "replay": (1, "After the same 2,000 games"),
}
CHANGED = {
    "epsilon-0": {"epsilon", "epsilon_floor"},
    "gamma-0": {"gamma"},
    "random-partner": {"random_share"},
    "too-few-games": {"games"},
    "no-symmetry": {"symmetry", "games"},
    "alpha-1": {"alpha"},
    "draw-like-win": {"reward_draw"},
    "replay": {"replay"},
}


def trained(config: ttt.TrainingConfig) -> Outcome:
    course = Course(config, "Ada")
    course.work(float("inf"))
    return outcome_of(course)


@pytest.mark.parametrize("name", list(EXPERIMENTS))
def test_it_shows_what_it_claims(name: str) -> None:
    experiment = EXPERIMENTS[name]
    own, other = trained(experiment.config), trained(experiment.counterpart)
    right, words = SHOWN[name]
    assert experiment.right(own, other) == right
    assert words in experiment.reason(own, other)
    assert 2 <= len(experiment.answers) <= 3
    assert len(set(experiment.answers)) == len(experiment.answers)
    assert not other.weak_sides or name in ("alpha-1", "replay")


@pytest.mark.parametrize("name", list(EXPERIMENTS))
def test_it_differs_from_its_counterpart_in_what_it_is_about(name: str) -> None:
    experiment = EXPERIMENTS[name]
    own, other = experiment.config, experiment.counterpart
    differing = {f.name for f in fields(own) if getattr(own, f.name) != getattr(other, f.name)}
    assert differing == CHANGED[name]
    assert max(own.games, other.games) <= LIVE_GAMES


@pytest.mark.parametrize("name", list(EXPERIMENTS))
def test_the_answer_is_always_one_of_those_offered(name: str) -> None:
    """Whatever comes out: what is right follows from the results alone."""
    experiment = EXPERIMENTS[name]
    results = [trained(e.counterpart) for e in (EXPERIMENTS["gamma-0"], EXPERIMENTS["alpha-1"])]
    results += [trained(ttt.TrainingConfig(games=1)), trained(experiment.config)]
    for own in results:
        for other in results:
            assert 0 <= experiment.right(own, other) < len(experiment.answers)
            assert experiment.reason(own, other).endswith(".")


def test_a_link_names_an_experiment_or_is_told_that_there_is_none() -> None:
    assert experiment_from_query({"experiment": "gamma-0", "games": "5"}) == (
        "gamma-0",
        {"games": "5"},
        [],
    )
    assert experiment_from_query({"games": "5"}) == (None, {"games": "5"}, [])
    name, rest, dropped = experiment_from_query({"experiment": "gold"})
    assert (name, rest) == (None, {})
    assert dropped == ["experiment=gold: there is no such experiment."]


Open = Callable[..., AppTest]


@pytest.fixture
def open_page() -> Open:
    def opened(**query: str) -> AppTest:
        return go_to(run(new_app()), "train", **query)

    return opened


def text(page: AppTest) -> str:
    return "\n".join(element.value for element in [*page.markdown, *page.caption, *page.info])


def guess(page: AppTest, name: str, answer: int) -> AppTest:
    page.button(key=f"experiment_{name}_{answer}").click()
    return run(page)


def test_a_link_opens_it_unanswered_and_keeps_the_agent(open_page: Open) -> None:
    page = open_page(experiment="random-partner")
    experiment = EXPERIMENTS["random-partner"]
    assert experiment.question in text(page)
    assert not visitor(page).past
    assert address(page)["experiment"] == "random-partner"
    assert train_state(page).settings == ttt.PRESETS["Default"]


@pytest.mark.parametrize("name", list(EXPERIMENTS))
def test_each_is_opened_by_its_link_and_answered(open_page: Open, name: str) -> None:
    page = guess(open_page(experiment=name), name, 0)
    assert "· your answer" in text(page)
    assert [button.label for button in page.button].count("Guess anew") == 1


def test_a_guess_trains_it_and_undo_brings_ones_own_agent_back(open_page: Open) -> None:
    page = open_page(experiment="gamma-0")
    own = visitor(page).agent
    guess(page, "gamma-0", 0)
    experiment = EXPERIMENTS["gamma-0"]
    assert visitor(page).agent.training == (experiment.config,)
    assert train_state(page).settings == experiment.config
    assert address(page)["gamma"] == "0.0"
    assert SHOWN["gamma-0"][1] in text(page)
    assert f"check_circle: {experiment.answers[1]}]" in text(page)
    assert f"cancel: {experiment.answers[0]} · your answer" in text(page)
    page.session_state["train_experiment"] = "epsilon-0"
    run(page)
    guess(page, "epsilon-0", 2)
    assert visitor(page).agent.training == (EXPERIMENTS["epsilon-0"].config,)
    assert "your guess" in text(page)
    next(b for b in page.button if b.label == "Undo").click()
    run(page)
    assert visitor(page).agent is own
    assert train_state(page).settings == own.config


def test_guessing_anew(open_page: Open) -> None:
    page = open_page(experiment="gamma-0")
    guess(page, "gamma-0", 1)
    page.button(key="experiment_gamma-0_again").click()
    run(page)
    assert SHOWN["gamma-0"][1] not in text(page)
    guess(page, "gamma-0", 2)
    assert SHOWN["gamma-0"][1] in text(page)


def test_a_name_that_there_is_not_is_said(open_page: Open) -> None:
    page = open_page(experiment="gold")
    said = "\n".join(element.value for element in page.info).replace("\\", "")
    assert "experiment=gold: there is no such experiment" in said
    assert "experiment" not in address(page)
