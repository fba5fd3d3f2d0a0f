"""The time machine, and what can be done with an earlier agent."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import (
    kept_in,
    press,
    run,
    slide,
    slider_data,
    trail,
    train_state,
    turn_to,
    visitor,
)
from tests.ui.train.support import assert_same_table, drawn, open_train
from ttt_core.game import board as rules
from ttt_core.learning import MAX_NAME
from ttt_core.learning.agent import untrained
from ttt_core.study.telling_board import telling_board
from ttt_ui.language import speaking
from ttt_ui.play.state import PlayState
from ttt_ui.train.state import known_training
from ttt_ui.train.time.past import name_after
from ttt_ui.visit.limits import MAX_AGENTS
from ttt_ui.visit.roster import Roster
from ttt_ui.visit.session import key_of
from ttt_ui.wording import plain

pytestmark = pytest.mark.slow

Go = Callable[[AppTest, str], AppTest]


def test_the_time_machine_shows_the_agent_as_it_was() -> None:
    page = open_train(games="2000")
    slide(page, "train_moment", 1)
    then = ttt.train(replace(visitor(page).agent.training[0], games=1))
    table = next(element.value for element in page.markdown if "| After |" in element.value)
    assert "| After | 1 game |" in table
    assert f"| Positions seen | {then.positions_known:,} |" in table


def moment_boards(page: AppTest) -> list[str]:
    for group in page.get("button_group"):
        if group.key == "train_moment_board":
            return [option.content for option in group.proto.options]
    return []


def board_drawn(page: AppTest) -> dict[str, Any]:
    given = drawn(page, "train_moment_values")
    assert given is not None
    return given


def test_the_time_machine_opens_on_a_position_that_shows_much() -> None:
    page = open_train(games="5000")
    shown = telling_board(visitor(page).agent)
    assert shown != "---------"
    assert moment_boards(page) == [f"`{rules.pattern(shown)}`", "Empty board"]
    assert board_drawn(page)["cells"] == shown
    page.session_state["train_moment_board"] = "opening"
    run(page)
    assert board_drawn(page)["cells"] == "---------"
    assert board_drawn(page)["notes"][0]["certainty"] == "proven draw"


def test_the_time_machine_shows_the_position_chosen_in_inspect() -> None:
    page = open_train(games="500")
    trail(page).visit("X---O----")
    run(page)
    assert moment_boards(page) == ["`X--|-O-|---`", "Empty board"]
    assert board_drawn(page)["cells"] == "X---O----"
    trail(page).visit("XXXOO----")
    run(page)
    assert moment_boards(page)[0] == f"`{rules.pattern(telling_board(visitor(page).agent))}`"


@pytest.fixture
def go(monkeypatch: pytest.MonkeyPatch) -> Go:
    """Return a function that presses a button which leads to another page, and goes there.

    In these tests a callback cannot switch pages; the browser tests check that it does.
    """
    asked: list[str] = []
    monkeypatch.setattr(st, "switch_page", asked.append)

    def pressed(page: AppTest, label: str) -> AppTest:
        press(page, label)
        page.switch_page(asked.pop())
        return run(page)

    return pressed


MOMENT = 200


def at_moment(page: AppTest, games: int) -> ttt.Agent:
    """Go to a moment of the time machine, and return the agent as it was then."""
    slide(page, "train_moment", games)
    return ttt.train(replace(visitor(page).agent.training[0], games=games))


def test_you_can_play_an_earlier_agent_and_go_back(go: Go) -> None:
    page = open_train(games="5000", gamma="0.8")
    present = visitor(page).agent
    visitor(page).relabel(level="Expert")
    then = at_moment(page, MOMENT)
    go(page, "Play it")
    assert page.title[0].value == "Your turn: you are :blue[X]"
    assert_same_table(visitor(page).agent, then)
    assert visitor(page).agent.name == f"{present.name} after {MOMENT} games"
    assert visitor(page).agent.level == "Intermediate"
    assert visitor(page).agent.training == then.training
    assert kept_in(page, PlayState).game.persons_turn
    press(page, f"Back to {plain(present.name)}")
    assert_same_table(visitor(page).agent, present)
    assert visitor(page).agent.name == present.name


def test_you_can_inspect_an_earlier_agent_in_the_position_shown(go: Go) -> None:
    page = open_train(games="5000")
    present = visitor(page).agent
    board = telling_board(present)
    then = at_moment(page, MOMENT)
    go(page, "Inspect it")
    assert page.title[0].value == "Inspect"
    assert trail(page).board == board
    assert_same_table(visitor(page).agent, then)
    # Its own time machine ends at this point, and an agent taken from it still has one suffix.
    page.query_params.clear()
    turn_to(page, "train")
    at_moment(page, 1)
    go(page, "Inspect it")
    assert visitor(page).agent.name == f"{present.name} after 1 game"
    press(page, f"Back to {plain(present.name)} after")
    assert_same_table(visitor(page).agent, then)
    press(page, f"Back to {plain(present.name)}")
    assert page.title[0].value == "Inspect"
    assert visitor(page).agent.q is present.q


def test_you_can_compare_an_earlier_agent_with_your_own(go: Go) -> None:
    page = open_train(games="5000")
    present = visitor(page).agent
    then = at_moment(page, MOMENT)
    name = f"{present.name} after {MOMENT} games"
    go(page, "Add it to Compare")
    assert page.title[0].value == "Compare"
    assert visitor(page).agent is present
    assert_same_table(kept_in(page, Roster)[name], then)
    players = next(group for group in page.get("button_group") if group.label == "Players")
    assert plain(name) in [option.content for option in players.proto.options]
    turn_to(page, "train")
    at_moment(page, MOMENT)
    press(page, "Add it to Compare")
    assert list(kept_in(page, Roster)) == [name]


def test_the_last_moment_is_your_own_agent(go: Go) -> None:
    page = open_train(games="5000")
    present = visitor(page).agent
    go(page, "Play it")
    assert page.title[0].value == "Your turn: you are :blue[X]"
    assert visitor(page).agent is present
    assert len(visitor(page).past) == 1  # the one the link replaced
    assert not kept_in(page, PlayState).shows_welcome
    turn_to(page, "train")
    go(page, "Inspect it")
    assert page.title[0].value == "Inspect"
    assert visitor(page).agent is present


def test_a_full_roster_accepts_no_further_agent() -> None:
    page = open_train(games="500")
    others = page.session_state[key_of(Roster)] = Roster()
    others.update({f"Agent {number}": untrained() for number in range(MAX_AGENTS)})
    run(page)
    (take,) = (one for one in page.button if one.label == "Add it to Compare")
    assert take.disabled
    assert f"up to {MAX_AGENTS} agents" in take.help


def test_the_time_machine_plays_to_the_end() -> None:
    page = open_train(games="100")
    training = known_training(visitor(page))
    assert training is not None
    moments = training.curve.games.tolist()
    page.button(key="train_replay").click()
    run(page)
    assert slider_data(page, "train_moment")["value"] in moments[:2]
    for before, shown in zip(moments[-4:], moments[-3:], strict=False):
        assert train_state(page).replaying
        train_state(page).moment = before
        run(page)
        assert slider_data(page, "train_moment")["value"] == shown
    run(page)
    assert not train_state(page).replaying
    assert slider_data(page, "train_moment")["value"] == moments[-1]
    press(page, "Train 100 more games")
    assert slider_data(page, "train_moment")["value"] == 200


@pytest.mark.parametrize(
    ("language", "name"), [("en", "Ada after 2 games"), ("fr", "Ada après 2 parties")]
)
def test_a_name_says_one_number_of_games(language: str, name: str) -> None:
    with speaking(language):
        assert name_after(name_after("Ada", 1_000), 2) == name
        assert len(name_after("A" * MAX_NAME, 2)) == MAX_NAME
