import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from ttt_core.files.elsewhere import inert_pickle, pickles


@pytest.fixture(scope="module")
def pickles_read_here() -> Iterator[None]:
    """Read pickles in this process: nothing in them runs, and to start another takes longer."""

    def run(*_: Any, input: bytes, **__: Any) -> SimpleNamespace:
        return SimpleNamespace(stdout=json.dumps(inert_pickle.answer(input)))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pickles, "subprocess", SimpleNamespace(run=run, TimeoutExpired=TimeoutError))
        yield
