"""The train page says why an agent can be beaten, and trains the cure."""

from collections.abc import Callable
from dataclasses import replace

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.core.learning.examples_of_causes import EXAMPLES, configuration
from tests.ui.support import (
    address,
    go_to,
    machine_with_empty_box,
    new_app,
    run,
    slider_data,
    trail,
    train_state,
    visitor,
)
from ttt_core.evaluation.refutation import refutation, surest_refutation
from ttt_core.evaluation.review import review
from ttt_core.learning.causes import CAUSES
from ttt_core.learning.diagnosis import Fix, diagnose
from ttt_core.learning.hindsight import Hindsight
from ttt_ui.inspect.state import VIEW, VIEWS
from ttt_ui.shared.insights import Insights
from ttt_ui.shared.wording import how_many_arise
from ttt_ui.train import why_wording as wording
from ttt_ui.train.course import Course
from ttt_ui.train.findings import Findings
from ttt_ui.train.state import TAB
from ttt_ui.train.why import section_key

pytestmark = pytest.mark.slow

Open = Callable[..., AppTest]


@pytest.fixture
def open_page() -> Open:
    """Return a function that opens the train page by a link, with the answer opened."""

    def opened(**query: str) -> AppTest:
        return ask(go_to(run(new_app()), "train", **query))

    return opened


def ask(page: AppTest) -> AppTest:
    page.session_state[section_key(visitor(page))] = True
    return run(page)


def said(page: AppTest) -> str:
    return "\n".join(element.value for element in [*page.markdown, *page.caption])


def press(page: AppTest, key: str) -> AppTest:
    """Click a button, and wait for the training that it begins, if it does."""
    page.button(key=key).click()
    run(page)
    while visitor(page).training_under_way:
        run(page)
    return page


def test_gamma_0_is_found_out_and_cured_with_one_click(open_page: Open) -> None:
    page = open_page(gamma="0.0")
    assert "γ too small" in said(page)
    assert "Never right" in said(page)
    assert "cannot be beaten" in said(page)
    before = visitor(page).agent
    assert page.button(key="why_cure").label == "Try the cure: γ 0.9"

    press(page, "why_cure")
    fixed = visitor(page).agent
    assert fixed.training == (replace(before.config, gamma=0.9),)
    assert train_state(page).settings == fixed.config
    assert slider_data(page, "setting_gamma")["value"] == 0.9
    assert address(page).get("gamma") in (None, "0.9")
    assert ttt.evaluate(fixed).unbeatable
    assert any("Unbeatable" in header.value for header in page.header)
    assert "Why can it be beaten?" not in [section.label for section in page.expander]
    assert visitor(page).past[-1] is before


def test_an_agent_that_cannot_be_beaten_is_not_asked_why() -> None:
    page = new_app()
    page.run()
    page.switch_page("pages/train.py")
    run(page)
    assert "Why can it be beaten?" not in [section.label for section in page.expander]


def test_nothing_is_worked_out_until_it_is_asked_and_then_once(open_page: Open) -> None:
    page = open_page(games="300")
    finding = next(iter(visitor(page).about(Findings).by_side.values()))
    assert finding.fix(pytest.fail, pytest.fail) is not None
    run(page)
    assert next(iter(visitor(page).about(Findings).by_side.values())) is finding


def test_the_game_is_stepped_through_and_the_error_is_marked(open_page: Open) -> None:
    page = open_page(games="300")
    finding = visitor(page).about(Findings).by_side["O"]
    found = finding.refutation
    assert finding.step == found.error + 1
    assert f"Move {found.error + 1} of {len(found.cells)}: the agent (O)" in said(page)
    assert ":red-badge" in said(page)
    press(page, "why_back")
    assert finding.step == found.error
    page.slider(key=finding.slider_key).set_value(0)
    run(page)
    assert "The empty board" in said(page)
    assert page.button(key="why_back").disabled
    page.slider(key=finding.slider_key).set_value(len(found.cells))
    run(page)
    assert "X has won" in said(page)
    assert page.button(key="why_forward").disabled


def test_the_other_side_can_be_asked_about(open_page: Open) -> None:
    page = open_page(games="300")
    agent = visitor(page).agent
    sides = visitor(page).about(Findings).by_side
    assert set(sides) == {"X", "O"}
    for side, finding in sides.items():
        page.segmented_control(key="why_side").set_value(side)
        run(page)
        assert finding.refutation == refutation(agent, side)
        assert f"As {side}, on" in said(page)


