"""Teaching a pupil without a browser: its story, its practice, and what is said of them."""

from dataclasses import replace
from typing import Any

import pytest

import ttt_core as ttt
from tests.ui.play.conftest import AGENT, play_plan, practise_a_step, story, take
from tests.ui.support import finish
from ttt_core.game.board import Outcome
from ttt_core.learning import new_pupil, ready_made
from ttt_ui.play import actions as play
from ttt_ui.play import teaching as lessons
from ttt_ui.play.state import Score, celebration, play_state
from ttt_ui.play.story import (
    Challenge,
    Ending,
    Lesson,
    PlanState,
    Story,
    WinningPlan,
    chance_of_anyone,
    chance_of_plan,
)
from ttt_ui.play.work import taught
from ttt_ui.visit.players import playing_epsilon
from ttt_ui.visit.session import Session, key_of, session

in_a_lesson = pytest.mark.usefixtures("teaching_a_pupil")


@in_a_lesson
def test_the_plan_is_that_of_a_win_and_stays_until_it_can_no_longer_win() -> None:
    for games in range(1, 13):
        before, former = session().agent, story().plan
        result = play_plan()
        plan = story().plan
        is_new = result == "X" and (former is None or former.chance(before) == 0)
        assert (plan is not former) == is_new
        if plan is not None and is_new:
            cells = tuple(play_state().game.moves[0::2])
            assert (plan.side, plan.cells) == ("X", cells)
            assert plan.before == chance_of_plan("X", cells, before) > 0
        assert story().games == session().agent.stats.games == games


@in_a_lesson
def test_it_is_taught_until_nobody_can_beat_it() -> None:
    for _ in range(6):
        play_plan()
    assert celebration(session()) is None
    steps = 0
    while story().unbeatable_after is None:
        assert not ttt.evaluate(session().agent).unbeatable
        if story().practice is None:
            lessons.practise(1_000)
        practise_a_step(story())
        steps += 1
    assert story().practice is None
    assert ttt.evaluate(session().agent).unbeatable
    games = 6 + steps * 1_000 // lessons.STEPS
    assert story().unbeatable_after == (6, games)
    assert session().agent.stats.games == games
    assert celebration(session()) == "pupil 1"
    assert play_plan() != "X"


def champion() -> Story:
    """Teach the pupil at once what makes it unbeatable."""
    before, visitor = session().agent, session()
    visitor.learn(ttt.train(ttt.PRESETS["Quick study"], start=before), visitor.version)
    assert story().arrive(before, visitor)
    return story()


@in_a_lesson
def test_what_was_proved_stays_true_until_the_visitor_teaches_it_more() -> None:
    told, visitor, proved = champion(), session(), session().agent
    lessons = told.lessons
    play_plan()
    assert (visitor.agent, visitor.frozen, told.games) == (proved, True, 1)
    assert not play_state().learned
    play.teach_more()
    play.teach_more()
    assert not visitor.frozen
    play_plan()
    assert visitor.agent.stats.games == proved.stats.games + 1
    (kept,) = [one for one in visitor.earlier_agents if one.packed.agent is proved]
    play.go_back(kept)
    assert (visitor.agent, visitor.frozen) == (proved, True)
    assert story().lessons[: len(lessons) + 1] == told.lessons


@in_a_lesson
def test_a_pupil_that_becomes_beatable_and_unbeatable_again_is_frozen_again() -> None:
    told, visitor, proved = champion(), session(), session().agent
    play.teach_more()
    assert not story().arrive(proved, visitor)  # it was unbeatable before, too
    assert not visitor.frozen
    assert story().arrive(new_pupil(), visitor)
    assert visitor.frozen
    assert story().unbeatable_after == told.unbeatable_after


@in_a_lesson
def test_a_challenge_does_not_learn() -> None:
    play.challenge(taught("03142"), "03142")
    assert session().frozen


@in_a_lesson
@pytest.mark.parametrize("games", [10, 100])
def test_a_practice_is_one_training_in_at_most_twenty_steps(games: int) -> None:
    start = session().agent
    lessons.practise(games)
    steps = 0
    while story().practice is not None:
        practise_a_step(story())
        steps += 1
    assert steps == min(games, lessons.STEPS)
    (run,) = session().agent.training
    assert run.games == games
    assert session().agent.q.tobytes() == ttt.train(run, start=start).q.tobytes()


@in_a_lesson
def test_a_practice_ends_if_the_agent_was_changed() -> None:
    lessons.practise(1_000)
    practised = story()
    practise_a_step(practised)
    job = lessons.go_on()
    session().undo()
    finish(job)
    assert session().agent is AGENT
    assert practised.practice is None
    assert lessons.go_on() is None


