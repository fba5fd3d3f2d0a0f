import sys

import pytest

from tests.browser.shared_servers import SharedServers


@pytest.fixture(autouse=True, scope="session")
def _on_linux() -> None:
    if sys.platform != "linux":
        pytest.skip("what deploy/ sets up runs on Linux")


@pytest.fixture(scope="session")
def app_url(servers: SharedServers) -> str:
    """Return the address of the dashboard's server that the browser tests use too."""
    return servers.address("app.py")
