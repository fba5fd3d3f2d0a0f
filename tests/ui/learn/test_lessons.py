"""The lessons in the documents: every link opens, and every answer is the app's."""

from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.docs.test_french import LESSON_LINK, text_of, without_language
from tests.languages import fr
from tests.ui.support import come_by_link, said
from ttt_core.learning import outcome_of
from ttt_ui.learn.for_a_class import LESSONS
from ttt_ui.learn.state import CHAPTERS
from ttt_ui.train.experiments import EXPERIMENTS, SEEDS, Trainings

pytestmark = pytest.mark.slow

REFUSED = "Parts of the link were not valid and have been ignored:"


@pytest.mark.parametrize("page", ["docs/classroom.md", "docs/classroom.fr.md"])
def test_every_link_of_the_lessons_is_valid(page: str) -> None:
    links = set(LESSON_LINK.findall(text_of(page)))
    assert len(links) >= 7
    for link in links:
        address = urlsplit(link)
        query = dict(parse_qsl(address.query))
        assert ("lang" in query) == page.endswith(".fr.md")
        app = come_by_link(address.path.strip("/") or "play", **query)
        assert not app.exception
        assert REFUSED not in said(app), link
        assert fr(REFUSED) not in said(app), link


def test_the_answers_of_lesson_one_are_those_of_the_app() -> None:
    english = "\n".join(LESSONS["one"].answers)
    french = "\n".join(map(fr, LESSONS["one"].answers))
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
    paths = [path for lesson in LESSONS.values() for step in lesson.steps for path in step.paths]
    assert [without_language(link) for link in LESSON_LINK.findall(text_of(page))] == paths


@pytest.mark.parametrize(("name", "seeds"), [("epsilon-0", 20), ("random-partner", 19)])
@pytest.mark.thorough
def test_the_answers_of_its_experiments_hold_for_other_seeds(name: str, seeds: int) -> None:
    experiment = EXPERIMENTS[name]
    outcomes = tuple(outcome_of(run, lambda _: None) for run in experiment.runs().configs)
    trainings = Trainings(outcomes[: len(SEEDS)], outcomes[len(SEEDS) :])
    right = experiment.right(trainings.own[0], trainings.other[0])
    assert experiment.agreement(trainings) == (right, seeds)
