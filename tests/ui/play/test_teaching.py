"""Teaching a pupil without a browser: its story, its practice, and what is said of them."""

from dataclasses import replace
from typing import Any, get_args

import pytest

import ttt_core as ttt
from tests.ui.support import finish, send_click
from ttt_core.evaluation.policy import player_with_plan
from ttt_core.game.board import Outcome
from ttt_core.game.graph import position_of
from ttt_core.learning import new_pupil, ready_made
from ttt_ui.play import actions as play
from ttt_ui.play import teaching as lessons
from ttt_ui.play import work
from ttt_ui.play.links import pupil_query
from ttt_ui.play.state import LEARNS, MODE, Mode, Score, celebration, play_state
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
from ttt_ui.play.teaching import story_figure
from ttt_ui.play.work import taught
from ttt_ui.visit.players import playing_epsilon
from ttt_ui.visit.session import Session, key_of, session

AGENT = ttt.train(ttt.TrainingConfig(games=500, seed=1))
POLICY = player_with_plan([4, 0, 8, 2, 6])


@pytest.fixture
def teaching(session_state: dict[str, Any]) -> dict[str, Any]:
    session_state[key_of(Session)] = Session(AGENT)
    session_state[MODE.key] = "Agent by itself"
    session_state[LEARNS.key] = False
    play_state().score = Score(games=7)
    play.teach_from_scratch()
    return session_state


def story() -> Story:
    present = session().attached.get(Story)
    assert present is not None
    return present


