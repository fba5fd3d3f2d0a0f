import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ttt_core.game.graph import N_OPEN, graph, legal
from ttt_core.learning.reward_memory import memory_scores, score

REWARDS = st.integers(0, 2**31 - 1)


@given(REWARDS, REWARDS, REWARDS)
def test_a_compiled_score_is_that_of_arrays_bit_for_bit(win: int, draw: int, loss: int) -> None:
    memory = np.zeros((N_OPEN, 9, 3), np.int32)
    memory[:, :] = np.where(
        graph().side[:N_OPEN, None, None] == 0, (win, loss, draw), (loss, win, draw)
    )
    scores = memory_scores(memory)
    expected = (100 * win + 10 * draw - loss) / max(win + draw + loss, 1)
    assert score(np.int64(win), np.int64(draw), np.int64(loss)) == expected
    assert set(scores[legal()]) == {expected}
    assert np.isnan(scores[~legal()]).all()


def test_a_move_never_tried_scores_nothing() -> None:
    assert score(np.int64(0), np.int64(0), np.int64(0)) == 0
