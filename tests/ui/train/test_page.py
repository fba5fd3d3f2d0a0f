"""What Train shows of an agent, and Play of one that was trained in another program."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.core.files.sample_files import ADAPTIVE_SAVE
from tests.ui.support import (
    all_cores_busy,
    captions,
    has_slider,
    kept_in,
    present_key,
    press,
    run,
    train_state,
    turn_to_the_game,
    until,
    visitor,
)
from tests.ui.train.support import (
    all_metrics,
    assert_same_table,
    headings,
    messages,
    open_settings,
    open_train,
    slide_setting,
)
from ttt_core.learning.agent import untrained
from ttt_core.learning.config import matters
from ttt_ui.jobs import JOBS
from ttt_ui.play.state import PlayState
from ttt_ui.replay.game import Game
from ttt_ui.train import result
from ttt_ui.train import training as training_module
from ttt_ui.train.controls import NUMBERS, SETTINGS
from ttt_ui.train.slow_motion import SlowMotion
from ttt_ui.train.state import TAB, TABS, known_training
from ttt_ui.train.update_rule import worked
from ttt_ui.visit.session import key_of
from ttt_ui.wording import cell_name

pytestmark = pytest.mark.slow

ELSEWHERE = ttt.load_agent(json.dumps(ADAPTIVE_SAVE))


def test_the_rule_decides_which_settings_are_shown() -> None:
    page = open_settings(games="200")
    for rule in ("matchboxes", "network"):
        page.selectbox(key=present_key(page, "setting_rule")).set_value(rule)
        run(page)
        settings = train_state(page).settings
        assert settings.rule == rule
        assert visitor(page).agent.training == (settings,)
        shown = {name for name in SETTINGS if has_control(page, name)}
        assert shown == {name for name in SETTINGS if matters(name, settings)}


def has_control(page: AppTest, name: str) -> bool:
    if name in NUMBERS:
        return has_slider(page, f"setting_{name}")
    try:
        page.get_by_key(present_key(page, f"setting_{name}"))
    except KeyError:
        return False
    return True


def test_an_untrained_agent_has_a_page_too_without_a_word_of_a_past() -> None:
    page = open_settings(games="500")
    visitor(page).adopt(untrained())
    assert all_metrics(page)["Games"] == "0"
    assert all_metrics(page)["Draws in training"] == "–"
    assert "**untrained**" in messages(page)
    for tab in ("Five questions", "Update rule"):
        open_tab(page, tab)
        shown = messages(page) + captions(page) + headings(page)
        assert not any(one in shown for one in ("games with people", "last training", "last game"))
    press(page, "Train 500 games")
    assert visitor(page).agent.stats.games == 500
    for key in [e.key for e in page.get("button_group") if "train_lines" in str(e.key)]:
        page.session_state[key] = []
    open_tab(page, "Five questions")
    assert "Choose at least one line" in messages(page)
    for answer in ttt.five_questions(visitor(page).agent):
        line = next(e.value for e in page.markdown if answer.question in e.value)
        assert ("Yes" if answer.yes else "No") in line


def open_tab(page: AppTest, name: str) -> None:
    page.session_state[TAB.key] = name
    run(page)


def test_renaming_and_what_the_link_gives() -> None:
    page = open_train(games="500")
    assert "anyone who opens it gets exactly your agent" in headings(page)
    (field,) = (field for field in page.text_input if field.label == "Agent's name")
    assert not field.proto.required  # the browser would keep it empty
    field.set_value("  Ada   Lovelace ")
    assert "Ada Lovelace" in headings(run(page))
    press(page, "Train 500 more games")
    assert visitor(page).agent.name == "Ada Lovelace"
    assert "do not describe all that your agent has learned" in headings(page)


def test_the_numbers_of_each_update_are_shown() -> None:
    page = open_train(games="300", replay="2")
    open_tab(page, "Update rule")
    assert len(page.latex) == 2
    open_tab(page, "Slow motion")
    agent, motion = visitor(page).agent, kept_in(page, SlowMotion)
    game = motion.present_game(agent, train_state(page).settings)
    for index in (0, len(game.updates) - 1):
        update = game.updates[index]
        motion.choose(index)
        run(page)
        assert page.latex[-1].value.strip("$\n") == worked(update, game.config)
        assert f"moved to **{cell_name(update.cell)}**" in headings(page)
        assert "learns again from" in captions(page)
    press(page, "Another game")
    assert motion.game is not None
    assert motion.game is not game
    assert f"Game {agent.stats.games + motion.game.number:,}: " in captions(page)
    assert visitor(page).agent is agent
    settings = {"rule": "matchboxes", "minimax_share": 1.0, "learns": "X"}
    visitor(page).adopt(ttt.train(ttt.TrainingConfig(games=10_000, seed=1, **settings)))
    run(page)
    assert visitor(page).agent.resigns("---------")
    assert "resigned at once, so there was nothing to learn" in captions(page)
    assert not page.latex


def test_a_network_has_a_page_too() -> None:
    page = open_settings(games="100", rule="network", hidden_units="8")
    assert visitor(page).agent.kind == "network"
    for tab in TABS:
        if tab != "Weak spots":  # test_why.py opens it
            open_tab(page, tab)
    press(page, "Train 100 more games")
    assert visitor(page).agent.stats.games == 200
    page.toggle(key="train_live").set_value(False)
    slide_setting(page, "hidden_units", 16)
    press(page, "Train 100 more games")
    refused = "Hidden units must be 8, as in the network to continue from."
    assert refused in messages(page).replace("\\", "")
    open_tab(page, "Slow motion")
    assert "A network has no table of single values" in messages(page)


def test_the_band_stays_on_while_settings_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training_module, "BAND_SEEDS", 2)
    page = open_settings(games="100")
    page.toggle(key="train_band").set_value(True)
    run(page)
    slide_setting(page, "gamma", 0.8)
    training = known_training(visitor(page))
    assert training is not None
    assert training.config.gamma == 0.8
    assert page.toggle(key="train_band").value
    until(lambda: len(training.band) == 2)
    until(lambda: not JOBS._taken)
    assert not JOBS._line


def test_a_band_that_is_ready_while_the_page_is_drawn_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn, figure = list[int](), result.learning_figure

    def draw(*given: Any, band: Sequence[ttt.LearningCurve], **options: Any) -> dict[str, Any]:
        drawn.append(len(band))
        return figure(*given, band=band, **options)

    monkeypatch.setattr(result, "learning_figure", draw)
    page = open_settings(games="100")
    training = known_training(visitor(page))
    assert training is not None
    with all_cores_busy() as set_free:
        page.toggle(key="train_band").set_value(True)
        run(page)

        def wait(*given: Any) -> None:
            set_free()
            until(lambda: len(training.band) == 8)

        monkeypatch.setattr(result, "_compared_with", wait)  # it is drawn right below the chart
        run(page)
    assert drawn[-1] == 8


def test_an_agent_of_another_program_is_introduced_as_such_and_can_be_trained_further() -> None:
    page = open_train()
    visitor(page).adopt(ELSEWHERE)
    run(page)
    assert "**trained in another program**" in messages(page)
    assert "trained in another program" in headings(page).lower()
    assert "has not been trained with these settings yet" not in captions(page)
    assert train_state(page).settings == ELSEWHERE.config
    assert known_training(visitor(page)) is None
    assert visitor(page).agent is ELSEWHERE
    open_tab(page, "Update rule")
    assert "The rule when it plays people" in headings(page)
    assert "the settings this agent uses to continue learning" in captions(page)
    assert page.latex
    press(page, "Train ")
    trained = ttt.train(train_state(page).settings, start=ELSEWHERE)
    assert_same_table(visitor(page).agent, trained)
    assert "to share it, download it as a file" in headings(page)


def test_play_says_how_the_adaptive_ai_learns_and_who_explores() -> None:
    page = open_train()
    visitor(page).adopt(ELSEWHERE)
    turn_to_the_game(page)
    assert "It learns only from O's moves" in page.toggle(key="play_learn").help
    page.session_state["play_mode"] = "Two people"
    page.session_state[key_of(PlayState)].game = Game(1, None)
    run(page)
    assert "The agent watches and learns from O's moves." in captions(page)
    page.session_state["play_mode"] = "Agent by itself"
    run(page)
    assert "Both sides explore in" in captions(page)
    assert "both sides' moves" in page.toggle(key="show_learn").help
    page.session_state["show_brain"] = "Minimax, first of equals"
    run(page)
    assert "its opponent never does" in captions(page)
