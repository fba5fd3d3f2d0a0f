"""`read_any`: what the numbers of a table mean, and what must be said about a reading."""

import io
import json
import pickle
import zipfile
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from tests.core.files.notations import (
    Written,
    agent,
    assert_read,
    by_cell,
    entries_of,
    learned,
    nine_values,
    one_key,
    policy_of,
)
from tests.core.files.sample_files import assert_refused
from ttt_core.files import dump_roster
from ttt_core.files.elsewhere import containers, pickles, python_text
from ttt_core.game.graph import N_OPEN, boards, graph, legal

PLAIN = Written("XO-", "plain")
MOVE_VALUE = np.where(legal(), ttt.positions().move_value, 0.0)
PERFECT = np.where(legal(), MOVE_VALUE + 0.25, 0.0)
X_MOVES = graph().side[:N_OPEN, None] == 0


def rows(values: Any, known: Any = slice(None)) -> dict[str, list[float]]:
    """Return nine values for each board, or for the known ones."""
    return {boards()[n]: values[n].tolist() for n in np.arange(N_OPEN)[known]}


def notes_of(data: Any) -> str:
    return " ".join(ttt.read_any(data).notes)


# Kinds of values


def test_costs_are_called_so_by_their_file() -> None:
    entries = learned()
    costs = {p: {c: -v for c, v in values.items()} for p, values in entries.items()}
    reading = ttt.read_any({"cost_table": by_cell(costs, PLAIN)})
    assert np.array_equal(reading.policy(), policy_of(entries))
    assert "costs" in reading.how


def test_beads_and_probabilities_are_drawn() -> None:
    beads = np.where(legal(), 1 + 3 * np.arange(9), 0)
    for values in (beads, beads / beads.sum(axis=1, keepdims=True)):
        reading = ttt.read_any(rows(values, X_MOVES[:, 0]))
        assert reading.sides == "X"
        assert reading.policy()[0] == pytest.approx(beads[0] / 117)
        assert reading.agent.kind == "matchboxes"


def afterstates(values: Any, side: str) -> dict[str, float]:
    """Return the values of a side's moves as those of the boards that they lead to."""
    moves = np.argwhere(legal() & ((side == "X") == X_MOVES))
    return {boards()[graph().child[tuple(move)]]: float(values[tuple(move)]) for move in moves}


@pytest.mark.parametrize("sides", ["XO", "X", "O"])
def test_values_after_the_move(sides: str) -> None:
    values = (MOVE_VALUE + 1) / 2 + 0.001 * np.arange(9)
    tables = {side: afterstates(values, side) for side in sides}
    reading = ttt.read_any(json.dumps(tables if len(tables) == 2 else tables[sides]))
    assert reading.sides == sides
    assert not reading.card.beatable_as
    assert "just moved" in reading.how


def test_values_of_all_boards_for_x_and_for_the_player_to_move() -> None:
    value, side = ttt.positions().value, ttt.positions().side
    for sign, said in ((np.where(side == 0, 1, -1), "for X"), (1, "player to move")):
        reading = ttt.read_any(dict(zip(boards(), (value * sign).tolist(), strict=True)))
        assert reading.card.unbeatable
        assert said in reading.how


@pytest.mark.parametrize("draw", [0.5, 0.0])
def test_sutton_and_bartos_player_continues_as_it_has_learned(draw: float) -> None:
    config = replace(ttt.PRESETS["Sutton and Barto (2018)"], games=500, reward_draw=draw)
    player = ttt.train(config)
    table = {side: afterstates(player.q, side) for side in "XO"}
    read = ttt.read_any(table["X"] | table["O"]).agent
    assert replace(read.config, games=500) == replace(config, epsilon=0.01, backward=True)
    ours, theirs = (
        ttt.learn_from_games(one, [(0, 3, 1, 4, 2)], config=read.config) for one in (player, read)
    )
    assert np.array_equal(ours.q, theirs.q, equal_nan=True)
    of_x = ttt.read_any(table["X"]).agent
    assert (of_x.config.rule, of_x.config.learns) == ("afterstates", "X")
    assert ttt.load_agent(ttt.dump_agent(of_x)).trained_elsewhere == of_x.config
    assert ttt.train(replace(of_x.config, games=200), of_x).stats.games == 200


