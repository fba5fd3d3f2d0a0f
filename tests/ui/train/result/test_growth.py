"""On a first visit, the default agent is watched while it learns."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.support import go_to, kept_in, new_app, run
from ttt_ui.train.result import growth
from ttt_ui.train.result.growth import Growth
from ttt_ui.train.state import WATCHED

pytestmark = pytest.mark.slow


def newcomer(**query: str) -> AppTest:
    app = new_app()
    app.session_state[WATCHED.key] = False
    return go_to(app, "train", **query)


def watches(app: AppTest) -> bool:
    return any(heading.value.startswith("Watch it learn: ") for heading in app.subheader)


def test_a_newcomer_watches_and_then_sees_the_result() -> None:
    app = newcomer()
    assert app.subheader[0].value == "Watch it learn: 1 of 20,000 games"
    assert not app.header
    drawn = [component.proto.json for component in app.get("bidi_component")]
    assert any("Learning curve over 1 game: X wins vs random; O wins" in given for given in drawn)
    run(app)
    assert app.subheader[0].value == "Watch it learn: 1 of 20,000 games"  # until it has been drawn
    kept_in(app, Growth).frames = growth.FRAMES // 2
    run(app)
    shown = app.subheader[0].value
    assert watches(app)
    assert shown != "Watch it learn: 1 of 20,000 games"
    kept_in(app, Growth).frames = growth.FRAMES
    run(app)
    assert not watches(app)
    assert app.header[0].value.endswith("Unbeatable since game 2,114]")


def test_the_result_has_a_taller_chart_of_its_own() -> None:
    # Streamlit's chart stays, with the height it was created with, as long as its key is the same.
    growing, whole = newcomer(), newcomer(games="300", seed="5")
    low, high = (
        json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]["height"]
        for app in (growing, whole)
    )
    keys = {app.get("plotly_chart")[0].proto.id.rsplit("-", 1)[1] for app in (growing, whole)}
    assert watches(growing)
    assert low < high
    assert len(keys) == 2


def test_a_click_skips_it_for_good() -> None:
    app = newcomer()
    app.button(key="train_growth_skip").click()
    run(app)
    assert not watches(app)
    go_to(app, "play")
    assert not watches(go_to(app, "train"))


def test_whoever_comes_by_a_link_sees_its_result_at_once() -> None:
    assert not watches(newcomer(games="300", seed="5"))
