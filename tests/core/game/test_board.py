import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game.graph import boards, graph
from ttt_core.game.solution import move_values, moves_to_end, position_values

SPELLINGS = [
    *("X---O----", "X--|-O-|---", "X--|-O-|---|", "X---O----|", "  x--|-o-|---  "),
    *("x---o----\n", "X...O....", "x__|_o_|___", "X--/-O-/---", "X--, -O-, ---", "x..;.o.;..."),
    *("X -- -O- ---", "X - - - O - - - -", "X,-,-,-,O,-,-,-,-", "x,,,,o,,,,"),
    *("X|-|-|-|O|-|-|-|-|", "X--\n-O-\n---\n", "X--\r\n-O-\r\n---\r\n", "X . .\n. O .\n. . ."),
    *("X  \n O \n   ", "X  |\tO |   ", "X   O    "),
    "X    O     ",  # three lines pasted into a field for one: it makes a space of a line break
    *("X00\n0O0\n000", "X—|–O−|—-", "X-\u2060-\u2060|-O-|\u200b---"),
]


@pytest.mark.parametrize("text", SPELLINGS)
def test_parse_accepts_every_spelling(text: str) -> None:
    assert rules.parse_board(text) == "X---O----"


def test_the_digit_0_is_read_as_whatever_gives_a_position() -> None:
    assert rules.parse_board("X00/000/000") == "X--------"
    assert rules.parse_board("000 000 000") == "---------"
    assert rules.parse_board("XX0/-0-/---") == "XXO-O----"
    assert rules.parse_board("XOX/XO0/0XX") == "XOXXOOOXX"
    for unclear in ("X0-------", "X0-|-O-|X--"):
        with pytest.raises(
            ValueError, match="The digit 0 is ambiguous: it could be O or a free cell"
        ):
            rules.parse_board(unclear)
    with pytest.raises(ValueError, match="a board cannot have 0 X and 9 O"):
        rules.parse_board("OO0000000")


def test_every_position_can_be_written_and_read() -> None:
    for board in boards():
        for text in (board, rules.pattern(board), rules.pattern(board) + "|"):
            assert rules.parse_board(text) == board


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "this text has 0"),
        ("X--", "this text has 3"),
        ("X---O-----", "this text has 10"),
        ("X--|-O-|--", "Each row of a board needs three cells"),
        ("X--||O-|---", "Each row of a board needs three cells"),
        ("X--|-O-|---||", "Each row of a board needs three cells"),
        ("X---?----", r"Write a board with X, O and -, not '\?'"),
        ("XX-------", "cannot have 2 X and 0 O"),
        ("O--------", "cannot have 0 X and 1 O"),
        ("XXXOOO---", "cannot both have completed a line"),
        ("XXXOO-O--", "O cannot move after X has completed a line"),
        ("OOOXX-X-X", "X cannot move after O has completed a line"),
        (None, "not NoneType"),
        (b"---------", "not bytes"),
    ],
)
def test_the_message_says_what_is_wrong_with_the_text(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        rules.parse_board(text)


@given(
    st.text() | st.text(alphabet="XO-|xo \n", max_size=14) | st.text("XO-", min_size=9, max_size=9)
)
def test_any_text_is_a_position_or_a_value_error(text: str) -> None:
    try:
        assert rules.parse_board(text) in boards()
    except ValueError:
        assert text not in boards()


def test_outcomes_and_lines() -> None:
    for board, outcome, line in (
        ("XXXOO----", "X", (0, 1, 2)),
        ("XX-OOOX--", "O", (3, 4, 5)),
        ("XOXXOOOXX", "draw", None),
        ("---------", None, None),
    ):
        assert rules.outcome(board) == outcome
        assert rules.winning_line(board) == line
    assert rules.legal_moves("XXXOO----") == []
    assert rules.legal_moves("X---O----") == [1, 2, 3, 5, 6, 7, 8]
    assert rules.winning_lines("XXXXOOXOO", "X") == [(0, 1, 2), (0, 3, 6)]


# The game for programs of one's own: it agrees with the rules, in every notation


def test_a_board_may_be_written_in_any_notation() -> None:
    assert ttt.play("X--|-O-|---", np.int64(8)) == "X---O---X"
    assert ttt.legal_moves("x . . / . o . / . . .") == [1, 2, 3, 5, 6, 7, 8]
    assert ttt.outcome("XXX|OO-|---|") == "X"
    assert len(ttt.equivalent("X--|---|---")) == 4


def test_the_arrays_describe_every_position() -> None:
    game, boards = ttt.positions(), ttt.boards()
    results = {"X": 0, "O": 1, "draw": 2, None: -1}
    assert [results[ttt.outcome(board)] for board in boards] == game.result.tolist()
    assert game.child is graph().child
    assert game.side is graph().side
    assert game.value is position_values()
    assert game.move_value is move_values()
    assert game.moves_to_end is moves_to_end()
    firsts = [min(map(ttt.position_of, ttt.equivalent(board))) for board in boards]
    assert game.first_equivalent.tolist() == firsts
    assert not any(array.flags.writeable for array in game[1:])