@pytest.mark.parametrize("side", [0, 1])
def test_a_player_that_learns_finished_games_too_keeps_its_own_settings(side: int) -> None:
    random, table = np.random.default_rng(1), {}
    for _ in range(400):
        board, own = "-" * 9, []
        while ttt.outcome(board) is None:
            mover = board.count("X") != board.count("O")
            board = ttt.play(board, int(random.choice(ttt.legal_moves(board))))
            own += [board] if mover == side else []
        reward = {"draw": (0.1, 0.5)[side], "XO"[side]: 1.0}.get(str(ttt.outcome(board)), 0.0)
        for state in reversed(own):
            reward = table[state] = (1 - 0.2) * table.get(state, 0) + 0.2 * 0.9 * reward
    config = ttt.read_any(table).agent.config
    changed = {"rule": "afterstates", "alpha": 0.2, "epsilon": 0.3, "learns": "XO"[side]}
    assert config.changed().items() >= changed.items()
    assert (config.initial_value, config.reward_draw) == (0, (0.1, 0.5)[side])


def test_the_moves_to_play() -> None:
    chosen = np.where(legal(), MOVE_VALUE, -2).argmax(axis=1)
    pairs = {boards()[p]: divmod(cell, 3) for p, cell in enumerate(chosen.tolist())}
    with_more = [f"{boards()[p]},{boards()[p].count('-')},{cell}" for p, cell in enumerate(chosen)]
    for data in (pairs, "Board,Depth,BestMove\n" + "\n".join(with_more)):
        assert np.array_equal(ttt.read_any(data).policy(), np.eye(9)[chosen])


def test_a_table_with_one_board_of_each_set_of_equivalent_ones() -> None:
    symmetric = ttt.train(ttt.TrainingConfig(games=2_000, seed=1, symmetry=True))
    first = {
        position: values
        for position, values in entries_of(symmetric).items()
        if ttt.positions().first_equivalent[position] == position
    }
    reading = ttt.read_any(by_cell(first, PLAIN))
    assert reading.known > 4 * len(first)
    assert ttt.match(reading, ttt.uniform()) == pytest.approx(
        ttt.match(symmetric, ttt.uniform()), abs=1e-9
    )


def test_extremes() -> None:
    entries = learned()
    huge = {p: {c: v * 1e12 for c, v in values.items()} for p, values in entries.items()}
    assert_read(by_cell(huge, PLAIN), entries)
    infinite = {p: {c: float("-inf") if v < -0.3 else v for c, v in values.items()}
                for p, values in entries.items()}  # fmt: skip
    reading = ttt.read_any(json.dumps(by_cell(infinite, PLAIN)))
    assert ttt.evaluate(reading.agent) == ttt.evaluate(reading)


# What the file cannot tell


def test_it_says_what_the_verdict_depends_on() -> None:
    reading = ttt.read_any(rows(np.where(legal(), MOVE_VALUE, 5.0)))
    assert reading.card.unbeatable
    assert any("taken cell" in note for note in reading.notes)
    assert any(ttt.judge(one).beatable for one in reading.alternatives)


def test_rows_of_zeros_are_counted_and_a_file_of_nothing_else_is_refused() -> None:
    assert "In 2,097 positions, all values of free cells are 0." in notes_of(
        rows(np.where(X_MOVES, PERFECT, 0.0))
    )
    for taken in (-1.0, None):
        nothing = {
            board: [0 if mark == "-" else taken for mark in board] for board in boards()[:99]
        }
        assert "all values of free cells are 0" in assert_refused(nothing)


NOT_REVERSED: dict[str, Callable[[], Any]] = {
    "moved on": lambda: rows(np.roll(PERFECT, -1, axis=1)),
    "moved back": lambda: rows(np.roll(PERFECT, 1, axis=1)),
    "transposed": lambda: rows(PERFECT[:, np.arange(9).reshape(3, 3).T.ravel()]),
    "noise": lambda: rows(np.random.default_rng(1).normal(size=(N_OPEN, 9))),
    "beads": lambda: {
        boards()[n]: {str(c): 1 + (7 * n + 5 * c) % 31 for c in np.flatnonzero(legal()[n])}
        for n in range(N_OPEN)
    },
    "half-trained": lambda: nine_values(learned(), PLAIN),
    "only X": lambda: nine_values(entries_of(agent(), "X"), PLAIN),
    "a weak O": lambda: rows(np.where(X_MOVES, PERFECT, np.nan_to_num(agent().q))),
    "few positions, moved": lambda: {
        board: np.roll(values, 1).tolist()
        for board, values in nine_values(learned(), PLAIN).items()
    },
}


