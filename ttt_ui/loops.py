"""The server's loops: compiled next to it on a fresh machine, the most wanted first.

A process of its own fills numba's cache, so that nobody's click waits for Python's lock. The server
loads each loop when it is there. Run with ``python -m ttt_ui.loops`` to compile everything
before the first start.
"""

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Thread
from types import MappingProxyType
from typing import NamedTuple

import ttt_core as ttt
from ttt_core import compiling
from ttt_core.evaluation import optimal_share
from ttt_core.game import EMPTY_BOARD
from ttt_core.learning import RULES, RuleName, new_pupil
from ttt_core.study import look_back

_GAME = (0, 3, 1, 4, 2)
_OF_TEXTBOOKS: tuple[RuleName, ...] = ("sarsa", "expected-sarsa", "afterstates", "reinforce")
"""Rules with loops of their own, which take long to compile, and come last."""
_OTHERS: tuple[RuleName, ...] = tuple(
    rule for rule in RULES if rule not in ("network", *_OF_TEXTBOOKS)
)
"""Among them matchboxes, which may resign: their policies have a tenth column."""
_FOLDER = "ttt-lab-"
_COMPILER = "TTT_COMPILER"
"""The id of the process that compiles loops, for the workers that wait for them."""


class LoopGroup(NamedTuple):
    """Some loops that are compiled together."""

    use: Callable[[], object]  # uses all of them, in the calling thread
    units: int  # roughly, the processor time they need, for the progress


def _use_evaluation() -> None:
    policy = ttt.untrained().policy()
    ttt.evaluate(policy)
    ttt.best_response(policy, "X")
    optimal_share(policy)


def _use_training(*, watched: bool) -> None:
    ttt.TrainingRun(ttt.TrainingConfig(games=1), watched=watched).play(1)


def _use_in_play() -> None:
    ttt.learn_from_game(new_pupil(), _GAME)
    ttt.TrainingRun(ttt.PRESETS["Quick study"]).learn(_GAME)


def _use_network() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=1, rule="network"))
    ttt.learn_from_game(agent, _GAME)


def _use_rules(rules: Iterable[RuleName]) -> None:
    for rule in rules:
        agent = ttt.train(ttt.TrainingConfig(games=1, rule=rule))
        look_back(agent.training, EMPTY_BOARD)
        ttt.learn_from_game(agent, _GAME)
        ttt.evaluate(agent)


STEPS: Mapping[str, LoopGroup] = MappingProxyType(
    {
        "evaluation": LoopGroup(_use_evaluation, 900),
        "curve": LoopGroup(lambda: _use_training(watched=True), 2_100),
        "training": LoopGroup(lambda: _use_training(watched=False), 1_700),
        "in play": LoopGroup(_use_in_play, 900),
        "rest": LoopGroup(lambda: _use_rules(_OTHERS), 300),
        "walk": LoopGroup(
            lambda: ttt.grid_world.train(ttt.grid_world.GridWorldConfig(steps=1)), 300
        ),
        "network": LoopGroup(_use_network, 2_500),
        "textbooks": LoopGroup(lambda: _use_rules(_OF_TEXTBOOKS), 8_000),
    }
)
"""By name, in the order of compiling."""


def load_loops() -> None:
    """Load the loops that are in the cache, in a process that only waits for the others."""
    compiling.leave_compiling(_wait_patiently)
    for step in STEPS.values():
        if not _is_loaded(step):
            return


def _is_loaded(step: LoopGroup) -> bool:
    try:
        with compiling.loading():
            step.use()
    except compiling.NotCompiledError:
        return False
    return True


def _wait_patiently(try_again: Callable[[], bool]) -> None:
    """Wait until another process has compiled a loop, or has ended without it."""
    compiler = int(os.environ.get(_COMPILER, "0"))
    while not try_again() and compiler and _is_alive(compiler):
        time.sleep(0.2)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # it is somebody else's
    return True


def start_module(name: str, *, stdin: int, stdout: int | None = None) -> "subprocess.Popen[bytes]":
    """Start a module of this package in its own process."""
    root = str(Path(__file__).parents[1])
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
    # A process has one core: NumPy's threads would only wait for each other.
    one_thread = {"OPENBLAS_NUM_THREADS": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", name],
        env=one_thread | os.environ | {"PYTHONPATH": path},
        start_new_session=True,  # Ctrl+C in a terminal is for the server alone
        stdin=stdin,
        stdout=stdout,
    )


class LoopsToCome:
    """The process that compiles next to this one what is not in the cache.

    Attributes
    ----------
    is_done
        Whether this process has loaded everything, or nothing more is compiled elsewhere.
    when_more
        Called, in another thread, whenever more loops are in the cache.
    """

    def __init__(self) -> None:
        self.is_done = True
        self.when_more: Callable[[], object] = lambda: None
        self._has_begun = False
        self._left = list(STEPS.values())
        self._began = self._step_began = time.monotonic()
        self._units_done = 0

    def begin(self) -> None:
        """Load what is in the cache, and have the rest compiled; once."""
        if self._has_begun:
            return
        self._has_begun, self.is_done = True, False
        compiling.leave_compiling(_wait_patiently)
        self._load()
        if not self.is_done:
            self._share_a_cache()
            Thread(
                target=self._follow, args=(self._compiler(),), name="compiling", daemon=True
            ).start()

    def seconds_left(self) -> int:
        """Return about how long the loops will take that are compiled at the moment, 1 or more."""
        if not self._left:
            return 1
        now = time.monotonic()
        done = self._units_done
        a_unit = (self._step_began - self._began) / done if done else 0.006
        return max(1, round(self._left[0].units * a_unit - (now - self._step_began)))

    def _load(self) -> None:
        while self._left and _is_loaded(self._left[0]):
            self._units_done += self._left.pop(0).units
            self._step_began = time.monotonic()
        self.is_done = not self._left

    def _share_a_cache(self) -> None:
        """Share a private folder with the process that compiles if there is no other cache."""
        if not compiling.has_cache():
            _remove_folders_left_behind()
            self._folder = tempfile.TemporaryDirectory(prefix=f"{_FOLDER}{os.getpid()}-")
            compiling.cache_in(self._folder.name)

    def _compiler(self) -> "subprocess.Popen[bytes]":
        """Start the process that compiles; it ends with this one."""
        process = start_module("ttt_ui.loops", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        atexit.register(process.kill)
        os.environ[_COMPILER] = str(process.pid)
        return process

    def _follow(self, compiler: "subprocess.Popen[bytes]") -> None:
        self._units_done, self._began = 0, time.monotonic()
        with compiler:
            assert compiler.stdout is not None
            for _ in compiler.stdout:  # a line for every step
                self._load()
                self.when_more()
        self.is_done = True


def _remove_folders_left_behind() -> None:
    """Remove the folders of processes that were killed."""
    if sys.platform == "win32":  # where asking for a process would end it
        return
    for folder in Path(tempfile.gettempdir()).glob(f"{_FOLDER}*"):
        owner = folder.name.removeprefix(_FOLDER).partition("-")[0]
        if owner.isdecimal() and not _is_alive(int(owner)):
            shutil.rmtree(folder, ignore_errors=True)


@cache
def compiling_here() -> LoopsToCome:
    """Return what is compiled next to this process."""
    return LoopsToCome()


def main() -> None:
    """Compile everything, and say so step by step."""
    if hasattr(os, "nice"):
        os.nice(10)  # the first page and every click come first
    with suppress(BrokenPipeError):  # the server is gone
        for name, step in STEPS.items():
            step.use()
            print(name, flush=True)


if __name__ == "__main__":
    main()
