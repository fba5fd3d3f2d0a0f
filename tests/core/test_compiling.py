"""Where compiled code is cached, tested in separate processes: nowhere on a read-only host."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ttt_core
from ttt_core.compiling import stamp

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
    for file in (*SOURCE.rglob("*.py"), *SOURCE.rglob("*.npz")):
        copy = tmp_path / "ttt_core" / file.relative_to(SOURCE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
        (copy.parent / "__pycache__").touch()
    (tmp_path / "a file").touch()
    return tmp_path


def test_the_engine_works_on_a_read_only_disk(host: Path) -> None:
    assert float(run(PLAY, host)) == pytest.approx(1)


def test_compiling_is_announced_on_stderr_until_the_code_is_cached(tmp_path: Path) -> None:
    code = "import ttt_core as ttt; ttt.evaluate(ttt.uniform())"
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
    cached = sorted(tmp_path.rglob("*fill_outcome_chances*"))
    assert [file.suffix for file in cached] == [".nbc", ".nbi"]


def test_code_compiled_from_other_source_is_not_used(host: Path) -> None:
    """numba itself would use it, because the loop's own file has not changed."""
    code = (
        "import numpy as np; from ttt_core.learning import network as n;"
        "w = np.zeros(1); n._draw(w, 1.0, np.array([1], np.uint64)); print(w[0])"
    )
    first = run(code, host, NUMBA_CACHE_DIR=str(host / "kept"))
    called = host / "ttt_core" / "random_numbers.py"
    text = called.read_text()
    called.write_text(text.replace("* 2.0**-32", "* 2.0**-31"))
    assert called.read_text() != text
    assert run(code, host, NUMBA_CACHE_DIR=str(host / "kept")) != first


def test_a_cache_that_names_a_renamed_class_is_compiled_again(host: Path) -> None:
    kept = str(host / "kept")
    code = (
        "import ttt_core as ttt; run = ttt.TrainingRun(ttt.TrainingConfig());"
        "run.learn((0, 3, 1, 4, 2)); print(run.q.sum(where=run.visits > 0))"
    )
    first = run(code, host, NUMBA_CACHE_DIR=kept)
    for file in (host / "ttt_core").rglob("*.py"):
        file.write_text(
            file.read_text().replace("class Rule(", "class Principle(").replace("Rule", "Principle")
        )
    assert run(code, host, NUMBA_CACHE_DIR=kept) == first


EDITS = {
    ("learning/network.py", "+= error * hidden[h]", "+= hidden[h] * error"): {"network"},
    ("learning/network.py", "0.999, 1e-8", "0.999, 1e-7"): {"network"},
    ("learning/network.py", "length - 1 - index", "length - index"): {"network"},
    ("learning/kernels.py", "return slot // N_CELLS", "return slot / N_CELLS"): {
        "table",
        "network",
    },
    ("learning/kernels.py", "BOTH = -1", "BOTH = -2"): {"table", "network"},
    ("learning/reward_memory.py", "reward + 0.5", "reward + 0.25"): {"table"},
    ("evaluation/loops.py", "x_wins += share", "x_wins -= share"): {"match"},
    ("learning/rules.py", "A wrong rule, for study", "A rule for study"): set[str](),
    ("learning/kernels.py", "Play one game from", "Play a game from"): set[str](),
}
"""The file, what it says, what it could say instead, and the loops that this changes."""
STAMPS = """
import json
import sys
from pathlib import Path

def stamps():
    for name in [name for name in sys.modules if name.startswith("ttt_core")]:
        del sys.modules[name]
    from ttt_core.compiling import stamp
    from ttt_core.evaluation import loops
    from ttt_core.learning import kernels, network
    named = {"table": kernels.train_games, "network": network.train_games}
    named["match"] = loops.fill_outcome_chances
    return {name: stamp(loop.__wrapped__) for name, loop in named.items()}

found = [stamps()]
for file, old, new in EDITS:
    edited = Path("ttt_core", file)
    text = edited.read_text()
    assert old in text
    edited.write_text(text.replace(old, new))
    found.append(stamps())
    edited.write_text(text)
print(json.dumps(found))
"""


def test_an_edit_compiles_only_the_loops_that_depend_on_it(host: Path) -> None:
    before, *after = json.loads(run(f"EDITS = {list(EDITS)}\n{STAMPS}", host))
    for (edit, compiled_again), now in zip(EDITS.items(), after, strict=True):
        assert {loop for loop in before if before[loop] != now[loop]} == compiled_again, edit


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


def test_short_loops_do_the_same_as_plain_python_while_their_machine_code_is_missing(
    host: Path,
) -> None:
    leaving = "from ttt_core import compiling; compiling.leave_compiling(print)"
    cache = {"NUMBA_CACHE_DIR": str(host / "kept")}
    unready = "\nimport sys; assert 'numba.np.arrayobj' not in sys.modules"  # takes half a second
    in_python = run(leaving + SHORT + unready, host, **cache)
    assert not list((host / "kept").rglob("*.nbc"))
    assert in_python == run(SHORT, host, **cache)


def test_what_needs_a_missing_loop_waits_for_it_and_compiles_what_nobody_else_does(
    host: Path,
) -> None:
    code = """
import ttt_core as ttt
from ttt_core import compiling
from ttt_core.learning.kernel_state import minimax_choices
tried = []
def wait(try_again):
    tried.append(try_again())
compiling.leave_compiling(wait)
run = ttt.TrainingRun(ttt.TrainingConfig(games=1))
minimax_choices(True)  # by short loops, which nobody waits for
with compiling.loading():
    try:
        run.play(1)
    except compiling.NotCompiledError as error:
        print(type(error).__name__, tried, run.games_played)
run.play(1)
print(tried, run.games_played)
"""
    said = run(code, host, NUMBA_CACHE_DIR=str(host / "kept")).splitlines()
    assert said == ["NotCompiledError [] 0", "[False] 1"]
    said = run(
        code.replace("run.play(1)\nprint", "print"), host, NUMBA_CACHE_DIR=str(host / "kept")
    ).splitlines()
    assert said == ["[] 1"]  # it is in the cache by now


def test_a_process_without_a_cache_can_be_given_one(host: Path) -> None:
    kept = host / "kept"
    code = (
        "import ttt_core; from ttt_core import compiling; print(compiling.has_cache());"
        f"compiling.cache_in({str(kept)!r}); print(compiling.has_cache());{PLAY}"
    )
    assert run(code, host).split()[:2] == ["False", "True"]
    assert list(kept.rglob("*fill_outcome_chances*.nbc"))
