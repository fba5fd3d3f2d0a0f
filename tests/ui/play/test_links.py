"""A link, and the visitor's own address, lead to exactly the pupil that somebody has taught."""

import re
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.test_imports import ROOT
from tests.ui.play.test_teaching import play_plan, play_step, story
from tests.ui.support import (
    address,
    come_by_link,
    go_to,
    kept_in,
    new_app,
    press,
    run,
    visitor,
    words,
)
from tests.ui.train.support import drawn
from ttt_core.files import file_name
from ttt_ui.play import actions as play
from ttt_ui.play import actions as playing
from ttt_ui.play import teaching as lessons
from ttt_ui.play.actions import BOARD_KEY, reset_agent
from ttt_ui.play.links import (
    leading_to_pupil,
    lessons_to_text,
    pupil_query,
    read_taught,
    taught_query,
)
from ttt_ui.play.state import LEARNS, PlayState, play_state
from ttt_ui.play.story import Story
from ttt_ui.play.work import lesson_games, taught
from ttt_ui.visit.session import Session, key_of, session


@pytest.fixture
def teaching(session_state: dict[str, Any]) -> dict[str, Any]:
    session_state[key_of(Session)] = Session(ttt.untrained("Nobody"))
    playing.teach_from_scratch()
    return session_state


def test_a_pupils_lessons_lead_to_it_again(teaching: dict[str, Any]) -> None:
    play_plan()
    lessons.practise(1_000)
    for _ in range(3):
        play_step(story())
    play_plan()  # in the middle of the practice, which then continues
    LEARNS.set(False)
    play_plan()
    play_step(story())
    text = leading_to_pupil(lessons_to_text(story().lessons), session())
    assert [lesson[:1] == "p" for lesson in text.split(".")] == [False, True, False, True]
    same = taught(text)
    assert same.q.tobytes() == session().agent.q.tobytes()
    assert same.visits.tobytes() == session().agent.visits.tobytes()

    session().learn(ttt.learn_from_game(session().agent, (0, 3, 1, 4, 2)), session().version)
    assert leading_to_pupil(lessons_to_text(story().lessons), session()) == ""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4",
        "x",
        "44444",
        "40812",
        "p10-20",
        "p1-1.p20000-20000",
        "p0-0",
        ".".join(61 * ["p1-1"]),
    ],
)
def test_anything_but_lessons_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        taught(text)


@pytest.mark.parametrize("page", ["classroom.md", "classroom.fr.md"])
def test_the_link_in_the_documentation_leads_to_an_unbeatable_pupil(page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    (lessons,) = re.findall(r"play\?pupil=([\w.-]+)`", text)
    assert ttt.evaluate(taught(lessons)).unbeatable


@pytest.mark.slow
def test_a_link_to_a_pupil_starts_a_game_with_it() -> None:
    lessons = "03142.p100-60"
    app = come_by_link("play", view="against-the-agent", pupil=lessons)
    assert visitor(app).agent.q.tobytes() == taught(lessons).q.tobytes()
    assert address(app) == {"view": "against-the-agent"}  # so that a reload does not start again
    assert not kept_in(app, PlayState).shows_welcome
    assert (
        "Somebody taught **Pupil**: 1 game with a person, 60 games on its own. It can lose as X "
        "and as O. **Can you beat it?**"
    ) in words(app)
    assert kept_in(app, PlayState).begun == 0  # so that the page opens at its top
    (link,) = [code.value for code in app.code]
    assert f"pupil={lessons}" in link  # so that it can be passed on


@pytest.mark.slow
def test_a_link_to_an_unbeatable_pupil_asks_for_a_draw_and_answers_only_after_a_move() -> None:
    text = (ROOT / "docs" / "classroom.md").read_text(encoding="utf-8")
    (lessons,) = re.findall(r"play\?pupil=([\w.-]+)`", text)
    app = come_by_link("play", view="against-the-agent", pupil=lessons)
    assert "Nobody can beat it. **Can you hold it to a draw?**" in words(app)
    assert board_data(app)["bar"] is None
    play = kept_in(app, PlayState)
    play.game.play(4)
    play.game.play(0)
    run(app)
    assert board_data(app)["bar"] is not None


def board_data(app: AppTest) -> dict[str, Any]:
    data = drawn(app, BOARD_KEY)
    assert data is not None
    return data


@pytest.mark.slow
def test_a_pupil_has_its_name_in_its_link_and_keeps_it_for_the_next_lesson() -> None:
    app = press(run(new_app()), "Teach an agent from scratch")
    (field,) = [field for field in app.text_input if field.label.startswith("Your pupil's name")]
    assert (field.value, field.placeholder) == ("", "Pupil")
    field.set_value(" Ada  L. ")
    run(app)
    assert visitor(app).agent.name == "Ada L."
    opened = come_by_link("play", pupil="03142", name="Ada L.")
    assert "Somebody taught **Ada L.**: 1 game with a person. It can lose" in words(opened)
    assert file_name(visitor(opened).agent).startswith("ttt-agent-ada-l-")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "query", "words"),
    [
        ("play", {"pupil": "03142", "name": "\u200b \n"}, "a name needs at least one letter"),
        ("compare", {"name": "Ada"}, "this is for Play"),
        ("compare", {"pupil": "03142"}, "this is for Play"),
    ],
)
def test_a_wrong_name_is_told(page: str, query: dict[str, str], words: str) -> None:
    app = come_by_link(page, **query)
    assert any(words in info.value for info in app.info)


