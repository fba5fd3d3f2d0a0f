"""Train explains why an agent is beatable, and trains the fix."""

import json
import pickle
from dataclasses import replace
from functools import cache
from math import inf
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.core.study.examples_of_causes import EXAMPLES, configuration
from tests.ui.support import (
    agents_before,
    machine_with_empty_box,
    present_key,
    run,
    slider_data,
    thorough_except,
    trail,
    train_state,
    turn_to,
    until,
    visitor,
    words,
)
from tests.ui.train.support import open_train, slide_setting
from ttt_core.evaluation.refutation import refutation, surest_refutation
from ttt_core.game.graph import position_of
from ttt_core.learning.config import SETTINGS
from ttt_core.study.causes import CAUSES, Cause
from ttt_core.study.diagnosis import Diagnosis, Fix, FixSearch, diagnose
from ttt_core.study.hindsight import Hindsight
from ttt_ui.inspect.state import FIVE_QUESTIONS, VIEW
from ttt_ui.moves.insights import Insights
from ttt_ui.train import why
from ttt_ui.train.state import TAB
from ttt_ui.train.training import Training
from ttt_ui.train.why import findings_of
from ttt_ui.visit.session import Session
from ttt_ui.wording import how_many_arise, number

pytestmark = pytest.mark.slow


def cause_label(cause: str) -> str:
    return next(one.label for one in CAUSES if one.name == cause)


def ask(page: AppTest) -> AppTest:
    page.session_state[TAB.key] = "Weak spots"
    return investigated(run(page))


def investigated(page: AppTest) -> AppTest:
    """Wait until everything about the mistake shown is known."""
    for finding in visitor(page).about(findings_of).values():
        until(lambda job=finding.job: job is None or not job.running)
    return run(page)


def press(page: AppTest, key: str) -> AppTest:
    """Click a button, and wait for the training it starts, if any."""
    page.button(key=key).click()
    run(page)
    until(lambda: not visitor(page).training_under_way)
    return run(page)


def test_of_two_causes_the_one_that_was_dragged_is_named_first_and_fixed_with_one_click() -> None:
    page = open_train()
    slide_setting(page, "epsilon", 0.0)
    before = visitor(page).agent
    ask(page)
    for cause, said in (("little-exploration", ""), ("initial-value", "Also: ")):
        assert f"**{said}{cause_label(cause)}.**" in words(page)
    assert "training from scratch with this fix makes it unbeatable" in words(page)
    press(page, "why_cure")
    fixed = visitor(page).agent
    assert fixed.training == (train_state(page).settings,)
    assert fixed.config.epsilon == slider_data(page, "setting_epsilon")["value"] == 1
    assert ttt.evaluate(fixed).unbeatable
    assert "there is nothing to explain" in words(page)
    assert agents_before(visitor(page))[-1] is before


def test_a_networks_mistake_is_shown_next_to_a_board_that_looks_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(why.Finding, "investigate", lambda *_: None)  # it would train networks
    page = ask(open_train(rule="network", hidden_units="8", games="500"))
    assert "Two boards that differ in 2 cells: the network's values of" in words(page)
    found = next(iter(visitor(page).about(findings_of).values())).refutation
    boards = [e.proto for e in page.get("bidi_component") if "-why_alike_" in e.proto.id]
    own, other = (json.loads(proto.json) for proto in boards)
    assert own["cells"] == found.board
    assert own["notes"][found.cell]["true_value"] == "loss"
    assert other["notes"][found.cell]["true_value"] != "loss"
    value = visitor(page).agent.q[position_of(other["cells"]), found.cell]
    assert other["notes"][found.cell]["text"] == number(value, 2)


def test_it_is_investigated_once_and_its_game_can_be_stepped_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = ask(open_train(games="300"))
    agent, sides = visitor(page).agent, visitor(page).about(findings_of)
    finding = sides["O"]
    found, job = finding.refutation, finding.job
    assert finding.tested
    assert finding.fix is not None
    run(page)
    assert visitor(page).about(findings_of)["O"] is finding
    assert finding.job is job
    assert f"Move {found.error + 1} of {len(found.cells)}: the agent (O)" in words(page)
    assert ":violet-badge" in words(page)
    press(page, "why_back")
    assert finding.place.step == found.error
    for step, said, end in (
        (0, "The empty board", "back"),
        (len(found.cells), "X wins", "forward"),
    ):
        page.slider(key=present_key(page, "why_O_step")).set_value(step)
        run(page)
        assert said in words(page)
        assert page.button(key=f"why_{end}").disabled

    assert set(sides) == {"X", "O"}
    for side, finding in sides.items():
        page.segmented_control(key="why_side").set_value(side)
        investigated(run(page))
        assert finding.refutation == refutation(agent, side)
        assert f"As {side}, in" in words(page)

    opened: list[str] = []
    monkeypatch.setattr(st, "switch_page", opened.append)
    press(page, "why_inspect")
    assert trail(page).board == finding.refutation.board
    assert opened == ["pages/inspect.py"]


