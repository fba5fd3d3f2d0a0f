"""pandas is loaded after the first page, and no chart meets one that is half loaded."""

import pytest

from tests.ui.support import go_to, kept_in, new_app, run
from ttt_ui import tables
from ttt_ui.play.state import PlayState
from ttt_ui.train import actions as train_actions


@pytest.mark.slow
def test_the_welcome_does_without_pandas_and_pages_with_charts_wait_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waited: list[str] = []
    monkeypatch.setattr(tables, "load_pandas", lambda: waited.append(page))
    page = "play"
    app = run(new_app())
    assert not waited
    for page in ("learn", "train", "inspect", "compare"):
        go_to(app, page)
    page = "play"
    kept_in(app, PlayState).shows_welcome = False
    go_to(app, page)
    assert set(waited) == {"learn", "train", "inspect", "compare", "play"}


@pytest.mark.slow
def test_the_curve_of_a_link_to_play_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[bool] = []
    monkeypatch.setattr(tables, "load_pandas", lambda: waited.append(True))
    monkeypatch.setattr(train_actions, "STEP_SECONDS", 0.0)
    app = new_app()
    app.query_params["games"] = "900000"
    run(app)
    assert [title.value for title in app.title] == ["Training the agent in this link…"]
    assert waited
