"""What Inspect says of an agent, compared with the engine and with results by hand."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as some

import ttt_core as ttt
from ttt_core.evaluation.mistakes import reachable
from ttt_core.evaluation.policy import uniform
from ttt_core.game import board as rules
from ttt_core.game.graph import N_OPEN, boards, legal, position_of
from ttt_core.game.solution import move_scores
from ttt_ui.inspect.lists import (
    equivalents_table,
    matching,
    moves_table,
)
from ttt_ui.language import speaking
from ttt_ui.moves.insights import CHANGES, Insights
from ttt_ui.moves.values import value_scale
from ttt_ui.wording import cell_name


def test_equal_values_share_a_rank_and_visits_are_whole() -> None:
    agent = ttt.train(ttt.PRESETS["Default"])
    values = agent.q.copy()
    values[0, [0, 2, 6, 8]] += [1e-9, 2e-9, -1e-9, 0]
    for table in (
        moves_table(Insights(replace(agent, q=values)), "---------"),
        moves_table(Insights(agent), "X--------"),
    ):
        assert table["Visits"].dtype == np.int64
        shown = table["Q"].round(3)
        for value in set(shown):
            assert table["Rank"][shown == value].nunique() == 1


EVERYTHING = {
    "side": None,
    "marks": (0, 8),
    "only_mistakes": False,
    "only_reachable": False,
    "only_untried": False,
    "text": "",
}


@cache
def young() -> Insights:
    """Return the insights into an agent that makes mistakes and does not know every position."""
    return Insights(ttt.train(ttt.TrainingConfig(games=300, seed=2, symmetry=False)))


@cache
def positions() -> pd.DataFrame:
    return young().positions


def with_table(table: np.ndarray) -> Insights:
    visits = legal().astype(np.int32)
    return Insights(replace(ttt.untrained(), q=table, visits=visits))


def perfect() -> Insights:
    return with_table(np.where(legal(), move_scores().astype(float), np.nan))


def wins_from(board: str, cell: int, insights: Insights) -> float:
    """Return how often the side to move wins after a move, by going through every game below."""
    side = rules.side_to_move(board)

    def chance(after: str) -> float:
        if rules.outcome(after) is not None:
            return float(rules.outcome(after) == side)
        own = rules.side_to_move(after) == side
        row = (insights.policy if own else uniform())[position_of(after)]
        return sum(float(row[c]) * chance(rules.play(after, int(c))) for c in np.flatnonzero(row))

    return chance(rules.play(board, cell))


@pytest.mark.parametrize("board", ["X---O----", "XOXOXO---", "XO--O---X"])
def test_moves_table(board: str) -> None:
    insights = young()
    table = moves_table(insights, board).set_index("Move")
    q, visits = insights.agent.q_values(board), insights.agent.visit_counts(board)
    moves = rules.legal_moves(board)

    assert set(table.index) == {cell_name(cell) for cell in moves}
    assert list(table["Rank"]) == sorted(table["Rank"])
    for cell in moves:
        row = table.loc[cell_name(cell)]
        assert row["Q"] == q[cell]
        assert row["Rank"] == 1 + sum(q[moves] > q[cell])
        assert row["Visits"] == visits[cell]
        assert row["Probability"] == insights.agent.move_probabilities(board)[cell]
        assert row["Win vs random"] == pytest.approx(wins_from(board, cell, insights))
        results = row[["Win vs random", "Draw vs random", "Loss vs random"]]
        assert results.sum() == pytest.approx(1)


def test_true_values_of_a_position_with_a_win_draws_and_losses() -> None:
    table = moves_table(young(), "-----XO--").set_index("Move")["True value"]
    words = ["draw", *["loss in 6"] * 3, "draw", "loss in 6", "win in 5"]
    cells = (0, 1, 2, 3, 4, 7, 8)
    assert table.to_dict() == dict(zip(map(cell_name, cells), words, strict=True))


@pytest.mark.parametrize("score", ["relative", "absolute"])
def test_the_reward_table_shows_how_scores_are_calculated(score: str) -> None:
    config = ttt.TrainingConfig(games=500, seed=1, rule="reward-memory", score=score)
    insights = Insights(ttt.train(config))
    for board in boards()[:N_OPEN:101]:
        for row in moves_table(insights, board).to_dict("records"):
            x_won, o_won, drawn = (row[f"{what} rewards"] for what in ("X-win", "O-win", "Draw"))
            win, loss = (x_won, o_won) if rules.side_to_move(board) == "X" else (o_won, x_won)
            assert row["Score"] == insights.agent.q_values(board)[3 * row["i"] + row["j"]]
            total, words = 100 * win + 10 * drawn - loss, f"100·{win:,} + 10·{drawn:,} − {loss:,}"
            rewards = win + drawn + loss
            if not rewards:
                assert (row["Score"], row["Calculation"]) == (0, "untried: 0")
            elif score == "relative":
                assert row["Score"] == total / rewards
                assert row["Calculation"] == f"({words}) / {rewards:,}"
            else:
                assert (row["Score"], row["Calculation"]) == (total, words)


def test_positions_are_the_known_ones() -> None:
    agent, known = young().agent, positions()
    assert len(known) == agent.positions_known
    assert [rules.pattern(board) for board in known.index] == list(known["Position"])
    erring = {mistake.board: f"{mistake.before}>{mistake.after}" for mistake in ttt.mistakes(agent)}
    names = {"win → draw": "1>0", "win → loss": "1>-1", "draw → loss": "0>-1"}
    reached = reachable(agent)
    for board, row in known.iterrows():
        assert row["To move"] == rules.side_to_move(board)
        assert row["Marks"] == 9 - board.count("-")
        assert row["Value"] == np.nanmax(agent.q_values(board))
        assert row["Visits"] == agent.visit_counts(board).sum()
        assert names.get(row["Mistake"]) == erring.get(board)
        assert row["Can arise"] == reached[position_of(board)]


def test_best_moves_are_named_by_row_and_column() -> None:
    best = perfect().positions["Agent's move"]
    assert best["OX--X-O--"] == "b1"
    assert best["----X----"] == "a3 · c3 · a1 · c1"


@pytest.mark.parametrize(
    "config",
    [
        ttt.TrainingConfig(games=700, rule="q-learning", replay=3),
        ttt.TrainingConfig(games=700, rule="reward-memory"),
        ttt.TrainingConfig(games=700, symmetry=False),
        ttt.TrainingConfig(games=200, rule="matchboxes"),
    ],
    ids=lambda config: config.rule,
)
def test_every_visit_is_counted_once(config: ttt.TrainingConfig) -> None:
    agent = ttt.train(config)
    insights = Insights(agent)
    visits = insights.positions["Visits"]
    assert visits["-" * 9] == config.games
    if agent.kind == "matchboxes":
        assert moves_table(insights, "-" * 9)["Visits"].sum() == config.games
        return
    for board in ("---------", "X--------", "----X----", "X---O----", "X---O---X"):
        moves = moves_table(insights, board)
        assert moves["Visits"].sum() == pytest.approx(visits[board])
    # Each game passes through one board with one mark, and all corners are counted together.
    corners = [0, 2, 6, 8]
    if insights.counts_equivalents:
        assert insights.visits[0, corners].sum() == pytest.approx(visits["X--------"])
        assert agent.visits[0, 0] == visits["X--------"]
        assert "each visit counts once" in insights.meaning_of_visits
    else:
        assert insights.visits[0, 0] == visits["X--------"]
        assert "this exact board" in insights.meaning_of_visits


def test_visits_from_training_with_symmetry_are_explained() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=300))
    agent = ttt.train(ttt.TrainingConfig(games=300, symmetry=False), start=agent)
    insights = Insights(agent)
    assert not insights.counts_equivalents
    assert "count on every rotation and mirror image" in insights.meaning_of_visits
    assert insights.visits.tolist() == agent.visits.tolist()


def test_the_positions_are_kept_in_no_language() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=100, seed=1))
    with speaking("fr"):
        words = set(Insights(agent).positions["Mistake"])
    assert words == {"", *CHANGES.values()}


def test_an_untrained_agent_knows_no_positions() -> None:
    none = Insights(ttt.untrained()).positions
    assert none.empty
    assert matching(none, **EVERYTHING).empty


@pytest.mark.parametrize(
    ("wish", "holds"),
    [
        ({}, lambda row: True),
        ({"side": "O"}, lambda row: row["To move"] == "O"),
        ({"marks": (3, 4)}, lambda row: row["Marks"] in (3, 4)),
        ({"only_mistakes": True}, lambda row: row["Mistake"] != ""),
        ({"only_reachable": True}, lambda row: row["Can arise"]),
        ({"only_untried": True}, lambda row: row["Untried moves"] > 0),
        ({"text": "-X-|"}, lambda row: "-X-|" in row["Position"]),
        ({"text": "x---o----"}, lambda row: row["Position"] == "X--|-O-|---"),
        ({"text": "x../.o."}, lambda row: "X--|-O-" in row["Position"]),
        ({"text": "x_ _, _o_, ___"}, lambda row: row["Position"] == "X--|-O-|---"),
        ({"text": "0X0|0"}, lambda row: re.search(r"[O-]X[O-][|][O-]", row["Position"])),
        ({"text": "????X????"}, lambda row: row["Position"][5] == "X"),
        ({"text": "X??|?X?"}, lambda row: row["Position"][0] == row["Position"][5] == "X"
                                          or row["Position"][4] == row["Position"][9] == "X"),
        ({"side": "X", "only_mistakes": True}, lambda row: row["To move"] == "X"
                                                      and row["Mistake"]),
    ],
)  # fmt: skip
def test_filters_select_the_matching_positions(
    wish: dict[str, object], holds: Callable[[pd.Series], bool]
) -> None:
    found = matching(positions(), **{**EVERYTHING, **wish})
    expected = [board for board, row in positions().iterrows() if holds(row)]
    assert list(found.index) == expected
    assert len(found) > 0


@given(some.text(max_size=12))
def test_any_text_can_be_searched_for(text: str) -> None:
    assert len(matching(positions(), **{**EVERYTHING, "text": text})) <= len(positions())


def test_sentences() -> None:
    equal = np.where(legal(), 0.0, np.nan)
    wrong = equal.copy()
    wrong[position_of("-----XO--"), [1, 2]] = 1
    unknown = next(board for board in boards()[:N_OPEN] if board not in positions().index)
    one_of = "The agent plays one of"
    for insights, board, words in (
        (Insights(ttt.untrained()), "---------", "The agent is untrained: every value is still the "
         "initial value."),
        (young(), unknown, "The agent has never seen this position"),
        (perfect(), "XXXOO----", "The game is over, so there is no move to choose."),
        (perfect(), "OX--X-O--", "The agent plays **bottom**. This keeps the win."),
        (perfect(), "----X----", f"{one_of} 4 moves it values equally. This keeps the draw."),
        (perfect(), "XO--X----", "The agent plays **bottom right**. Every move loses here against "
         "perfect play."),
        (with_table(equal), "-----XO--", f"{one_of} 7 moves it values equally. That is a mistake: "
         "it turns a win into a draw (28.6%) and into a loss (57.1%)."),
        (with_table(wrong), "-----XO--", "The agent plays **top** or **top right**. That is a "
         "mistake: it turns a win into a loss."),
    ):  # fmt: skip
        assert insights.sentence(board).startswith(words)


def test_the_sentence_names_a_mistake_exactly_if_there_is_one() -> None:
    for board, mistake in positions()["Mistake"][::7].items():
        assert ("That is a mistake" in young().sentence(board)) == bool(mistake)


def test_of_a_position_without_values_it_says_what_the_file_has() -> None:
    table = {boards()[0]: [0.1, 0.2, 0.3, 0.4, 0.5, 0.4, 0.3, 0.2, 0.1], boards()[1]: [0.0] * 9}
    read = ttt.read_any(table)
    said = Insights(read.agent).sentence(boards()[1])
    assert said == "The agent’s file has no values for this position, or only 0."


def test_value_scales() -> None:
    assert value_scale(ttt.untrained()) == (-1, 0, 1)
    assert value_scale(perfect().agent) == (-9, 0, 10)
    harsh = ttt.train(ttt.TrainingConfig(games=9, rule="q-learning", reward_loss=-15))
    assert value_scale(harsh) == (-15, 0, 1)  # a win keeps its colour
    adaptive = ttt.train(replace(ttt.PRESETS["Adaptive (freeCodeCamp 2025)"], games=9))
    assert value_scale(adaptive) == (-3, -1, 1)  # a loss is as good as a draw
    assert value_scale(ttt.untrained(kind="reward-memory")) == (-1, 10, 100)


def test_the_table_of_equivalents() -> None:
    table = equivalents_table(perfect().agent, "X---O----")
    assert list(table.index) == ["X---O----", "----O---X", "----O-X--", "--X-O----"]
    assert set(table["Difference"]) == {0}
