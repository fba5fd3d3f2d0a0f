"""When a choice was right in a training, against a look after every single game."""

from dataclasses import replace

import pytest

import ttt_core as ttt
from ttt_core.evaluation.refutation import surest_refutation
from ttt_core.game.graph import legal, position_of
from ttt_core.game.solution import move_values, position_values
from ttt_core.learning.hindsight import Hindsight, look_back

TRAININGS = {
    "minimax-q": ttt.TrainingConfig(games=700, seed=3),
    "q-learning": ttt.TrainingConfig(games=900, rule="q-learning", random_share=0.5),
    "first of ties": ttt.TrainingConfig(games=600, rule="monte-carlo", ties="first", alpha=1.0),
    "memory": ttt.TrainingConfig(games=1_000, rule="reward-memory"),
    "matchboxes": ttt.TrainingConfig(games=300, rule="matchboxes", beads="simulation"),
    "replay": ttt.TrainingConfig(games=300, replay=5, symmetry=False),
}


def looked_at_every_game(
    runs: list[ttt.TrainingConfig], board: str, start: ttt.Agent | None = None
) -> Hindsight:
    position = position_of(board)
    worth = move_values()[position]
    wrong = legal()[position] & (worth < position_values()[position])
    right = []
    agent = start
    for run in runs:
        training = ttt.TrainingRun(run, agent)
        for game in range(run.games + 1):
            if game:
                training.play(1)
            if game or not right:
                chances = training.policy()[position]
                right.append(not (chances[:9][wrong].any() or chances[9:].any()))
        agent = training.agent()
    turned = [game for game in range(1, len(right)) if right[game] != right[game - 1]]
    return Hindsight(
        games=len(right) - 1,
        times_right=right[0] + sum(right[game] for game in turned),
        right_from=max((game for game in turned if right[game]), default=0),
        wrong_from=max((game for game in turned if not right[game]), default=0),
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", TRAININGS)
def test_it_is_exact_game_by_game(name: str) -> None:
    config = TRAININGS[name]
    found = surest_refutation(ttt.train(config))
    assert found is not None
    boards = [found.board, "X--------", "XO--X----", "XOX-O----", "XX-O-----", "----X----"]
    seen = {board: look_back([config], board) for board in boards}
    assert seen == {board: looked_at_every_game([config], board) for board in boards}
    assert len(set(seen.values())) > 1


@pytest.mark.slow
def test_runs_one_after_the_other_from_a_given_start() -> None:
    first, second = TRAININGS["minimax-q"], replace(TRAININGS["replay"], rule="q-learning")
    start = ttt.train(ttt.TrainingConfig(games=50))
    for board in ("X--------", "XO--X----"):
        runs = [first, second]
        assert look_back(runs, board, start) == looked_at_every_game(runs, board, start)


def test_it_tells_how_far_it_has_come() -> None:
    told: list[int] = []
    config = ttt.TrainingConfig(games=30_000)
    seen = look_back([config], "X--------", progress=told.append)
    assert told == [20_000, 30_000]
    assert seen.games == 30_000
    assert seen.times_right > 0
    assert seen.wrong_from < seen.right_from


def test_a_board_must_be_a_position() -> None:
    with pytest.raises(ValueError, match="X"):
        look_back([TRAININGS["replay"]], "XXX------")
