from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.evaluation.policy import greedy, uniform
from ttt_core.evaluation.policy_function import policy_from
from ttt_core.game.graph import N_OPEN, legal


def first_free(board: str) -> int:
    return board.index("-")


FIRST_FREE = greedy(np.zeros((N_OPEN, 9)), "first")


def test_a_function_gives_a_policy() -> None:
    assert (policy_from(first_free) == FIRST_FREE).all()
    assert (policy_from(lambda board: np.int8(first_free(board))) == FIRST_FREE).all()
    evenly = policy_from(lambda board: [(mark == "-") / board.count("-") for mark in board])
    assert (evenly == uniform()).all()
    one_hot = policy_from(lambda board: np.eye(9, dtype=int)[first_free(board)])
    assert one_hot.dtype == np.float64
    assert (one_hot == FIRST_FREE).all()


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (4, "the cell is out of range or taken"),
        (9, "out of range"),
        (-1, "out of range"),
        (None, "a cell from 0 to 8, or nine"),
        (True, "a cell from 0 to 8, or nine"),
        (1.5, "a cell from 0 to 8, or nine"),
        ((1, 0), "a cell from 0 to 8, or nine"),
        ((np.int64(1), np.int64(0)), "a cell from 0 to 8, or nine"),
        ("0", "a cell from 0 to 8, or nine"),
        ([1, 0, 0], "a cell from 0 to 8, or nine"),
        ([[1], [0, 0]], "inhomogeneous"),
        ([float("nan")] + 8 * [0.0], "a cell from 0 to 8, or nine"),
        ([0.5] + 8 * [0.0], "must sum to 1, not to 0.5"),
        ([1.5, -0.5] + 7 * [0.0], "must not be negative"),
        (4 * [0] + [1] + 4 * [0], "a taken cell must have probability 0"),
    ],
)
def test_a_wrong_answer_is_refused_and_the_board_is_named(answer: object, reason: str) -> None:
    def function(board: str) -> Any:
        return answer if board == "----X----" else first_free(board)

    with pytest.raises(ValueError, match=reason) as caught:
        policy_from(function)
    assert str(caught.value).startswith("For ---|-X-|--- the function returns")


class Tensor:
    """What a framework returns: an array that must be detached first."""

    def __init__(self, cell: int) -> None:
        self._cell = cell

    def detach(self) -> "Tensor":
        return self

    def cpu(self) -> Any:
        return np.array([self._cell])

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise RuntimeError("Call detach() first.")


@pytest.mark.parametrize(
    "returned",
    [
        lambda cell: np.array([cell]),
        lambda cell: (np.array(cell), None),
        lambda cell: (cell, np.zeros(3)),
        float,
        lambda cell: np.eye(9, dtype=np.float32)[None, cell],
        Tensor,
    ],
)
def test_what_frameworks_return_is_understood(returned: Any) -> None:
    assert (policy_from(lambda board: returned(first_free(board))) == FIRST_FREE).all()


def test_nine_values_may_be_a_row_of_an_array() -> None:
    values = policy_from(lambda board: np.eye(9)[None, first_free(board)], returns="values")
    assert (values == FIRST_FREE).all()


def test_a_function_that_chooses_at_random_is_refused_or_judged_by_the_mean() -> None:
    random = np.random.default_rng(1)

    def explores(board: str) -> int:
        free = [cell for cell in range(9) if board[cell] == "-"]
        return int(random.choice(free))

    with pytest.raises(
        ValueError, match=r"returns \d, then \d\. If it chooses at random, samples="
    ):
        policy_from(explores)
    policy = policy_from(explores, samples=4)
    assert set(np.unique(policy * 4)) <= {0, 1, 2, 3, 4}
    assert abs(policy - uniform()).max() > 0.1
    card = ttt.judge(explores, samples=4)
    assert card.verdict == "Beatable as X and O (sampled)"
    assert (card.samples, card.row()["samples"]) == (4, 4)
    with pytest.raises(ValueError, match="samples has an effect only with a function"):
        ttt.judge(ttt.minimax(), samples=4)
    with pytest.raises(ValueError, match="at least 2, not 1"):
        policy_from(first_free, samples=1)
    last_digits = iter(range(10**6))
    policy_from(lambda board: [(m == "-") / board.count("-") + 1e-9 * (next(last_digits) % 2)
                               for m in board], illegal="loses")  # fmt: skip


