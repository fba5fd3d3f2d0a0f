"""An agent that was trained in another program, on Train and on Play."""

import json

import pytest

import ttt_core as ttt
from tests.core.files.sample_files import ADAPTIVE_SAVE
from tests.ui.support import captions, press, run, train_state, turn_to_the_game, visitor
from tests.ui.train.support import assert_same_table, headings, messages, open_train
from ttt_ui.play.state import PlayState
from ttt_ui.replay.game import Game
from ttt_ui.train.state import TAB, known_training
from ttt_ui.visit.session import key_of

pytestmark = pytest.mark.slow


AGENT = ttt.load_agent(json.dumps(ADAPTIVE_SAVE))


def test_an_agent_of_another_program_is_introduced_as_such_and_can_be_trained_further() -> None:
    page = open_train()
    visitor(page).adopt(AGENT)
    run(page)
    assert "**trained in another program**" in messages(page)
    games = AGENT.stats.games
    told = f"{games:,} games, trained in another program" if games else "Trained in another program"
    assert told in headings(page)
    assert "has not been trained with these settings yet" not in captions(page)
    assert train_state(page).settings == AGENT.config
    assert known_training(visitor(page)) is None
    assert visitor(page).agent is AGENT
    page.session_state[TAB.key] = "Update rule"
    run(page)
    assert "The rule when it plays people" in headings(page)
    assert "the settings this agent uses to continue learning" in captions(page)
    assert any(r"T & = r + 0.9\,\max_{a'}" in latex.value for latex in page.latex)
    press(page, "Train ")
    trained = visitor(page).agent
    assert_same_table(trained, ttt.train(train_state(page).settings, start=AGENT))
    assert trained.in_play == AGENT.in_play
    assert trained.trained_elsewhere == AGENT.trained_elsewhere
    assert "to share it, download it as a file" in headings(page)


def test_play_says_how_the_adaptive_ai_learns_and_who_explores() -> None:
    page = open_train()
    visitor(page).adopt(AGENT)
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
