import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.support import played
from ttt_core.game import board as rules
from ttt_ui.play.state import Score


@given(st.lists(st.integers(-1, 9), max_size=12), st.sampled_from(["X", "O", None]))
def test_any_cells_make_a_legal_game(cells: list[int], person: str | None) -> None:
    game = played("", person)
    tokens = {game.token}
    for cell in cells:
        legal = cell in rules.legal_moves(game.board)
        if legal:
            game.play(cell)
            assert game.token not in tokens
            tokens.add(game.token)
        else:
            with pytest.raises(ValueError, match=r"\w"):
                game.play(cell)
    assert rules.parse_board(game.board) == game.board
    assert game.over == (not rules.legal_moves(game.board))
    assert not (game.over and game.persons_turn)


@pytest.mark.parametrize(
    ("cells", "person", "left"),
    [
        ("", "X", ""),
        ("40", "X", ""),
        ("4082", "X", "40"),
        ("4", "O", "4"),
        ("408", "O", "4"),
        ("40", None, "4"),
        ("4", None, ""),
        ("03142", "X", "03142"),
    ],
)
def test_undoing_returns_to_the_persons_move(cells: str, person: str, left: str) -> None:
    game = played(cells, person)
    assert game.can_undo == (cells != left)
    game.undo()
    assert "".join(map(str, game.moves)) == left


def test_turns() -> None:
    assert played("", "X").persons_turn
    assert not played("", "O").persons_turn
    assert played("4", "O").persons_turn
    assert played("4", None).persons_turn
    assert not played("03142", None).persons_turn


def test_score_counts_for_the_agent() -> None:
    score = Score()
    score.count("X", "O")
    score.count("X", "X")
    score.count("draw", "X")
    assert (score.games, score.agent_wins, score.other_wins, score.draws) == (3, 1, 1, 1)
