"""What a visitor does in a chapter reaches it, and what it says then is on the page."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.support import choose, click, come_by_link, go_to, kept_in, run, words
from tests.ui.train.support import report
from ttt_ui.learn import exploring, looking_back
from ttt_ui.learn.looking_back import OwnGame
from ttt_ui.learn.one_cell import OneCell

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("chapter", "label", "said"),
    [
        ("any-good", "Play 100 games", "of 100 games**, drawn"),
        ("matchboxes", "Play 1", "L: 4 → 7. Box: 15 beads"),
        ("minus-sign", "Next update", "X] completes a line: reward"),
        ("how-a-tree-thinks", "Next score", "has won after 3 moves: 10 − 3 = **7**."),
    ],
)
def test_a_button_of_a_chapter_takes_the_next_step(chapter: str, label: str, said: str) -> None:
    app = come_by_link("learn", chapter=chapter)
    assert said not in words(app)
    assert said in words(click(app, label))


def test_another_opponent_has_another_best_opening() -> None:
    app = come_by_link("learn", chapter="which-opening")
    for opponent, best in (("intermediate", "the centre"), ("win-or-block", "a corner")):
        choose(app, "Opponent", opponent)
        assert f"**Best against this opponent: {best}.**" in words(app)


def test_a_board_of_a_chapter_is_played_on() -> None:
    app = come_by_link("learn", chapter="exploring")
    report(app, exploring._KEY, "play", {"cell": exploring.FORK, "token": "None"})
    assert "The fork! Two threats" in words(app)

    app = come_by_link("learn", chapter="looking-back")
    for cell in looking_back.EXAMPLE:
        token = kept_in(app, OwnGame).game.token
        report(app, looking_back._KEY, "play", {"cell": cell, "token": token})
    assert "**X has won** in 7 moves." in words(app).replace(":blue[X]", "X")


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
