"""The first chapter on its page: its controls show the visitor's settings."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.support import click, come_by_link, go_to, kept_in, run
from ttt_ui.learn.one_cell.state import OneCell

pytestmark = pytest.mark.slow


def scene(app: AppTest) -> OneCell:
    return kept_in(app, OneCell)


def shown(app: AppTest) -> tuple[object, object]:
    (width,) = (one.value for one in app.button_group if one.label == "Width")
    return width, app.slider(key="one_cell_gamma_0").value


def test_the_controls_keep_their_settings_after_another_page() -> None:
    app = come_by_link("learn", chapter="one-cell")
    assert not app.latex
    click(app, "Walk")
    assert app.latex
    assert shown(app) == (4, 0.5)
    next(one for one in app.button_group if one.label == "Width").select(6)
    run(app)
    app.slider(key="one_cell_gamma_0").set_value(0.0)
    run(app)
    click(app, "Walk")
    steps = scene(app).walk.steps
    go_to(app, "inspect")
    go_to(app, "learn", chapter="one-cell")
    assert (scene(app).size, scene(app).walk.config.gamma) == shown(app) == (6, 0.0)
    assert scene(app).walk.steps == steps
