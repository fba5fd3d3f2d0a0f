"""The minus sign: what the chapter shows and says, checked against the engine."""

from dataclasses import replace

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.evaluation.policy import minimax
from ttt_core.game import board as rules
from ttt_core.game.graph import boards, position_of, walk
from ttt_core.learning.rules import PLUS_SIGN
from ttt_ui.learn import minus_sign as chapter
from ttt_ui.learn.minus_sign import BLOCK, BOARD, CONFIG, MISTAKE, updates
from ttt_ui.learn.trained import GAMES
from ttt_ui.wording import percent

BOTH = pytest.mark.parametrize("adds", [False, True])


def test_the_board_is_two_moves_from_the_end_and_only_a_block_draws() -> None:
    assert (rules.side_to_move(BOARD), rules.legal_moves(BOARD)) == (
        "O",
        [MISTAKE, BLOCK],
    )
    ends = []
    for cells in chapter.ENDS:
        before, after, end = (boards()[position] for position in walk(cells)[-3:])
        assert before == BOARD
        assert rules.outcome(after) is None
        ends.append(rules.outcome(end))
    assert ends == ["X", "draw"]
    assert minimax()[position_of(BOARD), BLOCK] == 1


@BOTH
def test_each_update_follows_the_rule_and_the_sign_decides_what_it_would_play(adds: bool) -> None:
    sign = 1 if adds else -1
    made = updates(adds)
    assert chapter.DONE.accepts(len(made))
    assert not chapter.DONE.accepts(len(made) + 1)
    assert [(update.board, update.cell, update.reward, update.ahead) for update in made] == [
        (rules.play(BOARD, MISTAKE), BLOCK, 1, None),
        (BOARD, MISTAKE, 0, 1),
        (rules.play(BOARD, BLOCK), MISTAKE, 0, None),
        (BOARD, BLOCK, 0, 0),
    ]
    for update in made:
        target = update.reward + sign * CONFIG.gamma * (update.ahead or 0.0)
        assert update.new == update.old + CONFIG.alpha * (target - update.old)
    assert [update.new for update in made] == [1, sign * CONFIG.gamma, 0, 0]
    decided = [MISTAKE if adds else BLOCK]
    choices = [chapter.best_moves(made[:done]) for done in range(5)]
    assert choices == [[MISTAKE, BLOCK]] * 2 + [decided] * 3


@BOTH
def test_the_words_fit_the_choice(adds: bool) -> None:
    said = [chapter.last_update(updates(adds)[:done]) for done in range(5)]
    assert "look the same to O" in said[0]
    assert "X completes a line: reward $r$ = 1." in said[1]
    assert "X's best value after O's move, is 1." in said[2]
    assert "X takes the last cell for a draw: reward $r$ = 0." in said[3]
    assert "X's best value after O's move, is 0." in said[4]
    end = "O would let X complete its line.**" if adds else "**O would block** and draw."
    assert all(words.endswith(end) for words in said[2:])
    worked = chapter.formula_of(updates(adds)[:2], adds)
    sign = r"\mathbin{\textbf{+}}" if adds else r"\mathbin{\boldsymbol{-}}"
    assert rf"0 + 1\,\bigl[0 {sign} 0.9\cdot 1 - 0\bigr]" in worked
    assert worked.endswith(rf"= {'' if adds else '−'}0.9 \end{{aligned}}")


@BOTH
def test_both_agents_are_trained_by_the_engine(adds: bool) -> None:
    position = position_of(BOARD)
    for games in GAMES:
        run = ttt.TrainingRun(CONFIG, learning=PLUS_SIGN if adds else None)
        run.play(games)
        shown = chapter.over_whole_games(adds, games)
        np.testing.assert_array_equal(shown.values, run.q[position])
        assert shown.tried == np.flatnonzero(run.visits[position]).tolist()
        assert shown.plays == np.flatnonzero(run.policy()[position, :9]).tolist()
        assert shown.card == ttt.evaluate(run.policy())
        assert shown.moves_tried == (run.visits > 0).sum()


def test_an_agent_that_adds_is_beatable_and_one_that_subtracts_is_not() -> None:
    adds, subtracts = (chapter.over_whole_games(sign, CONFIG.games) for sign in (True, False))
    assert (adds.card.beatable_as_x, adds.card.beatable_as_o) == (True, True)
    assert subtracts.card.unbeatable
    assert (adds.plays, subtracts.plays) == ([MISTAKE], [BLOCK])
    assert chapter.ANSWERS[chapter.right()] == "An opponent on either side"
    reason = chapter.reason()
    for loss in (adds.card.worst_case_as_x.loss, adds.card.worst_case_as_o.loss):
        assert percent(loss) in reason


@pytest.mark.thorough
def test_it_holds_for_other_seeds_too() -> None:
    for seed in range(100, 104):
        for learning, weak_sides in ((None, 0), (PLUS_SIGN, 2)):
            run = ttt.TrainingRun(replace(CONFIG, seed=seed), learning=learning)
            run.play(CONFIG.games)
            card = ttt.evaluate(run.policy())
            assert card.beatable_as_x + card.beatable_as_o == weak_sides
