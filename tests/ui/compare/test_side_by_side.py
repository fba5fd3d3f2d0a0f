"""Two players side by side: notes, lists, sentences and links, and the view without a browser."""

import re
from dataclasses import replace
from typing import Any, get_args

import numpy as np
import pytest

import ttt_core as ttt
from tests.ui.support import (
    address,
    choose,
    go_to,
    kept_in,
    machine_with_empty_box,
    new_app,
    run,
    words,
)
from ttt_core.evaluation.policy import minimax, mix, optimal, uniform
from ttt_core.game import board as rules
from ttt_core.game.graph import boards, position_of, symmetry_class
from ttt_core.learning import Kind
from ttt_ui.compare import actions as comparing
from ttt_ui.compare import side_by_side as wording
from ttt_ui.compare.players import ComparedPlayer, players
from ttt_ui.compare.side_by_side import (
    A_IS_WORSE,
    ALL,
    B_IS_WORSE,
    PROBABILITIES,
    SHOWN,
    agents_with_comparable_values,
    common_scale,
    disagreements_table,
    matching,
    notes_of_two,
    played,
)
from ttt_ui.compare.state import SIDE_BY_SIDE, VIEW, SideBySide, side_by_side
from ttt_ui.drawing.colours import BAD, GOOD
from ttt_ui.frame.links import Link
from ttt_ui.moves.insights import consequence
from ttt_ui.moves.values import DASH, NOT_TRIED, Scale
from ttt_ui.visit.players import YOUR_AGENT
from ttt_ui.visit.roster import FIXED_PLAYERS, Roster, roster
from ttt_ui.visit.session import Session, key_of, session

AGENT = ttt.train(ttt.TrainingConfig(games=300, seed=1))
ADA = replace(ttt.train(ttt.TrainingConfig(games=300, seed=2)), name="Ada")
MEMORY = ttt.train(ttt.TrainingConfig(games=300, seed=1, rule="reward-memory"))
SKILLED = ttt.train(ttt.TrainingConfig(games=20_000, seed=1))
APART = ttt.disagreements(MEMORY, SKILLED)
BOARD = "X---O----"


def player(given: ttt.Agent | None, name: str = "Random") -> ComparedPlayer:
    return ComparedPlayer(name, given, origin="")


def test_differences_are_listed_costliest_first_and_each_class_once() -> None:
    listed = matching(APART, ALL)
    classes = symmetry_class()[listed].tolist()
    assert len(set(classes)) == len(classes)
    everywhere = np.flatnonzero(APART.differ)
    assert set(classes) == set(symmetry_class()[everywhere].tolist())
    costs = np.abs(APART.cost[listed])
    assert (np.diff(costs) <= 1e-12).all()
    for position, cost in zip(listed, costs, strict=True):
        equivalents = everywhere[symmetry_class()[everywhere] == symmetry_class()[position]]
        assert cost == pytest.approx(np.abs(APART.cost[equivalents]).max())


def test_the_filter_keeps_where_one_of_them_is_worse() -> None:
    assert (APART.cost[matching(APART, A_IS_WORSE)] > 0).all()
    assert (APART.cost[matching(APART, B_IS_WORSE)] < 0).all()
    assert 0 < len(matching(APART, A_IS_WORSE)) < len(matching(APART, ALL))


def test_a_row_shows_what_each_plays_and_what_it_costs() -> None:
    positions = matching(APART, ALL)
    table = disagreements_table(APART, MEMORY.policy(), SKILLED.policy(), positions)
    assert list(table.index) == [boards()[position] for position in positions]
    worst = table.iloc[0]
    assert worst["Cost of A"] > worst["Cost of B"]
    assert worst["A plays"] != worst["B plays"]


def test_a_choice_is_written_briefly() -> None:
    position = position_of("---------")
    assert played(np.eye(9)[5]) == "c2"
    assert played(uniform()[position]) == "any of 9"
    assert played(0.9 * uniform()[position] + 0.1 * np.eye(9)[5]) == "c2 (20.0%)"
    assert played(machine_with_empty_box("---------").policy()[position]) == "resigns"


