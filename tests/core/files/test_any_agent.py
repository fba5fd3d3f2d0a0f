"""`read_any`: every notation is written from an agent and read back, and nothing crashes it."""

import io
import json
import pickle
import zipfile
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import ttt_core as ttt
from tests.core.files.notations import (
    CELLS,
    CONTAINERS,
    KEYS,
    SHEETS,
    TABLES,
    Entries,
    Written,
    agent,
    by_cell,
    entries_of,
    learned,
    nine_values,
    one_key,
    policy_of,
    rows_in_base_three,
)
from tests.core.files.sample_files import assert_sentence
from ttt_core.files import dump_roster
from ttt_core.files.elsewhere import containers, pickles, python_text
from ttt_core.game.graph import N_OPEN, boards, graph, legal

PLAIN = Written("XO-", "plain")
ARRAY_TEXT = Written("-1", "array text")


@cache
def in_array_text() -> Any:
    return nine_values(learned(), ARRAY_TEXT)


def assert_read(data: Any, entries: Entries, sides: str = "XO") -> ttt.Reading:
    reading, policy = ttt.read_any(data, "Somebody"), policy_of(entries)
    assert reading.sides == sides
    assert np.array_equal(reading.policy(), policy), reading.how
    assert np.array_equal(reading.agent.policy(), policy)
    assert reading.agent.sides == sides
    assert reading.known == sum(any(values.values()) for values in entries.values())
    assert_sentence(reading.how)
    assert reading.name == "Somebody"
    return reading


def test_a_file_that_names_nobody_is_called_after_its_file() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=10))
    assert ttt.read_any(ttt.dump_agent(agent), "a").name == "a"
    assert ttt.read_any(ttt.dump_agent(agent)).name == agent.name
    assert ttt.read_any(ttt.dump_agent(replace(agent, name="Ada")), "a").name == "Ada"


def assert_refused(data: Any) -> str:
    with pytest.raises(ttt.AgentFileError) as refusal:
        ttt.read_any(data)
    message = str(refusal.value)
    assert message.endswith((".", ".json', 'w')).")), message
    assert message.isprintable()
    return message


def judged_or_refused(content: Any) -> None:
    """Check that a file is either judged or refused with a sentence."""
    try:
        reading = ttt.read_any(content)
    except ttt.AgentFileError as refusal:
        assert refusal.args[0].endswith((".", ")"))  # noqa: PT017 - either is right
        assert refusal.args[0].isprintable()  # noqa: PT017
    else:
        ttt.judge(reading)


# Every notation


@st.composite
def ways(draw: st.DrawFn) -> tuple[Written, str, str]:
    """Draw how a table is written, the name of its table and of its container."""
    key = draw(st.sampled_from(list(KEYS)))
    how = Written(
        marks=draw(st.sampled_from(KEYS[key][1])),
        key=key,
        relative=draw(st.booleans()),
        cell=draw(st.sampled_from(list(CELLS))),
        illegal=draw(st.sampled_from([0.0, None, -99.0, float("-inf"), float("nan")])),
    )
    table = draw(st.sampled_from(list(TABLES)))
    containers = list(CONTAINERS)
    if table in ("nine values", "records", "pairs"):
        containers += list(SHEETS)
    return how, table, draw(st.sampled_from(containers))


def in_csv(marks: str) -> tuple[Written, str, str]:
    return Written(marks, "plain"), "nine values", "CSV"


