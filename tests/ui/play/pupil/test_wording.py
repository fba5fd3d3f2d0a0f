"""What Play says about a pupil, in every case."""

from dataclasses import replace
from typing import get_args

import pytest

import ttt_core as ttt
from ttt_core.game.board import Outcome
from ttt_ui.play.pupil import wording
from ttt_ui.play.pupil.picture import story_figure
from ttt_ui.play.pupil.story import (
    Ending,
    Lesson,
    PlanState,
    Story,
    WinningPlan,
    chance_of_anyone,
)

PUPIL = ttt.newborn()
PLAN = WinningPlan("X", (4, 0, 8), 0.5)
CHANCES: dict[PlanState, tuple[float | None, float | None]] = {
    "no plan": (None, None),
    "as before": (0.5, 0.5),
    "less often": (0.5, 0.2),
    "no longer": (0.5, 0.0),
    "again": (0.0, 0.3),
}
"""How often the plan won before the last game or practice, and how often it wins now."""

CASES: list[tuple[PlanState, Ending | None]] = [
    (state, ending)
    for state in get_args(PlanState)
    for ending in (*get_args(Ending), None)
    if not (state == "no plan" and ending in ("won", "resigned"))  # a won game leaves a plan
]


def story_of(state: PlanState, ending: Ending | None) -> Story:
    plan = None if state == "no plan" else PLAN
    return Story(1, 1, plan, lessons=(Lesson(ending, CHANCES[state][0], 1.0),))


def headline(state: PlanState, ending: Ending | None) -> str:
    card = replace(ttt.evaluate(ttt.uniform()), beatable_as_x=True, beatable_as_o=True)
    return wording.headline(story_of(state, ending), PUPIL, card, CHANCES[state][1])


@pytest.mark.parametrize(("state", "ending"), CASES)
def test_every_headline_fits_the_last_game_and_the_plan(
    state: PlanState, ending: Ending | None
) -> None:
    said = headline(state, ending)
    assert ("You won" in said) == (ending == "won")
    assert ("You lost" in said) == (ending == "lost")
    assert ("draw" in said) == (ending == "drawn")
    assert ("resigned" in said) == (ending == "resigned")
    for words, other in (
        ("plan still works", "as before"),
        ("works less often", "less often"),
        ("no longer works", "no longer"),
        ("can win again", "again"),
    ):
        assert (words in said) == (state == other)
    assert ("as X and O" in said) == (state == "no longer")
    assert said.endswith(".**")
    assert "{" not in said


def test_a_plan_that_rose_from_0_can_win_again_and_one_that_never_fell_works_as_before() -> None:
    assert story_of("again", "lost").plan_state(0.3) == "again"
    assert story_of("again", "lost").plan_state(0.9) == "again"
    assert story_of("as before", "won").plan_state(0.8) == "as before"
    assert story_of("no longer", None).plan_state(0.0) == "no longer"


def test_the_first_and_the_last_headline() -> None:
    beatable, unbeatable = ttt.evaluate(PUPIL), ttt.evaluate(ttt.minimax())
    first = wording.headline(Story(1), replace(PUPIL, name="*Ada*"), beatable, None)
    assert first.startswith(r"The agent \*Ada\* is yours. It knows the rules and nothing else.")
    last = wording.headline(story_of("no longer", "lost"), PUPIL, unbeatable, 0.0)
    assert last.startswith("**Nobody can beat it any more**")


@pytest.mark.parametrize(
    ("result", "resigned", "ending"),
    [("X", False, "won"), ("X", True, "resigned"), ("O", False, "lost"), ("draw", False, "drawn")],
)
def test_a_story_notes_how_the_last_game_ended_and_how_the_plan_worked_before_it(
    result: Outcome, resigned: bool, ending: Ending
) -> None:
    story = Story(1, plan=replace(PLAN, cells=(4, 0, 8, 2, 6)))
    assert story.plan is not None
    story.take("X", [4, 1, 0, 2, 8], result, PUPIL, resigned=resigned)
    (lesson,) = story.lessons
    assert story.ending == lesson.ending == ending
    assert lesson.plan == story.plan.chance(PUPIL) > 0
    assert lesson.anyone == chance_of_anyone(PUPIL) > lesson.plan


def test_games_together_and_on_its_own() -> None:
    assert wording.success((1, 1)) == "It took 1 game with you."
    assert wording.success((3, 1_003)) == "It took 3 games with you and 1,000 games on its own."


def test_the_picture_has_a_dot_for_each_lesson_and_for_now_and_no_plan_before_the_first_win() -> (
    None
):
    figure = story_figure([None, 0.96, 0.4, 0.0], [1.0, 1.0, 0.9, 0.5], [*"123", "Now"])
    anyone, plan = figure.data
    assert list(plan.y) == [None, 0.96, 0.4, 0.0]
    assert (plan.customdata[1], plan.text[1], anyone.text[3]) == ("2", "96.0%", "50.0%")
    assert [trace.name for trace in story_figure([None, None], [1.0, 1.0], ["1", "Now"]).data] == [
        wording.ANYONE
    ]
    assert wording.picture([None, 0.96, 0.0], [1.0, 0.5, 0.25]) == (
        "Your plan wins: 96.0%, 0.0%. The worst-case opponent wins: 100.0%, 50.0%, 25.0%."
    )


def test_the_line_above_the_board_tells_the_story() -> None:
    beatable, unbeatable = ttt.evaluate(PUPIL), ttt.evaluate(ttt.minimax())
    assert wording.line(Story(1), beatable, None) == "Can you beat it?"
    story = story_of("less often", "won")
    assert wording.line(story, beatable, 0.2) == "Your plan wins: 50.0% → **20.0%**"
    story.unbeatable_after = (3, 1_003)
    assert wording.line(story, unbeatable, 0.0) == "Unbeatable after 1,003 games."
