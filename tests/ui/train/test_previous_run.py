"""The previous run: when it is kept, its name, and the differences from it."""

from dataclasses import replace
from math import inf

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import address, captions, press, run, train_state, visitor
from tests.ui.train.support import open_train, slide_setting
from ttt_core.learning.config import SETTINGS
from ttt_core.learning.presets import PRESET_LABELS
from ttt_core.learning.watch import Standing
from ttt_ui.train.figures import Figure, figures_of
from ttt_ui.train.result import below_heading, heading, history
from ttt_ui.train.state import TAB
from ttt_ui.train.training import Training, previous_run_name, previous_run_of, what_differed

pytestmark = pytest.mark.slow

CONFIG = ttt.TrainingConfig(games=3_000, seed=1, backward=True)
LABELS = {name: declared.label for name, declared in SETTINGS.items()}


def trained(config: ttt.TrainingConfig, before: Training | None = None) -> Training:
    training = Training(config, "Ada", before.agent if before else None, before)
    training.play_for(inf)
    return training


@pytest.fixture(scope="module")
def present() -> Training:
    return trained(CONFIG)


def with_gamma(gamma: float, games: int = 20) -> Training:
    return trained(replace(CONFIG, gamma=gamma, games=games))


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({}, ""),
        ({"gamma": 0.5}, "γ 0.5"),
        ({"gamma": 0.5, "epsilon": 0.2}, "γ 0.5, ε 0.2"),
        ({"games": 20_000}, "20,000 games"),
        ({"symmetry": False}, f"{LABELS['symmetry']}: no"),
        ({"exploration": "least-visited"}, f"{LABELS['exploration']}: Least tried"),
        ({"seed": 7}, "seed 7"),
        ({"replay_size": 100}, ""),  # of no influence without replay
        ({"alpha": 0.1, "gamma": 0.5, "epsilon": 0.2, "move_cost": 0.1, "seed": 3},
         "seed 3, α 0.1, γ 0.5, 2 more changes"),
        ({"alpha": 0.1, "gamma": 0.5, "epsilon": 0.2, "seed": 3},
         "seed 3, α 0.1, γ 0.5, 1 more change"),
        ({"rule": "q-learning"}, "Q-learning"),
    ],
)  # fmt: skip
def test_its_name_lists_what_was_different(changes: dict[str, object], name: str) -> None:
    assert what_differed(replace(CONFIG, **changes), CONFIG) == name  # type: ignore[arg-type]


def test_many_differences_have_the_name_of_a_preset() -> None:
    for name, preset in ttt.PRESETS.items():
        assert what_differed(preset, replace(CONFIG, alpha=0.123)) == PRESET_LABELS[name]


def test_after_several_runs_the_last_one_counts(present: Training) -> None:
    longer = trained(replace(CONFIG, seed=2, games=50), present)
    assert previous_run_name(previous_run_of(present), present) == ""
    assert previous_run_name(previous_run_of(present), longer) == "3,000 games"
    other = previous_run_of(with_gamma(0.5))
    assert previous_run_name(other, present) == "20 games, γ 0.5"


def compared(training: Training, previous_run: Training | None) -> dict[str, Figure]:
    then = previous_run_of(previous_run) if previous_run else None
    return {figure["label"]: figure for figure in figures_of(training.agent, training, then)}


def test_every_figure_has_its_difference(present: Training) -> None:
    assert all("delta" not in figure for figure in compared(present, None).values())
    assert all("delta" in figure for figure in compared(present, with_gamma(0.5)).values())
    same = compared(present, present)
    assert {figure["delta"] for figure in same.values()} == {0}


def test_sooner_and_fewer_losses_are_better_in_word_and_colour(present: Training) -> None:
    late = with_gamma(0.5)
    for now, then, shown in (
        (present, late, ("2,882", "before: beatable", None, "green", "off")),
        (late, present, ("–", "before: 2,882", None, "violet", "off")),
        (
            present,
            trained(replace(CONFIG, seed=2, games=6_000)),
            ("2,882", "−724", "sooner", "green", "down"),
        ),
    ):
        figure = compared(now, then)["Unbeatable since game"]
        names = ("value", "delta", "delta_description", "delta_color", "delta_arrow")
        assert tuple(figure.get(name) for name in names) == shown
    for label, sign, word, colour in (
        ("O loses vs random", "−", "better", "green"),
        ("Optimal moves", "+", "better", "green"),
        ("Games", "+2,980", "more", "off"),
    ):
        figure = compared(present, late)[label]
        assert figure["delta"].startswith(sign)
        assert (figure["delta_description"], figure["delta_color"]) == (word, colour)


