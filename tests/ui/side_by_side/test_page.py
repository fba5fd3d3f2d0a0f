"""The view Side by side without a browser."""

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import address, kept_in, new_app, run
from ttt_core.game import board as rules
from ttt_ui.compare.state import SIDE_BY_SIDE, VIEW
from ttt_ui.shared.roster import Roster
from ttt_ui.shared.session import Session, key_of
from ttt_ui.side_by_side.state import SideBySide

pytestmark = pytest.mark.slow

AGENT = ttt.train(ttt.TrainingConfig(games=300, seed=1))
ADA = replace(ttt.train(ttt.TrainingConfig(games=300, seed=2)), name="Ada")


def open_view(agent: ttt.Agent = AGENT, **query: str) -> AppTest:
    app = new_app()
    app.session_state[key_of(Session)] = Session(agent)
    others = Roster()
    others.agents["Ada"] = ADA
    app.session_state[key_of(Roster)] = others
    app.run()
    app.switch_page("pages/compare.py")
    for name, text in {"view": "side-by-side", **query}.items():
        app.query_params[name] = text
    return run(app)


def said(app: AppTest) -> str:
    return "\n".join(one.value for one in [*app.main.markdown, *app.main.caption])


def choose(app: AppTest, label: str, name: str) -> AppTest:
    next(box for box in app.selectbox if box.label == label).set_value(name)
    return run(app)


def test_two_agents_from_their_values_to_their_game() -> None:
    app = choose(open_view(board="X--|-O-|---"), "Player B", "Ada")
    assert "Shown are the Q-values of both, on one scale" in said(app)
    assert "A: Present agent" in said(app)
    assert "B: Ada" in said(app)
    found = ttt.disagreements(AGENT, ADA)
    assert f"**{found.differ.sum():,} of 4,520**" in said(app)
    assert "Game 1, as :blue[X] against Random: A " in said(app)
    shown = next(one for one in app.segmented_control if one.label == "Shown")
    shown.set_value("Chances")
    run(app)
    assert "Shown is how likely each makes a move" in said(app)
    assert "no values of one kind" not in said(app)
    choose(app, "Player A", "Minimax")
    assert "no values of one kind" in said(app)
    assert all(one.label != "Shown" for one in app.segmented_control)


def test_the_address_tells_who_and_where() -> None:
    app = open_view(a="minimax", b="random", board="X--|-O-|---")
    beside = kept_in(app, SideBySide)
    assert (beside.names["a"], beside.names["b"]) == ("Minimax", "Random")
    assert beside.trail.board == "X---O----"
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


def test_a_pattern_is_typed_and_a_wrong_one_is_refused() -> None:
    app = open_view()
    field = next(one for one in app.text_input if one.label == "Enter a board")
    field.set_value("XXX|OOO|---")
    run(app)
    assert "The board has not changed." in app.error[0].value
    field = next(one for one in app.text_input if one.label == "Enter a board")
    field.set_value("XX-|OO-|---")
    run(app)
    assert "`XX-|OO-|---`" in "\n".join(one.value for one in app.header)


@pytest.mark.parametrize("board", ["XXX|OO-|---", "XOX|XOO|OXX"])
def test_where_the_game_is_over_nothing_is_chosen(board: str) -> None:
    app = open_view(board=board)
    assert "The game is over: there is nothing left to choose." in said(app)


@pytest.mark.parametrize("rule", ["reward-memory", "matchboxes"])
def test_agents_of_other_kinds(rule: str) -> None:
    agent = ttt.train(ttt.TrainingConfig(games=300, seed=1, rule=rule))
    app = open_view(agent, b="present-agent")
    is_memory = rule == "reward-memory"
    assert ("the scores of both, on one scale" in said(app)) == is_memory
    assert "They choose alike in all 4,520 positions." in said(app)
    assert "Both games are the same, move for move." in said(app)


def test_filters_leave_what_fits_and_say_where_nothing_does() -> None:
    app = open_view(a="minimax", b="minimax-first-of-equals")
    assert "none of this makes a difference" in said(app)
    toggle = next(one for one in app.toggle if one.label == "One errs")
    toggle.set_value(True)
    run(app)
    assert "No position in which they choose differently is like that." in said(app)
    toggle = next(one for one in app.toggle if one.label == "One errs")
    toggle.set_value(False)
    run(app)
    next(one for one in app.toggle if one.label == "Mirror images once").set_value(True)
    next(one for one in app.segmented_control if one.label == "To move").set_value("O")
    run(app)
    rows = app.main.dataframe[0].value
    assert {rules.side_to_move(board) for board in rows.index} == {"O"}
    assert f"{len(rows)} positions, the costliest first." in said(app)


def test_another_game_and_the_move_at_which_they_part() -> None:
    app = open_view(b="random")
    for _ in range(3):
        next(b for b in app.button if b.label == "Another game").click()
        run(app)
    assert "Game 4, as" in said(app)
    games = kept_in(app, SideBySide).games
    assert games is not None
    assert games.parting is not None
    next(b for b in app.button if b.label == f"See move {games.parting + 1}").click()
    run(app)
    assert said(app).count("They part here") == 2
    assert kept_in(app, SideBySide).replay.step == games.parting + 1
