"""Real Chromium behind nginx: no page violates the policy sent with it.

Chromium reports what it refuses as an error on the console, and that fails these tests.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.support import go_to, on, open_file_menu, page_link, wait_idle
from tests.deploy.cluster import Cluster, running_cluster

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with running_cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


def test_every_page_obeys_the_policy(page: Page, cluster: Cluster, tmp_path: Path) -> None:
    answer = page.goto(f"{cluster.url}/train?games=20000&seed=8")
    assert answer is not None
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    on(page, "Train")
    expect(page.locator(".js-plotly-plot .scatterlayer").first).to_be_visible()
    open_file_menu(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download", exact=True).click()
    page.keyboard.press("Escape")
    file = tmp_path / "agent.json"
    download.value.save_as(file)
    assert '"seed":8' in file.read_text().replace(" ", "")
    open_file_menu(page)
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(file)
    expect(page.get_by_text("is now your agent.")).to_be_visible()
    page.keyboard.press("Escape")
    wait_idle(page)
    page.get_by_role("tab", name="Slow motion").click()
    wait_idle(page)
    page.get_by_role("tab", name="Update rule").click()
    expect(page.locator(".katex").first).to_be_visible()
    for name in ("Inspect", "Compare"):
        go_to(page, name)
    page_link(page, "Play").click()
    expect(page.get_by_role("button", name="top left, empty")).to_be_visible()
    wait_idle(page)


def test_no_other_site_may_frame_it(browser: Browser, cluster: Cluster) -> None:
    with browser.new_page() as page:  # on which an error does not fail the test
        page.goto(f"{cluster.servers[0].url}/favicon.png")  # another port is a different origin
        with page.expect_console_message(lambda said: "frame-ancestors" in said.text):
            page.evaluate(
                "url => { document.body.append(document.createElement('iframe'));"
                " document.querySelector('iframe').src = url }",
                cluster.url,
            )
