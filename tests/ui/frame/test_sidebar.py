"""What the sidebar shows on every page."""

from tests.ui.support import come_by_link, run


def test_a_new_name_is_downloaded_with_the_same_button() -> None:
    app = come_by_link("train", games="100")
    (before,) = app.sidebar.get("download_button")
    app.text_input[0].set_value("Somebody else")
    run(app)
    (after,) = app.sidebar.get("download_button")
    assert after.proto.id == before.proto.id
