"""When code is compiled, and where it is cached: nowhere on a read-only host."""

import io
import os
import re
import shutil
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

import ttt_core
from ttt_core.compiling import stamp

SOURCE = Path(ttt_core.__file__).parent
MATCH = "import ttt_core as ttt; print(sum(ttt.match(ttt.uniform(), ttt.uniform())));"
WALK = """
from ttt_core import grid_world
print(grid_world.train(grid_world.GridWorldConfig(steps=100)).table.sum())
"""
"""One short loop, and one that is not."""


def run(code: str, host: Path, **environment: str) -> str:
    """Run code with the engine of `host`, as a user without a home directory."""
    kept_out = {"HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR", "PYTHONPATH"}
    outside = {name: value for name, value in os.environ.items() if name not in kept_out}
    nowhere = str(host / "a file" / "home")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=outside
        | {"HOME": nowhere, "XDG_CACHE_HOME": nowhere, "PYTHONPATH": str(host)}
        | environment,
        cwd=host,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def host(tmp_path: Path) -> Path:
    """A copy of the engine that cannot be cached, because files replace the cache directories.

    Permissions would not be enough: the tests may run as root.
    """
    for file in (*SOURCE.rglob("*.py"), *SOURCE.rglob("*.npz")):
        copy = tmp_path / "ttt_core" / file.relative_to(SOURCE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
        (copy.parent / "__pycache__").touch()
    (tmp_path / "a file").touch()
    return tmp_path


@pytest.mark.thorough
def test_the_engine_works_on_a_read_only_disk_and_can_be_given_a_cache(host: Path) -> None:
    kept = host / "kept"
    has = "from ttt_core import compiling; print(compiling.has_cache());"
    said = run(f"{MATCH}{has}compiling.cache_in({str(kept)!r});{has}{WALK}", host).split()
    assert float(said[0]) == pytest.approx(1)
    assert said[1:3] == ["False", "True"]
    assert list(kept.rglob("*walk*.nbc"))


@pytest.mark.thorough
def test_compiling_is_announced_on_stderr_until_the_code_is_cached(tmp_path: Path) -> None:
    for line in ("ttt_core is compiling loops that are not in its cache yet.", ""):
        done = subprocess.run(
            [sys.executable, "-c", MATCH],
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
            cwd=SOURCE.parent,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stderr.count("\n") == bool(line)
        assert done.stderr.startswith(line)
    cached = sorted(tmp_path.rglob("*fill_outcome_chances*"))
    assert [file.suffix for file in cached] == [".nbc", ".nbi"]


@pytest.mark.thorough
def test_code_compiled_from_other_source_is_not_used(host: Path) -> None:
    """numba itself would use it, because the loop's own file has not changed.

    It would also fail on a cache that names a class that has been renamed.
    """
    kept = str(host / "kept")
    first = run(WALK, host, NUMBA_CACHE_DIR=kept)
    called = host / "ttt_core" / "random_numbers.py"
    called.write_text(called.read_text().replace("* 2.0**-32", "* 2.0**-31"))
    for file in (host / "ttt_core" / "grid_world").glob("*.py"):
        file.write_text(re.sub(r"\bWorld\b", "Earth", file.read_text()))
    assert run(WALK, host, NUMBA_CACHE_DIR=kept) != first


LOOP = """
from ttt_core.compiling import part

LIMIT = 3

@part
def called(number):
    'Add what is allowed.'
    return number + LIMIT

def other(number):
    return number

def loop(number):
    return called(number) - 1
"""


@pytest.mark.parametrize(
    ("old", "new", "compiled_again"),
    [
        ("LIMIT = 3", "LIMIT = 4", True),
        ("number + LIMIT", "LIMIT + number", True),
        (") - 1", ") - 2", True),
        ("Add what is allowed.", "Add the limit.", False),
        ("return number\n", "return -number\n", False),
    ],
)
def test_an_edit_compiles_only_the_loops_that_depend_on_it(
    old: str, new: str, compiled_again: bool
) -> None:
    def stamp_of(source: str) -> str:
        module: dict[str, Any] = {"__name__": "loops"}
        exec(source, module)
        return stamp(module["loop"])

    assert LOOP.count(old) == 1
    assert (stamp_of(LOOP.replace(old, new)) != stamp_of(LOOP)) == compiled_again


def test_a_loop_cannot_read_what_is_defined_after_it() -> None:
    def reads() -> object:
        return DEFINED_LATER  # type: ignore[name-defined]  # noqa: F821

    with pytest.raises(NameError, match="reads DEFINED_LATER"):
        stamp(reads)


SHORT = """
import ttt_core as ttt
from ttt_core.learning import new_pupil, ready_made
games = ((0, 3, 1, 4, 2), (4, 0, 8, 2, 1, 7, 6, 3, 5))
for name in ("Default", "Trap setter", "Quick study"):
    agent = ttt.learn_from_games(ready_made(name), games)
    print(agent.fingerprint, agent.stats, vars(ttt.evaluate(agent)))
print(ttt.learn_from_game(new_pupil(), games[0]).fingerprint)
"""


@pytest.mark.thorough
def test_short_loops_do_the_same_as_plain_python_while_their_machine_code_is_missing(
    host: Path,
) -> None:
    leaving = "from ttt_core import compiling; compiling.leave_compiling(print)"
    unready = "\nimport sys; assert 'numba.np.arrayobj' not in sys.modules"  # takes half a second
    in_python = run(leaving + SHORT + unready, host, NUMBA_CACHE_DIR=str(host / "kept"))
    assert not list((host / "kept").rglob("*.nbc"))
    compiled = io.StringIO()
    with redirect_stdout(compiled):
        exec(SHORT, {})
    assert in_python == compiled.getvalue()


@pytest.mark.thorough
def test_what_needs_a_missing_loop_waits_for_it_and_compiles_what_nobody_else_does(
    host: Path,
) -> None:
    kept = str(host / "kept")
    code = """
from ttt_core import compiling
from ttt_core.grid_world import GridWalk, GridWorldConfig
from ttt_core.learning.kernel_state import minimax_choices
tried = []
compiling.leave_compiling(lambda try_again: tried.append(try_again()))
walk = GridWalk.begin(GridWorldConfig())
minimax_choices(True)  # by short loops, which nobody waits for
try:
    with compiling.loading():
        walk.after(1)
except compiling.NotCompiledError:
    print("refused", tried)
print(walk.after(1).steps, tried)
"""
    assert run(code, host, NUMBA_CACHE_DIR=kept) == "refused []\n1 [False]\n"
    assert run(code, host, NUMBA_CACHE_DIR=kept) == "1 []\n"  # it is cached by now
