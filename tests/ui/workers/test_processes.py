"""Processes are forked from one that does not outlive the server, and is replaced if it dies."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ui.support import ROOT, until
from tests.ui.workers import works
from tests.ui.workers.test_pool import is_alive
from ttt_ui.workers.bounded_call import call
from ttt_ui.workers.processes import number_of_cores, number_of_workers

SERVER = """
import sys, time
from pathlib import Path
from tests.ui.workers import works
from ttt_ui.workers.errand import Order, Yielded
from ttt_ui.workers.pool import Commission, pool

def hear(news):
    if isinstance(news, Yielded):
        print(news.content[0], flush=True)

pool().begin(Commission(lambda: Order(works.counting, ()), hear, lambda: True))
time.sleep(600)
"""


def test_one_per_core_but_one_unless_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TTT_WORKERS")
    assert number_of_workers() == max(1, number_of_cores() - 1)
    monkeypatch.setenv("TTT_WORKERS", "3")
    assert number_of_workers() == 3
    monkeypatch.setenv("TTT_WORKERS", "some")
    assert number_of_workers() == max(1, number_of_cores() - 1)


def test_the_process_that_forks_is_replaced_if_it_dies() -> None:
    parent = call(os.getppid, seconds=60, megabytes=100)
    assert parent != os.getpid()
    os.kill(parent, signal.SIGKILL)
    until(lambda: not is_alive(parent) or is_zombie(parent))
    assert call(os.getppid, seconds=60, megabytes=100) not in (parent, os.getpid())
    assert call(works.process_id, seconds=60, megabytes=100) != os.getpid()


def is_zombie(process: int) -> bool:
    return ") Z " in Path(f"/proc/{process}/stat").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "how", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.thorough)]
)
def test_no_worker_outlives_its_server(how: signal.Signals) -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    worker = int(server.stdout.readline())
    assert is_alive(worker)
    server.send_signal(how)
    server.wait()
    server.stdout.close()
    until(lambda: not is_alive(worker))
