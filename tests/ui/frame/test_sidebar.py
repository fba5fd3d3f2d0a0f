"""What the sidebar shows on every page."""

import ttt_core as ttt
from tests.ui.support import come_by_link, press, run, visitor


def test_a_new_name_is_downloaded_with_the_same_button() -> None:
    app = come_by_link("train", games="100")
    (before,) = app.sidebar.get("download_button")
    app.text_input[0].set_value("Somebody else")
    run(app)
    (after,) = app.sidebar.get("download_button")
    assert after.proto.id == before.proto.id


def test_the_agents_emblem_shows_what_it_knows_and_follows_it() -> None:
    app = come_by_link("train", games="100")
    (before,) = app.sidebar.get("image")
    known = ttt.game_map(visitor(app).agent).positions_known
    assert before.proto.imgs[0].url.startswith("data:image/png;base64,")
    assert f"Knows {known} of 627 positions" in before.proto.imgs[0].alt
    press(app, "Train 100 more games")
    (after,) = app.sidebar.get("image")
    assert after.proto.imgs[0].url != before.proto.imgs[0].url
