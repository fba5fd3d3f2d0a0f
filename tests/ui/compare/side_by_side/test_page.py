"""The view Side by side without a browser."""

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import address, choose, click, kept_in, new_app, run
from ttt_core.game import board as rules
from ttt_ui.compare.side_by_side import wording
from ttt_ui.compare.side_by_side.state import SideBySide
from ttt_ui.compare.state import SIDE_BY_SIDE, VIEW
from ttt_ui.visit.roster import Roster
from ttt_ui.visit.session import Session, key_of

pytestmark = pytest.mark.slow

AGENT = ttt.train(ttt.TrainingConfig(games=300, seed=1))
ADA = replace(ttt.train(ttt.TrainingConfig(games=300, seed=2)), name="Ada")


def open_view(agent: ttt.Agent = AGENT, **query: str) -> AppTest:
    app = new_app()
    app.session_state[key_of(Session)] = Session(agent)
    others = Roster()
    others["Ada"] = ADA
    app.session_state[key_of(Roster)] = others
    app.run()
    app.switch_page("pages/compare.py")
    for name, text in {"view": "side-by-side", **query}.items():
        app.query_params[name] = text
    return run(app)


def said(app: AppTest) -> str:
    return "\n".join(one.value for one in [*app.main.markdown, *app.main.caption])


def test_two_agents_from_their_values_to_their_game() -> None:
    app = choose(open_view(board="X--|-O-|---"), "Player B", "Ada")
    assert "Q-values on one scale" in said(app)
    assert "A: Your agent" in said(app)
    assert "B: Ada" in said(app)
    found = ttt.disagreements(AGENT, ADA)
    assert f"**{found.differ.sum():,} of 4,520**" in said(app)
    assert "Game 1: A " in said(app)
    shown = next(one for one in app.segmented_control if one.label == "Show")
    shown.set_value("Probabilities")
    run(app)
    assert wording.PROBABILITIES_SHOWN in said(app)
    choose(app, "Player A", "Minimax")
    assert wording.PROBABILITIES_SHOWN in said(app)
    assert all(one.label != "Show" for one in app.segmented_control)


def test_the_address_holds_the_players_and_the_board() -> None:
    app = open_view(a="minimax", b="random", board="X--|-O-|---")
    pair = kept_in(app, SideBySide)
    assert (pair.names["a"], pair.names["b"]) == ("Minimax", "Random")
    assert pair.trail.board == "X---O----"
    asked = {"view": "side-by-side", "a": "minimax", "b": "random", "board": "X--|-O-|---"}
    assert asked.items() <= address(app).items()
    choose(app, "Player A", "Ada")
    assert "a" not in address(app)
    app.session_state[VIEW.key] = "Players"
    run(app)
    assert address(app).keys().isdisjoint(asked)
    app.session_state[VIEW.key] = SIDE_BY_SIDE
    run(app)
    assert address(app)["board"] == "X--|-O-|---"


def test_two_machines_that_are_the_same_and_a_game_that_is_over() -> None:
    machine = ttt.train(ttt.TrainingConfig(games=300, seed=1, rule="matchboxes"))
    app = open_view(machine, b="present-agent")
    assert wording.PROBABILITIES_SHOWN in said(app)
    assert "They make the same choices in all 4,520 positions." in said(app)
    assert "Both games are identical." in said(app)
    kept_in(app, SideBySide).trail.visit("XXXOO----")
    run(app)
    assert "The game is over, so there is no move to choose." in said(app)


def test_filters_select_positions_and_say_if_none_match() -> None:
    app = open_view(a="minimax", b="minimax-first-of-equals")
    assert "worse in 0, B's in 0" in said(app)
    toggle = next(one for one in app.toggle if one.label == "With a mistake")
    toggle.set_value(True)
    run(app)
    assert "No position matches." in said(app)
    toggle = next(one for one in app.toggle if one.label == "With a mistake")
    toggle.set_value(False)
    run(app)
    next(one for one in app.toggle if one.label == "Group equivalents").set_value(True)
    next(one for one in app.segmented_control if one.label == "To move").set_value("O")
    run(app)
    rows = app.main.dataframe[0].value
    assert {rules.side_to_move(board) for board in rows.index} == {"O"}
    assert f"{len(rows)} positions, costliest first." in said(app)


def test_another_game_and_the_move_at_which_they_differ() -> None:
    app = open_view(b="random")
    for _ in range(3):
        click(app, "Another game")
    assert "Game 4: A " in said(app)
    games = kept_in(app, SideBySide).games
    assert games is not None
    assert games.parting is not None
    click(app, f"Go to move {games.parting + 1}")
    assert said(app).count("They differ here") == 2
    assert kept_in(app, SideBySide).replay.step == games.parting + 1