def test_a_cell_shows_both_values_and_whose_is_higher() -> None:
    notes = notes_of_two(player(AGENT), player(ADA), BOARD)
    assert notes.keys() == set(rules.legal_moves(BOARD))
    a, b = AGENT.q_values(BOARD), ADA.q_values(BOARD)
    for cell, note in notes.items():
        if DASH in note.text:
            assert note.tone is None
            assert NOT_TRIED in note.spoken
            continue
        values = f"A {a[cell]:+.2f}\nB {b[cell]:+.2f}"
        assert note.text.replace("−", "-") == re.sub(r"[+-](0\.00)", r"\1", values)
        if a[cell] != b[cell]:
            assert note.tone is not None
            assert note.tone.hue == (GOOD if a[cell] > b[cell] else BAD)


def test_of_other_players_a_cell_shows_both_probabilities() -> None:
    for agent, share in ((AGENT, ""), (machine_with_empty_box(BOARD), "A 0%\n")):
        notes = notes_of_two(player(agent), player(None), BOARD)
        assert all(f"{share}B 14%" in note.text for note in notes.values())


def test_a_common_scale_covers_both() -> None:
    assert common_scale(Scale(-1, 0, 1), Scale(-3, 0, 2)) == Scale(-3, 0, 2)
    assert common_scale(Scale(-1, 0, 1), Scale(-1, 0.5, 1)) == Scale(-1, 0.25, 1)
    assert common_scale(Scale(-1, 10, 100), Scale(-1, 10, 100)) == Scale(-1, 10, 100)


def test_only_values_of_the_same_kind_are_comparable() -> None:
    machine = machine_with_empty_box()
    assert agents_with_comparable_values(player(AGENT), player(ADA)) == (AGENT, ADA)
    for one, other in ((AGENT, MEMORY), (machine, machine), (AGENT, None)):
        assert agents_with_comparable_values(player(one), player(other)) is None
    assert SHOWN.keys() == set(get_args(Kind)) - {"matchboxes", "policy"}


def test_a_choice_in_words() -> None:
    def chosen(policy: ttt.Policy, board: str) -> str:
        return wording.chosen(policy[position_of(board)], board)

    machine = machine_with_empty_box("---------").policy()
    assert chosen(machine, "---------") == "resigns, because its box for this position is empty."
    assert "It resigns 50.0% of the time." in chosen(mix(machine, uniform(), 0.5), "---------")
    words = chosen(minimax(), "XX-OO----")
    assert words.startswith("plays **top right**.")
    assert consequence("XX-OO----", minimax()[position_of("XX-OO----")]) in words


def test_what_a_choice_costs_here() -> None:
    alike = ttt.disagreements(minimax(), minimax())
    assert wording.costs_here(alike, BOARD) == "They make the same choice."
    ties = ttt.disagreements(minimax("first"), minimax())
    assert wording.costs_here(ties, rules.EMPTY_BOARD) == (
        "They choose differently, which makes no difference under perfect play."
    )
    apart = ttt.disagreements(uniform(), minimax())
    # One of five moves wins, one blocks; after each of the others O completes its line.
    assert "**A's choice costs 1.40**" in wording.costs_here(apart, "XX-OO----")
    apart = ttt.disagreements(minimax(), uniform())
    assert "**B's choice costs 1.40**" in wording.costs_here(apart, "XX-OO----")


def test_differences_are_counted() -> None:
    words = wording.overview(APART)
    worse_a, worse_b = (APART.cost > 1e-9).sum(), (APART.cost < -1e-9).sum()
    assert words == (
        f"**{APART.differ.sum():,} of 4,520**. Under perfect play, "
        f"**A's choice is worse in {worse_a:,}, B's in {worse_b:,}**."
    )
    alike = ttt.disagreements(minimax(), minimax())
    assert wording.overview(alike) == "They make the same choices in all 4,520 positions."
    assert "worse in 0, B's in 0" in wording.overview(ttt.disagreements(minimax(), optimal()))


def test_a_list_says_how_much_of_it_is_shown() -> None:
    assert wording.of_list(1, 200).startswith("1 position, costliest first")
    assert wording.of_list(200, 200).startswith("200 positions, costliest first")
    assert wording.of_list(1_201, 200).startswith("The 200 costliest of 1,201 positions")


# Clicks and links


@pytest.fixture
def state(session_state: dict[str, Any]) -> dict[str, Any]:
    session_state[key_of(Session)] = Session(AGENT)
    roster()["Ada"] = ADA
    apart()
    return session_state


def apart() -> ttt.Disagreements:
    return side_by_side().compare(players())


def choose_role(role: str, name: str) -> SideBySide:
    side_by_side().choose(role, name)
    apart()
    return side_by_side()