@in_a_lesson
def test_a_practice_continues_after_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "SECONDS_BETWEEN_STEPS", 0.0)
    lessons.practise(1_000)
    practise_a_step(story())
    play_plan()
    finish(lessons.go_on())
    assert session().agent.stats.games == 1_001


@in_a_lesson
def test_another_agent_ends_the_story() -> None:
    session().adopt(AGENT)
    assert session().attached.get(Story) is None
    lessons.practise(10)
    assert session().agent is AGENT
    play.teach_from_scratch()
    play.teach_from_scratch()
    assert story().number == 2
    assert session().agent_before.packed.agent is AGENT


@in_a_lesson
def test_undo_leads_back_with_score_and_open_game() -> None:
    pupil, game = session().agent, play_state().game
    play_state().score = Score(games=1)
    take(4)
    moves = list(game.moves)
    lessons.play_the_trap_setter()
    assert (play_state().score.games, play_state().game.moves) == (0, [])
    play.go_back()
    back = play_state().game
    assert (session().agent, play_state().score.games, back.moves) == (pupil, 1, moves)
    assert back.number > game.number
    play.go_back()
    assert (session().agent, play_state().score.games) == (AGENT, 7)
    assert session().attached.get(Story) is None
    assert not play_state().game.moves
    assert session().agent_before is None
    *_, undone = session().earlier_agents
    play.go_back(undone)
    assert (session().agent, play_state().score.games) == (pupil, 1)
    assert play_state().game.moves == moves


@in_a_lesson
def test_a_reset_starts_again_and_undo_brings_back_all_that_belongs_to_an_agent() -> None:
    play_plan()
    taught, told, score = session().agent, story(), play_state().score
    play.reset_agent()
    play.reset_agent()  # which is one change
    blank = session().agent
    assert (blank.is_blank, story().games, play_state().score.games) == (True, 0, 0)
    assert story().number > told.number
    session().adopt(AGENT)
    play.go_back()
    assert session().agent is blank
    play.go_back()
    assert (session().agent, story(), play_state().score) == (taught, told, score)


@in_a_lesson
def test_the_trap_setter_never_loses_and_never_explores() -> None:
    play.show_welcome()
    lessons.play_the_trap_setter()
    agent = session().agent
    card = ttt.evaluate(agent)
    assert (agent.name, card.unbeatable, play_state().shows_welcome) == ("Trap setter", True, False)
    assert round(card.vs_random_as_x.win, 4) == 0.9948
    assert playing_epsilon(agent) == 0


@pytest.mark.parametrize(
    "preset",
    [
        "Adaptive (freeCodeCamp 2025)",
        "Reward memory (Kutschera 2018)",
        "MENACE (Michie 1961)",
        "Small network",
        "Newborn",
    ],
)
def test_an_agent_that_was_reset_learns_by_its_settings_also_from_its_file(
    session_state: dict[str, Any], preset: str
) -> None:
    agent = replace(ttt.train(replace(ttt.PRESETS[preset], games=3)), level="Beginner")
    session_state[key_of(Session)] = Session(agent)
    play.reset_agent()
    blank = session().agent
    assert (blank.is_blank, blank.training) == (True, ())
    for kept in ("name", "level", "kind", "config", "in_play"):
        assert getattr(blank, kept) == getattr(agent, kept)
    again = ttt.load_agent(ttt.dump_agent(blank))
    learned, learned_again = (ttt.learn_from_game(one, (0, 3, 1, 4, 2)) for one in (blank, again))
    assert learned.config == learned_again.config == agent.config
    assert learned.fingerprint == learned_again.fingerprint


# What is said

PUPIL = new_pupil()
PLAN = WinningPlan("X", (4, 0, 8, 2, 6), 0.5)
"""The moves that the visitor won with; they won half of the games at first."""
PLANS: dict[PlanState, tuple[float | None, str]] = {
    "none": (None, "Try to win a game."),
    "works": (0.5, "Your winning plan wins: 50.0% → **50.0%**."),
    "works less": (0.2, "wins less often: 50.0% → **20.0%**."),
    "fails": (0.0, "no longer wins: 50.0% → **0.0%**. "),
}
"""How often the plan wins now, and the words on it."""
ENDINGS = {"won": "You won.", "lost": "You lost", "drawn": "a draw", "resigned": "resigned"}
UNBEATABLE = ready_made("Trap setter")