def test_agents_without_a_training_settings_or_a_move() -> None:
    page = open_train(games="300")
    learned = ttt.learn_from_game(visitor(page).agent, (0, 3, 1, 4, 2))
    assert visitor(page).learn(learned, visitor(page).version)
    ask(page)
    assert not any(word in words(page) for word in ("**Right", "**Wrong"))
    assert "**Undo** brings it back" in words(page)

    unknown = replace(ttt.untrained("Stranger"), q=learned.q.copy())
    assert visitor(page).adopt(unknown)
    ask(page)
    assert "no record of its training settings, so there is nothing to change" in words(page)
    assert "why_cure" not in [button.key for button in page.button]

    assert visitor(page).adopt(machine_with_empty_box("---------"))
    ask(page)
    page.segmented_control(key="why_side").set_value("X")
    run(page)
    assert "The empty board. The agent plays X. Here it resigns." in words(page)
    assert "As X, in `---|---|---`, it resigns" in words(page)
    assert f"**{cause_label('empty-box')}.**" in words(page)
    assert "why_back" not in [button.key for button in page.button]


@cache
def diagnosed(name: str) -> Diagnosis:
    agent = ttt.train(configuration(name))
    found = surest_refutation(agent)
    assert found is not None
    return diagnose(agent, found)


def confirmed(diagnosis: Diagnosis, *causes: Cause) -> Fix:
    return Fix(diagnosis.evidence.config, "unbeatable", causes)


QUICK = ("new-box", "discount", "boards-alike", "reply-untried")


@pytest.mark.parametrize("name", thorough_except(QUICK, EXAMPLES))
def test_every_cause_is_explained_with_its_facts(name: str) -> None:
    diagnosis = diagnosed(name)
    cause = next(cause for cause in CAUSES if cause.name == name)
    boxes = diagnosis.evidence.has_boxes
    suspected = cause.label if boxes else f"Suspected: {cause.label}"
    not_alone = cause.label if boxes else f"{cause.label}, but not alone"
    for fix, tested, label in (
        (None, False, suspected),
        (None, True, not_alone),
        (confirmed(diagnosis), True, not_alone),
        (confirmed(diagnosis, cause), True, cause.label),
    ):
        text = why.cause_in_words(diagnosis, fix, tested=tested)
        assert text.startswith(f"**{label}.** ")
        assert not any(sign in text for sign in ("{", "}", "nan", "-0"))
        assert text.endswith(".")


def test_every_setting_found_by_a_test_alone_is_explained_without_signs() -> None:
    diagnosis = diagnosed("reply-untried")
    for cause in (cause for cause in CAUSES if cause.is_setting):
        text = why.cause_in_words(diagnosis, confirmed(diagnosis, cause), tested=True)
        assert text.startswith(f"**{cause.label}.** ")
        assert f"**In its table: {diagnosis.causes[0].label}.** " in text
        assert not set("{}") & set(text)


@pytest.mark.parametrize(
    ("seen", "games_before", "words"),
    [
        (Hindsight(500, 0, 0, 0), 0,
         "Wrong from the start**, and after every one of its 500 games."),
        (Hindsight(500, 1, 0, 1), 0, "Right only before its first game**, and wrong ever since."),
        (Hindsight(500, 1, 0, 412), 0, "Right from the start to game 411**, wrong since game 412."),
        (Hindsight(500, 1, 50, 412), 0, "Right from game 50 to game 411**, wrong since game 412."),
        (Hindsight(500, 1, 50, 412), 1_000,
         "Right from game 1,050 to game 1,411**, wrong since game 1,412."),
        (Hindsight(500, 1, 411, 412), 0, "Right only after game 411**, wrong since game 412."),
        (Hindsight(500, 7, 50, 412), 0,
         "Wrong since game 412.** Before that it was right 7 times, "
         "most recently from game 50 to game 411."),
        (Hindsight(500, 7, 411, 412), 0,
         "Wrong since game 412.** Before that it was right 7 times, "
         "most recently after game 411."),
    ],
)  # fmt: skip
def test_when_the_mistake_appeared(seen: Hindsight, games_before: int, words: str) -> None:
    assert why.first_appeared(seen, games_before) == f"**{words}"


