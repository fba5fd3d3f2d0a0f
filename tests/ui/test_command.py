"""What the command `ttt-lab` says on the terminal."""

import socket
import time
import webbrowser
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

import ttt_core as ttt
from ttt_ui import command


@pytest.fixture
def healthy() -> Iterator[str]:
    """Return the address of a server that says that it is well."""

    class Healthy(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/_stcore/health" else 404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Healthy) as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_class_is_told_an_address_that_it_can_open_and_scan(
    healthy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command._say_when_up(healthy, "http://192.168.1.5:8501", opens_browser=False)
    said = capsys.readouterr().out
    assert f"The dashboard is at {healthy}." in said
    assert "Others in your network open http://192.168.1.5:8501" in said
    assert "█" in said
    command._say_when_up(healthy, None, opens_browser=False)
    assert "█" not in capsys.readouterr().out


def test_its_own_question_does_not_go_through_a_proxy(
    healthy: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = list[str]()
    monkeypatch.setattr(webbrowser, "open", opened.append)
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(command, "_SECONDS_TO_START", 0.0)
    command._say_when_up(healthy, None, opens_browser=True)
    assert "The dashboard is at" in capsys.readouterr().out
    assert opened == [healthy]


def test_it_gives_up_after_a_while(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
    monkeypatch.setattr(command, "_SECONDS_TO_START", 0.0)
    monkeypatch.setattr(time, "sleep", lambda _: None)
    command._say_when_up(url, None, opens_browser=True)
    assert capsys.readouterr().out.startswith(f"The dashboard does not answer at {url}.")


def test_it_prints_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    command.main(["--version"])
    assert capsys.readouterr().out == f"ttt-lab {ttt.__version__}\n"


def test_its_own_address_is_found_without_asking_anybody() -> None:
    assert command._own_address() != "0.0.0.0"


@pytest.mark.parametrize(
    ("words", "host"),
    [
        ([], "127.0.0.1"),
        (["--class"], "0.0.0.0"),
        (["--host", "192.168.1.5"], "192.168.1.5"),
    ],
)
def test_it_serves_this_computer_alone_unless_asked(
    monkeypatch: pytest.MonkeyPatch, words: list[str], host: str
) -> None:
    served = list[str]()
    monkeypatch.setattr(command, "_free_port", lambda *_: 8501)
    monkeypatch.setattr(command, "_serve", lambda host, *_, **__: served.append(host))
    command.main(words)
    assert served == [host]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port", "99999"], "expected a number from 1 to 65535, not '99999'"),
        (["--host", "nowhere.invalid"], "It cannot listen at nowhere.invalid, port 8501: "),
    ],
)
def test_it_says_what_is_wrong_with_an_option(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main(words)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
