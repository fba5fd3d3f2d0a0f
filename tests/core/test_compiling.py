"""Where compiled code is cached, tested in separate processes: nowhere on a read-only host."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ttt_core

pytestmark = pytest.mark.thorough
SOURCE = Path(ttt_core.__file__).parent
PLAY = """
import ttt_core as ttt
from ttt_core import grid_world
print(sum(ttt.match(ttt.untrained(), ttt.untrained())))
"""


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
    for file in SOURCE.rglob("*.py"):
        copy = tmp_path / "ttt_core" / file.relative_to(SOURCE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
        (copy.parent / "__pycache__").touch()
    (tmp_path / "a file").touch()
    return tmp_path


def test_the_engine_works_on_a_read_only_disk(host: Path) -> None:
    assert float(run(PLAY, host)) == pytest.approx(1)


def test_compiling_is_announced_once_on_stderr(tmp_path: Path) -> None:
    code = (
        "import numpy as np; from ttt_core.random_numbers import below, unit; "
        "unit(np.uint64(1)); below(np.uint64(1), 9)"
    )
    for line in ("ttt_core is compiling loops that are not in its cache yet.", ""):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
            cwd=SOURCE.parent,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stderr.count("\n") == bool(line)
        assert done.stderr.startswith(line)


def test_a_named_directory_caches_compiled_code(host: Path) -> None:
    kept = host / "kept"
    run("from ttt_core.random_numbers import unit; unit(1)", host, NUMBA_CACHE_DIR=str(kept))
    assert [file.suffix for file in sorted(kept.rglob("*unit*"))] == [".nbc", ".nbi"]


def test_code_compiled_from_other_source_is_not_used(host: Path) -> None:
    """numba itself would use it, because the function's own file has not changed."""
    code = (
        "import numpy as np; from ttt_core.learning import kernels as k;"
        "print(k.pick_best(k.Choices(np.zeros(1), np.ones(1, np.uint8), "
        "np.arange(9, dtype=np.uint8)[None]), 0, np.uint64(1)))"
    )
    assert run(code, host, NUMBA_CACHE_DIR=str(host / "kept")).strip() == "0"
    called = host / "ttt_core" / "random_numbers.py"
    text = called.read_text()
    called.write_text(text.replace(">> np.uint64(32))\n", ">> np.uint64(32)) + 7\n"))
    assert called.read_text() != text
    assert run(code, host, NUMBA_CACHE_DIR=str(host / "kept")).strip() != "0"
