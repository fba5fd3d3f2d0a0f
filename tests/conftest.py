import gc
import io
import os
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from ttt_core.compiling import announce
from ttt_ui.loops import STEPS

if TYPE_CHECKING:
    from tests.browser.shared_servers import SharedServers

# The tests start Python over a hundred times, so keep the compiled modules.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# The workers share the cores: several threads of one product of matrices would wait for each other.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

# The first example may compile a kernel and the machine may be busy, so slow examples may pass.
settings.register_profile("thorough", settings(), deadline=None)
settings.register_profile("few examples", settings(), deadline=None, max_examples=20)


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator["SharedServers"]:
    """Return the servers that the whole run uses; complaints in their logs fail it."""
    from tests.browser.shared_servers import SharedServers  # Playwright: not for every test

    folder, name = tmp_path_factory.getbasetemp(), os.environ.get("PYTEST_XDIST_WORKER")
    if name is not None:
        folder = folder.parent  # the workers' own folders are next to each other
    (folder / "servers").mkdir(exist_ok=True)
    servers = SharedServers(folder / "servers", name or "alone")
    yield servers
    if complaints := servers.leave():
        pytest.fail("In the servers' logs:\n" + "\n".join(complaints), pytrace=False)


def pytest_configure(config: pytest.Config) -> None:
    """Choose how many examples property tests try: in the thorough part all, otherwise a fifth.

    Also let whatever is compiled first say nothing in the middle of a test.
    """
    settings.load_profile("thorough" if _is_thorough(config) else "few examples")
    with redirect_stderr(io.StringIO()):
        announce()


def _is_thorough(config: pytest.Config) -> bool:
    return str(config.option.markexpr) in ("thorough", "")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Let three workers share two cores, because each often waits for its browser and servers."""
    return 2 + (os.cpu_count() or 1) // 2


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """Compile the engine once, before the workers start, and not once in each of them."""
    for step in STEPS.values():
        step.use()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what belongs together, and run browser tests last, so that the quick ones report first.

    Playwright's event loop, once started, also counts as running in the tests that follow. Of the
    browser tests, those of the whole dashboard come first: one that is long and the last of all
    would be waited for by every other worker.
    """
    for item in items:
        # Property tests belong to both parts; see `pytest_configure`.
        if _is_thorough(config) and hasattr(getattr(item, "obj", None), "hypothesis"):
            item.add_marker(pytest.mark.thorough)
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)
        if item.get_closest_marker("thorough") is not None:
            item.add_marker(pytest.mark.slow)
    items.sort(key=_rank)


def pytest_collection_finish() -> None:
    """Exempt all modules from garbage collection: each one of the old objects takes 0.15 s."""
    gc.collect()
    gc.freeze()


def _rank(item: pytest.Item) -> int:
    if item.get_closest_marker("browser") is None:
        return 0
    return 1 if "app_url" in getattr(item, "fixturenames", ()) else 2
