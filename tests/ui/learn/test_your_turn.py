"""The last chapter: what an untrained agent knows after a game it loses."""

import pytest

import ttt_core as ttt
from ttt_core.learning import new_pupil
from ttt_ui.learn import your_turn as chapter


@pytest.mark.parametrize(
    "lost",
    [(4, 1, 0, 2, 8), (0, 3, 1, 4, 2), (1, 0, 3, 4, 2, 8), (4, 5, 7, 8, 0, 1, 6, 3, 2)],
    ids=str,
)
def test_after_any_lost_game_it_knows_more_than_a_thousand_positions(lost: tuple[int, ...]) -> None:
    known = ttt.learn_from_game(new_pupil(), lost).positions_known
    assert known > 1_000
    assert chapter.right() == 2
