import io
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

import ttt_core as ttt
from ttt_core.game.board import outcome
from ttt_core.game.graph import boards, position_of, walk
from ttt_core.game.solution import move_values
from ttt_core.learning.matchboxes import has_box
from ttt_core.learning.rules import RULES, RuleName
from ttt_core.learning.training import TrainingRun

VARIETY = [
    ttt.TrainingConfig(games=3_000, seed=1),
    ttt.TrainingConfig(games=3_000, seed=2, symmetry=False, ties="first", epsilon_decay=0.999),
    ttt.TrainingConfig(games=3_000, seed=3, rule="q-learning", random_share=0.5, minimax_share=0.2),
    ttt.TrainingConfig(games=3_000, seed=4, rule="q-learning", learns="O", random_share=1.0),
    ttt.TrainingConfig(games=3_000, seed=5, rule="monte-carlo", step_size="sample-average"),
    ttt.TrainingConfig(games=3_000, seed=6, rule="reward-memory", exploration="experience"),
    ttt.TrainingConfig(games=3_000, seed=9, rule="matchboxes", random_share=0.5, learns="X"),
    ttt.TrainingConfig(games=3_000, seed=7, replay=20, replay_size=500, backward=True),
    ttt.TrainingConfig(games=3_000, seed=8, exploration="least-visited", initial_value=1.0),
]


@pytest.mark.parametrize("rule", RULES)
def test_chunks_and_progress_do_not_matter(rule: RuleName) -> None:
    config = ttt.TrainingConfig(games=300, rule=rule, seed=1, epsilon_decay=0.99)
    told: list[int] = []
    in_pieces = ttt.train(config, progress=told.append, chunk=7)
    assert in_pieces == ttt.train(config)
    assert told == [*range(7, 300, 7), 300]


@pytest.mark.parametrize("config", VARIETY, ids=lambda config: f"{config.rule}-{config.seed}")
def test_the_last_game_is_the_one_it_learned_from(config: ttt.TrainingConfig) -> None:
    run = ttt.TrainingRun(config)
    assert run.last_game() == []
    for _ in range(20):
        before = run.agent()
        run.play(1)
        after, cells = run.agent(), run.last_game()
        positions = walk(cells)
        learned = (after.visits != before.visits)[positions[:-1], cells]
        if config.learns == "both" and not config.random_share:
            assert learned.all() or config.rule == "matchboxes"
        wins = after.stats.x_wins - before.stats.x_wins, after.stats.o_wins - before.stats.o_wins
        board = boards()[positions[-1]]
        if outcome(board) == "draw":
            assert wins == (0, 0)
        else:
            assert wins["XO".index(str(outcome(board)))] == 1
        if config.rule == "matchboxes":
            boxes = has_box()[positions[:-1]][::2]
            assert learned[::2][boxes].all()


def test_a_resigned_last_game_ends_with_its_last_move() -> None:
    run = ttt.TrainingRun(
        ttt.TrainingConfig(games=100, seed=1, rule="matchboxes", minimax_share=1.0, learns="X")
    )
    lengths = set()
    for _ in range(100):
        before = run.agent()
        run.play(1)
        cells = run.last_game()
        board = boards()[walk(cells)[-1]]
        if outcome(board) is None:
            lengths.add(len(cells))
            assert before.resigns(board)
            assert run.agent().stats.o_wins == before.stats.o_wins + 1
        else:
            reached = walk(cells)[:-1:2]
            assert not any(before.resigns(boards()[position]) for position in reached)
    assert lengths == {0}


def test_stopping_keeps_what_was_learned() -> None:
    config = ttt.TrainingConfig(games=1_000_000, seed=3)
    agent = ttt.train(config, progress=lambda played: played < 400, chunk=100)
    assert agent.stats.games == 400
    assert agent.training == (replace(config, games=400),)
    assert agent == ttt.train(replace(config, games=400))


@pytest.mark.parametrize("config", VARIETY, ids=lambda config: f"{config.rule}-{config.seed}")
def test_continuing_does_not_change_the_start_and_adds_up(config: ttt.TrainingConfig) -> None:
    first = ttt.train(config)
    before = first.q.tobytes(), first.visits.tobytes()
    second = ttt.train(replace(config, seed=50), start=first)
    assert (first.q.tobytes(), first.visits.tobytes()) == before
    assert second.stats.games == 2 * config.games
    assert second.training == (config, replace(config, seed=50))
    assert (second.visits >= first.visits).all()
    assert second == ttt.train(replace(config, seed=50), start=first)
    assert ttt.train(replace(config, seed=50)).stats != first.stats


def test_continuing_plays_different_games() -> None:
    config = ttt.TrainingConfig(games=1_000, seed=1, epsilon_decay=1.0)
    first = ttt.train(config)
    assert ttt.train(config, start=first).stats.distinct_games > 1.5 * first.stats.distinct_games


