"""What Play says about a pupil, in every case."""

from dataclasses import replace
from typing import get_args

import pytest

import ttt_core as ttt
from ttt_core.game.board import Outcome
from ttt_core.learning import new_pupil, ready_made
from ttt_ui.play import teaching
from ttt_ui.play.story import (
    Challenge,
    Ending,
    Lesson,
    PlanState,
    Story,
    WinningPlan,
    chance_of_anyone,
)
from ttt_ui.play.teaching import story_figure

PUPIL = new_pupil()
PLAN = WinningPlan("X", (4, 0, 8), 0.5)
CHANCES: dict[PlanState, float | None] = {
    "none": None,
    "works": 0.5,
    "works less": 0.2,
    "fails": 0.0,
}
"""How often the moves that the visitor won with win now; they won half of the games at first."""


def story_of(state: PlanState, ending: Ending | None) -> Story:
    plan = None if state == "none" else PLAN
    return Story(1, 1, plan, lessons=(Lesson(ending, 0.5, 1.0),))


def headline(state: PlanState, ending: Ending | None) -> str:
    card = replace(ttt.evaluate(ttt.uniform()), beatable_as_x=True, beatable_as_o=True)
    story = story_of(state, ending)
    assert story.plan_state(CHANCES[state]) == state
    return teaching.headline(story, card, CHANCES[state])


@pytest.mark.parametrize("ending", [*get_args(Ending), None])
def test_the_first_sentence_says_how_the_last_game_ended(ending: Ending | None) -> None:
    sentence = headline("works", ending)
    for words, other in (
        ("You won.", "won"),
        ("You lost", "lost"),
        ("a draw", "drawn"),
        ("resigned", "resigned"),
    ):
        assert (words in sentence) == (ending == other)


@pytest.mark.parametrize("state", get_args(PlanState))
def test_the_second_says_how_the_moves_of_a_win_do_now(state: PlanState) -> None:
    sentence = headline(state, "won")
    for words, other in (
        ("Try to win a game.", "none"),
        ("Your winning plan wins: 50.0% → **50.0%**.", "works"),
        ("wins less often: 50.0% → **20.0%**.", "works less"),
        ("no longer wins: 50.0% → **0.0%**.", "fails"),
    ):
        assert (words in sentence) == (state == other)
    assert ("can still lose as X and as O" in sentence) == (state == "fails")
    assert sentence.endswith("**")


def test_the_last_headline() -> None:
    unbeatable = ttt.evaluate(ttt.minimax())
    sentence = teaching.headline(story_of("fails", "lost"), unbeatable, 0.0)
    assert sentence.startswith("**Nobody can beat it any more**")


BEATABLE = replace(new_pupil("Ada"), stats=ttt.Stats(games=12, x_wins=12))
UNBEATABLE = replace(ready_made("Trap setter"), name="Ada")


@pytest.mark.parametrize(
    ("agent", "challenge", "said"),
    [
        (
            BEATABLE,
            Challenge("03142.p20-11", 12),
            "Somebody taught **Ada**: 1 game with a person, 11 games on its own. "
            "It can lose as X and as O. **Can you beat it?**",
        ),
        (
            UNBEATABLE,
            Challenge("", 100_000),
            "**Ada** punishes every mistake. Nobody can beat it. **Can you hold it to a draw?**",
        ),
        (
            UNBEATABLE,
            Challenge("03142", 99_989),
            "Your copy of **Ada** has learned from 11 more games. Nobody can beat it. "
            "**Can you hold it to a draw?**",
        ),
    ],
)
def test_a_challenge_is_told_from_the_agent_as_it_is(
    agent: ttt.Agent, challenge: Challenge, said: str
) -> None:
    assert teaching.challenge_in_words(challenge, agent) == said


@pytest.mark.parametrize(
    ("ending", "unbeatable", "said"),
    [
        ("won", False, "**You beat it.** It can lose as X and as O."),
        ("resigned", False, "**It resigned, so you beat it.** It can lose as X and as O."),
        ("lost", False, "**It beat you.** It can lose as X and as O."),
        ("drawn", False, "**You held it to a draw.** It can lose as X and as O."),
        ("won", True, "**You beat it.** As it is now, nobody can beat it."),
        ("lost", True, "**It beat you.** Nobody can beat it, but a draw is always possible."),
        (
            "drawn",
            True,
            "**You held it to a draw.** Nobody can beat it, so a draw is the most anyone can get.",
        ),
    ],
)
def test_its_end_is_told_from_the_game_and_from_the_verdict(
    ending: Ending, unbeatable: bool, said: str
) -> None:
    card = ttt.evaluate(UNBEATABLE if unbeatable else BEATABLE)
    assert teaching.challenge_ended_in_words(ending, card) == said


def test_a_practice_that_stopped_early_says_so() -> None:
    def after(*lessons: Lesson) -> str:
        return teaching.practised(Story(1, lessons=lessons))

    assert after(Lesson(None, None, 1.0, games=1_000, played=250)) == (
        "The practice stopped after 250 of 1,000 games: nobody can beat it any more."
    )
    assert after(Lesson(None, None, 1.0, games=1_000, played=1_000)) == ""
    assert after(Lesson("won", None, 1.0)) == after() == ""


@pytest.mark.parametrize(
    ("result", "resigned", "ending"),
    [("X", False, "won"), ("X", True, "resigned"), ("O", False, "lost"), ("draw", False, "drawn")],
)
def test_a_story_notes_how_the_last_game_ended_and_how_the_plan_worked_before_it(
    result: Outcome, resigned: bool, ending: Ending
) -> None:
    story = Story(1, plan=replace(PLAN, cells=(4, 0, 8, 2, 6)))
    assert story.plan is not None
    story.record_game("X", [4, 1, 0, 2, 8], result, PUPIL, resigned=resigned)
    (lesson,) = story.lessons
    assert story.ending == lesson.ending == ending
    assert lesson.plan == story.plan.chance(PUPIL) > 0
    assert lesson.anyone == chance_of_anyone(PUPIL) > lesson.plan


def test_games_together_and_on_its_own() -> None:
    assert teaching.success_in_words((1, 1)) == "It took 1 game with you."
    assert (
        teaching.success_in_words((3, 1_003))
        == "It took 3 games with you and 1,000 games on its own."
    )


def test_the_picture_has_a_dot_for_each_lesson_and_for_now_and_no_plan_before_the_first_win() -> (
    None
):
    figure = story_figure([None, 0.96, 0.4, 0.0], [1.0, 1.0, 0.9, 0.5], [*"123", "Now"])
    anyone, plan = figure.data
    assert list(plan.y) == [None, 0.96, 0.4, 0.0]
    assert (plan.customdata[1], plan.text[1], anyone.text[3]) == ("2", "96.0%", "50.0%")
    assert [trace.name for trace in story_figure([None, None], [1.0, 1.0], ["1", "Now"]).data] == [
        teaching.ANYONE
    ]
    assert teaching.picture_in_words([None, 0.96, 0.0], [1.0, 0.5, 0.25]) == (
        "Your winning plan wins: 96.0%, 0.0%. The worst-case opponent wins: 100.0%, 50.0%, 25.0%."
    )
