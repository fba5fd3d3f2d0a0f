"""The game on the board, the score, and the chances, against a plain search of the game tree."""

from dataclasses import replace
from typing import Any

import pytest

import ttt_core as ttt
from tests.ui.play.conftest import AGENT
from tests.ui.support import machine_with_empty_box, played
from ttt_core.game import board as rules
from ttt_core.game.board import Side
from ttt_core.game.graph import N_OPEN, boards
from ttt_core.game.solution import position_values
from ttt_ui.play import board_notes, wording
from ttt_ui.play.state import OpponentAnalysis, opponent_analysis
from ttt_ui.replay.game import Game
from ttt_ui.visit.players import MINIMAX, MINIMAX_FIRST, opponent


@pytest.mark.parametrize(
    ("cells", "person", "is_persons_turn", "left"),
    [
        ("", "X", True, ""),
        ("40", "X", True, ""),
        ("4082", "X", True, "40"),
        ("", "O", False, ""),
        ("4", "O", True, "4"),
        ("408", "O", True, "4"),
        ("40", None, True, "4"),
        ("4", None, True, ""),
        ("03142", "X", False, "03142"),
        ("03142", None, False, "03142"),
    ],
)
def test_undoing_returns_to_the_persons_move(
    cells: str, person: Side | None, is_persons_turn: bool, left: str
) -> None:
    game = played(cells, person)
    assert game.persons_turn == is_persons_turn
    assert game.can_undo == (cells != left)
    game.undo()
    assert "".join(map(str, game.moves)) == left


@pytest.mark.parametrize("side", rules.SIDES)
def test_perfect_play_keeps_every_win_and_every_draw(side: Side) -> None:
    analysis = OpponentAnalysis(opponent("Beginner", AGENT, {}))
    for board, value in zip(boards()[:N_OPEN], position_values(), strict=False):
        is_ahead = value if rules.side_to_move(board) == side else -value
        chances = analysis.perfect_play(board, side)
        assert (chances.win > 1 - 1e-9) == (is_ahead > 0)
        assert (chances.loss < 1e-9) == (is_ahead >= 0)


def test_an_opponent_wins_where_the_other_resigns() -> None:
    machine = machine_with_empty_box("X---O----")
    analysis = OpponentAnalysis(opponent("Intermediate", machine, {}))
    assert analysis.perfect_play("X---O----", "O").win == 1


PERFECT = OpponentAnalysis(opponent("Expert", AGENT, {}))


def bar_of(game: Game) -> tuple[str, list[tuple[str, str, float]]]:
    bar = board_notes.evaluation(game, PERFECT)
    return bar.label, [(part.kind, part.text, part.share) for part in bar.parts]


def test_expert_only_ever_draws() -> None:
    assert bar_of(played("")) == (
        "If you play perfectly",
        [("win", "win 0.0%", 0), ("draw", "draw 100.0%", 1), ("loss", "lose 0.0%", 0)],
    )


@pytest.mark.parametrize(
    ("cells", "shares"), [("0", (0, 1, 0)), ("01", (1, 0, 0)), ("04125", (0, 0, 1))]
)
def test_two_players_see_perfect_play_on_both_sides(
    cells: str, shares: tuple[float, float, float]
) -> None:
    x, draw, o = shares
    assert bar_of(played(cells, None)) == (
        "If both play perfectly",
        [
            ("X", f"X wins {100 * x:.1f}%", x),
            ("draw", f"draw {100 * draw:.1f}%", draw),
            ("O", f"O wins {100 * o:.1f}%", o),
        ],
    )


@pytest.mark.usefixtures("session_state")
def test_an_opponent_is_analysed_again_once_it_has_learned() -> None:
    learned = ttt.learn_from_game(AGENT, (0, 3, 1, 4, 2))
    first, same, other = (
        opponent_analysis(opponent("Intermediate", agent, {})) for agent in (AGENT, AGENT, learned)
    )
    assert first is same
    assert first is not other


@pytest.mark.parametrize(
    ("level", "epsilon", "expert", "who"),
    [
        ("Beginner", 0.1, MINIMAX, "Minimax\\-Q agent, with 70% random moves."),
        ("Intermediate", 0.1, MINIMAX, "Minimax\\-Q agent, with 10.0% exploratory moves."),
        ("Intermediate", 0.0, MINIMAX, "Minimax\\-Q agent, without random moves."),
        ("Custom", 0.1, MINIMAX, "Your own mix."),
        ("Expert", 0.1, MINIMAX_FIRST, "Minimax, which looks ahead to the end of the game."),
        ("Expert", 0.1, "Minimax, depth 1", "Minimax, which looks 1 move ahead."),
        ("Expert", 0.1, "Minimax, depth 3", "Minimax, which looks 3 moves ahead."),
    ],
)
def test_each_level_says_who_plays(level: Any, epsilon: float, expert: str, who: str) -> None:
    agent = replace(AGENT, name="Minimax-Q agent")
    rival = opponent(level, agent, {}, expert=expert)
    assert (rival.name == expert) == (level == "Expert")
    assert wording.who_plays(level, agent, epsilon, expert=expert) == who


@pytest.mark.parametrize(
    ("visitors", "its", "said"),
    [
        (0.0, 0.0, "makes no mistakes, so it plays perfectly."),
        (0.3, 0.18, "It makes 18% random moves at first, and then adapts to you."),
        (0.4, 0.25, "a player with 40% random moves. It makes 25%, to be your equal."),
        (0.9, 0.7, "a player with 90% random moves. It makes 70%, its most."),
    ],
)
def test_adaptive_says_how_strong_it_is(visitors: float, its: float, said: str) -> None:
    assert wording.adapting(visitors, its).endswith(said)
