"""A link, and the visitor's own address, lead to exactly the pupil that somebody has taught."""

import json
from typing import Any

import pytest

import ttt_core as ttt
from tests.ui.play.conftest import lessons_of_the_docs, play_plan, practise_a_step, story
from tests.ui.support import (
    address,
    come_by_link,
    go_to,
    kept_in,
    new_app,
    press,
    run,
    said,
    visitor,
    words,
)
from tests.ui.train.support import drawn
from ttt_ui.frame.links import slug
from ttt_ui.play import actions as play
from ttt_ui.play import teaching as lessons
from ttt_ui.play.actions import BOARD_KEY, reset_agent
from ttt_ui.play.links import (
    leading_to_pupil,
    lessons_to_text,
    pupil_query,
    read_taught,
    taught_query,
)
from ttt_ui.play.state import LEARNS, MODE, MODE_LABELS, PlayState, play_state
from ttt_ui.play.story import Story
from ttt_ui.play.work import lesson_games, taught
from ttt_ui.visit.session import Session, key_of, session

in_a_lesson = pytest.mark.usefixtures("teaching_a_pupil")


@in_a_lesson
def test_a_pupils_lessons_lead_to_it_again() -> None:
    play_plan()
    lessons.practise(1_000)
    for _ in range(3):
        practise_a_step(story())
    play_plan()  # in the middle of the practice, which then continues
    LEARNS.set(False)
    play_plan()  # which teaches nothing, and is left out
    practise_a_step(story())
    text = leading_to_pupil(lessons_to_text(story().lessons), session())
    assert [lesson[:1] == "p" for lesson in text.split(".")] == [False, True, False, True]
    same = taught(text)
    assert same.q.tobytes() == session().agent.q.tobytes()
    assert same.visits.tobytes() == session().agent.visits.tobytes()

    session().learn(ttt.learn_from_game(session().agent, (0, 3, 1, 4, 2)), session().version)
    assert leading_to_pupil(lessons_to_text(story().lessons), session()) == ""


NO_LESSONS = (
    *("", "4", "x", "44444", "40812", "p10-20", "p1-1.p20000-20000", "p0-0"),
    ".".join(61 * ["p1-1"]),
)


@pytest.mark.parametrize(
    ("read", "text"),
    [
        *((taught, text) for text in NO_LESSONS),
        *((read_taught, text) for text in ("o", "x03142", "0314", "p10-20")),
    ],
)
def test_anything_but_lessons_is_refused(read: Any, text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read(text)


@pytest.mark.parametrize("page", ["classroom.md", "classroom.fr.md"])
def test_the_link_in_the_documentation_leads_to_an_unbeatable_pupil(page: str) -> None:
    assert ttt.evaluate(taught(lessons_of_the_docs(page))).unbeatable


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODE_LABELS)
def test_a_link_says_who_plays_and_the_map_is_beside_the_board(mode: str) -> None:
    app = come_by_link("play", view=slug(mode))
    play = kept_in(app, PlayState)
    assert app.session_state[MODE.key] == mode
    assert not play.shows_welcome
    assert (play.game.person is None) == (mode == "Two people")
    assert address(app) == {"view": slug(mode)}
    parts = [json.loads(part.proto.json) for part in app.get("bidi_component")]
    (data,) = (part for part in parts if "shades" in part and part["size"] == "large")
    assert data["opens"]
    assert len(app.title) == 1
    number = play.game.number
    run(app)
    assert play.game.number == number


@pytest.mark.slow
def test_a_link_to_a_pupil_starts_a_game_with_it_and_answers_only_after_a_move() -> None:
    lessons = lessons_of_the_docs()
    app = come_by_link("play", view="against-the-agent", pupil=lessons, name="Ada")
    play = kept_in(app, PlayState)
    assert visitor(app).agent.fingerprint == taught(lessons).fingerprint
    assert address(app) == {"view": "against-the-agent"}  # so that a reload does not start again
    assert not play.shows_welcome
    assert play.begun == 0  # so that the page opens at its top
    assert "Somebody taught **Ada**" in words(app)
    (link,) = [code.value for code in app.code]
    assert f"name=Ada&pupil={lessons}" in link  # so that it can be passed on
    assert drawn(app, BOARD_KEY)["bar"] is None
    play.game.play(4)
    play.game.play(0)
    assert drawn(run(app), BOARD_KEY)["bar"] is not None


@pytest.mark.slow
def test_a_pupil_can_be_named() -> None:
    app = press(run(new_app()), "Teach an agent from scratch")
    (field,) = [field for field in app.text_input if field.label.startswith("Your pupil's name")]
    assert (field.value, field.placeholder) == ("", "Pupil")
    field.set_value(" Ada  L. ")
    run(app)
    assert visitor(app).agent.name == "Ada L."


@pytest.mark.slow
def test_what_is_wrong_in_a_link_is_told() -> None:
    app = come_by_link("play", pupil="03142", name="\u200b \n", taught="o")
    assert "a name needs at least one letter" in said(app)
    assert "taught=o" in said(app)


@in_a_lesson
def test_a_pupil_is_shared_at_any_stage_with_its_name() -> None:
    assert pupil_query(session()) == {}
    play_plan()
    text = leading_to_pupil(lessons_to_text(story().lessons), session())
    assert lesson_games(text) == (1, 0)
    assert pupil_query(session()) == {"pupil": text}
    session().relabel(name="Ada")
    assert pupil_query(session()) == {"name": "Ada", "pupil": text}
    reset_agent()
    assert session().agent.name == "Ada"


@in_a_lesson
def test_a_taught_pupil_and_its_story_come_back_from_the_address() -> None:
    assert taught_query(session()) == {}
    for side, moves in (("X", "03142"), ("O", "031485"), ("O", "40216"), ("X", "402635178")):
        play_state().side = side  # type: ignore[assignment]
        play.begin_next()
        game = play_state().game
        game.moves = [*map(int, moves)]
        play._finish(game)
    lessons.practise(1_000)
    practise_a_step(story())
    story().practice = None
    query = taught_query(session())
    assert query["taught"] == "03142.o031485.o40216.402635178.p1000-50"
    agent, again = read_taught(query["taught"])
    assert agent.fingerprint == session().agent.fingerprint
    assert again == story()
    session().relabel(name="Owl")
    assert taught_query(session()) == {"called": "Owl", **query}


@pytest.mark.slow
@pytest.mark.parametrize("page", ["play", "learn"])
def test_a_reload_without_storage_brings_the_pupil_back(page: str) -> None:
    query = {"taught": "03142", "called": "Owl"}
    app = come_by_link(page, **query)
    agent, story = visitor(app).agent, visitor(app).attached.get(Story)
    assert (agent.name, agent.fingerprint) == ("Owl", read_taught("03142")[0].fingerprint)
    assert (story.games, story.ending) == (1, "won")
    assert address(app).items() >= query.items()
    assert not kept_in(app, PlayState).shows_welcome or page != "play"
    assert address(go_to(app, "inspect")).items() >= query.items()


@pytest.mark.slow
def test_an_address_of_an_earlier_stage_does_not_replace_the_pupil() -> None:
    agent, story = read_taught("03142.p10-10")
    restored = Session(agent)
    restored.attached.put(story)
    for text, stays in (("03142", True), ("40216", False)):
        app = new_app()
        app.session_state[key_of(Session)] = restored
        go_to(app, "play", taught=text)
        assert (visitor(app).agent is agent) == stays
