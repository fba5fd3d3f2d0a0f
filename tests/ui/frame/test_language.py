"""A page says everything in the visitor's language."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.languages import fr
from tests.ui.support import click, come_by_link, offered_link, said
from ttt_ui.language import speaking
from ttt_ui.learn.state import CHAPTERS

pytestmark = pytest.mark.slow


def assert_links_are_french(app: AppTest) -> None:
    links = [code.value for code in app.code if "?" in code.value]
    assert links
    assert all("lang=fr" in link for link in links)


def test_chapters_tables_and_mistakes_in_links_are_in_french() -> None:
    app = come_by_link("learn", chapter="exploring", lang="fr")
    assert_links_are_french(app)
    with speaking("fr"):  # in which a test finds the options of a list again
        chapter = CHAPTERS["exploring"]
        click(app, fr(chapter.ANSWERS[chapter.right()]))
    assert any(fr("your answer") in words.value for words in app.markdown)
    app = come_by_link("compare", view="nowhere", lang="fr")
    assert fr("this view does not exist here.") in said(app).replace("\\", "")
    assert fr("Cross table") in [heading.value for heading in [*app.header, *app.subheader]]
    app = come_by_link("inspect", board="XXX------", view="five-questions", lang="fr")
    assert_links_are_french(app)
    ignored = fr("Parts of the link were not valid and have been ignored:")
    assert ignored in said(app).replace("\\", "")
    assert any("Kutschera" in words.value for words in [*app.markdown, *app.caption])


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("train", {"games": "500"}),
        pytest.param("train", {"experiment": "epsilon-0"}, marks=pytest.mark.thorough),
        ("play", {"pupil": "03142.p1000-600"}),
    ],
)
def test_a_link_to_share_opens_in_the_language_of_the_page(
    page: str, query: dict[str, str]
) -> None:
    assert_links_are_french(come_by_link(page, lang="fr", **query))
    if page == "train":
        assert "lang" not in offered_link(come_by_link("train", lang="en", **query))
