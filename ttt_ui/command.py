"""The command ``ttt-lab``: starts the dashboard from any folder."""

import argparse
import errno
import os
import socket
import sys
import time
import webbrowser
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from urllib.request import ProxyHandler, build_opener

_FIRST_LINE = (
    "Starting the dashboard. This takes a few seconds; after the first start, it compiles the "
    "training loop once while you look around."
)
_READY = "The dashboard is at {url}. Press Ctrl-C to stop it."
_FOR_OTHERS = "Others in your network open {url}, or scan this:"
_NOT_READY = "The dashboard does not answer at {url}. What is written above may say why."
_STOPPED = "The dashboard has stopped."
_NO_PORT = "expected a number from 1 to {last}, not {text!r}"
_NO_PLACE = (
    "It cannot listen at {host}, port {port}: {reason}. Choose others with --host and --port."
)
_NO_DASHBOARD = (
    "Only the engine is installed. For the dashboard, run in the project folder: "
    "pip install '.[dashboard]'\n"
)
_PROGRAMS = """\
programs:
  ttt-lab sweep …      a sweep over settings, as ttt-sweep
  ttt-lab reproduce …  published figures next to ours
  ttt-lab judge …      the exact verdict on any agent's file, or on a program

Each of them explains its options with --help.
"""
_HERE = Path(__file__).parent
_LAST_PORT = 65_535
_FIRST_PORT = 8501
_THIS_COMPUTER, _EVERY_ADDRESS = "127.0.0.1", "0.0.0.0"
_SECONDS_TO_START = 600.0
_ELSEWHERE = ("192.0.2.1", 9)
"""An address that nobody has; see `_own_address`."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command; `arguments` replace the command line if given."""
    match sys.argv[1:] if arguments is None else arguments:
        case ["sweep" | "reproduce" | "judge" as program, *rest]:
            import_module(f"ttt_core.tools.{program}").main(rest)
        case words:
            _start_dashboard(words)


def _start_dashboard(words: list[str]) -> None:
    parser = argparse.ArgumentParser(
        prog="ttt-lab",
        usage="ttt-lab [--class] [--port N] [--host ADDRESS] [--no-browser] [--version]",
        description="Start the dashboard and open it in the browser.",
        epilog=_PROGRAMS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--class",
        dest="host",
        action="store_const",
        const=_EVERY_ADDRESS,
        default=_THIS_COMPUTER,
        help="let others in the room's network open it: print the address, with a QR code",
    )
    parser.add_argument(
        "--port", type=_port, metavar="N", help=f"default: the first free one from {_FIRST_PORT}"
    )
    parser.add_argument(
        "--host",
        metavar="ADDRESS",
        help="the address to listen at (default: this computer alone)",
    )
    parser.add_argument("--no-browser", action="store_true", help="open no browser")
    parser.add_argument("--version", action="store_true", help="print the version")
    asked = parser.parse_args(words)
    if asked.version:
        print(f"ttt-lab {import_module('ttt_core').__version__}")
        return
    if find_spec("streamlit") is None:
        parser.exit(1, _NO_DASHBOARD)
    try:
        port = _free_port(asked.host, asked.port)
    except OSError as error:
        port = asked.port or _FIRST_PORT
        parser.error(_NO_PLACE.format(host=asked.host, port=port, reason=error.strerror))
    print(_FIRST_LINE, flush=True)
    with suppress(KeyboardInterrupt):  # which does not come if Streamlit has handled Ctrl-C itself
        _serve(asked.host, port, opens_browser=not asked.no_browser)
    print(_STOPPED)


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= _LAST_PORT:
        raise argparse.ArgumentTypeError(_NO_PORT.format(last=_LAST_PORT, text=text))
    return int(text)


def _free_port(host: str, port: int | None) -> int:
    family, *_ = socket.getaddrinfo(host, port or _FIRST_PORT, type=socket.SOCK_STREAM)[0]
    for candidate in [port] if port else range(_FIRST_PORT, _LAST_PORT):
        try:
            with socket.create_server((host, candidate), family=family):
                return candidate
        except OSError as error:
            if port or error.errno != errno.EADDRINUSE:
                raise
    raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))


def _serve(host: str, port: int, *, opens_browser: bool) -> None:
    """Run the server until it is told to end."""
    # Before the server itself is imported, so that the first loops are there with the first page.
    import_module("ttt_ui.loops").compiling_here().begin()
    # In the installed package, the app is inside it; in a clone, next to it.
    app = next(path for path in (_HERE / "app", _HERE.parent) if (path / "app.py").exists())
    # Streamlit reads the options next to the app, and would read those of the present folder too.
    os.chdir(app)
    sys.argv = [str(app / "app.py")]
    sys.path.insert(0, str(app))
    reached_at = "localhost" if host in (_THIS_COMPUTER, _EVERY_ADDRESS) else host
    address = _own_address() if host == _EVERY_ADDRESS else None
    others = address and f"http://{address}:{port}"
    announced = [f"http://{reached_at}:{port}", others, opens_browser]
    Thread(target=_say_when_up, args=announced, daemon=True).start()
    import_module("app").app.run(
        config={
            "server.address": host,
            "server.port": port,
            "browser.serverAddress": address or reached_at,  # see ttt_ui/learn/for_a_class.py
        }
    )


def _own_address() -> str | None:
    """Return this computer's address in its network; None if it is in none.

    A connection of this kind chooses an address and sends nothing.
    """
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as chooser:
        chooser.connect(_ELSEWHERE)
        return str(chooser.getsockname()[0])
    return None


def _say_when_up(url: str, others: str | None, opens_browser: bool) -> None:
    # Not by a proxy, which may not know this computer.
    ask = build_opener(ProxyHandler({})).open
    deadline = time.monotonic() + _SECONDS_TO_START
    while True:
        try:
            with ask(f"{url}/_stcore/health", timeout=10):
                break
        except OSError:
            if time.monotonic() > deadline:
                print(_NOT_READY.format(url=url), flush=True)
                return
            time.sleep(0.1)
    print(_READY.format(url=url), flush=True)
    if others:
        print(_FOR_OTHERS.format(url=others), flush=True)
        with suppress(UnicodeEncodeError):  # in a terminal that cannot show it
            import_module("segno").make(others, micro=False).terminal(compact=True)
    if opens_browser:
        webbrowser.open(url)


if __name__ == "__main__":
    main()