@pytest.mark.parametrize("state", PLANS)
@pytest.mark.parametrize("ending", [*ENDINGS, None])
def test_the_headline_says_how_the_last_game_ended_and_how_the_plan_does_now(
    state: PlanState, ending: Ending | None
) -> None:
    chance = PLANS[state][0]
    plan = None if state == "none" else PLAN
    story = Story(1, 1, plan, lessons=(Lesson(ending, 0.5, 1.0),))
    assert story.plan_state(chance) == state
    said = lessons.headline(story, ttt.evaluate(PUPIL), chance)
    for other_ending, words in ENDINGS.items():
        assert (words in said) == (ending == other_ending)
    for other_state, (_, words) in PLANS.items():
        assert (words in said) == (state == other_state)
    assert ("can still lose as X and as O" in said) == (state == "fails")
    unbeatable = lessons.headline(story, ttt.evaluate(UNBEATABLE), chance)
    assert unbeatable.startswith("**Nobody can beat it any more**")


@pytest.mark.parametrize(
    ("is_unbeatable", "challenge", "who"),
    [
        (
            False,
            Challenge("03142.p20-11", 12),
            "Somebody taught **Ada**: 1 game with a person, 11 games on its own.",
        ),
        (True, Challenge("", 100_000), "**Ada** punishes every mistake."),
        (True, Challenge("03142", 99_989), "Your copy of **Ada** has learned from 11 more games."),
    ],
)
def test_a_challenge_is_told_from_the_agent_as_it_is(
    is_unbeatable: bool, challenge: Challenge, who: str
) -> None:
    aims = (
        "It can lose as X and as O. **Can you beat it?**",
        "Nobody can beat it. **Can you hold it to a draw?**",
    )
    beatable = replace(PUPIL, stats=ttt.Stats(games=12, x_wins=12))
    agent = replace(UNBEATABLE if is_unbeatable else beatable, name="Ada")
    assert lessons.challenge_in_words(challenge, agent) == f"{who} {aims[is_unbeatable]}"


@pytest.mark.parametrize(
    ("ending", "how", "unbeatable"),
    [
        ("won", "**You beat it.**", "As it is now, nobody can beat it."),
        ("resigned", "**It resigned, so you beat it.**", "As it is now, nobody can beat it."),
        ("lost", "**It beat you.**", "Nobody can beat it, but a draw is always possible."),
        ("drawn", "**You held it to a draw.**", "so a draw is the most anyone can get."),
    ],
)
def test_its_end_is_told_from_the_game_and_from_the_verdict(
    ending: Ending, how: str, unbeatable: str
) -> None:
    told = lessons.challenge_ended_in_words(ending, ttt.evaluate(PUPIL))
    assert told == f"{how} It can lose as X and as O."
    told = lessons.challenge_ended_in_words(ending, ttt.evaluate(UNBEATABLE))
    assert told.startswith(how)
    assert told.endswith(unbeatable)


def test_a_practice_that_stopped_early_says_so() -> None:
    def after(*past: Lesson) -> str:
        return lessons.practised(Story(1, lessons=past))

    stopped = Lesson(None, None, 1.0, games=1_000, played=250)
    assert "stopped after 250 of 1,000 games" in after(stopped)
    assert after(stopped._replace(played=1_000)) == after(Lesson("won", None, 1.0)) == after() == ""


@pytest.mark.parametrize(
    ("result", "resigned", "ending"),
    [("X", False, "won"), ("X", True, "resigned"), ("O", False, "lost"), ("draw", False, "drawn")],
)
def test_a_story_notes_how_the_last_game_ended_and_how_the_plan_worked_before_it(
    result: Outcome, resigned: bool, ending: Ending
) -> None:
    story = Story(1, plan=PLAN)
    story.record_game("X", [4, 1, 0, 2, 8], result, PUPIL, resigned=resigned)
    (lesson,) = story.lessons
    assert story.ending == lesson.ending == ending
    assert lesson.plan == PLAN.chance(PUPIL) > 0
    assert lesson.anyone == chance_of_anyone(PUPIL) > lesson.plan


def test_games_together_and_on_its_own() -> None:
    assert lessons.success_in_words((1, 1)).endswith("1 game with you.")
    assert lessons.success_in_words((3, 1_003)).endswith("with you and 1,000 games on its own.")


def test_the_picture_has_a_dot_for_each_lesson_and_for_now_and_no_plan_before_the_first_win() -> (
    None
):
    plan, anyone = [None, 0.96, 0.4, 0.0], [1.0, 1.0, 0.9, 0.5]
    curve_of_anyone, curve_of_plan = lessons.story_figure(plan, anyone, [*"123", "Now"]).data
    assert list(curve_of_plan.y) == plan
    assert (curve_of_plan.customdata[1], curve_of_plan.text[1]) == ("2", "96.0%")
    assert curve_of_anyone.text[3] == "50.0%"
    (only,) = lessons.story_figure([None, None], [1.0, 1.0], ["1", "Now"]).data
    assert only.name == lessons.ANYONE
    assert lessons.picture_in_words(plan[1:], anyone[:2]) == (
        "Your winning plan wins: 96.0%, 40.0%, 0.0%. The worst-case opponent wins: 100.0%, 100.0%."
    )
