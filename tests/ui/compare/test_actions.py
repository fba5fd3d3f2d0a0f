"""What clicks do to the added agents, the chosen players and a pairing."""

import math
from dataclasses import replace
from functools import partial
from operator import setitem
from typing import Any

import pytest
import streamlit as st

import ttt_core as ttt
from tests.ui.browser_storage.samples import read_record, saved
from ttt_core.evaluation.games import LikelyGame, likeliest_games
from ttt_core.game import Side
from ttt_core.learning import PRESET_LABELS, updates_of
from ttt_ui.browser_storage.saved_visit import restore
from ttt_ui.compare import actions, views
from ttt_ui.compare.players import players
from ttt_ui.compare.state import (
    ABSENT,
    CHOSEN_DEPTHS,
    MOST_GAMES,
    PAIR,
    PRESET,
    pairing,
    present,
)
from ttt_ui.play import state as play
from ttt_ui.play.state import MODE, play_state
from ttt_ui.visit.limits import MAX_UPDATES_AT_ONCE
from ttt_ui.visit.players import YOUR_AGENT
from ttt_ui.visit.roster import Roster, roster, take_in
from ttt_ui.visit.session import Session, key_of, session
from ttt_ui.wording import plain

AGENT = ttt.train(ttt.TrainingConfig(games=300, seed=1))
ADA, BO = (
    replace(ttt.train(ttt.TrainingConfig(games=300, seed=seed)), name=name)
    for seed, name in ((2, "Ada"), (3, "Bo"))
)


