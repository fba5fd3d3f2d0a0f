"""What clicks do to a session, including hostile ones."""

from dataclasses import replace
from typing import Any

import pytest
import streamlit
from hypothesis import given
from hypothesis import strategies as st

import ttt_core as ttt
from tests.ui.play.conftest import AGENT, Desk, take
from tests.ui.support import machine_with_empty_box
from ttt_core.evaluation import policy
from ttt_core.game import board as rules
from ttt_core.learning import new_pupil
from ttt_core.learning.agent import InPlay
from ttt_ui.play import actions, wording
from ttt_ui.play.state import LearnedMove
from ttt_ui.replay import views as game_wording
from ttt_ui.visit.players import even_share, share_after


def test_a_click_on_an_undone_position_is_stale(desk: Desk) -> None:
    old = desk.play.game.token
    desk.take(4)
    actions.undo_move()
    take(0, token=old)
    assert desk.play.game.moves == []


@given(clicks=st.lists(st.tuples(st.integers(0, 8), st.booleans()), max_size=30))
def test_any_clicks_make_legal_games(clicks: list[tuple[int, bool]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        widgets: dict[str, Any] = {}
        patch.setattr(streamlit, "session_state", widgets)
        desk = Desk(widgets)
        tokens = {desk.play.game.token}
        for cell, new in clicks:
            if new and desk.play.game.over:
                actions.new_game()
            game = desk.play.game
            moves, is_legal = list(game.moves), cell in rules.legal_moves(game.board)
            desk.take(cell)
            assert rules.parse_board(game.board) == game.board
            assert game.over == (not rules.legal_moves(game.board)) != game.persons_turn
            assert (game.moves != moves) == is_legal
            assert (game.token not in tokens) == is_legal
            tokens.add(game.token)
            assert desk.play.score.games == game.number + game.over


def test_the_agent_learns_from_a_finished_game_unless_that_is_switched_off(desk: Desk) -> None:
    desk.widgets["play_learn"] = False
    desk.play_out()
    assert desk.visitor.agent.q is AGENT.q
    assert desk.play.learned == ()
    desk.widgets["play_learn"] = True
    actions.new_game()
    desk.play_out()
    score = desk.play.score
    assert (score.games, score.agent_wins, score.other_wins, score.draws) == (2, 2, 0, 0)
    assert desk.visitor.agent.stats.games == AGENT.stats.games + 1
    assert [move.cell for move in desk.play.learned] == desk.play.game.moves
    for move in desk.play.learned:
        assert move.before == AGENT.q_values(move.board)[move.cell]
        assert move.after == desk.visitor.agent.q_values(move.board)[move.cell]
        assert move.tried == (AGENT.visit_counts(move.board)[move.cell] > 0)


def test_if_you_play_o_the_agent_moves_first_and_reporting_o_again_changes_nothing(
    desk: Desk,
) -> None:
    actions.choose_side("O")
    assert (desk.play.game.person, desk.play.game.persons_turn) == ("O", True)
    assert len(desk.play.game.moves) == 1
    desk.take_first()
    moves = list(desk.play.game.moves)
    actions.choose_side("O")
    assert desk.play.game.moves == moves


def test_alternate_changes_sides_with_every_game(desk: Desk) -> None:
    desk.take(4)
    actions.choose_side("Alternate")
    assert desk.play.game.moves[0] == 4  # the game goes on
    sides = [desk.play.game.person]
    for _ in range(3):
        actions.new_game()
        sides.append(desk.play.game.person)
    assert sides == ["X", "O", "X", "O"]


def test_another_agent_in_mid_game_continues_the_game(desk: Desk) -> None:
    desk.visitor.relabel(level="Intermediate")
    desk.take(4)
    desk.visitor.adopt(ttt.untrained("Stranger"))
    desk.play_out()
    assert desk.visitor.agent.name == "Stranger"
    assert desk.visitor.agent.stats.games == 1


def test_adaptive_follows_the_results(desk: Desk) -> None:
    desk.visitor.relabel(level="Adaptive")
    share = desk.play.random_share
    rival = policy.mix(policy.uniform(), policy.minimax(), even_share(share, "X"))
    desk.play_out()
    after = share_after(share, rival, "X", desk.play.game.result)
    assert desk.play.random_share == after != share


def test_learning_from_a_game_stops_a_training(desk: Desk) -> None:
    version = desk.visitor.claim_agent()
    half = ttt.train(ttt.TrainingConfig(games=400, seed=2))
    assert desk.visitor.learn(half, version, finished=False)
    assert desk.visitor.training_under_way
    desk.play_out()
    assert not desk.visitor.training_under_way
    assert not desk.visitor.learn(AGENT, half)
    assert desk.visitor.agent.stats.games == 401
    assert "so its training has been stopped" in desk.visitor.messages[-1].text


def test_an_empty_first_box_resigns_at_once(desk: Desk) -> None:
    desk.visitor.adopt(machine_with_empty_box("---------"))
    desk.play.side = "O"
    actions.new_game()
    game = desk.play.game
    assert game.resigned
    assert game_wording.status(game) == "The agent resigns: you win"
    assert game_wording.announcement(game).endswith("The agent resigns: you win.")
    score = desk.play.score
    assert (score.games, score.other_wins) == (1, 1)
    assert desk.visitor.agent.stats.o_wins == 1
    desk.take(4)
    assert game.moves == []
    actions.new_game()
    assert desk.play.score.games == 2


def test_changing_to_watching_plays_no_game(desk: Desk) -> None:
    actions.choose_side("O")
    desk.widgets["play_mode"] = "Agent by itself"
    actions.change_mode()
    assert desk.play.game.moves == []
    assert desk.visitor.agent.stats == AGENT.stats
    desk.widgets["play_mode"] = "Against the agent"
    actions.change_mode()
    assert len(desk.play.game.moves) == 1


@pytest.mark.parametrize(
    ("agent", "people", "said"),
    [
        (AGENT, True, "After each game, the agent learns from both sides' moves."),
        (machine_with_empty_box(), False, "After each game, the agent learns from X's moves."),
        (new_pupil(), False, "After each game, the agent learns from both sides' moves."),
        (new_pupil(), True, "It has its own rule for games with people, with α = 0.5 and"),
    ],
)
def test_what_it_learns_from_in_words(agent: ttt.Agent, people: bool, said: str) -> None:
    assert wording.learning_help(agent, people=people).startswith(said)
    adaptive = replace(ttt.untrained(), in_play=InPlay())
    assert wording.watching(adaptive, learning=True).endswith("learns from O's moves.")
    assert wording.watching(AGENT, learning=True).endswith("learns from both of you.")
    assert wording.watching(AGENT, learning=False).endswith("it does not learn.")


UNCHANGED = "Its values for the moves of this game did not change."
CHANGED = "The moves whose values changed, before and after (1 wins, 0 draws, −1 loses):"


@pytest.mark.parametrize(
    ("met", "symmetry", "changed", "said"),
    [
        ((0, 0), True, 0, "It learned nothing new from this game."),
        ((1, 0), False, 0, f"It learned 1 new position from this game. {UNCHANGED}"),
        (
            (5, 1_200),
            True,
            2,
            "It learned 5 new positions from this game, counting rotations and mirror images. "
            f"It met 1,200 more while going over the game. {CHANGED}",
        ),
        ((0, 1), True, 0, f"It met 1 new position while going over the game. {UNCHANGED}"),
    ],
)
def test_what_was_learned_in_words(
    met: tuple[int, int], symmetry: bool, changed: int, said: str
) -> None:
    agent = replace(AGENT, training=(replace(AGENT.training[0], symmetry=symmetry),))
    assert wording.learned_sentence(met, changed, agent) == said


def test_a_learned_move_in_words() -> None:
    move = LearnedMove("X--------", 4, 0.0, 0.5, tried=False)
    where = "Position X--|---|---, O plays centre: "
    assert wording.learned_move(move, None, "0.5") == f"{where}untried before the game, 0.5 now"
    assert wording.learned_move(move, "0.1", "0.5") == f"{where}value 0.1 before the game, 0.5 now"


def test_what_a_reset_does_in_words() -> None:
    known = f"{AGENT.positions_known:,} positions"
    assert f"forgets **{known}** from 500 games" in wording.resetting(AGENT)
    assert " boxes** from " in wording.resetting(machine_with_empty_box("---------"))