def test_the_board_opens_on_inspect(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(st, "switch_page", opened.append)
    page = open_page(games="300")
    finding = next(iter(visitor(page).about(Findings).by_side.values()))
    press(page, "why_inspect")
    assert trail(page).board == finding.refutation.board
    assert opened == ["pages/inspect.py"]


def test_a_machine_that_resigns_at_once_has_no_game_to_step_through(open_page: Open) -> None:
    page = open_page(games="300")
    assert visitor(page).adopt(machine_with_empty_box("---------"))
    ask(page)
    page.segmented_control(key="why_side").set_value("X")
    run(page)
    assert "The empty board. X is the agent. Here it resigns." in said(page)
    assert "As X, on `---|---|---`, it resigns" in said(page)
    assert "An empty box" in said(page)
    assert "why_back" not in [button.key for button in page.button]


def test_an_agent_without_a_course_has_no_when(open_page: Open) -> None:
    page = open_page(games="300")
    learned = ttt.learn_from_game(visitor(page).agent, (0, 3, 1, 4, 2))
    assert visitor(page).learn(learned, visitor(page).claim())
    ask(page)
    assert "ight until game" not in said(page)
    assert "Never right" not in said(page)
    assert "Undo brings it back" in said(page)


def test_an_agent_of_unknown_settings_has_no_cure(open_page: Open) -> None:
    page = open_page(games="300")
    unknown = replace(ttt.untrained("Stranger"), q=visitor(page).agent.q.copy())
    assert visitor(page).adopt(unknown)
    ask(page)
    assert "not on record, so there is no setting to change" in said(page)
    assert "why_cure" not in [button.key for button in page.button]


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_cause_is_said_with_its_facts(name: str) -> None:
    agent = ttt.train(configuration(name))
    found = surest_refutation(agent)
    assert found is not None
    text = wording.cause_in_words(diagnose(agent, found))
    cause = next(cause for cause in CAUSES if cause.name == name)
    assert text.startswith(f"**{cause.label}.** ")
    assert not set("{}") & set(text)
    assert "nan" not in text
    assert "-0" not in text
    assert text.endswith(".")


@pytest.mark.parametrize(
    ("seen", "games_before", "words"),
    [
        (Hindsight(500, 0, 0, 0), 0, "**Never right** here: not after one of its 500 games."),
        (Hindsight(500, 1, 0, 1), 0, "**Right until game 0**, from the beginning"),
        (Hindsight(500, 1, 50, 412), 0, "**Right until game 411**, from game 50; wrong from game"),
        (Hindsight(500, 1, 50, 412), 1_000, "game 1,411**, from game 1,050; wrong from game 1,412"),
        (Hindsight(500, 7, 50, 412), 0, "for the last time from game 50"),
        (Hindsight(500, 7, 50, 412), 0, "right 7 times in all."),
    ],
)
def test_when_it_arose(seen: Hindsight, games_before: int, words: str) -> None:
    assert words in wording.arose(seen, games_before)


def test_a_cure_is_named_as_its_controls_are() -> None:
    before = ttt.TrainingConfig(gamma=0.0, games=300, symmetry=False)
    fix = replace(before, gamma=0.9, games=100_000, symmetry=True)
    named = wording.changes(before, fix)
    assert named == ["games 100,000", "γ 0.9", "use symmetry on"]
    assert wording.button(fix, named) == "Try the cure: 3 settings"
    assert wording.button(fix, named[:2]) == "Try the cure: games 100,000 and γ 0.9"
    default = wording.button(ttt.PRESETS["Default"], named)
    assert default == "Try the cure: preset Default"
    promised = wording.promise(Fix(fix, "position"), named, taught=True)
    assert promised.startswith("Games 100,000, γ 0.9, use symmetry on. Tried already")
    assert "elsewhere" in promised
    rule = wording.changes(before, replace(before, rule="q-learning", step_size="sample-average"))
    assert rule == ["rule Q-learning", "step size average"]


def test_the_steps_of_a_game_in_words() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=300))
    found = refutation(agent, "X")
    assert found is not None
    moves = review(found.cells)
    lines = [wording.step_in_words(found, step, moves) for step in range(len(moves) + 1)]
    assert lines[0] == "The empty board. X is the agent."
    assert "the agent (X)" in lines[1]
    assert "blunder" in lines[found.error + 1]
    assert lines[-1].endswith("O has won.")


def test_a_course_too_long_is_not_gone_through_again(monkeypatch: pytest.MonkeyPatch) -> None:
    course = Course(ttt.TrainingConfig(games=100), "Short")
    course.work(1.0)
    assert course.look_back("X--------", lambda share: None) is not None
    monkeypatch.setattr("ttt_ui.train.course._MAX_UPDATES_TO_LOOK_BACK", 100)
    assert course.look_back("X--------", pytest.fail) is None


def test_a_no_of_an_unbeatable_agent_says_that_it_never_gets_there(open_page: Open) -> None:
    quick = ttt.train(ttt.PRESETS["Quick study"])
    insights = Insights(quick)
    assert insights.unbeatable
    wins, blocks = insights.answers[2:4]
    assert not wins.yes
    assert 0 < insights.comes_to(wins.failing) < len(wins.failing)
    assert not blocks.yes
    assert insights.comes_to(blocks.failing) == 0
    losing = [mistake for mistake in insights.mistakes if mistake.board in blocks.failing]
    assert losing
    assert not any(mistake.reachable for mistake in losing)

    page = open_page(games="300")
    assert visitor(page).adopt(quick)
    page.session_state[TAB.key] = "Five questions"
    run(page)
    assert "It never gets there: by its own play, none of these boards ever comes up" in said(page)
    assert f"Only {insights.comes_to(wins.failing)} of them can come up" in said(page)
    page.session_state[VIEW.key] = VIEWS[2]
    page.session_state["inspect_question_3"] = True
    page.switch_page("pages/inspect.py")
    run(page)
    assert "It never gets there" in said(page)


def test_boards_that_all_come_up_need_no_word() -> None:
    assert how_many_arise(4, 4) == ""
    assert "its own moves always avoid this position" in how_many_arise(0, 1)
