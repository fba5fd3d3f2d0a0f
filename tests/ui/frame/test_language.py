"""A page says everything in the visitor's language."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.languages import fr
from tests.ui.support import come_by_link, offered_link, said

pytestmark = pytest.mark.slow


def assert_links_are_french(app: AppTest) -> None:
    links = [code.value for code in app.code if "?" in code.value]
    assert links
    assert all("lang=fr" in link for link in links)


def test_mistakes_in_links_are_told_in_french() -> None:
    app = come_by_link("compare", view="nowhere", lang="fr")
    assert_links_are_french(app)
    ignored = fr("Parts of the link were not valid and have been ignored:")
    for sentence in (ignored, fr("this view does not exist here.")):
        assert sentence in said(app).replace("\\", "")


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