@pytest.mark.parametrize("kind", NOT_REVERSED)
def test_only_reversed_values_are_called_so(kind: str) -> None:
    notes = notes_of(NOT_REVERSED[kind]())
    assert "look reversed" not in notes
    assert "Which side does" not in notes  # X and O are what they are called


@pytest.mark.parametrize("games", [200, 5_000])
def test_half_trained_values_with_a_wrong_sign_look_reversed(games: int) -> None:
    values = -np.nan_to_num(agent(games=games).q)
    reading = ttt.read_any(rows(values, agent(games=games).known))
    assert "Your values look reversed" in " ".join(reading.notes)
    assert not reading.undecided


def test_a_complete_table_with_a_wrong_sign_is_not_read_as_one_that_plays_better() -> None:
    reading = ttt.read_any(rows(-PERFECT))
    assert "X marks X" in reading.how
    assert not reading.undecided
    assert "Your values look reversed" in " ".join(reading.notes)
    assert reading.alternatives[0].card.unbeatable


def test_values_of_one_side_with_a_wrong_sign_are_told_of_that_side() -> None:
    reading = ttt.read_any(rows(np.where(X_MOVES, -PERFECT, PERFECT)))
    assert "Your values of X’s moves look reversed" in " ".join(reading.notes)
    assert reading.card.verdict == "Beatable as X"
    assert reading.alternatives[0].card.unbeatable


def test_letters_are_what_they_are_called_unless_another_reading_plays_much_better() -> None:
    own_view = {
        board.translate(str.maketrans("XO", "OX")) if x_moves else board: values
        for x_moves, (board, values) in zip(X_MOVES[:, 0], rows(PERFECT).items(), strict=True)
    }
    reading = ttt.read_any(own_view)
    assert "O marks the player to move" in reading.how
    assert reading.card.unbeatable


# Several tables


HALVES = {"X": rows(PERFECT, X_MOVES[:, 0]), "O": rows(PERFECT, ~X_MOVES[:, 0])}


@pytest.mark.parametrize(
    "names", [("X", "O"), ("x_q_values", "o_q_values"), ("policy_p1", "policy_p2")]
)
def test_a_table_for_each_player_is_one_agent(names: tuple[str, str]) -> None:
    tables = dict(zip(names, HALVES.values(), strict=True))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, table in tables.items():
            archive.writestr(f"{name}.json", json.dumps(table))
    for data in (tables, file.getvalue()):
        reading = ttt.read_any(data)
        assert reading.card.unbeatable
        assert reading.explained == 1


@pytest.mark.parametrize("names", ["XO", "OX"])
def test_of_each_players_table_its_own_turns_are_read(names: str) -> None:
    reading = ttt.read_any(
        {name: rows(np.where((name == "X") == X_MOVES, PERFECT, -PERFECT)) for name in names}
    )
    assert reading.card.unbeatable
    assert "values for other turns, too" in " ".join(reading.notes)


def test_a_table_that_is_not_read_counts_and_is_told() -> None:
    reading = ttt.read_any({"X": HALVES["X"], "O": {"table": HALVES["O"]}})
    assert reading.sides == "X"
    n_own, n_other = (np.count_nonzero(list(table.values())) for table in HALVES.values())
    assert reading.explained == pytest.approx(n_own / (n_own + n_other), abs=1e-6)
    assert f"Their {n_other:,} values other than 0 were not read" in " ".join(reading.notes)


# Refusals


NOT_TIC_TAC_TOE: dict[str, tuple[Any, str]] = {
    "frozen lake": ({str(n): [0.1, n / 9, 0.3, 0.4] for n in range(16)}, "16 keys with 4 values"),
    "taxi": (np.arange(3_000.0).reshape(500, 6), "6 values each"),
    "four in a row": ({"0" * 42: [0.1] * 7, "0" * 41 + "1": [0.2] * 7}, "7 values each"),
    "blackjack": ({str((12 + n, 4, False)): [0.1 * n, 0.5] for n in range(9)}, "2 values each"),
    "settings": ({"q_table": {"epsilon": 0.1}}, "not boards of nine cells"),
    "positions": (boards()[:99], "boards without values"),
    "one value": (dict.fromkeys(boards()[:99], 0.5), "all values are 0.5"),
    "an empty array": (np.zeros((3**9, 9)), "all values are 0."),
    "games": (
        "board,winner\n" + "\n".join(f"{board},X" for board in boards()[:99]),
        "values such as “X” are neither",
    ),
    "a frame": (pickle.dumps({"index": slice(0, 9), "data": bytearray(9)}), "such as “index”"),
    "a board of sixteen": (
        {f"{number:016b}": [0.1] * 16 for number in range(40)},
        "16 values each",
    ),
    "nothing": ({}, "no table"),
    "texts": ({"name": "me", "kind": ["a", "b"]}, "."),
    "a number": ("17", "."),
    "a lambda": (3.5, "a dictionary"),
}


