"""What the first visitors find."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

import ttt_core as ttt
from tests.browser.server import HOST, Server
from tests.deploy.cluster import awaited
from tests.load.visitor import arrive


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Start one that asks no other host: a proxy in the environment would get to know of it."""
    with socket.create_server((HOST, 0)) as proxy:
        with monkeypatch.context() as patch:
            for name in ("http_proxy", "https_proxy"):
                patch.setenv(name, f"http://{HOST}:{proxy.getsockname()[1]}")
            for name in ("no_proxy", "NO_PROXY"):
                patch.delenv(name, raising=False)
            server = Server("app.py", tmp_path / "server.log", address="0.0.0.0")
        try:
            server.wait_until_up()
            yield server
        finally:
            server.stop()
        assert "You can now view" in server.output
        assert server.complaints() == []
        proxy.setblocking(False)
        with pytest.raises(BlockingIOError):
            proxy.accept()


@pytest.mark.thorough
@awaited
async def test_the_first_visitor_may_come_to_any_page(server: Server) -> None:
    """Streamlit's rules for a folder pages/ would give it without the rest of the app."""
    async with arrive(server.url, 1) as visitor:
        await visitor.open("train")
        assert visitor.pages == {"", "learn", "play", "train", "inspect", "compare"}
        await visitor.rename()  # the name is in the sidebar, which pages/train.py has not
        assert b"ttt-agent" in await visitor.fetch(await visitor.ask_for_file())


@pytest.mark.slow
@awaited
async def test_addresses_are_answered_as_browsers_robots_and_monitors_expect(
    app_url: str,
) -> None:
    async with arrive(app_url, 1) as visitor:
        await visitor.open("play")
        ask = visitor.browser.ask
        for page in visitor.pages:
            answer = await ask("GET", f"/{page}?games=100")
            assert (answer.status, answer.headers["Cache-Control"]) == (200, "no-cache")
            known = {"If-None-Match": answer.headers["ETag"]}
            assert (await ask("GET", f"/{page}", known)).status == 304
        unknown = await ask("GET", "/wp-login.php")
        assert unknown.status == 404
        assert unknown.headers["Content-Type"].startswith("text/html")  # the dashboard, for people
        assert (await ask("GET", "/play/none")).status == 404
        robots = await ask("GET", "/robots.txt")
        assert (robots.status, robots.body) == (200, b"User-agent: *\nDisallow: /*?\n")
        for other in ("/_stcore/health", "/favicon.png"):
            assert (await ask("GET", other)).status == 200


@pytest.mark.thorough
@awaited
async def test_one_visitor_cannot_fill_the_memory_with_uploads(app_url: str) -> None:
    agent = ttt.dump_agent(ttt.train(ttt.TrainingConfig(games=300, seed=1))).encode()
    async with arrive(app_url, 1) as visitor, arrive(app_url, 2) as other:
        await visitor.open("play")
        await other.open("play")
        said = [(await visitor.put(f"mine-{n}", bytes(11 * 2**20))).status for n in range(8)]
        await other.upload(agent)
    assert said == [204] * 4 + [413] * 4
