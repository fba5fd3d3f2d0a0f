import sys
from collections.abc import Iterator

import pytest

from tests.browser.shared_servers import SharedServers
from tests.deploy.cluster import Cluster, running_cluster


@pytest.fixture(autouse=True, scope="session")
def _on_linux() -> None:
    if sys.platform != "linux":
        pytest.skip("what deploy/ sets up runs on Linux")


@pytest.fixture(scope="session")
def app_url(servers: SharedServers) -> str:
    """Return the address of the dashboard's server that the browser tests use too."""
    return servers.address("app.py")


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two processes behind nginx, for tests that leave them as they are."""
    with running_cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def own_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two processes behind nginx, for tests that end one, and start it anew or come last."""
    with running_cluster(tmp_path_factory.mktemp("own_cluster")) as cluster:
        yield cluster
