"""Look back or look ahead: what the chapter shows and says, held against the engine."""

from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_ui.learn.looking_back import actions as playing
from ttt_ui.learn.looking_back import chapter
from ttt_ui.learn.looking_back.actions import clear, take_cell, take_example, tell_again, told_game
from ttt_ui.learn.looking_back.figure import described, values_by_move
from ttt_ui.learn.looking_back.lessons import EXAMPLE, LEARNERS, MOST_TIMES, values_after

MONTE_CARLO, ONE_STEP, REPLAY, BACKWARD = range(4)
Game = tuple[int, ...]


def random_games(number: int) -> list[Game]:
    random, games = np.random.default_rng(1), []
    for _ in range(number):
        board, cells = rules.EMPTY_BOARD, []
        while rules.outcome(board) is None:
            cells.append(int(random.choice(rules.legal_moves(board))))
            board = rules.play(board, cells[-1])
        games.append(tuple(cells))
    return games


def end_of(game: Game) -> str:
    board = rules.EMPTY_BOARD
    for cell in game:
        board = rules.play(board, cell)
    return str(rules.outcome(board))


GAMES = random_games(40)
WON = [*(game for game in GAMES if end_of(game) != "draw"), EXAMPLE]
DRAWN = [game for game in GAMES if end_of(game) == "draw"]


def test_the_games_are_of_every_length_and_some_are_drawn() -> None:
    assert {len(game) for game in WON} == {5, 6, 7, 8, 9}
    assert DRAWN
    assert end_of(EXAMPLE) == "X"


@pytest.mark.parametrize("game", WON)
def test_how_far_the_result_of_a_game_gets(game: Game) -> None:
    moved = values_after(game, 1) != 0
    winner, loser = (len(game) - 1) % 2, len(game) % 2
    assert moved[:, MONTE_CARLO].all()
    assert np.flatnonzero(moved[:, ONE_STEP]).tolist() == [len(game) - 2, len(game) - 1]
    for ahead in (REPLAY, BACKWARD):
        assert moved[winner::2, ahead].all()
        assert np.flatnonzero(moved[loser::2, ahead]).tolist() == [len(game[loser::2]) - 1]
    assert np.flatnonzero(~moved[winner]).tolist() == [ONE_STEP]


@pytest.mark.parametrize("game", WON)
def test_told_again_it_gets_back_by_one_move_of_the_winner(game: Game) -> None:
    winner, loser = (len(game) - 1) % 2, len(game) % 2
    own_moves = len(game[winner::2])
    for times in range(1, own_moves + 1):
        moved = values_after(game, times)[:, ONE_STEP] != 0
        assert np.flatnonzero(moved[winner::2]).tolist() == [*range(own_moves)][-times:]
        assert moved[loser::2].sum() == 1


@pytest.mark.parametrize("game", WON)
def test_the_values_are_those_of_the_formulas(game: Game) -> None:
    values = values_after(game, 1)
    for ply in range(len(game)):
        k = (len(game) - 1 - ply) // 2
        won = ply % 2 == (len(game) - 1) % 2
        reward = 1 if won else -1
        assert values[ply, MONTE_CARLO] == pytest.approx(0.5 * 0.9**k * reward, abs=1e-15)
        backward = 0.5 * (0.5 * 0.9) ** k * reward if won or not k else 0
        assert values[ply, BACKWARD] == pytest.approx(backward, abs=1e-15)


@pytest.mark.parametrize("game", DRAWN)
def test_from_a_draw_nothing_moves(game: Game) -> None:
    values = values_after(game, 3)
    assert not values.any()
    assert chapter._compared(values) == "Nobody won, and no value has changed."


def test_the_learners_are_agents_of_the_engine() -> None:
    values = values_after(EXAMPLE, 2)
    for column in (MONTE_CARLO, ONE_STEP, BACKWARD):
        config = [*LEARNERS.values()][column]
        agent = ttt.learn_from_games(ttt.untrained(), [EXAMPLE] * 2, config=config, in_play=False)
        board = rules.EMPTY_BOARD
        for ply, cell in enumerate(EXAMPLE):
            assert agent.q_values(board)[cell] == values[ply, column]
            board = rules.play(board, cell)


def test_the_answer_and_its_reason_hold() -> None:
    assert chapter.CHAPTER.question.answers[chapter._right()] == "One step"
    column = [values_after(EXAMPLE, times)[0, ONE_STEP] != 0 for times in (3, 4)]
    assert column == [False, True]
    assert "in a game of 7 moves, it takes 4 games to get to the first" in chapter._reason()
    assert "of 7: Monte Carlo 7, One step 2, Replay 5, Backward 5." in chapter._compared(
        values_after(EXAMPLE, 1)
    )


def test_the_figure_has_each_value_and_says_it() -> None:
    values = values_after(EXAMPLE, 1)
    trace = values_by_move(values)["data"][0]
    assert trace["x"] == ["Monte Carlo", "One step", "Replay", "Backward"]
    assert trace["y"] == ["1 X", "2 O", "3 X", "4 O", "5 X", "6 O", "7 X"]
    assert trace["z"] == values.tolist()
    assert trace["text"][-2][:2] == ["−0.5", "−0.5"]
    said = described(values, 1)
    assert "told once. Monte Carlo: 0.36, −0.41, 0.41, −0.45, 0.45, −0.5, 0.5;" in said
    assert "One step: 0, 0, 0, 0, 0, −0.5, 0.5;" in said
    assert "told 2 times" in described(values, 2)


@pytest.fixture
def clicked(session_state: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> Any:
    def click(cell: int, token: str) -> Game:
        monkeypatch.setattr(playing, "read_play", lambda _: (cell, token))
        take_cell()
        return told_game().cells

    return click


def test_both_sides_are_played_to_the_end(clicked: Any) -> None:
    for ply, cell in enumerate(EXAMPLE):
        assert not told_game().over
        assert clicked(cell, f"0:{ply}") == EXAMPLE[: ply + 1]
    assert told_game().over
    assert clicked(1, "0:7") == EXAMPLE
    assert chapter._turn(told_game()) == "**X has won**, in 7 moves."
    for times in range(2, MOST_TIMES + 3):
        tell_again()
        assert told_game().times == min(times, MOST_TIMES)
    clear()
    assert (told_game().cells, told_game().times) == ((), 1)
    assert clicked(0, "0:0") == ()  # a click on the game of before
    take_example()
    assert told_game().cells == EXAMPLE


def test_a_click_that_does_not_belong_there_changes_nothing(
    clicked: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert clicked(4, "0:0") == (4,)
    assert clicked(4, "0:1") == (4,)
    assert clicked(3, "0:0") == (4,)
    monkeypatch.setattr(playing, "read_play", lambda _: None)
    take_cell()
    assert told_game().cells == (4,)