def play_step(story: Story) -> None:
    practice = story.practice
    assert practice is not None
    run, learned = work.practise(practice.run, -(-practice.games // lessons.STEPS))
    lessons._learn_from_practice(session(), story, practice, run, learned)


def play_plan() -> str:
    """Play a game as X by the plan, and return how it ended."""
    play.new_game()
    game = play_state().game
    while not game.over:
        send_click(play.BOARD_KEY, int(POLICY[position_of(game.board)].argmax()), game.token)
        play.take_cell()
    return str(game.result)


def test_a_pupil_replaces_the_agent_until_the_visitor_goes_back(
    teaching: dict[str, Any],
) -> None:
    visitor, state = session(), play_state()
    assert (visitor.agent.positions_known, state.score.games) == (0, 0)
    assert (teaching[MODE.key], teaching[LEARNS.key]) == ("Against the agent", True)
    assert state.game.persons_turn
    assert not state.shows_welcome
    taught = visitor.agent
    play.go_back()
    assert visitor.agent is AGENT
    assert visitor.attached.get(Story) is None
    play.go_back()
    assert visitor.agent is AGENT
    assert visitor.earlier_agents[-1].packed.agent is taught


def test_a_plan_is_noted_with_its_chance_before_the_pupil_learned(teaching: dict[str, Any]) -> None:
    games = 0
    while story().plan is None:
        before, games = session().agent, games + 1
        result = play_plan()
        assert (story().plan is not None) == (result == "X")
    plan = story().plan
    assert plan is not None
    cells = tuple(play_state().game.moves[0::2])
    assert (plan.side, plan.cells) == ("X", cells)
    assert plan.before == chance_of_plan("X", cells, before) > 0
    assert story().games == session().agent.stats.games == games


def test_it_is_taught_until_nobody_can_beat_it(teaching: dict[str, Any]) -> None:
    for _ in range(6):
        play_plan()
    assert celebration(session()) is None
    assert taught(pupil_query(session())["pupil"]).fingerprint == session().agent.fingerprint
    steps = 0
    while story().unbeatable_after is None:
        assert not ttt.evaluate(session().agent).unbeatable
        if story().practice is None:
            lessons.practise(1_000)
        play_step(story())
        steps += 1
    assert story().practice is None
    assert ttt.evaluate(session().agent).unbeatable
    games = 6 + steps * 1_000 // lessons.STEPS
    assert story().unbeatable_after == (6, games)
    assert session().agent.stats.games == games
    assert celebration(session()) == "pupil 1"
    assert taught(pupil_query(session())["pupil"]).fingerprint == session().agent.fingerprint
    assert play_plan() != "X"


def champion() -> Story:
    """Teach the pupil at once what makes it unbeatable."""
    before, visitor = session().agent, session()
    visitor.learn(ttt.train(ttt.PRESETS["Quick study"], start=before), visitor.version)
    assert story().arrive(before, visitor)
    return story()


def test_what_was_proved_stays_true_until_the_visitor_teaches_it_more(
    teaching: dict[str, Any],
) -> None:
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


def test_a_pupil_that_becomes_beatable_and_unbeatable_again_is_frozen_again(
    teaching: dict[str, Any],
) -> None:
    told, visitor, proved = champion(), session(), session().agent
    play.teach_more()
    assert not story().arrive(proved, visitor)  # it was unbeatable before, too
    assert not visitor.frozen
    assert story().arrive(new_pupil(), visitor)
    assert visitor.frozen
    assert story().unbeatable_after == told.unbeatable_after


@pytest.mark.parametrize("mode", ["Against the agent", "Two people"])
def test_a_challenge_does_not_learn_whoever_plays(teaching: dict[str, Any], mode: Mode) -> None:
    play.challenge(taught("03142"), "03142", mode)
    agent = session().agent
    while not play_state().game.over:
        game = play_state().game
        send_click(play.BOARD_KEY, game.board.index("-"), game.token)
        play.take_cell()
    assert session().agent is agent


@pytest.mark.parametrize("games", [10, 100])
def test_a_practice_is_one_training_in_at_most_twenty_steps(
    teaching: dict[str, Any], games: int
) -> None:
    start = session().agent
    lessons.practise(games)
    steps = 0
    while story().practice is not None:
        play_step(story())
        steps += 1
    assert steps == min(games, lessons.STEPS)
    (run,) = session().agent.training
    whole = ttt.train(run, start=start)
    assert run.games == games
    assert session().agent.q.tobytes() == whole.q.tobytes()


def test_a_practice_ends_if_the_agent_was_changed(teaching: dict[str, Any]) -> None:
    lessons.practise(1_000)
    practised = story()
    play_step(practised)
    job = lessons.go_on()
    session().undo()
    finish(job)
    assert session().agent is AGENT
    assert practised.practice is None
    assert lessons.go_on() is None


def test_another_agent_ends_the_story(teaching: dict[str, Any]) -> None:
    session().adopt(AGENT)
    assert session().attached.get(Story) is None
    lessons.practise(10)
    assert session().agent is AGENT
    play.teach_from_scratch()
    play.teach_from_scratch()
    assert story().number == 2
    before = session().agent_before
    assert before is not None
    assert before.packed.agent is AGENT


def test_undo_leads_back_with_score_and_open_game(
    teaching: dict[str, Any],
) -> None:
    pupil = session().agent
    play_state().score = Score(games=1)
    game = play_state().game
    send_click(play.BOARD_KEY, 4, game.token)
    play.take_cell()
    moves = list(game.moves)
    lessons.play_the_trap_setter()
    assert (play_state().score.games, play_state().game.moves) == (0, [])
    play.go_back()
    back = play_state().game
    assert (session().agent, play_state().score.games, back.moves) == (pupil, 1, moves)
    assert back.number > game.number
    play.go_back()
    assert (session().agent, play_state().score.games) == (AGENT, 7)
    assert not play_state().game.moves
    assert session().agent_before is None
    *_, undone = session().earlier_agents
    play.go_back(undone)
    assert (session().agent, play_state().score.games) == (pupil, 1)
    assert play_state().game.moves == moves


def test_a_reset_starts_the_story_again_and_undo_restores_it(teaching: dict[str, Any]) -> None:
    play_plan()
    taught, told = session().agent, story()
    play.reset_agent()
    assert (story().games, story().number, session().agent.is_blank) == (0, 2, True)
    play.go_back()
    assert (session().agent, story()) == (taught, told)


def test_undo_brings_back_all_that_belongs_to_an_agent(teaching: dict[str, Any]) -> None:
    play_plan()
    taught, told, score = session().agent, story(), play_state().score
    play.reset_agent()
    assert play_state().score.games == 0
    session().adopt(AGENT)
    play.go_back()
    assert session().agent.is_blank
    play.go_back()
    assert (session().agent, story(), play_state().score) == (taught, told, score)


def test_a_practice_continues_after_a_game(
    teaching: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lessons, "SECONDS_BETWEEN_STEPS", 0.0)
    lessons.practise(1_000)
    play_step(story())
    play_plan()
    finish(lessons.go_on())
    assert session().agent.stats.games == 1_001


def test_the_first_plan_stays_until_it_can_no_longer_win(teaching: dict[str, Any]) -> None:
    for _ in range(12):
        before, plan = session().agent, story().plan
        result = play_plan()
        replaced = result == "X" and (plan is None or plan.chance(before) == 0)
        assert (story().plan is not plan) == replaced


def test_the_trap_setter_never_loses_and_never_explores(teaching: dict[str, Any]) -> None:
    play.show_welcome()
    lessons.play_the_trap_setter()
    agent = session().agent
    card = ttt.evaluate(agent)
    assert (agent.name, card.unbeatable, play_state().shows_welcome) == ("Trap setter", True, False)
    assert round(card.vs_random_as_x.win, 4) == 0.9948
    assert playing_epsilon(agent) == 0


def test_a_reset_keeps_name_rule_settings_and_level_and_can_be_undone_with_the_score(
    session_state: dict[str, Any],
) -> None:
    session_state[key_of(Session)] = Session(replace(AGENT, level="Beginner"))
    agent = session().agent
    play_state().score = Score(games=7, draws=7)
    play.reset_agent()
    play.reset_agent()
    blank = session().agent
    assert (blank.name, blank.level, blank.config) == (agent.name, agent.level, agent.config)
    assert (blank.is_blank, play_state().score.games) == (True, 0)
    play.go_back()
    assert session().agent is agent
    assert play_state().score.draws == 7
    play.go_back()
    assert session().agent is agent
    assert session().earlier_agents[-1].packed.agent is blank


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
    agent = ttt.train(replace(ttt.PRESETS[preset], games=3))
    session_state[key_of(Session)] = Session(agent)
    play.reset_agent()
    blank = session().agent
    assert (blank.kind, blank.config, blank.in_play) == (agent.kind, agent.config, agent.in_play)
    assert (blank.is_blank, blank.training) == (True, ())
    again = ttt.load_agent(ttt.dump_agent(blank))
    game = (0, 3, 1, 4, 2)
    for learned in (ttt.learn_from_game(blank, game), ttt.learn_from_game(again, game)):
        assert learned.config == agent.config
        assert learned.fingerprint == ttt.learn_from_game(blank, game).fingerprint


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
    return lessons.headline(story, card, CHANCES[state])


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
    sentence = lessons.headline(story_of("fails", "lost"), unbeatable, 0.0)
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
    assert lessons.challenge_in_words(challenge, agent) == said


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
    assert lessons.challenge_ended_in_words(ending, card) == said


def test_a_practice_that_stopped_early_says_so() -> None:
    def after(*past: Lesson) -> str:
        return lessons.practised(Story(1, lessons=past))

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
    assert lessons.success_in_words((1, 1)) == "It took 1 game with you."
    assert (
        lessons.success_in_words((3, 1_003))
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
        lessons.ANYONE
    ]
    assert lessons.picture_in_words([None, 0.96, 0.0], [1.0, 0.5, 0.25]) == (
        "Your winning plan wins: 96.0%, 0.0%. The worst-case opponent wins: 100.0%, 50.0%, 25.0%."
    )