def test_a_player_that_chooses_taken_cells_is_judged_as_it_plays() -> None:
    def centre(_: str) -> int:
        return 4

    with pytest.raises(ValueError, match="out of range or taken"):
        ttt.judge(centre)
    as_it_plays = ttt.judge(centre, illegal="loses")
    taken = [board for board in ttt.boards()[:N_OPEN] if board[4] != "-"]
    assert as_it_plays.forfeits == taken
    assert as_it_plays.row()["positions forfeited"] == len(taken)
    assert as_it_plays.card.vs_random_as_x.loss == pytest.approx(1)
    with pytest.raises(ValueError, match="out of range"):
        policy_from(lambda board: 9, illegal="loses")

    row = [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]
    masked = policy_from(lambda board: row, returns="values")
    assert masked.shape == (N_OPEN, 9)
    played = policy_from(lambda board: row, returns="values", illegal="loses")
    assert (played[:, 9] == [board[4] != "-" for board in ttt.boards()[:N_OPEN]]).all()
    unknown = [np.nan if cell == 4 else 0.0 for cell in range(9)]
    best = policy_from(lambda board: row if board[4] == "-" else unknown, returns="values",
                       illegal="loses")  # fmt: skip
    centre_is_free = np.array([board[4] == "-" for board in ttt.boards()[:N_OPEN]])
    assert (best[centre_is_free, 4] == 1).all()
    assert 0 < best[:, 9].max() < 1  # other taken cells are as good as free ones
    half = policy_from(lambda board: 9 * [1 / 9], illegal="loses")
    assert half[1, 9] == pytest.approx(1 / 9)


def test_a_table_is_judged_masked_or_as_it_plays() -> None:
    table = {"---------": [0, 0, 0, 0, 1, 0, 0, 0, 0], "X---O----": [3, 1, 0, 0, 0, 0, 0, 0, 0]}
    assert ttt.judge(table).forfeits == []
    assert ttt.judge(table, illegal="loses").forfeits == ["X---O----"]
    assert ttt.judge(ttt.minimax(), illegal="loses").forfeits == []


def test_a_view_is_refused_where_nothing_depends_on_it() -> None:
    with pytest.raises(ValueError, match="view='X' has no effect with reads='board'"):
        policy_from(first_free, view="X")


def test_narrow_floats_are_probabilities_too() -> None:
    rows = np.random.default_rng(1).random((N_OPEN, 9), np.float32)
    rows = np.where(legal(), rows, np.float32(0))
    rows /= rows.sum(axis=1, keepdims=True, dtype=np.float32)
    policy = policy_from(lambda board: rows[ttt.position_of(board)])
    assert abs(policy.sum(axis=1) - 1).max() < 1e-12
    assert abs(policy - rows).max() < 1e-6
    nearly = rows.astype(np.float64)
    assert (policy == policy_from(lambda board: nearly[ttt.position_of(board)])).all()
    assert ttt.evaluate(policy) == ttt.evaluate(nearly)
    assert ttt.evaluate(rows) == ttt.evaluate(nearly)


def test_an_array_shows_the_board_from_the_chosen_view() -> None:
    board = "XO--X----"
    seen = {}
    for view in ("mover", "X", "O"):

        def note(numbers: Any, view: str = view) -> int:
            if np.array_equal(abs(numbers), [1, 1, 0, 0, 1, 0, 0, 0, 0]):
                seen.setdefault(view, []).append(numbers.tolist())
            return int(np.flatnonzero(numbers == 0)[0])

        assert (policy_from(note, reads="array", view=view) == FIRST_FREE).all()  # type: ignore[arg-type]
    as_x = [1, -1, 0, 0, 1, 0, 0, 0, 0]
    position = [
        b for b in ttt.boards()[:N_OPEN] if [m != "-" for m in b] == [m != "-" for m in board]
    ]
    where = 2 * position.index(board)  # each board is asked twice
    assert seen["X"][where] == as_x
    assert seen["O"][where] == seen["mover"][where] == [-number for number in as_x]


def test_the_best_of_nine_values_is_played() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=2_000, seed=3))
    policy = policy_from(
        lambda board: np.nan_to_num(agent.q_values(board), nan=99.0), returns="values"
    )
    assert (policy == agent.policy()).all()
    with pytest.raises(
        ValueError, match=r"For ---\|---\|--- the function returns 4: it must be nine"
    ):
        policy_from(lambda board: 4, returns="values")


@pytest.mark.parametrize("wrong", [{"reads": "torch"}, {"returns": "q"}, {"view": "x"}])
def test_an_unknown_way_of_reading_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be one of '"):
        policy_from(first_free, **wrong)
