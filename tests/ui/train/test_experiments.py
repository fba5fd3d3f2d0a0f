"""Guided experiments: each claim is true, and one undo takes back what a guess trains."""

from dataclasses import fields, replace

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import address, click, run, train_state, until, visitor
from tests.ui.train.support import open_train
from ttt_ui.frame.parameters import Link
from ttt_ui.train.course import Course
from ttt_ui.train.experiments import EXPERIMENTS, ExperimentOutcome, outcome_of
from ttt_ui.train.links import EXPERIMENT
from ttt_ui.train.settings import LIVE_GAMES

pytestmark = pytest.mark.slow

SHOWN = {
    "epsilon-0": (2, "it knows 2,192 of the 4,520 positions (with exploration, 4,519)"),
    "gamma-0": (1, "takes 100.0% of the wins it is offered but makes only 33.7%"),
    "random-partner": (2, "As O the agent loses only 0.8% of its games to a random player"),
    "too-few-games": (2, "As O it loses 37.5% of its games to a random player"),
    "no-symmetry": (1, "without symmetry, since game 26,489, after 3.8 times as many games."),
    "alpha-1": (2, "It wins 83.2% of its games against a random player, compared with 95.3%"),
    "draw-like-win": (1, "It wins 89.7% of its games against a random player"),
    "replay": (1, "After the same 2,000 games, its worst-case opponent"),
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


def trained(config: ttt.TrainingConfig) -> ExperimentOutcome:
    course = Course(config, "Ada")
    course.finish()
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
def test_it_differs_from_its_counterpart_only_in_its_subject(name: str) -> None:
    experiment = EXPERIMENTS[name]
    own, other = experiment.config, experiment.counterpart
    differing = {f.name for f in fields(own) if getattr(own, f.name) != getattr(other, f.name)}
    assert differing == CHANGED[name]
    assert max(own.games, other.games) <= LIVE_GAMES


@pytest.mark.parametrize("name", list(EXPERIMENTS))
def test_the_answer_is_always_one_of_those_offered(name: str) -> None:
    """Whatever the results are: they alone decide which answer is right."""
    experiment = EXPERIMENTS[name]
    results = [trained(e.counterpart) for e in (EXPERIMENTS["gamma-0"], EXPERIMENTS["alpha-1"])]
    results += [trained(ttt.TrainingConfig(games=1)), trained(experiment.config)]
    for own in results:
        for other in results:
            assert 0 <= experiment.right(own, other) < len(experiment.answers)
            assert experiment.reason(own, other).endswith(".")


def test_a_link_names_an_experiment_or_one_that_does_not_exist() -> None:
    for query, experiment in (({"experiment": "gamma-0"}, "gamma-0"), ({}, None)):
        link = Link({**query, "games": "5"})
        assert link.read(EXPERIMENT) == experiment
        assert link == Link({"games": "5"})
    link = Link({"experiment": "gold"})
    assert link.read(EXPERIMENT) is None
    assert not link.rest
    (said,) = link.dropped
    assert said.startswith("experiment=gold: this experiment does not exist. Choose from eps")


@pytest.mark.parametrize(
    ("alone", "together", "words"),
    [
        (30, 10, "unbeatable since game 10; without symmetry, since game 30, after 3.0 times as"),
        (None, 10, "unbeatable since game 10; without symmetry, it is still beatable at the end."),
        (30, None, "beatable at the end; without symmetry, it has been unbeatable since game 30."),
        (None, None, "But neither agent is unbeatable at the end."),
        (30, 0, "The agent was unbeatable from the start."),
    ],
)
def test_symmetry_has_a_sentence_for_every_outcome(
    alone: int | None, together: int | None, words: str
) -> None:
    some = trained(ttt.TrainingConfig(games=1))
    one, other = (replace(some, unbeatable_since=since) for since in (alone, together))
    assert words in EXPERIMENTS["no-symmetry"].reason(one, other)


def text(page: AppTest) -> str:
    return "\n".join(element.value for element in [*page.markdown, *page.caption, *page.info])


def guess(page: AppTest, name: str, answer: int) -> AppTest:
    page.button(key=f"experiment_{name}_{answer}").click()
    return run(page)


def test_a_link_opens_it_unanswered_and_keeps_the_agent() -> None:
    page = open_train(experiment="random-partner")
    experiment = EXPERIMENTS["random-partner"]
    assert experiment.question in text(page)
    assert not visitor(page).past
    assert address(page)["experiment"] == "random-partner"
    assert train_state(page).settings == ttt.PRESETS["Default"]


@pytest.mark.parametrize("name", list(EXPERIMENTS))
def test_each_is_opened_by_its_link_and_answered(name: str) -> None:
    page = guess(open_train(experiment=name), name, 0)
    until(lambda: not visitor(page).training_under_way)
    run(page)
    assert "· your answer" in text(page)
    assert [button.label for button in page.button].count("Guess again") == 1


def test_a_guess_trains_it_and_undo_brings_your_own_agent_back() -> None:
    page = open_train(experiment="gamma-0")
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
    assert "your answer" in text(page)
    click(page, "Undo")
    assert visitor(page).agent is own
    assert train_state(page).settings == own.config


def test_guessing_again() -> None:
    page = open_train(experiment="gamma-0")
    guess(page, "gamma-0", 1)
    page.button(key="experiment_gamma-0_again").click()
    run(page)
    assert SHOWN["gamma-0"][1] not in text(page)
    guess(page, "gamma-0", 2)
    assert SHOWN["gamma-0"][1] in text(page)


def test_an_unknown_experiment_in_a_link_is_reported() -> None:
    page = open_train(experiment="gold")
    said = "\n".join(element.value for element in page.info).replace("\\", "")
    assert "experiment=gold: this experiment does not exist" in said
    assert "experiment" not in address(page)