def test_results_depend_on_how_the_players_play(state: dict[str, Any]) -> None:
    assert choose_role("b", "Ada").names == {"a": YOUR_AGENT, "b": "Ada"}
    for mine, theirs in zip(apart(), ttt.disagreements(AGENT, ADA), strict=True):
        assert (mine == theirs).all()
    choose_role("b", "Minimax")
    before = apart()
    roster()["Ada"] = replace(ADA, name="Another name")
    assert apart() is before  # not computed again
    session().adopt(ADA)
    after = apart()
    assert after is not before
    assert (after.thrown_a == ttt.disagreements(ADA, ttt.minimax()).thrown_a).all()


def test_a_renamed_player_stays_and_a_removed_one_is_replaced(state: dict[str, Any]) -> None:
    pair = choose_role("a", "Ada")
    comparing.rename("Ada", "Eve")
    apart()
    assert pair.names == {"a": "Eve", "b": "Minimax"}
    comparing.remove("Eve")
    apart()
    assert pair.names == {"a": YOUR_AGENT, "b": "Minimax"}


def test_a_link_restores_the_players_and_the_board(state: dict[str, Any]) -> None:
    for name in (YOUR_AGENT, *FIXED_PLAYERS):
        pair = choose_role("b", name)
        pair.trail.visit("X---O----")
        query = comparing.pair_to_query()
        assert query["board"] == "X--|-O-|---"
        del state[key_of(SideBySide)]
        link = Link(query)
        comparing.apply_pair_link(link)
        assert link == Link()
        other = side_by_side()
        assert other is not pair
        assert (other.names, other.trail.board) == (pair.names, "X---O----")
    assert list(comparing.IN_LINKS)[:-9] == [
        *("present-agent", "random", "beginner", "intermediate", "minimax"),
        *("minimax-first-of-equals", "reward-memory", "menace-as-published"),
    ]
    assert list(comparing.IN_LINKS)[-9:] == [f"minimax-depth-{depth}" for depth in range(1, 10)]
    choose_role("a", "Ada")  # added agents have no name there
    assert comparing.pair_to_query().keys() == {"b", "board"}


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ({"a": "ada"}, "a=ada: links cannot name this player. Choose from present-agent, random,"),
        ({"a": "minimax-depth-10"}, "a=minimax-depth-10: links cannot name this player."),
        ({"board": "XXX|XXX|XXX"}, "X moves first"),
        ({"board": "nowhere"}, "this text has 7"),
    ],
)
def test_invalid_parts_of_a_link_are_ignored(
    state: dict[str, Any], query: dict[str, str], reason: str
) -> None:
    pair = side_by_side()
    names, board = pair.names, pair.trail.board
    link = Link(dict(query))
    comparing.apply_pair_link(link)
    (said,) = link.dropped
    assert reason in said
    assert len(said) < 400
    assert (pair.names, pair.trail.board) == (names, board)


# The view


@pytest.mark.slow
def test_two_players_are_compared_and_the_address_holds_those_that_links_can_name() -> None:
    app = new_app()
    app.session_state[key_of(Session)] = Session(AGENT)
    app.session_state[key_of(Roster)] = others = Roster()
    others["Ada"] = ADA
    asked = {"view": "side-by-side", "b": "minimax", "board": "X--|-O-|---"}
    go_to(app, "compare", **asked)
    pair = kept_in(app, SideBySide)
    assert pair.names == {"a": YOUR_AGENT, "b": "Minimax"}
    assert pair.trail.board == "X---O----"
    assert asked.items() <= address(app).items()
    assert PROBABILITIES in words(app)
    assert len(app.main.dataframe) == 1
    (which,) = (one for one in app.segmented_control if one.label == "Show")
    which.set_value("B is worse")
    assert "No position matches." in words(run(app))
    choose(app, "Player B", "Ada")
    assert SHOWN["q-table"] in words(app)
    assert "A: Your agent" in words(app)
    assert "B: Ada" in words(app)
    assert "b" not in address(app)
    app.session_state[VIEW.key] = "Players"
    run(app)
    assert address(app).keys().isdisjoint(asked)
    app.session_state[VIEW.key] = SIDE_BY_SIDE
    run(app)
    assert address(app)["board"] == "X--|-O-|---"
    next(field for field in app.text_input if field.label == "Enter a board").set_value("XXXOO----")
    choose(app, "Player B", YOUR_AGENT)
    assert pair.trail.board == "XXXOO----"
    assert "The game is over, so there is no move to choose." in words(app)
    assert "They make the same choices in all 4,520 positions." in words(app)
