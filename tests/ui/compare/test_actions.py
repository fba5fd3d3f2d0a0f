"""What clicks do to the roster, to who takes part and to a pairing."""

import math
from dataclasses import replace
from typing import Any

import pytest
import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation.likely_games import likeliest_games
from ttt_ui.compare import actions
from ttt_ui.compare.players import players
from ttt_ui.compare.state import ABSENT, MOST_GAMES, PRESET, pairing, taking_part
from ttt_ui.memory.agents import Parts
from ttt_ui.memory.record import read, written
from ttt_ui.memory.snapshot import bring_back, packed, remembered, taken, visit
from ttt_ui.play import state as play_room
from ttt_ui.play.state import MODE, MODES, play_state
from ttt_ui.shared.opponents import YOUR_AGENT
from ttt_ui.shared.roster import Roster, roster
from ttt_ui.shared.session import Session, key_of, session

AGENT = ttt.train(ttt.TrainingConfig(games=300, seed=1))
ADA, BO = (
    replace(ttt.train(ttt.TrainingConfig(games=300, seed=seed)), name=name)
    for seed, name in ((2, "Ada"), (3, "Bo"))
)


@pytest.fixture
def state(session_state: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.setattr(st, "switch_page", lambda page: session_state.update(page=page))
    session_state[key_of(Session)] = Session(AGENT)
    roster().agents["Ada"] = ADA
    roster().agents["Bo"] = BO
    draw()
    return session_state


def draw() -> None:
    everybody = players()
    present = [name for name in everybody if name not in ABSENT.value]
    taking_part().follow(list(everybody), present)
    pairing().follow({name: everybody[name] for name in present})


def type_name(state: dict[str, Any], name: str, new: str) -> None:
    key = taking_part().name_key(roster().agents.slotted()[name].slot)
    state[key] = new
    actions.rename(name, key)


def test_who_takes_part_is_chosen_and_newcomers_do(state: dict[str, Any]) -> None:
    key = taking_part().key
    state[key] = ["Bo", YOUR_AGENT]
    actions.choose_present(key)
    assert taking_part().present == (YOUR_AGENT, "Bo")
    draw()
    assert taking_part().key == key
    actions.keep_your_agent()
    draw()
    assert taking_part().present == (YOUR_AGENT, "Bo", AGENT.name)
    assert taking_part().key != key
    state[key] = []
    actions.choose_present(key)  # of before
    assert len(taking_part().present) == 3


def test_a_new_name_is_everywhere(state: dict[str, Any]) -> None:
    ABSENT.set(["Ada", "Random"])
    play_room.CUSTOM_PLAYER.set("Ada")
    pairing().choose("Bo", "Ada")
    slot = roster().agents.slotted()["Ada"].slot
    type_name(state, "Ada", "  Ada  [the](first) ")
    assert list(roster().agents) == ["Ada [the](first)", "Bo"]
    assert roster().agents["Ada [the](first)"].name == "Ada [the](first)"
    assert roster().agents.slotted()["Ada [the](first)"].slot == slot
    assert "Ada [the](first)" in ABSENT.value
    assert play_room.CUSTOM_PLAYER.value == "Ada [the](first)"
    assert (pairing().x, pairing().o) == ("Bo", "Ada [the](first)")
    assert roster().agents["Ada [the](first)"].q.tobytes() == ADA.q.tobytes()


@pytest.mark.parametrize("taken_name", ["Bo", "Minimax", YOUR_AGENT, " Bo "])
def test_a_name_that_somebody_has_is_refused(state: dict[str, Any], taken_name: str) -> None:
    type_name(state, "Ada", taken_name)
    assert list(roster().agents) == ["Ada", "Bo"]
    (message,) = session().messages
    assert "somebody else's name" in message.text


@pytest.mark.parametrize("twice", [False, True])
def test_who_is_removed_leaves_no_trace(state: dict[str, Any], *, twice: bool) -> None:
    ABSENT.set(["Ada"])
    for _ in range(1 + twice):
        actions.remove("Ada")
    assert list(roster().agents) == ["Bo"]
    assert ABSENT.value == []
    actions.take_in(ADA)
    draw()
    assert "Ada" in taking_part().present


@pytest.mark.parametrize("twice", [False, True])
def test_the_present_agent_from_before_can_be_had_back(
    state: dict[str, Any], *, twice: bool
) -> None:
    for _ in range(1 + twice):
        actions.make_present("Ada")
    assert session().agent.name == "Ada"
    assert session().agent.q.tobytes() == ADA.q.tobytes()
    assert "Ada" in roster().agents
    earlier = play_state().way_back(session())
    assert earlier is not None
    assert earlier.agent is AGENT
    session().undo()
    assert session().agent is AGENT


def test_a_game_against_one_of_them(state: dict[str, Any]) -> None:
    MODE.set("Two people")
    number = play_state().game.number
    actions.play_against("Bo")
    assert state["page"] == "pages/play.py"
    assert MODE.value == MODES[0]
    assert session().agent.name == "Bo"
    assert play_state().game.number == number + 1
    assert play_state().game.person == "X"
    session().undo()
    assert session().agent is AGENT


def test_who_is_gone_does_nothing(state: dict[str, Any]) -> None:
    for act in (actions.make_present, actions.play_against, actions.remove):
        act("Nobody")
    assert session().agent is AGENT
    assert list(roster().agents) == ["Ada", "Bo"]
    assert "page" not in state


@pytest.mark.parametrize("name", ttt.PRESETS)
def test_a_preset_is_trained_on_the_spot(state: dict[str, Any], name: str) -> None:
    PRESET.set(name)
    actions.train_preset()
    made = roster().agents[name]
    assert made.q.tobytes() == ttt.train(ttt.PRESETS[name]).q.tobytes()
    assert made.name == name


def test_a_long_preset_is_not(state: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    long = {"Endless": ttt.TrainingConfig(games=10_000_000)}
    monkeypatch.setattr(ttt, "PRESETS", long)
    PRESET.set("Endless")
    actions.train_preset()
    (message,) = session().messages
    assert "more than a moment" in message.text
    assert list(roster().agents) == ["Ada", "Bo"]


def test_names_and_colours_come_back(state: dict[str, Any]) -> None:
    type_name(state, "Bo", "Cleo")
    actions.remove("Ada")
    actions.keep_your_agent()
    actions.take_in(ADA)
    slots = {name: one.slot for name, one in roster().agents.slotted().items()}
    marks = {name: one.mark for name, one in players().items()}
    assert slots == {"Cleo": 1, AGENT.name: 0, "Ada": 2}
    known = Parts()
    record = taken(visit(), known)
    assert record is not None
    parts = packed(visit(), known, record.parts)
    told = remembered(read(written(record)), parts, Parts())
    state[key_of(Roster)] = Roster()
    bring_back(visit(), told)
    assert {name: one.slot for name, one in roster().agents.slotted().items()} == slots
    assert {name: one.mark for name, one in players().items()} == marks


def test_a_click_on_a_cell_opens_the_games_of_the_two(state: dict[str, Any]) -> None:
    key, names = actions.table_key(), taking_part().present
    row, column = names.index("Random"), names.index("Ada")
    state[key] = {"selection": {"points": [{"customdata": [row, column]}]}}
    actions.point_at(key)
    draw()
    looked_at, everybody = pairing(), players()
    assert (looked_at.x, looked_at.o) == ("Random", "Ada")
    expected = likeliest_games(everybody["Random"], everybody["Ada"], MOST_GAMES)
    assert list(looked_at.games) == expected
    assert all(math.isfinite(game.probability) for game in looked_at.games)


def test_a_game_is_stepped_through_and_the_error_is_found(state: dict[str, Any]) -> None:
    for side, name in (("X", "Minimax"), ("O", "Random")):
        key = pairing().key(side)
        state[key] = name
        actions.choose_player(side, key)
        draw()
    looked_at = pairing()
    lost = next(n for n, game in enumerate(looked_at.games) if game.result == "X")
    key = looked_at.key("game")
    state[key] = lost
    actions.choose_game(key)
    game = looked_at.game
    assert game is not None
    assert game.result == "X"
    looked_at.replay.follow(game)
    assert looked_at.replay.step == len(game.moves)
    actions.step(-1)
    assert looked_at.replay.step == len(game.moves) - 1
    actions.see_decisive_move()
    assert 0 < looked_at.replay.step < len(game.moves)
    assert looked_at.replay.step % 2 == 0  # a move of O, who loses
    actions.slide(looked_at.replay.slider_key)
    assert looked_at.replay.step % 2 == 0


def test_a_pairing_ends_when_one_of_the_two_leaves(state: dict[str, Any]) -> None:
    pairing().choose("Ada", "Bo")
    draw()
    assert pairing().game is not None
    actions.remove("Bo")
    draw()
    assert (pairing().x, pairing().o) == ("Ada", "")
    assert pairing().game is None