@pytest.fixture
def state(session_state: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.setattr(st, "switch_page", lambda page: session_state.update(page=page))
    session_state[key_of(Session)] = Session(AGENT)
    roster()["Ada"] = ADA
    roster()["Bo"] = BO
    draw()
    return session_state


def draw() -> None:
    everybody = players()
    shown = [*present(), *CHOSEN_DEPTHS.value]
    pairing().set_players({name: everybody[name] for name in shown})


def said() -> str:
    (message,) = session().answers[1]
    return message.text


def choose(side: Side, name: str) -> None:
    PAIR[side].hear(None, partial(setitem, pairing().chosen, side), name)


def test_players_are_chosen_and_an_added_agent_is_one_of_them(state: dict[str, Any]) -> None:
    actions.choose_players(["Bo", YOUR_AGENT])
    assert present() == [YOUR_AGENT, "Bo"]
    actions.keep_your_agent()
    assert present() == [YOUR_AGENT, "Bo", AGENT.name]


def test_a_new_name_appears_everywhere(state: dict[str, Any]) -> None:
    ABSENT.set(("Ada", "Random"))
    play.CUSTOM_PLAYER.set("Ada")
    pairing().chosen = {"X": "Bo", "O": "Ada"}
    slot, new = roster().slotted()["Ada"].slot, "Ada [the](first)"
    actions.rename("Ada", "  Ada  [the](first) ")
    assert list(roster()) == [new, "Bo"]
    assert roster()[new] == replace(ADA, name=new)
    assert roster().slotted()[new].slot == slot
    assert new in ABSENT.value
    assert play.CUSTOM_PLAYER.value == new
    assert pairing().chosen == {"X": "Bo", "O": new}


def test_a_taken_name_is_refused(state: dict[str, Any]) -> None:
    for taken_name in ("Bo", "Minimax", YOUR_AGENT, " Bo "):
        actions.rename("Ada", taken_name)
        assert list(roster()) == ["Ada", "Bo"]
        assert said() == f"The name {taken_name.strip()} is already taken. Choose another."
    actions.rename("Ada", "Cleo")
    assert session().answers[1] == ()


def test_an_agent_that_is_here_is_not_added_again(state: dict[str, Any]) -> None:
    take_in(ADA)
    for _ in range(2):
        take_in(replace(BO, name="Ada"))
        assert list(roster()) == ["Ada", "Bo", "Ada (2)"]


def test_a_removed_agent_leaves_no_trace(state: dict[str, Any]) -> None:
    pairing().chosen = {"X": "Ada", "O": "Bo"}
    draw()
    assert pairing().game is not None
    ABSENT.set(("Ada",))
    actions.remove("Ada")
    draw()
    assert pairing().chosen == {"O": "Bo"}
    assert pairing().game is None
    assert ABSENT.value == ()
    for act in (actions.make_your_agent, actions.play_against, actions.remove):
        act("Ada")
    assert session().agent is AGENT
    assert list(roster()) == ["Bo"]
    assert "page" not in state
    take_in(ADA)
    draw()
    assert "Ada" in present()


def test_an_added_agent_becomes_the_visitors_and_the_former_is_kept(state: dict[str, Any]) -> None:
    for _ in range(2):  # a second click changes nothing
        actions.make_your_agent("Ada")
    assert session().agent == ADA
    assert "Ada" in roster()
    (earlier,) = session().earlier_agents
    assert earlier.packed.agent is AGENT
    assert said() == (
        f"Ada is now your agent. **Earlier agents**, under **File**, keeps {plain(AGENT.name)}."
    )


def test_a_game_against_an_added_agent(state: dict[str, Any]) -> None:
    MODE.set("Two people")
    number = play_state().game.number
    actions.play_against("Bo")
    assert state["page"] == "pages/play.py"
    assert MODE.value == "Against the agent"
    assert session().agent.name == "Bo"
    assert play_state().game.number == number + 1
    assert play_state().game.person == "X"


def test_a_preset_is_trained_and_added_at_once_unless_that_takes_long(
    state: dict[str, Any],
) -> None:
    PRESET.set("MENACE (Michie 1961)")
    actions.train_preset()
    label = PRESET_LABELS[PRESET.value]
    assert roster()[label] == replace(ttt.train(ttt.PRESETS[PRESET.value]), name=label)
    assert said() == f"Added {plain(label)}."
    (long,) = [n for n, c in ttt.PRESETS.items() if updates_of((c,)) > MAX_UPDATES_AT_ONCE]
    PRESET.set(long)
    actions.train_preset()
    assert said().startswith(f"{PRESET_LABELS[long]} takes too long to train here.")
    assert list(roster()) == ["Ada", "Bo", label]


def test_names_and_slots_are_restored(state: dict[str, Any]) -> None:
    actions.rename("Bo", "Cleo")
    actions.remove("Ada")
    actions.keep_your_agent()
    take_in(ADA)
    slots = {name: one.slot for name, one in roster().slotted().items()}
    assert slots == {"Cleo": 1, AGENT.name: 0, "Ada": 2}
    text, parts = saved()
    state[key_of(Roster)] = Roster()
    restore(read_record(text), parts)
    assert {name: one.slot for name, one in roster().slotted().items()} == slots


def test_a_click_on_a_cell_shows_the_games_of_its_players(state: dict[str, Any]) -> None:
    names = pairing().names
    row, column = names.index("Random"), names.index("Ada")
    actions.point_at({"selection": {"points": [{"customdata": [row, column]}]}})
    draw()
    shown, everybody = pairing(), players()
    assert shown.chosen == {"X": "Random", "O": "Ada"}
    expected = likeliest_games(everybody["Random"], everybody["Ada"], MOST_GAMES)
    assert list(shown.games) == expected
    assert all(math.isfinite(game.probability) for game in shown.games)
    assert len(set(map(views.game_in_words, expected))) == MOST_GAMES


def test_a_chosen_game_has_its_deciding_mistake(state: dict[str, Any]) -> None:
    state[CHOSEN_DEPTHS.key] = ["Minimax, depth 2"]
    draw()
    choose("X", "Minimax, depth 2")
    choose("O", "Random")
    draw()
    shown = pairing()
    shown.place = next(n for n, game in enumerate(shown.games) if game.result == "X")
    game, replay = shown.game, shown.replay
    assert game is not None
    replay.show_game(game)
    assert replay.decisive is not None
    assert replay.decisive % 2 == 0  # O's move; O loses


def test_a_game_in_words() -> None:
    won, drawn = LikelyGame((0, 3, 1, 4, 2), False, 0.5), (4, 0, 1, 7, 6, 2, 5, 3, 8)
    for game, words in (
        (won, "50.0% · :blue[X] wins · a3 a2 b3 b2 c3"),
        (LikelyGame(drawn, False, 1), "100.0% · draw · b2 a3 b3 b1 a1 c3 c2 a2 c1"),
        (LikelyGame((0, 4), True, 0.25), "25.0% · :orange[O] wins · a3 b2, then X resigns"),
        (LikelyGame((), True, 0.25), "25.0% · :orange[O] wins · no move, then X resigns"),
    ):
        assert views.game_in_words(game) == words
    assert views.share_of_all([won, won]) == "These 2 games make up 100.0% of all their games."
