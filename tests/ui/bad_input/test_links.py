"""A bad link shows the page, names what was ignored, and changes nothing."""

import pytest

import ttt_core as ttt
from tests.ui.bad_input.links import LINKS
from tests.ui.bad_input.support import said
from tests.ui.support import new_app, train_state, visitor
from ttt_ui.visit.session import default_agent

pytestmark = pytest.mark.slow

TAKEN_OVER = ("a training too long",)
"""Settings that make sense, and are shown; they are not trained."""
HALF_RIGHT = ("shares above 1", "replay of averages")
"""Two settings that contradict each other: one of them is taken over."""


@pytest.mark.parametrize("name", LINKS)
def test_an_invalid_link_gives_a_message(name: str) -> None:
    page, query, sentence = LINKS[name]
    app = new_app()
    app.switch_page(f"pages/{page}.py")
    for parameter, text in query.items():
        app.query_params[parameter] = text
    app.run()
    assert not app.exception
    assert app.title or app.header
    if sentence is None:
        assert not said(app)
    else:
        assert sentence in said(app)
        assert len(said(app)) < 2_000
    if name in HALF_RIGHT:
        assert visitor(app).past == (default_agent(),)
        return
    assert visitor(app).agent is default_agent()
    assert not visitor(app).past
    if page == "train" and name not in TAKEN_OVER:
        assert train_state(app).settings == ttt.PRESETS["Default"]
