"""A small process, without Streamlit, from which all others are forked within milliseconds.

Python's own would run the server's main module again, and with it the page: Streamlit puts the
page's script in its place.
"""

import gc
import os
import pkgutil
import signal
import socket
import sys
from multiprocessing.connection import Connection

LOAD, FORK = b"l", b"f"


def main() -> None:
    """Fork a process for every connection that arrives, until the server is gone."""
    sys.modules["streamlit"] = None  # type: ignore[assignment]  # an import of it is an error
    import ttt_core  # noqa: F401 - all forks need it

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    server = socket.socket(fileno=os.dup(0))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    gc.freeze()
    while True:
        request, handles, _, _ = socket.recv_fds(server, 1, 1)
        if not request:
            return
        if request == LOAD:
            length = server.recv(1)[0]
            pkgutil.resolve_name(server.recv(length, socket.MSG_WAITALL).decode())()
            gc.freeze()
        elif os.fork():
            os.close(handles[0])
        else:
            server.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.nice(5)
            _serve(Connection(handles[0]))


def _serve(connection: Connection) -> None:
    """Do in a forked process what the server asks for first."""
    try:
        connection.send(os.getpid())
        function, arguments = connection.recv()
        function(connection, *arguments)
    except (EOFError, OSError):  # the server is gone, or no longer waits
        pass
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
