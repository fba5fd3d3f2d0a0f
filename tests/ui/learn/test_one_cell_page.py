"""The first chapter on its page: its controls show the visitor's settings."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.support import click, come_by_link, go_to, kept_in, run
from ttt_ui.learn.one_cell.state import OneCell, Scene

pytestmark = pytest.mark.slow


SWITCH = "one_cell_looks_ahead"


def scene(app: AppTest) -> Scene:
    return kept_in(app, OneCell).scene


def shown(app: AppTest) -> tuple[object, object]:
    """Return the chosen width, and whether looking ahead is on."""
    (width,) = (one.value for one in app.button_group if one.key == "one_cell_size")
    (switch,) = (one.value for one in app.toggle if one.key == SWITCH)
    return width, switch


def test_the_controls_keep_their_settings_after_another_page() -> None:
    app = come_by_link("learn", chapter="one-cell")
    click(app, "100 steps")
    assert scene(app).walk.steps == 100
    assert all(one.key != SWITCH for one in app.toggle)
    click(app, "Only the moves into the goal")
    assert shown(app) == (4, True)
    next(one for one in app.button_group if one.key == "one_cell_size").select(6)
    run(app)
    next(one for one in app.toggle if one.key == SWITCH).set_value(False)
    run(app)
    assert (scene(app).size, scene(app).looks_ahead) == shown(app) == (6, False)
    click(app, "100 steps")
    go_to(app, "inspect")
    go_to(app, "learn", chapter="one-cell")
    assert (scene(app).size, scene(app).looks_ahead) == shown(app) == (6, False)
    assert scene(app).walk.steps == 100
