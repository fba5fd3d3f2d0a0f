"""A bad link shows the page, names what was ignored, and changes nothing.

What is wrong with a part of a link is tested where that part is read; here, that each page says so.
"""

import pytest

import ttt_core as ttt
from tests.ui.bad_input.support import said
from tests.ui.support import come_by_link, train_state, visitor
from ttt_ui.visit.session import default_agent

pytestmark = pytest.mark.slow

LINKS: dict[str, tuple[str, dict[str, str], str]] = {
    "a name in Markdown": ("train", {"[a](b)": "1"}, "[a](b)=1: this setting does not exist"),
    "all wrong at once": (
        "train",
        dict.fromkeys(("games", "seed", "alpha", "gamma", "epsilon", "replay", "rule"), "x"),
        "and 1 more",
    ),
    "far too long": ("train", {f"p{n}": "x" * 90 for n in range(99)}, "too long to be one of ours"),
    "far too many": ("train", {f"p{n}": "" for n in range(500)}, "too long to be one of ours"),
    "one far too long": ("play", {"x": "y" * 50_000}, "too long to be one of ours"),
    "curve in HTML": (
        "compare",
        {"view": "learning-curves", "a": "<script>-1"},
        "this setting does not exist",
    ),
    "a sweep in HTML": ("compare", {"view": "sweep", "up": "<b>:0:1:2"}, "write the values as in"),
    "side by side with HTML": (
        "compare",
        {"view": "side-by-side", "b": "<img src=x>"},
        "links cannot name this player",
    ),
}

FOREIGN = {"utm_source": "mail", "fbclid": "x" * 200, "page": "../../etc/passwd", "embed": "x"}


@pytest.mark.parametrize("name", LINKS)
def test_an_invalid_link_gives_a_message(name: str) -> None:
    page, query, sentence = LINKS[name]
    app = come_by_link(page, **query)
    assert app.title
    assert sentence in said(app)
    assert len(said(app)) < 2_000
    assert visitor(app).agent is default_agent()
    assert not visitor(app).past
    assert page != "train" or train_state(app).settings == ttt.PRESETS["Default"]


def test_settings_that_would_train_too_long_are_shown_and_not_trained() -> None:
    app = come_by_link("train", games="10000000", replay="1000")
    assert "would take too long. With that many replayed" in said(app)
    assert visitor(app).agent is default_agent()
    assert not visitor(app).past


@pytest.mark.parametrize("page", ["play", "compare", "learn"])
def test_parameters_of_other_programs_are_left_alone(page: str) -> None:
    app = come_by_link(page, **FOREIGN)
    assert not said(app)
    assert visitor(app).agent is default_agent()
