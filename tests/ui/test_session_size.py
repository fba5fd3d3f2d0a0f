"""Whatever a visitor does, the server keeps at most 4 MB for them."""

import pytest

from tests.ui.heavy_visit import heavy_visit
from tests.ui.session_size import session_bytes

MOST = 4 * 2**20


@pytest.mark.thorough
def test_a_heavy_visit_with_eight_rivals() -> None:
    sizes = {}
    for where, app in heavy_visit():
        sizes[where] = sum(session_bytes(app).values())
    print({where: f"{size / 2**20:.2f} MB" for where, size in sizes.items()})
    assert max(sizes.values()) < MOST
    assert min(sizes.values()) > 2**19  # so that the measure misses nothing large