@pytest.mark.parametrize("name", NOT_TIC_TAC_TOE)
def test_what_is_not_tic_tac_toe_is_refused(name: str) -> None:
    data, part = NOT_TIC_TAC_TOE[name]
    assert part in assert_refused(data)
    if isinstance(data, dict):
        assert_refused(json.dumps(data))


def test_a_host_can_switch_pickles_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(pickles.NO_PICKLES, "1")
    message = assert_refused(pickle.dumps({"---------": [0.0] * 9}))
    assert "json.dump" in message


def test_a_row_that_a_pickle_writes_once_is_read_for_every_board() -> None:
    row = [float(value) for value in range(1, 10)]
    reading = ttt.read_any(pickle.dumps(dict.fromkeys(boards()[:N_OPEN], row)))
    assert reading.known == N_OPEN


# Text of Python


@pytest.mark.parametrize("key", [str, lambda number: (number, (number, "a, b"))])
def test_text_of_python_is_parsed_in_pieces(key: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = {key(number): {number / 7} for number in range(200)}  # JSON has no sets
    monkeypatch.setattr(python_text, "_PIECE", 100)
    monkeypatch.setattr(python_text, "_LONGEST", 200)
    assert python_text.parse_python(repr(table)) == table


@pytest.mark.parametrize(
    ("text", "content"),
    [
        (
            "{(1, (2, 3)): [0.1, None], 'a': np.float64(0.5)}",
            {"(1, (2, 3))": [0.1, None], "a": 0.5},
        ),
        ("{3: array([0., 1.5, nan, -inf], dtype=float32)}", {"3": [0, 1.5, None, float("-inf")]}),
        ("('X', ['-', True], (0, 1,))", ("X", ("-", True), (0, 1))),
        ("defaultdict(<class 'float'>, {'it\\'s': 1})", {"it's": 1}),
        ("[0.  1.\n 2. ]", [0, 1, 2]),
    ],
)
def test_text_of_python(text: str, content: Any) -> None:
    assert python_text.parse_python(text) == content


def test_a_key_that_is_a_tuple_counts_as_one_entry_of_a_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = one_key(learned(), Written("-1", "tuple"))
    monkeypatch.setattr(containers, "MAX_PARTS", 2 * len(table))
    assert_read(repr(table), learned())
    with pytest.raises(ttt.AgentFileError, match="more entries"):
        ttt.read_any(repr(list(table.items())))


# The face


def test_own_files_and_several_agents() -> None:
    own = ttt.dump_agent(agent())
    reading = ttt.read_any(own)
    assert reading.agent == agent()
    assert (reading.sides, reading.known) == ("XO", agent().positions_known)
    with pytest.raises(ttt.AgentFileError, match="several agents"):
        ttt.read_any(dump_roster([agent(), agent(2)]))
    # One that names nobody is called after its file.
    assert reading.name == agent().name
    assert ttt.read_any(own, "a").name == "a"
    assert ttt.read_any(ttt.dump_agent(replace(agent(), name="Ada")), "a").name == "Ada"


def test_an_agent_from_elsewhere_keeps_its_sides_in_its_file() -> None:
    reading = ttt.read_any(by_cell(entries_of(agent(), "O"), PLAIN))
    back = ttt.load_agent(ttt.dump_agent(reading.agent))
    assert back.sides == "O"
    assert ttt.evaluate(back).sides == "O"
    assert ttt.evaluate(ttt.train(ttt.TrainingConfig(games=500), back)).sides == "XO"


def test_judging() -> None:
    entries = entries_of(agent(), "X")
    row = ttt.judge(json.dumps(nine_values(entries, PLAIN)), "mine.json").row()
    assert (row["name"], row["sides"]) == ("mine.json", "X")
    assert row["losses vs random as O"] is None
    assert row["losses vs random as X"] == ttt.evaluate(policy_of(entries)).vs_random_as_x.loss
    assert ttt.judge(ttt.minimax()).verdict == "Unbeatable"
    assert ttt.judge(ttt.minimax()).mistakes == []
    first_free = ttt.judge(lambda board: board.index("-"))
    assert first_free.verdict == "Beatable as X and O"
    assert first_free.game_that_beats_it("X") is not None
    assert ttt.judge(agent()).name == agent().name
