"""What the sidebar shows on every page."""

import ttt_core as ttt
from tests.ui.support import come_by_link, press, visitor


def test_a_new_name_is_downloaded_with_the_same_button_and_the_emblem_follows_the_agent() -> None:
    app = come_by_link("train", games="100")
    (button,), (emblem,) = (app.sidebar.get(kind) for kind in ("download_button", "image"))
    known = ttt.game_map(visitor(app).agent).positions_known
    assert emblem.proto.imgs[0].url.startswith("data:image/png;base64,")
    assert f"Knows {known} of 627 positions" in emblem.proto.imgs[0].alt
    app.text_input[0].set_value("Somebody else")
    press(app, "Train 100 more games")
    (same_button,), (other_emblem,) = (app.sidebar.get(k) for k in ("download_button", "image"))
    assert same_button.proto.id == button.proto.id
    assert other_emblem.proto.imgs[0].url != emblem.proto.imgs[0].url
