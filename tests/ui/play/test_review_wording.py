"""What a review says about every move of the game, and about an answer to an exercise."""

import re

import pytest

import ttt_core as ttt
from tests.core.brute_force import keeping_cells
from ttt_core.evaluation.review import review, review_move
from ttt_core.game import Side
from ttt_core.game import board as rules
from ttt_core.game.graph import N_OPEN, boards, symmetry_class
from ttt_ui.moves.values import values_of_agent
from ttt_ui.play import review as play_review
from ttt_ui.play.review import curve_figure
from ttt_ui.replay import wording as game_wording
from ttt_ui.replay.game import Decision, Game
from ttt_ui.wording import cell_name


def said(board: str, cell: int) -> str:
    return game_wording.explained(review_move(board, cell))


@pytest.mark.parametrize(
    ("pattern", "cell", "sentence"),
    [
        ("XX-|OO-|---", 8, "Missed a win: top right completes a line."),
        ("XX-|-O-|---", 8, "Failed to block: X completes a line (top right)."),
        (
            "X--|-O-|-OX",
            5,
            "Failed to block: O completes a line (top).",
        ),
        (
            "---|--O|OXX",
            3,
            "Missed a fork: centre makes two threats, and O can block only one.",
        ),
        (
            "---|--O|X--",
            7,
            "Missed a forced win: after any of 3 cells, every reply by O loses.",
        ),
        (
            "---|OXX|---",
            1,
            "Allowed a fork: X now makes two threats at once (top right or bottom right).",
        ),
        ("---|-X-|---", 1, "Walked into a trap: X can now force a win, whatever O does."),
        ("---|--X|OOX", 0, "Still winning, but top right wins sooner."),
        ("---|--O|-XX", 0, "Lost either way, but bottom left holds out longer."),
        ("XX-|OO-|---", 2, "No move wins sooner."),
        ("---|---|---", 0, "It keeps the draw; no move does better."),
    ],
)
def test_sentences(pattern: str, cell: int, sentence: str) -> None:
    assert said(pattern, cell) == sentence


def test_only_after_a_mistake_is_playing_on_a_new_try() -> None:
    perfect, lost, won = (4, 0, 8, 2, 1, 7, 6, 3, 5), (0, 4, 1, 2, 5, 6), (4, 1, 0, 8, 6, 2, 3)

    def label(cells: tuple[int, ...], person: Side | None) -> str:
        return play_review.play_on_label(Game(person=person, moves=[*cells]), review(cells))

    assert label(perfect, "X") == label(perfect, None) == "Play on from here"
    assert label(won, "X") == "Play on from here"
    assert label(lost, "X") == label(won, "O") == label(won, None) == "Try again from here"


def test_every_move_is_explained_and_no_answer_gives_the_right_move_away() -> None:
    different = [boards()[position] for position in set(symmetry_class()[:N_OPEN].tolist())]
    assert len(different) == 627
    for board, cell in ((one, cell) for one in different for cell in rules.legal_moves(one)):
        move = review_move(board, cell)
        explained, answered = game_wording.explained(move), play_review.answered(move)
        for sentence in (explained, answered):
            assert re.fullmatch(r"[:A-Z][^{}]*\.", sentence)
        right = {cell_name(cell) for cell in keeping_cells(move.board)}
        named = set(re.findall(r"row \d, column \d", answered))
        if not move.threw_away:
            assert answered.startswith(play_review.RIGHT)
        else:
            assert answered.startswith(play_review.WRONG)
            assert named <= {cell_name(cell) for cell in move.punished_by}
            if move.reason != "not-blocked":  # where the reply is what had to be prevented
                assert not named & right or move.reason == "allowed-fork"
        assert "badge" not in play_review.unadorned(answered)


def test_the_decisive_move_is_named() -> None:
    moves = [4, 1, 0, 8, 6, 2, 3]
    for person, why, who in (
        ("X", "You won because of", "the agent"),
        ("O", "The game turned on", "you"),
        (None, "The game turned on", "O"),
    ):
        game = Game(0, person, moves)  # type: ignore[arg-type]
        assert game_wording.decision(game, review(moves)) == (
            f"{why} move 2: {who} played top and lost the game (draw → loss in 6 moves)."
        )
    shown = values_of_agent(ttt.untrained(), "----X----")
    game = Game(0, "X", moves, decisions={1: Decision(shown, 1, at_random=True)})
    assert game_wording.decision(game, review(moves)) == (
        "You won because of move 2: the agent played top and lost the game "
        "(draw → loss in 6 moves). That move was random, not its own choice."
    )
    assert game_wording.decision(Game(0, "O", [], resigned=True), []) == (
        "X resigned, because its box for this position was empty."
    )
    missed = [0, 3, 1, 4, 5, 2, 6, 7, 8]
    assert game_wording.decision(Game(0, "X", missed), review(missed)) == (
        "The game turned on move 5: you played right and missed a win (win in 1 move → draw)."
    )
    perfect = [4, 0, 8, 2, 1, 7, 3, 5, 6]
    assert game_wording.decision(Game(0, "X", perfect), review(perfect)) == (
        "Neither side made a mistake, so the game was a draw."
    )


def test_the_curve_shows_who_was_ahead_and_how_near_the_end_was() -> None:
    cells = [0, 3, 1, 4, 5, 6, 2]
    assert curve_figure(cells, 5).data[0].y == (0, 0, 5, 6, 9, 0, 9, 10)
    assert game_wording.curve(cells) == (
        "Perfect play from each position of the game: a draw, a draw, X wins in 5, X wins in 4, "
        "X wins in 1, a draw, X wins in 1 and X has won"
    )
    assert curve_figure([1, 8, 2, 0, 3, 4], 0).data[0].y[-1] == -10


def test_grades_in_words() -> None:
    missed_win = review_move("XX-OO----", 5)
    assert "missed win" in game_wording.GRADES[missed_win.grade]
    assert game_wording.graded(missed_win) == "↘ missed win"
    game = Game(0, "X", [0, 3, 1, 4, 5])
    assert ". Missed win. Missed a win: " in game_wording.spoken(game, 5, missed_win)


def test_who_made_a_move() -> None:
    moves = review([4, 1])
    assert game_wording.heading(Game(0, "X", [4, 1]), 1, moves[0]).startswith(
        "**Move 1 of 2** · you (X), centre"
    )
    assert "the agent (O)" in game_wording.heading(Game(0, "X", [4, 1]), 2, moves[1])
    assert " · O, " in game_wording.heading(Game(0, None, [4, 1]), 2, moves[1])


def test_a_move_that_is_not_the_best_says_what_it_changed() -> None:
    game = Game(0, "X", [0, 3, 1, 4, 5])
    move = review(game.moves)[-1]
    assert game_wording.heading(game, 5, move).endswith("missed win] win in 1 move → draw")
    assert game_wording.heading(game, 1, review(game.moves)[0]).endswith("best]")


def test_the_task_says_what_to_find() -> None:
    assert play_review.task("XX-OO----") == "X to move: find the win"
    assert play_review.task("XX--O----") == "O to move: keep the draw"
