"""The chapter on win rates: what it says of both agents is true over every game."""

from dataclasses import replace

import pytest

import ttt_core as ttt
from tests.ui.support import click, come_by_link
from ttt_ui.learn import any_good as chapter
from ttt_ui.learn.any_good import WINNERS
from ttt_ui.learn.trained import quick_studies, quick_study


def test_one_always_loses_to_its_worst_case_opponent_and_the_other_never() -> None:
    assert ttt.evaluate(quick_study()).unbeatable
    assert chapter.right() == 2
    found = chapter.game_that_beats_it()
    assert (found.side, found.probability) == ("X", 1)
    reason = chapter.reason()
    assert "It loses 1 of its 79 possible games as X." in reason
    assert "once in 192, an opponent" in reason
    assert "Of 20 such agents with other seeds, 11 always lose" in reason
    assert f"{chapter.GAMBLER.games:,} games" in chapter.AIM


def test_the_table_and_its_meaning() -> None:
    lines = chapter.comparison(chapter.gambler(), quick_study()).splitlines()
    assert lines[2:] == [
        "| Wins vs random | 99.5% | 99.5% |",
        "| Losses vs random | 0.5% | 0.0% |",
        "| Games it can lose | 1 of 79 | 0 of 91 |",
        "| Worst-case losses | 100.0% | 0.0% |",
    ]
    assert "none of these 91, and none as O" in chapter.meaning(quick_study())


@pytest.mark.usefixtures("session_state")
def test_further_games_are_played_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chapter, "MOST_GAMES", 1_500)
    assert "How many games out of 100" in chapter.so_far(WINNERS.value)
    assert [values.size for values in chapter.win_rate(WINNERS.value)] == [0, 0]
    chapter.play(100)
    first = WINNERS.value
    assert len(first) == 100
    chapter.play(1_000)
    assert WINNERS.value.startswith(first)
    won, drawn, lost = (WINNERS.value.count(winner) for winner in "X-O")
    assert won + drawn + lost == 1_100
    assert (
        f"**It has won {won:,} of 1,100 games**, drawn {drawn:,} and lost {lost:,}."
        in chapter.so_far(WINNERS.value)
    )
    assert won / 1_100 == pytest.approx(191 / 192, abs=0.006)
    games, shares = chapter.win_rate(WINNERS.value)
    assert games[-1] == 1_100
    assert (shares[0], shares[-1]) == (first[0] == "X", won / 1_100)
    for more in (10**6, 100):
        chapter.play(more)
        assert len(WINNERS.value) == 1_500
    WINNERS.set("")
    chapter.play(100)
    assert WINNERS.value == first  # every visitor sees the same games


def test_the_other_agent_needs_about_500_games() -> None:
    question = chapter.GAMES_NEEDED
    assert question.answers[question.right()] == "About 500"
    assert question.reason().startswith("481 games is the median of 9 training runs.")
    for agent in quick_studies():
        assert ttt.evaluate(agent).unbeatable
        one_less = replace(agent.config, games=agent.stats.games - 1)
        assert not ttt.evaluate(ttt.train(one_less)).unbeatable


def test_the_second_question_comes_after_the_first() -> None:
    app = come_by_link("learn", chapter="any-good")
    asked = chapter.GAMES_NEEDED.words
    assert asked not in [heading.value for heading in app.subheader]
    click(app, chapter.ANSWERS[chapter.right()])
    assert asked in [heading.value for heading in app.subheader]
    click(app, "About 500")
    assert any("your answer" in words.value and "500" in words.value for words in app.markdown)
