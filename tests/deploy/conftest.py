from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.cluster import Cluster, running_cluster


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two processes behind nginx, for tests that leave them as they are."""
    with running_cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


@pytest.fixture
def own_cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Two processes behind nginx, for a test that ends one of them."""
    with running_cluster(tmp_path) as cluster:
        yield cluster