@pytest.mark.parametrize(
    ("standing", "words"),
    [
        (Standing(None, None, 0), "It has never been unbeatable."),
        (Standing(1, None, 1), "It became unbeatable after 1 game, then beatable again."),
        (Standing(5, None, 2), "It was unbeatable 2 times, first after 5 games, then beatable "
         "again."),
        (Standing(5, 90, 1), "First at game 5, then beatable again once."),
        (Standing(5, 90, 4), "First at game 5, then beatable again 4 times."),
        (Standing(90, 90, 0), ""),
        (Standing(0, 0, 0), "It was unbeatable from the start."),
    ],
)  # fmt: skip
def test_the_history_of_the_verdict_in_words(standing: Standing, words: str) -> None:
    assert history(standing) == words


def test_the_verdict_says_since_when_if_that_is_known(present: Training) -> None:
    card = ttt.evaluate(present.agent)
    assert heading(card, present.standing) == "Unbeatable since game 2,882"
    assert heading(card, Standing(0, 0, 0)) == heading(card, None) == "Unbeatable"
    means = "No opponent can win a single game against it."
    for mistakes, more in ((True, " Its mistakes never lose."), (False, "")):
        assert below_heading("q-table", card, None, mistakes=mistakes) == means + more
    beatable = with_gamma(0.5)
    card = ttt.evaluate(beatable.agent)
    assert heading(card, beatable.standing) == heading(card, None) == "Beatable as X and O"
    for standing, words in ((beatable.standing, history(beatable.standing)), (None, "")):
        assert below_heading("q-table", card, standing, mistakes=True) == words
    never = below_heading("policy", card, beatable.standing, mistakes=True)
    assert "so it is never unbeatable" in never
    assert f"It loses to the worst case: {card.worst_case_as_x.loss:.2g} as X" in never


def deltas(page: AppTest) -> dict[str, str]:
    return {metric.label: metric.delta for metric in page.metric}


def test_every_figure_shows_its_difference_from_the_run_before_the_change_or_a_pinned_one() -> None:
    page = open_train(games="2000", rule="q-learning")
    page.session_state[TAB.key] = "More figures"
    run(page)
    assert train_state(page).previous_run is None
    assert not any(deltas(page).values())
    before = visitor(page).agent.stats
    slide_setting(page, "gamma", 0.4)
    previous_run = train_state(page).previous_run
    assert previous_run is not None
    assert (previous_run.settings.gamma, previous_run.stats) == (0.9, before)
    assert "Compared with **γ 0\\.9** (before the last change)" in captions(page)
    shown = deltas(page)
    assert shown.pop("Unbeatable since game") == ""  # beatable, as before
    assert all(shown.values())
    press(page, "Start over")
    assert "Compared with **γ 0\\.9** (before the last change)" in captions(page)

    press(page, "Pin this run")
    assert "This run is pinned" in captions(page)
    for gamma in (0.7, 0.6):
        slide_setting(page, "gamma", gamma)
        assert "Compared with **γ 0\\.4** (pinned)" in captions(page)
    other = ttt.TrainingConfig(games=2_000, rule="q-learning", gamma=0.3)
    visitor(page).adopt(ttt.train(other))
    run(page)
    assert "Compared with **γ 0\\.4** (pinned)" in captions(page)
    press(page, "Unpin")
    assert "Compared with" not in captions(page)
    slide_setting(page, "gamma", 0.5)
    assert "Compared with **γ 0\\.3** (before the last change)" in captions(page)
    visitor(page).adopt(ttt.train(ttt.TrainingConfig(games=50, seed=9)))
    run(page)
    assert train_state(page).previous_run is None


def test_an_older_link_opens_with_the_run_to_compare_with() -> None:
    query = {"games": "500", "gamma": "0.5", "ghost.gamma": "0.9", "ghost.epsilon": "0.5"}
    page = open_train(**query)
    previous_run = train_state(page).previous_run
    assert previous_run is not None
    assert previous_run.stats == ttt.train(ttt.TrainingConfig(games=500, epsilon=0.5)).stats
    assert "Compared with **γ 0\\.9, ε 0\\.5**" in captions(page)
    assert set(address(page)) == {"rule", "games", "seed", "gamma"}