def test_a_pupil_is_shared_at_any_stage_with_its_name(teaching: dict[str, Any]) -> None:
    assert pupil_query(session()) == {}
    play_plan()
    text = leading_to_pupil(lessons_to_text(story().lessons), session())
    assert pupil_query(session()) == {"pupil": text}
    session().relabel(name="Ada")
    assert pupil_query(session()) == {"name": "Ada", "pupil": text}
    reset_agent()
    assert session().agent.name == "Ada"


def test_the_games_of_lessons_are_counted() -> None:
    assert lesson_games("03142") == (1, 0)
    assert lesson_games("03142.p1000-600.p10-10") == (1, 610)


def test_what_taught_nothing_is_left_out(teaching: dict[str, Any]) -> None:
    LEARNS.set(False)
    play_plan()
    assert lessons_to_text(story().lessons) == ""


def teach(*, side: str, moves: tuple[int, ...]) -> None:
    """Play a game against the pupil, whose moves are as given too."""
    play_state().side = side  # type: ignore[assignment]
    play.begin_next()
    game = play_state().game
    game.moves = list(moves)
    play._finish(game)


def test_a_taught_pupil_and_its_story_come_back_from_the_address(
    session_state: dict[str, Any],
) -> None:
    play.teach_from_scratch()
    assert taught_query(session()) == {}
    teach(side="X", moves=(0, 3, 1, 4, 2))
    teach(side="O", moves=(0, 3, 1, 4, 8, 5))
    teach(side="O", moves=(4, 0, 2, 1, 6))
    teach(side="X", moves=(4, 0, 2, 6, 3, 5, 1, 7, 8))
    story = session().attached.get(Story)
    assert story is not None
    story.practise(1_000, session())
    practice = story.practice
    assert practice is not None
    practice.run.play(600)
    before = session().agent
    session().learn(practice.run.agent(), practice.version)
    story.note_practice(600)
    story.arrive(before, session())
    story.practice = None
    query = taught_query(session())
    assert query["taught"] == "03142.o031485.o40216.402635178.p1000-600"
    agent, again = read_taught(query["taught"])
    assert agent.fingerprint == session().agent.fingerprint
    assert again == story
    session().relabel(name="Owl")
    assert taught_query(session()) == {"called": "Owl", **query}


@pytest.mark.slow
@pytest.mark.parametrize("page", ["play", "train", "learn"])
def test_a_reload_without_storage_brings_the_pupil_back(page: str) -> None:
    query = {"taught": "03142", "called": "Owl"}
    app = come_by_link(page, **query)
    agent = visitor(app).agent
    assert (agent.name, agent.fingerprint) == ("Owl", read_taught("03142")[0].fingerprint)
    story = visitor(app).attached.get(Story)
    assert story is not None
    assert (story.games, story.ending) == (1, "won")
    assert address(app).items() >= query.items()
    assert not kept_in(app, PlayState).shows_welcome or page != "play"
    go_to(app, "inspect")
    assert address(app).items() >= query.items()


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


@pytest.mark.parametrize("text", ["o", "x03142", "0314", "p10-20"])
def test_only_lessons_teach_a_pupil_again(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read_taught(text)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["o", "9" * 9_000])
def test_nonsense_in_the_address_is_refused(text: str) -> None:
    app = come_by_link("play", taught=text)
    assert visitor(app).agent.training == (ttt.PRESETS["Default"],)
    assert app.info or app.warning
