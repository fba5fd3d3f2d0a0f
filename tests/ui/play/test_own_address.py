"""The address of a pupil's own page: a reload goes on teaching it, also without storage."""

from typing import Any

import pytest

import ttt_core as ttt
from tests.ui.support import address, come_by_link, go_to, kept_in, new_app, visitor
from ttt_ui.play import actions as play
from ttt_ui.play.links import read_taught, taught_query
from ttt_ui.play.state import PlayState, play_state
from ttt_ui.play.story import Story
from ttt_ui.visit.session import Session, key_of, session


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


@pytest.mark.slow
@pytest.mark.parametrize("text", ["o", "x03142", "9" * 9_000, "0314", "p10-20"])
def test_nonsense_in_the_address_is_refused(text: str) -> None:
    app = come_by_link("play", taught=text)
    assert visitor(app).agent.training == (ttt.PRESETS["Default"],)
    assert app.info or app.warning