def test_a_fix_is_named_like_its_controls() -> None:
    before = ttt.TrainingConfig(gamma=0.0, games=300, symmetry=False)
    fix = replace(before, gamma=0.9, games=100_000, symmetry=True)
    named = why.settings_changed(before, fix)
    symmetry = f"{SETTINGS['symmetry'].label}: yes"
    assert named == ["100,000 games", "γ 0.9", symmetry]
    for config, changes, label in (
        (fix, named, "3 settings"),
        (fix, named[:2], "100,000 games and γ 0.9"),
        (ttt.PRESETS["Default"], named, "preset Default"),
        (ttt.PRESETS["Default"], named[:1], "100,000 games"),
    ):
        assert why.fix_button(config, changes) == f"Try a fix: {label}"
    promised = why.promise(Fix(fix, "position"), named, taught=True)
    assert promised.startswith(f"New settings: 100,000 games, γ 0.9 and {symmetry}. ")
    assert "right in this position, but it is still beatable in others" in promised
    assert promised.endswith("**Undo** brings it back.")
    by_rule = replace(before, rule="q-learning", step_size="sample-average")
    step_size = f"{SETTINGS['step_size'].label}: Sample average"
    assert why.settings_changed(before, by_rule) == ["rule Q-learning", step_size]


def test_an_investigation_ends_with_the_next_test_if_the_agent_is_another(
    session_state: dict[str, Any],
) -> None:
    visitor = Session(ttt.train(ttt.TrainingConfig(games=50)))
    finding = next(iter(findings_of(visitor.agent).values()))
    search = FixSearch(finding.diagnosis)
    assert finding._note(search, visitor, [])
    visitor.adopt(ttt.untrained())
    assert not finding._note(search, visitor, [])


def test_a_training_that_is_too_long_is_not_replayed(
    monkeypatch: pytest.MonkeyPatch, session_state: dict[str, Any]
) -> None:
    training = Training(ttt.TrainingConfig(games=50), "Short")
    training.play_for(inf)
    assert training.looking_back("---------") is not None
    monkeypatch.setattr("ttt_ui.train.training._MAX_UPDATES_TO_LOOK_BACK", 49)
    assert training.looking_back("---------") is None
    visitor = Session(training.agent)
    finding = next(iter(findings_of(visitor.agent).values()))
    finding.investigate(visitor, training, [])
    assert (finding.hindsight, finding.looked_back) == (None, True)


def test_a_cause_arrives_in_another_process_as_itself() -> None:
    for cause in CAUSES:
        assert pickle.loads(pickle.dumps(cause)) is cause  # noqa: S301


def test_an_unbeatable_agent_that_answers_no_is_said_never_to_get_there() -> None:
    quick = ttt.train(ttt.PRESETS["Quick study"])
    insights = Insights(quick)
    assert ttt.evaluate(quick).unbeatable
    wins, blocks = insights.answers[2:4]
    can_arise = insights.comes_to(wins.failing)
    assert 0 < can_arise < len(wins.failing)
    losing = [mistake for mistake in insights.mistakes if mistake.board in blocks.failing]
    assert losing
    assert insights.comes_to(blocks.failing) == sum(one.reachable for one in losing) == 0

    page = open_train()
    assert visitor(page).adopt(quick)
    page.session_state[TAB.key] = "Five questions"
    run(page)
    assert "It never gets there: its own moves always avoid these positions." in words(page)
    assert f"{can_arise} of them can arise" in words(page)
    page.session_state[VIEW.key] = FIVE_QUESTIONS
    page.session_state["inspect_question_3"] = True
    turn_to(page, "inspect")
    assert "It never gets there" in words(page)


def test_if_all_positions_can_arise_nothing_is_said() -> None:
    assert how_many_arise(4, 4) == ""
    assert "its own moves always avoid this position" in how_many_arise(0, 1)
