"""What clicks do to a session, the hostile ones too."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_ui.play import actions as playing
from ttt_ui.shared.session import Session

AGENT = ttt.train(ttt.TrainingConfig(games=500, seed=1))


@dataclass
class Desk:
    """A visitor at the play page, without a browser."""

    visitor: Session
    widgets: dict[str, Any] = field(default_factory=lambda: {"play_level": "Expert"})
    click: tuple[int, str] | None = None

    def take(self, cell: int, token: str | None = None) -> None:
        self.click = (cell, self.visitor.game.token if token is None else token)
        playing.take_cell()

    def play_out(self) -> None:
        while not self.visitor.game.over:
            self.take(rules.legal_moves(self.visitor.game.board)[0])


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    desk = Desk(Session(agent=AGENT))
    monkeypatch.setattr(playing, "session", lambda: desk.visitor)
    monkeypatch.setattr(playing, "widget_value", lambda key, d=None: desk.widgets.get(key, d))
    monkeypatch.setattr(playing, "set_widget", desk.widgets.__setitem__)
    monkeypatch.setattr(playing, "read_play", lambda _: desk.click)
    return desk


def test_a_click_is_answered(desk: Desk) -> None:
    desk.take(4)
    assert desk.visitor.game.board.count("X") == 1 == desk.visitor.game.board.count("O")


def test_clicks_that_change_nothing(desk: Desk) -> None:
    desk.take(4)
    before = list(desk.visitor.game.moves)
    desk.take(8, token="0:")
    desk.take(8, token="nonsense")
    desk.take(4)
    desk.click = None
    playing.take_cell()
    assert desk.visitor.game.moves == before


def test_a_click_on_a_taken_back_position_is_stale(desk: Desk) -> None:
    old = desk.visitor.game.token
    desk.take(4)
    playing.take_back()
    desk.take(0, token=old)
    assert desk.visitor.game.moves == []


def test_nothing_can_be_played_after_the_end(desk: Desk) -> None:
    desk.play_out()
    ended = list(desk.visitor.game.moves)
    for cell in range(9):
        desk.take(cell)
    assert desk.visitor.game.moves == ended
    assert desk.visitor.score.games == 1


@given(clicks=st.lists(st.tuples(st.integers(0, 8), st.booleans()), max_size=30))
def test_any_clicks_make_legal_games(clicks: list[tuple[int, bool]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        desk = Desk(Session(agent=AGENT))
        patch.setattr(playing, "session", lambda: desk.visitor)
        patch.setattr(playing, "widget_value", lambda key, d=None: desk.widgets.get(key, d))
        patch.setattr(playing, "read_play", lambda _: desk.click)
        for cell, new in clicks:
            if new and desk.visitor.game.over:
                playing.new_game()
            desk.take(cell)
            assert rules.parse_board(desk.visitor.game.board) == desk.visitor.game.board
        assert desk.visitor.score.games <= len(clicks)


def test_the_agent_learns_from_a_finished_game(desk: Desk) -> None:
    desk.play_out()
    assert desk.visitor.agent.stats.games == AGENT.stats.games + 1
    assert [move.cell for move in desk.visitor.lesson] == desk.visitor.game.moves
    assert desk.visitor.sidebar_stale
    for move in desk.visitor.lesson:
        assert move.before == AGENT.q_values(move.board)[move.cell]
        assert move.after == desk.visitor.agent.q_values(move.board)[move.cell]


def test_learning_can_be_switched_off(desk: Desk) -> None:
    desk.widgets["play_learn"] = False
    desk.play_out()
    assert desk.visitor.agent is AGENT
    assert desk.visitor.lesson == ()


def test_as_o_the_agent_begins(desk: Desk) -> None:
    desk.widgets["play_side"] = "O"
    playing.new_game()
    assert desk.visitor.game.person == "O"
    assert desk.visitor.game.persons_turn
    assert len(desk.visitor.game.moves) == 1


def test_alternate_changes_sides_with_every_game(desk: Desk) -> None:
    desk.widgets["play_side"] = "Alternate"
    sides = []
    for _ in range(4):
        playing.new_game()
        sides.append(desk.visitor.game.person)
    assert sides == ["O", "X", "O", "X"]


def test_swapping_sides_moves_the_choice_along(desk: Desk) -> None:
    desk.widgets["play_side"] = "X"
    playing.swap_sides()
    assert (desk.visitor.game.person, desk.widgets["play_side"]) == ("O", "O")
    playing.swap_sides()
    assert (desk.visitor.game.person, desk.widgets["play_side"]) == ("X", "X")


def test_another_agent_in_mid_game_goes_on_with_the_game(desk: Desk) -> None:
    desk.widgets["play_level"] = "Intermediate"
    desk.take(4)
    desk.visitor.adopt(ttt.untrained("Stranger"))
    desk.play_out()
    assert desk.visitor.agent.name == "Stranger"
    assert desk.visitor.agent.stats.games == 1


def test_a_hint_is_a_best_move_and_goes_with_the_next_click(desk: Desk) -> None:
    playing.give_hint()
    assert desk.visitor.hint in range(9)
    desk.take(4)
    assert desk.visitor.hint is None


def test_resetting(desk: Desk) -> None:
    desk.play_out()
    playing.reset_figures()
    assert desk.visitor.score.games == 0
    playing.reset_memory()
    assert desk.visitor.agent.positions_known == 0
    desk.visitor.undo()
    assert desk.visitor.agent.positions_known > 0


def test_widgets_with_wild_values_are_brought_into_range(desk: Desk) -> None:
    desk.widgets |= {
        "play_level": "Custom",
        "play_random_share": 7.5,
        "play_epsilon": -3.0,
        "play_brain": "nobody",
    }
    desk.take(4)
    assert len(desk.visitor.game.moves) == 2
    desk.widgets["play_level"] = "Grandmaster"
    assert playing.strength().level == AGENT.level


def test_the_exhibition_swaps_sides_and_learns(desk: Desk) -> None:
    desk.widgets["play_mode"] = "Agent by itself"
    playing.play_on(2_000)
    show = desk.visitor.exhibition
    assert show.score.games > 200
    assert show.agent_side == ("X" if show.score.games // 100 % 2 == 0 else "O")
    assert desk.visitor.agent.stats.games == AGENT.stats.games + show.score.games
    counted = show.score.agent_wins + show.score.other_wins + show.score.draws
    assert counted == show.score.games
