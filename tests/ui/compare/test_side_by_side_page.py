"""The view Side by side without a browser."""

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import address, choose, kept_in, new_app, run, words
from ttt_ui.compare.side_by_side import PROBABILITIES, SHOWN
from ttt_ui.compare.state import SIDE_BY_SIDE, VIEW, SideBySide
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


def show(app: AppTest, which: str) -> AppTest:
    next(control for control in app.segmented_control if control.label == "Show").set_value(which)
    return run(app)


def test_values_of_two_agents_are_compared_and_choices_of_other_players() -> None:
    app = choose(open_view(board="X--|-O-|---"), "Player B", "Ada")
    assert SHOWN["q-table"] in words(app)
    assert "A: Your agent" in words(app)
    assert "B: Ada" in words(app)
    apart = ttt.disagreements(AGENT, ADA)
    assert f"**{apart.differ.sum():,} of 4,520**" in words(app)
    choose(app, "Player A", "Minimax")
    assert PROBABILITIES in words(app)


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
    assert PROBABILITIES in words(app)
    assert "They make the same choices in all 4,520 positions." in words(app)
    kept_in(app, SideBySide).trail.visit("XXXOO----")
    run(app)
    assert "The game is over, so there is no move to choose." in words(app)


def test_the_filter_shows_where_one_of_them_is_worse_or_says_that_nothing_matches() -> None:
    app = open_view(b="minimax")
    rows = show(app, "A is worse").main.dataframe[0].value
    assert (rows["Cost of A"] > rows["Cost of B"]).all()
    assert "No position matches." in words(show(app, "B is worse"))
