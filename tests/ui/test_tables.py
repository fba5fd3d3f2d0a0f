"""pandas is loaded after the first page, and no chart meets one that is half loaded."""

import pytest

from tests.ui.support import go_to, new_app, run
from ttt_ui import tables


@pytest.mark.slow
def test_the_doors_do_without_pandas_and_pages_with_charts_wait_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waited: list[str] = []
    monkeypatch.setattr(tables, "load_pandas", lambda: waited.append(page))
    page = "doors"
    app = run(new_app())
    for page in ("learn", "train", "inspect", "compare"):
        go_to(app, page)
    page = "game"
    run(go_to(app, "play", view="against-the-agent"))
    assert set(waited) == {"learn", "train", "inspect", "compare", "game"}
