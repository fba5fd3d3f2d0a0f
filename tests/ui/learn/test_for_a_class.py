"""The lessons, on the page for teachers and in the documents: links, worksheets and answers."""

from urllib.parse import parse_qsl, urlsplit

import pytest
import streamlit as st

from tests.docs.test_french import LESSON_LINK, text_of, without_language
from tests.languages import fr
from tests.ui.support import address, come_by_link, said
from ttt_core.learning import outcome_of
from ttt_ui.language import speaking
from ttt_ui.learn import for_a_class
from ttt_ui.learn.for_a_class import LESSONS, to_print
from ttt_ui.learn.state import CHAPTERS
from ttt_ui.train.experiments import EXPERIMENTS, SEEDS

PATHS = [path for lesson in LESSONS.values() for step in lesson.steps for path in step.paths]


@pytest.mark.slow
def test_it_is_shown_alone_and_has_a_code_for_every_link() -> None:
    (way,) = come_by_link("learn").get("link_button")
    assert way.proto.label == "For a class"
    assert way.proto.url.endswith("/learn?only=class")
    app = come_by_link("learn", only="class")
    assert address(app) == {"only": "class"}
    assert [title.value for title in app.title] == ["For a class"]
    assert len(app.main.get("image")) == len(PATHS)
    assert len(app.main.get("download_button")) == len(LESSONS)
    assert "What is kept of a pupil" in [heading.value for heading in app.subheader]


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
    monkeypatch.setattr(for_a_class.language_choice, "query", lambda: {"lang": "fr"})
    for path in PATHS:
        link, asked = (
            urlsplit(for_a_class._link("http://192.168.1.5:8501/learn", path)),
            urlsplit(path),
        )
        assert dict(parse_qsl(link.query)) == dict(parse_qsl(asked.query)) | {"lang": "fr"}
        assert link.path == asked.path


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_worksheet_has_every_question_once_and_its_answers_behind(language: str) -> None:
    for lesson in LESSONS.values():
        with speaking(language):
            sheet, _, answers = to_print(lesson).partition('<section class="answers">')
        assert sheet.count("<li>") == answers.count("<li>") == len(lesson.questions)
        assert sheet.count("☐") == sum(len(question.choices) for question in lesson.questions)
        assert "**" not in sheet + answers
        assert f'lang="{language}"' in sheet


# The documents


@pytest.mark.slow
def test_every_link_of_the_lessons_is_valid() -> None:
    links = set(PATHS)
    assert len(links) >= 7
    for link in links:
        address = urlsplit(link)
        app = come_by_link(address.path.strip("/") or "play", **dict(parse_qsl(address.query)))
        assert "Parts of the link were not valid" not in said(app), link


@pytest.mark.slow
def test_the_answers_of_lesson_one_are_those_of_the_app() -> None:
    given = [question.answer for question in LESSONS["one"].questions]
    english, french = "\n".join(given), "\n".join(map(fr, given))
    answers = [CHAPTERS[name] for name in ("minus-sign", "exploring", "any-good")]
    right = [chapter.ANSWERS[chapter.right()] for chapter in answers]
    for name in ("epsilon-0", "random-partner"):
        experiment = EXPERIMENTS[name]
        own, other = (
            outcome_of(run, lambda _: None) for run in (experiment.config, experiment.counterpart)
        )
        right.append(experiment.answers[experiment.right(own, other)])
    for answer in right:
        assert f"**{answer}.**" in english
        assert f"**{fr(answer)}.**" in french


@pytest.mark.parametrize("page", ["docs/classroom.md", "docs/classroom.fr.md"])
def test_the_dashboard_has_the_links_of_the_documents(page: str) -> None:
    links = LESSON_LINK.findall(text_of(page))
    assert [without_language(link) for link in links] == PATHS
    assert all(("lang=fr" in link) == page.endswith(".fr.md") for link in links)


@pytest.mark.parametrize("name", ["epsilon-0", "random-partner"])
@pytest.mark.thorough
def test_the_answers_of_its_experiments_say_for_how_many_seeds_they_hold(name: str) -> None:
    experiment = EXPERIMENTS[name]
    outcomes = [outcome_of(run, lambda _: None) for run in experiment.runs().configs]
    own, other = outcomes[: len(SEEDS)], outcomes[len(SEEDS) :]
    right, seeds = experiment.agreement((own, other))
    given = [one.answer for one in LESSONS["one"].questions]
    count = f"(For {seeds} seeds out of {len(SEEDS)}.)"
    assert any(f"**{experiment.answers[right]}.**" in one and one.endswith(count) for one in given)
