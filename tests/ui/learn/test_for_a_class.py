"""The page for teachers: links that the room can open, worksheets, and what is kept."""

from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
import streamlit as st

from tests.ui.support import address, come_by_link
from ttt_ui.language import speaking
from ttt_ui.learn import for_a_class
from ttt_ui.learn.for_a_class import LESSONS, to_print

PATHS = [path for lesson in LESSONS.values() for step in lesson.steps for path in step.paths]


@pytest.mark.slow
def test_it_is_shown_alone_and_has_a_code_for_every_link() -> None:
    app = come_by_link("learn", only="class")
    assert not app.exception
    assert address(app) == {"only": "class"}
    assert [title.value for title in app.title] == ["For a class"]
    assert len(app.main.get("image")) == len(PATHS)
    assert len(app.main.get("download_button")) == len(LESSONS)
    assert "What is kept of a pupil" in [heading.value for heading in app.subheader]


@pytest.mark.slow
def test_learn_leads_to_it() -> None:
    app = come_by_link("learn")
    (way,) = [link for link in app.get("link_button") if link.proto.label == "For a class"]
    assert way.proto.url.endswith("/learn?only=class")


@pytest.mark.parametrize(
    ("came", "own", "base", "room"),
    [
        ("http://localhost:8501/learn", "192.168.1.5", "", "http://192.168.1.5:8501"),
        ("http://localhost:8501/learn", "localhost", "", "http://localhost:8501"),
        ("https://lab.example/ttt/learn", "localhost", "ttt", "https://lab.example/ttt"),
    ],
)
def test_links_have_the_address_that_the_room_can_open(
    monkeypatch: pytest.MonkeyPatch, came: str, own: str, base: str, room: str
) -> None:
    monkeypatch.setattr(st, "context", type("Came", (), {"url": came}))
    options = {"browser.serverAddress": own, "server.baseUrlPath": base}
    monkeypatch.setattr(st, "get_option", options.__getitem__)
    monkeypatch.setattr(for_a_class.language_choice, "query", dict[str, str])
    found = for_a_class._link(for_a_class._room_address(), "/learn?only=exploring")
    assert found == f"{room}/learn?only=exploring"


def test_links_keep_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    def query() -> dict[str, Any]:
        return {"lang": "fr"}

    monkeypatch.setattr(for_a_class.language_choice, "query", query)
    for path in PATHS:
        link = urlsplit(for_a_class._link("http://192.168.1.5:8501/learn", path))
        asked = dict(parse_qsl(urlsplit(path).query))
        assert dict(parse_qsl(link.query)) == asked | {"lang": "fr"}
        assert link.path == urlsplit(path).path


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_worksheet_has_every_question_once_and_its_answers_behind(language: str) -> None:
    for lesson in LESSONS.values():
        assert len(lesson.answers) == len(lesson.questions)
        with speaking(language):
            sheet, _, answers = to_print(lesson).partition('<section class="answers">')
        assert sheet.count("<li>") == answers.count("<li>") == len(lesson.questions)
        assert sheet.count("☐") == sum(len(question.choices) for question in lesson.questions)
        assert "**" not in sheet + answers
        assert f'lang="{language}"' in sheet
