"""The minus sign: what the chapter shows and says, checked against the engine."""

from dataclasses import replace

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.evaluation.policy import minimax
from ttt_core.game import board as rules
from ttt_core.game.graph import position_of
from ttt_core.learning.rules import PLUS_SIGN
from ttt_ui.learn import minus_sign as chapter
from ttt_ui.learn.minus_sign import (
    BLOCK,
    BOARD,
    CONFIG,
    DONE,
    ENDS,
    MISTAKE,
    best_moves,
    formula_of,
    last_update,
    over_whole_games,
    updates,
)
from ttt_ui.learn.trained import GAMES
from ttt_ui.wording import percent

BOTH = pytest.mark.parametrize("adds", [False, True])


def test_the_board_is_two_moves_from_the_end_and_only_a_block_draws() -> None:
    assert (rules.side_to_move(BOARD), rules.legal_moves(BOARD)) == ("O", [MISTAKE, BLOCK])
    assert [rules.outcome(rules.play(BOARD, cell)) for cell in (MISTAKE, BLOCK)] == [None, None]
    ends = []
    for cells in ENDS:
        board = rules.EMPTY_BOARD
        for ply, cell in enumerate(cells):
            assert board != BOARD or ply == 7
            board = rules.play(board, cell)
        ends.append(rules.outcome(board))
    assert ends == ["X", "draw"]
    assert minimax()[position_of(BOARD), BLOCK] == 1


@BOTH
def test_each_update_follows_the_rule(adds: bool) -> None:
    sign = 1 if adds else -1
    made = updates(adds)
    assert DONE.accepts(len(made))
    assert not DONE.accepts(len(made) + 1)
    assert [(update.board, update.cell) for update in made] == [
        (rules.play(BOARD, MISTAKE), BLOCK),
        (BOARD, MISTAKE),
        (rules.play(BOARD, BLOCK), MISTAKE),
        (BOARD, BLOCK),
    ]
    assert [update.reward for update in made] == [1, 0, 0, 0]
    assert [update.ahead for update in made] == [None, 1, None, 0]
    for update in made:
        target = update.reward + sign * CONFIG.gamma * (update.ahead or 0.0)
        assert update.new == update.old + CONFIG.alpha * (target - update.old)
    assert [update.new for update in made] == [1, sign * CONFIG.gamma, 0, 0]


def test_the_sign_decides_what_it_would_play() -> None:
    choices = {
        adds: [best_moves(updates(adds)[:done]) for done in range(5)] for adds in (False, True)
    }
    undecided = [MISTAKE, BLOCK]
    assert choices[False] == [undecided, undecided, [BLOCK], [BLOCK], [BLOCK]]
    assert choices[True] == [undecided, undecided, [MISTAKE], [MISTAKE], [MISTAKE]]


@BOTH
def test_the_words_fit_the_choice(adds: bool) -> None:
    said = [last_update(updates(adds)[:done]) for done in range(5)]
    assert "look the same to O" in said[0]
    assert "X completes a line: reward $r$ = 1." in said[1]
    assert "X's best value after O's move, is 1." in said[2]
    assert "X takes the last cell for a draw: reward $r$ = 0." in said[3]
    assert "X's best value after O's move, is 0." in said[4]
    end = "O would let X complete its line.**" if adds else "**O would block** and draw."
    assert all(words.endswith(end) for words in said[2:])
    worked = formula_of(updates(adds)[:2], adds)
    sign = r"\mathbin{\textbf{+}}" if adds else r"\mathbin{\boldsymbol{-}}"
    assert rf"0 + 1\,\bigl[0 {sign} 0.9\cdot 1 - 0\bigr]" in worked
    assert worked.endswith(rf"= {'' if adds else '−'}0.9 \end{{aligned}}")


@BOTH
def test_both_agents_are_trained_by_the_engine(adds: bool) -> None:
    position = position_of(BOARD)
    for games in GAMES:
        run = ttt.TrainingRun(CONFIG, learning=PLUS_SIGN if adds else None)
        run.play(games)
        shown = over_whole_games(adds, games)
        np.testing.assert_array_equal(shown.values, run.q[position])
        assert shown.tried == np.flatnonzero(run.visits[position]).tolist()
        assert shown.plays == np.flatnonzero(run.policy()[position, :9]).tolist()
        assert shown.card == ttt.evaluate(run.policy())
        assert shown.moves_tried == (run.visits > 0).sum()


def test_an_agent_that_adds_is_beatable_and_one_that_subtracts_is_not() -> None:
    adds, subtracts = (over_whole_games(sign, CONFIG.games) for sign in (True, False))
    assert (adds.card.beatable_as_x, adds.card.beatable_as_o) == (True, True)
    assert subtracts.card.unbeatable
    assert (adds.plays, subtracts.plays) == ([MISTAKE], [BLOCK])
    assert chapter.ANSWERS[chapter.right()] == "An opponent on either side"
    reason = chapter.reason()
    for loss in (adds.card.worst_case_as_x.loss, adds.card.worst_case_as_o.loss):
        assert percent(loss) in reason


@pytest.mark.thorough
def test_it_holds_for_other_seeds_too() -> None:
    for seed in range(100, 120):
        for learning, weak_sides in ((None, 0), (PLUS_SIGN, 2)):
            run = ttt.TrainingRun(replace(CONFIG, seed=seed), learning=learning)
            run.play(CONFIG.games)
            card = ttt.evaluate(run.policy())
            assert card.beatable_as_x + card.beatable_as_o == weak_sides