@pytest.mark.parametrize("games", [-3, 1.9, "3", True, None, np.float64(2), 8, 100])
def test_a_run_plays_only_a_number_of_games_that_it_has_left(games: Any) -> None:
    run = TrainingRun(ttt.TrainingConfig(games=10, seed=1))
    run.play(np.int64(3))
    run.play(0)
    with pytest.raises(
        ValueError, match=r"^games must be a whole number from 0 to 7, not"
    ) as caught:
        run.play(games)
    assert f"not {games!r}. This run has 7 of its 10 games left." in str(caught.value)
    run.play(7)
    assert run.agent() == ttt.train(ttt.TrainingConfig(games=10, seed=1))


def test_an_agents_view_of_a_board() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=20_000, seed=1))
    values = agent.q_values("---|-X-|---")
    assert np.isnan(values).tolist() == [False] * 4 + [True] + [False] * 4
    assert np.isnan(agent.q_values("XXX|OO-|---")).all()
    assert agent.visit_counts("XXX|OO-|---").sum() == 0
    chances = agent.move_probabilities("---------")
    assert chances.sum() == pytest.approx(1)
    with pytest.raises(ValueError, match="over"):
        agent.move_probabilities("XXX|OO-|---")
    with pytest.raises(ValueError, match="a board cannot have 3 X and 0 O"):
        agent.q_values("XXX|---|---")
    assert ttt.untrained().move_probabilities("---------") == pytest.approx(np.full(9, 1 / 9))


def test_an_agent_keeps_copies_of_the_arrays_it_is_given() -> None:
    blank = ttt.untrained("A", "network")
    given = {name: getattr(blank, name).copy() for name in ("q", "visits", "weights", "games_seen")}
    given["games_seen"] = given["games_seen"][:]  # a view
    given["games_seen"].flags.writeable = False
    agent, before = replace(blank, **given), blank.fingerprint
    for array in given.values():
        (array if array.base is None else array.base)[...] += 1
    assert agent == blank
    assert agent.fingerprint == before
    assert not any(getattr(agent, name).flags.writeable for name in given)
    assert replace(agent, name="B").q is agent.q


def test_an_agent_can_learn_from_a_watched_game_with_other_settings() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=50, seed=1))
    other = ttt.TrainingConfig(rule="monte-carlo", alpha=0.25, gamma=1.0, symmetry=False)
    game = (0, 3, 1, 4, 2)
    taught = ttt.learn_from_game(agent, game, config=other)
    expected = ttt.learn_from_game(replace(agent, training=(other,)), game)
    assert taught.training == agent.training
    assert replace(taught, training=(other,)) == expected
    assert taught.q.tobytes() != ttt.learn_from_game(agent, game).q.tobytes()
    with pytest.raises(ValueError, match="cannot continue from a q-table"):
        ttt.learn_from_game(agent, game, config=ttt.TrainingConfig(rule="reward-memory"))


def test_a_mixture_of_partners_is_reproducible_and_each_plays_its_share() -> None:
    config = ttt.TrainingConfig(games=3_000, learns="O", rule="q-learning", symmetry=False)
    corner, centre = (ttt.policy_from(opening_with(cell)) for cell in (0, 4))
    mixture = ttt.Mixture([corner, centre], [3, 1])
    agent = ttt.train(config, partner=mixture)
    openings = {cell: agent.visit_counts(ttt.play("-" * 9, cell)).sum() for cell in (0, 4)}
    assert sum(openings.values()) == 3_000
    assert 2_150 < openings[0] < 2_350
    assert agent == ttt.train(config, partner=mixture, chunk=7)
    assert agent.partners == ("one of 2 players",)
    assert not agent.reproducible
    assert ttt.train(config, partner=ttt.Mixture([corner])).q.tobytes() == (
        ttt.train(config, partner=corner).q.tobytes()
    )


def opening_with(cell: int) -> Callable[[str], int]:
    return lambda board: cell if board == "-" * 9 else board.index("-")


def test_an_agent_as_a_table() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=300, seed=1))
    frame = agent.to_frame()
    assert list(frame) == ["pattern", "cell", "q", "visits", "worth"]
    assert len(frame) == (agent.visits > 0).sum()
    for row in frame.itertuples():
        assert agent.q_values(row.pattern)[row.cell] == row.q
        assert agent.visit_counts(row.pattern)[row.cell] == row.visits > 0
        assert move_values()[position_of(row.pattern), row.cell] == row.worth
    text = frame.to_csv(index=False)
    read = pd.read_csv(io.StringIO(text))
    assert read["q"].tolist() == frame["q"].tolist()
    assert ttt.untrained().to_frame().empty


def test_a_memory_keeps_its_own_weights_when_it_learns_with_others() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=50, seed=1, rule="reward-memory"))
    other = ttt.TrainingConfig(rule="reward-memory", weight_loss=-50.0)
    taught = ttt.learn_from_game(agent, (0, 3, 1, 4, 2), config=other)
    assert taught.q.tobytes() == ttt.learn_from_game(agent, (0, 3, 1, 4, 2)).q.tobytes()
