import pytest
from hypothesis import settings

# The first example may compile a kernel, and the machine may be busy: a slow example is no failure.
settings.register_profile("default", settings.get_profile("default"), deadline=None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the browser tests, and run them last: the quick ones report first.

    Playwright's event loop, once started, also counts as running in the tests that follow.
    """
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