@settings(max_examples=settings().max_examples * 3 // 5)
@example(in_csv("XO space"), "XO", 1)  # its first key is nine spaces
@example(in_csv("-1"), "XO", 1)  # some of its keys are numbers for a program that reads CSV
@given(ways(), st.sampled_from(["XO", "X", "O"]), st.integers(1, 3))
def test_any_agent_in_any_notation_is_the_same_policy(
    way: tuple[Written, str, str], sides: str, seed: int
) -> None:
    how, table, container = way
    if table == "with a bar" and not isinstance(how.board(0), str | int):
        table = "one key"
    entries = entries_of(agent(seed, games=200), sides)
    data = (CONTAINERS | SHEETS)[container](TABLES[table](entries, how))
    assert_read(data, entries, sides)


@pytest.mark.parametrize("step", [2, pytest.param(1, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("key", KEYS)
def test_each_key(key: str, step: int) -> None:
    entries = learned()
    for marks in KEYS[key][1][::step]:
        assert_read(nine_values(entries, Written(marks, key)), entries)


@pytest.mark.parametrize("cell", CELLS)
def test_each_notation_of_cells(cell: str) -> None:
    entries = learned()
    assert_read(by_cell(entries, Written("XO-", "plain", cell=cell)), entries)
    assert_read(one_key(entries, Written("-1", "tuple", cell=cell)), entries)


@pytest.mark.parametrize("container", [*CONTAINERS, *SHEETS])
def test_each_container(container: str) -> None:
    assert_read((CONTAINERS | SHEETS)[container](in_array_text()), learned())


# Arrays and frames


@pytest.mark.parametrize("shape", [(3**9, 9), (3,) * 9 + (9,)])
def test_a_row_for_each_number_in_base_three(shape: tuple[int, ...]) -> None:
    array = rows_in_base_three(learned()).reshape(shape)
    saved, packed = io.BytesIO(), io.BytesIO()
    np.save(saved, array)
    np.savez_compressed(packed, q=array, epsilon=np.array(0.1))
    for data in (array, saved.getvalue(), packed.getvalue(), pickle.dumps(array)):
        assert_read(data, learned())


def test_boards_and_values_as_two_arrays() -> None:
    entries = learned()
    table = nine_values(entries, Written("-1", "tuple"))
    packed = io.BytesIO()
    np.savez(packed, states=np.array(list(table)), q=np.array(list(table.values())))
    assert_read(packed.getvalue(), entries)


def test_a_dictionary_saved_by_numpy() -> None:
    entries = learned()
    saved = io.BytesIO()
    np.save(saved, np.array(nine_values(entries, PLAIN), object), allow_pickle=True)
    assert_read(saved.getvalue(), entries)


def test_frames() -> None:
    entries = learned()
    table = nine_values(entries, PLAIN)
    frame = pd.DataFrame.from_dict(table, orient="index")
    records = pd.DataFrame(TABLES["records"](entries, PLAIN))
    for data in (frame, frame.T, records, frame.to_csv(), frame.to_csv(sep="\t"), records.to_csv()):
        assert_read(data, entries)


# Other kinds of values


def test_costs_are_called_so_by_their_file() -> None:
    entries = learned()
    costs = {p: {c: -v for c, v in values.items()} for p, values in entries.items()}
    reading = ttt.read_any({"cost_table": by_cell(costs, PLAIN)})
    assert np.array_equal(reading.policy(), policy_of(entries))
    assert "costs" in reading.how


def test_beads_and_probabilities_are_drawn() -> None:
    beads = {
        boards()[position]: {cell: 1 + 3 * cell for cell in np.flatnonzero(legal()[position])}
        for position in range(N_OPEN)
        if graph().side[position] == 0
    }
    shares = {
        board: [row.get(cell, 0) / sum(row.values()) for cell in range(9)]
        for board, row in beads.items()
    }
    for data in (beads, shares):
        reading = ttt.read_any(data)
        assert reading.sides == "X"
        assert reading.policy()[0] == pytest.approx([(1 + 3 * c) / 117 for c in range(9)])
        assert reading.agent.kind == "matchboxes"


def values_after(perfect: Any, sides: str) -> dict[str, dict[str, float]]:
    """Return for each side the true value of the boards after its moves, as in Sutton's program."""
    found: dict[str, dict[str, float]] = {side: {} for side in sides}
    for position in range(N_OPEN):
        side = "XO"[graph().side[position]]
        for cell in np.flatnonzero(legal()[position]) if side in sides else ():
            child = graph().child[position, cell]
            found[side][boards()[child]] = (perfect[position, cell] + 1) / 2 + 0.001 * cell
    return found


@pytest.mark.parametrize("sides", ["XO", "X", "O"])
def test_values_after_the_move(sides: str) -> None:
    tables = values_after(ttt.positions().move_value, sides)
    data = tables if len(tables) == 2 else tables[sides]
    reading = ttt.read_any(json.dumps(data))
    assert reading.sides == sides
    judgement = ttt.judge(reading)
    assert not judgement.beatable
    assert "just moved" in reading.how


def test_values_of_all_boards_for_x_and_for_the_player_to_move() -> None:
    value, side = ttt.positions().value, ttt.positions().side
    for sign, said in ((np.where(side == 0, 1, -1), "for X"), (1, "player to move")):
        data = {boards()[p]: float(v) for p, v in enumerate(value * sign) if v is not None}
        reading = ttt.read_any(data)
        assert not ttt.judge(reading).beatable
        assert said in reading.how


def afterstates_of(player: ttt.Agent, side: int) -> dict[str, float]:
    moves = np.argwhere(legal() & (graph().side[:N_OPEN, None] == side))
    return {boards()[graph().child[tuple(move)]]: float(player.q[tuple(move)]) for move in moves}


@pytest.mark.parametrize("draw", [0.5, 0.0])
def test_sutton_and_bartos_player_continues_as_it_has_learned(draw: float) -> None:
    config = replace(ttt.PRESETS["Sutton and Barto (2018)"], games=500, reward_draw=draw)
    player = ttt.train(config)
    table = {"x": afterstates_of(player, 0), "o": afterstates_of(player, 1)}
    read = ttt.read_any(table["x"] | table["o"]).agent
    assert replace(read.config, games=500) == replace(config, epsilon=0.01, backward=True)
    ours, theirs = (
        ttt.learn_from_games(one, [(0, 3, 1, 4, 2)], config=read.config) for one in (player, read)
    )
    assert np.array_equal(ours.q, theirs.q, equal_nan=True)
    of_x = ttt.read_any(table["x"]).agent
    assert (of_x.config.rule, of_x.config.learns) == ("afterstates", "X")
    again = ttt.load_agent(ttt.dump_agent(of_x))
    assert again.trained_elsewhere == of_x.config
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


def test_moves_to_play_as_rows_and_columns() -> None:
    chosen = np.where(legal(), ttt.positions().move_value, -2).argmax(axis=1)
    table = {boards()[position]: list(divmod(int(cell), 3)) for position, cell in enumerate(chosen)}
    assert np.array_equal(ttt.read_any(table).policy(), np.eye(9)[chosen])


def test_a_table_with_one_board_of_each_set_of_equivalent_ones() -> None:
    symmetric = ttt.train(ttt.TrainingConfig(games=20_000, seed=1, symmetry=True))
    entries = entries_of(symmetric)
    first = {p: v for p, v in entries.items() if ttt.positions().first_equivalent[p] == p}
    reading = ttt.read_any(by_cell(first, PLAIN))
    assert reading.known > 4 * len(first)
    assert ttt.match(reading, ttt.uniform()) == pytest.approx(
        ttt.match(symmetric, ttt.uniform()), abs=1e-9
    )


def test_visits_next_to_values_are_not_values() -> None:
    entries = learned()
    data = {
        "counts_table": {PLAIN.board(p): [1000 - c for c in range(9)] for p in entries},
        "q_table": nine_values(entries, PLAIN),
    }
    assert_read(data, entries)


# What the file cannot tell


def test_it_says_what_the_verdict_depends_on() -> None:
    opening = {
        "---------": [0, 0, 0, 0, 1, 0, 0, 0, 0],
        "X--------": [9, -1, -1, -1, -1, -1, -1, -1, -1],
    }
    reading = ttt.read_any(opening)
    assert reading.known == 2
    always = {board: [0.0 if mark == "-" else 5.0 for mark in board] for board in boards()[:N_OPEN]}
    best = ttt.positions().move_value
    for position in range(N_OPEN):
        for cell in np.flatnonzero(legal()[position]):
            always[boards()[position]][cell] = float(best[position, cell])
    reading = ttt.read_any(always)
    assert not ttt.judge(reading).beatable
    assert any("taken cell" in note for note in reading.notes)
    assert any(ttt.judge(one).beatable for one in reading.alternatives)


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


# Pickles


def pickled_call(module: str, name: str, *arguments: str) -> bytes:
    texts = b"".join(b"S'" + one.encode() + b"'\n" for one in arguments)
    return b"c" + module.encode() + b"\n" + name.encode() + b"\n(" + texts + b"tR."


ATTACKS = {
    "system": pickled_call("os", "system", "touch owned"),
    "posix": pickled_call("posix", "system", "touch owned"),
    "eval": pickled_call("builtins", "eval", "open('owned', 'w')"),
    "getattr chain": b"\x80\x04\x8c\x08builtins\x8c\x07getattr\x93\x8c\x02os\x8c\x06system\x86R.",
    "dotted name": b"\x80\x04\x8c\x0bcollections\x8c\x22OrderedDict.__init__.__globals__.x\x93)R.",
    "import": pickled_call("builtins", "__import__", "os"),
    "partial": b"\x80\x04\x8c\x09functools\x8c\x06reduce\x93)R.",
    "operator": pickled_call("operator", "attrgetter", "x"),
    "numpy runs a string": pickled_call("numpy.testing._private.utils", "runstring", "x"),
    "huge array": (
        b"\x80\x02cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n"
        b"(J\xff\xff\xff\x7fJ\xff\xff\xff\x7ftU\x01btR."
    ),
    "memo bomb": b"\x80\x02]r\xff\xff\xff\x7f.",
    "huge bytes": b"\x80\x04\x8e\xff\xff\xff\xff\xff\x00\x00\x00.",
    "deep lists": b"\x80\x02" + b"]" * 200_000 + b"a" * 199_999 + b".",
    "deep tuples": b"\x80\x02)" + b"\x85" * 500_000 + b".",
    "deep key": b"\x80\x02})" + b"\x85" * 500_000 + b"K\x01s.",
    "doubled lists": b"\x80\x02]q\x00" + b"".join(
        b"](h" + bytes([n]) + b"h" + bytes([n]) + b"eq" + bytes([n + 1]) for n in range(60)
    ) + b".",
    "extension": b"\x80\x02\x82\x01.",
    "persistent": b"\x80\x02K\x01Q.",
    "cut off": pickle.dumps({"---------": [0.0] * 9})[:-12],
}  # fmt: skip


@pytest.mark.parametrize("name", ATTACKS)
def test_attacks_on_unpicklers_end_in_a_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    message = assert_refused(ATTACKS[name])
    assert "pickle" in message or "table" in message
    assert not list(tmp_path.iterdir())


class QTable(dict[str, list[float]]):
    pass


class Player:
    def __init__(self, table: Any) -> None:
        self.epsilon = 0.1
        self.rng = np.random.default_rng(1)
        self.q_table = table


@pytest.mark.parametrize(
    "step",  # from one protocol to the next: with 3, each content is read in two of the six
    [3, pytest.param(1, marks=pytest.mark.thorough)],
)
def test_pickles_of_classes_nobody_knows(step: int) -> None:
    entries = learned()
    table = nine_values(entries, PLAIN)
    arrays = {key: np.array(values) for key, values in table.items()}
    numbers = {
        key: {cell: np.float64(v) for cell, v in row.items()}
        for key, row in by_cell(entries, PLAIN).items()
    }
    contents = (Player(table), QTable(table), OrderedDict(table), arrays, numbers, [table, 5000])
    for number, content in enumerate(contents):
        for protocol in range(number % step, pickle.HIGHEST_PROTOCOL + 1, step):
            assert_read(pickle.dumps(content, protocol=protocol), entries)


def test_a_row_that_a_pickle_writes_once_is_read_for_every_board() -> None:
    row = [float(value) for value in range(1, 10)]
    reading = ttt.read_any(pickle.dumps(dict.fromkeys(boards()[:N_OPEN], row)))
    assert reading.known == N_OPEN


def test_a_host_can_switch_pickles_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(pickles.NO_PICKLES, "1")
    message = assert_refused(pickle.dumps({"---------": [0.0] * 9}))
    assert "json.dump" in message


# The face


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


def test_own_files_and_several_agents() -> None:
    own = ttt.read_any(ttt.dump_agent(agent()))
    assert own.agent == agent()
    assert own.sides == "XO"
    assert own.known == agent().positions_known
    with pytest.raises(ttt.AgentFileError, match="several agents"):
        ttt.read_any(dump_roster([agent(), agent(2)]))


def test_an_agent_from_elsewhere_keeps_its_sides_in_its_file() -> None:
    entries = entries_of(agent(), "O")
    reading = ttt.read_any(by_cell(entries, PLAIN), "Half")
    back = ttt.load_agent(ttt.dump_agent(reading.agent))
    assert back.sides == "O"
    assert ttt.evaluate(back).sides == "O"
    assert ttt.evaluate(ttt.train(ttt.TrainingConfig(games=500), back)).sides == "XO"


def test_judging() -> None:
    entries = entries_of(agent(), "X")
    row = ttt.judge(json.dumps(nine_values(entries, PLAIN)), "mine.json").row()
    assert row["name"] == "mine.json"
    assert row["sides"] == "X"
    assert row["losses vs random as O"] is None
    assert row["losses vs random as X"] == ttt.evaluate(policy_of(entries)).vs_random_as_x.loss
    assert ttt.judge(ttt.minimax()).verdict == "Unbeatable"
    assert ttt.judge(ttt.minimax()).mistakes == []
    first_free = ttt.judge(lambda board: board.index("-"))
    assert first_free.verdict == "Beatable as X and O"
    assert first_free.game_that_beats_it("X") is not None
    assert ttt.judge(agent()).name == agent().name


def test_extremes() -> None:
    entries = learned()
    huge = {p: {c: v * 1e12 for c, v in values.items()} for p, values in entries.items()}
    assert_read(by_cell(huge, PLAIN), entries)
    infinite = {p: {c: float("-inf") if v < -0.3 else v for c, v in values.items()}
                for p, values in entries.items()}  # fmt: skip
    reading = ttt.read_any(json.dumps(by_cell(infinite, PLAIN)))
    assert ttt.evaluate(reading.agent) == ttt.evaluate(reading)


def as_json_of_texts(table: dict[Any, Any]) -> str:
    """Return what the sentence about refused pickles tells people to save."""
    return json.dumps([[str(key), str(value)] for key, value in table.items()])


def test_what_is_saved_instead_of_a_pickle_is_read() -> None:
    entries = learned()
    arrays = {k: np.array(v) for k, v in nine_values(entries, Written("-1", "tuple")).items()}
    for table in (nine_values(entries, PLAIN), by_cell(entries, PLAIN), one_key(entries, PLAIN)):
        assert_read(as_json_of_texts(table), entries)
    assert_read(as_json_of_texts(arrays), entries)


def rows_of_cells(entries: Entries) -> list[list[Any]]:
    """Return a row for each move: nine columns of marks, the cell and the value."""
    how = Written("-1", "tuple")
    return [[*how.board(p), c, v] for p, values in entries.items() for c, v in values.items()]


def test_nine_columns_of_marks() -> None:
    entries = learned()
    text = "\n".join(",".join(map(str, row)) for row in rows_of_cells(entries))
    names = ",".join([*"abcdefghi", "action", "q"])
    assert_read(text, entries)
    assert_read(f"{names}\n{text}", entries)
    assert_read(text.replace(",", ";"), entries)


OTHER_TABLES: dict[str, Any] = {
    "ten characters": lambda p, c: f"{PLAIN.board(p)}{c}",
    "player, board and cell": lambda p, c: ("XO"[graph().side[p]], PLAIN.board(p), (c // 3, c % 3)),
    "board, player and cell": lambda p, c: f"{PLAIN.board(p)}|{'XO'[graph().side[p]]}-{c}",
}


@pytest.mark.parametrize("name", OTHER_TABLES)
def test_keys_of_several_parts(name: str) -> None:
    entries = learned()
    key = OTHER_TABLES[name]
    assert_read({key(p, c): v for p, row in entries.items() for c, v in row.items()}, entries)


def test_records() -> None:
    entries = learned()
    nine = nine_values(entries, PLAIN)
    for data in (
        [{"board": board, "q": values, "visits": 3} for board, values in nine.items()],
        {board: {"q": values, "visits": [1] * 9} for board, values in nine.items()},
        [{"board": PLAIN.board(p), "row": c // 3, "col": c % 3, "q": v}
         for p, row in entries.items() for c, v in row.items()],
        {PLAIN.board(p): [{"move": c, "q": v, "visits": 4} for c, v in row.items()]
         for p, row in entries.items()},
        {PLAIN.board(p): [{"count": 4, "q": v, "action": [c // 3, c % 3]} for c, v in row.items()]
         for p, row in entries.items()},
        {"table": [{"q": v, "move": float(c), "state": PLAIN.board(p)}
         for p, row in entries.items() for c, v in row.items()]},
    ):  # fmt: skip
        assert_read(data, entries)
        assert_read(json.dumps(data), entries)


# What values look like


PERFECT = np.where(legal(), ttt.positions().move_value + 0.25, 0.0)
SIDE = graph().side[:N_OPEN]


def rows(values: Any, known: Any = None) -> dict[str, Any]:
    """Return nine values for each board, or for the known ones."""
    numbers = np.flatnonzero(np.ones(N_OPEN, np.bool_) if known is None else known)
    return {boards()[n]: values[n].tolist() for n in numbers}


def renumbered(cells: Any) -> dict[str, Any]:
    return rows(PERFECT[:, cells])


NOT_REVERSED: dict[str, Callable[[], Any]] = {
    "moved on": lambda: renumbered(np.roll(np.arange(9), 1)),
    "moved back": lambda: renumbered(np.roll(np.arange(9), -1)),
    "transposed": lambda: renumbered(np.arange(9).reshape(3, 3).T.ravel()),
    "noise": lambda: rows(np.random.default_rng(1).normal(size=(N_OPEN, 9))),
    "beads": lambda: {
        boards()[n]: {str(c): 1 + (7 * n + 5 * c) % 31 for c in np.flatnonzero(legal()[n])}
        for n in range(N_OPEN)
    },
    "half-trained": lambda: nine_values(learned(), PLAIN),
    "only X": lambda: nine_values(entries_of(agent(), "X"), PLAIN),
    "a weak O": lambda: rows(np.where(SIDE[:, None] == 1, np.nan_to_num(agent().q), PERFECT)),
    "few positions, moved": lambda: {
        board: np.roll(values, 1).tolist()
        for board, values in nine_values(learned(), PLAIN).items()
    },
}


@pytest.mark.parametrize("kind", NOT_REVERSED)
def test_only_reversed_values_are_called_so(kind: str) -> None:
    notes = " ".join(ttt.read_any(NOT_REVERSED[kind]()).notes)
    assert "look reversed" not in notes
    assert "Which side does" not in notes  # X and O are what they are called


@pytest.mark.parametrize("games", [200, 5_000])
def test_half_trained_values_with_a_wrong_sign_look_reversed(games: int) -> None:
    values = -np.nan_to_num(agent(games=games).q)
    reading = ttt.read_any(rows(values, agent(games=games).known))
    assert "Your values look reversed" in " ".join(reading.notes)
    assert not reading.undecided


def test_values_of_one_side_with_a_wrong_sign_are_told_of_that_side() -> None:
    reading = ttt.read_any(rows(np.where(SIDE[:, None] == 0, -PERFECT, PERFECT)))
    assert "Your values of X’s moves look reversed" in " ".join(reading.notes)
    assert reading.card.verdict == "Beatable as X"
    assert reading.alternatives[0].card.unbeatable


def test_letters_are_what_they_are_called_unless_another_reading_plays_much_better() -> None:
    swapped = [board.translate(str.maketrans("XO", "OX")) for board in boards()]
    own = {swapped[n] if SIDE[n] == 0 else boards()[n]: PERFECT[n].tolist() for n in range(N_OPEN)}
    reading = ttt.read_any(own)
    assert "O marks the player to move" in reading.how
    assert reading.card.unbeatable


def test_rows_of_zeros_are_counted_and_a_file_of_nothing_else_is_refused() -> None:
    assert "In 2,097 positions, all values of free cells are 0." in " ".join(
        ttt.read_any(rows(np.where(SIDE[:, None] == 0, PERFECT, 0.0))).notes
    )
    for taken in (-1.0, None):
        nothing = {
            board: [0 if mark == "-" else taken for mark in board] for board in boards()[:99]
        }
        assert "all values of free cells are 0" in assert_refused(nothing)


# Several tables


def half(side: int) -> dict[str, Any]:
    return rows(PERFECT, side == SIDE)


@pytest.mark.parametrize(
    "names", [("X", "O"), ("x_q_values", "o_q_values"), ("policy_p1", "policy_p2")]
)
def test_a_table_for_each_player_is_one_agent(names: tuple[str, str]) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for side, name in enumerate(names):
            archive.writestr(f"{name}.json", json.dumps(half(side)))
    for data in ({name: half(side) for side, name in enumerate(names)}, file.getvalue()):
        reading = ttt.read_any(data)
        assert reading.card.unbeatable
        assert reading.explained == 1


@pytest.mark.parametrize("names", ["XO", "OX"])
def test_of_each_players_table_its_own_turns_are_read(names: str) -> None:
    reading = ttt.read_any(
        {
            name: rows(np.where(SIDE[:, None] == "XO".index(name), PERFECT, -PERFECT))
            for name in names
        }
    )
    assert reading.card.unbeatable
    assert "values for other turns, too" in " ".join(reading.notes)


def test_a_table_that_is_not_read_counts_and_is_told() -> None:
    own, other = half(0), half(1)
    reading = ttt.read_any({"X": own, "O": {"table": other}})
    assert reading.sides == "X"
    n_own, n_other = (np.count_nonzero(list(table.values())) for table in (own, other))
    assert reading.explained == pytest.approx(n_own / (n_own + n_other), abs=1e-6)
    assert f"Their {n_other:,} values other than 0 were not read" in " ".join(reading.notes)


def test_a_complete_table_with_a_wrong_sign_is_not_read_as_one_that_plays_better() -> None:
    values = np.where(legal(), -0.25 - ttt.positions().move_value, 0.0)
    reading = ttt.read_any(dict(zip(boards()[:N_OPEN], values.tolist(), strict=True)))
    assert "X marks X" in reading.how
    assert not reading.undecided
    assert "Your values look reversed" in " ".join(reading.notes)
    assert reading.alternatives[0].card.unbeatable
