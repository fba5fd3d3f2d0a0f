import pytest
from hypothesis import settings

# The first example may compile a kernel, and the machine may be busy: a slow example is no failure.
settings.register_profile("default", settings.get_profile("default"), deadline=None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the browser tests last: the quick ones report first.

    Playwright's event loop, once started, also counts as running in the tests that follow.
    """
    items.sort(key=lambda item: "browser" in item.path.parts)
