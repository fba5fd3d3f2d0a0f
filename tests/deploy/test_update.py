"""The script that puts a release into service, with stand-ins for systemctl and pip."""

import fcntl
import itertools
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.server import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("git") is None, reason="There is no git here."),
]
SYSTEMCTL = """\
#!/bin/sh
echo "$*" >> "$TTT_ROOT/calls"
grep -q "hangs" "$TTT_ROOT/current/app.py" && exec sleep 1000
! grep -q "sick as ${2#ttt@}" "$TTT_ROOT/current/app.py"
"""
PYTHON = """\
#!/bin/sh
mkdir -p "$3/bin"
cat > "$3/bin/python" <<'END'
#!/bin/sh
! grep -q "nothing to install" "${0%/.venv/bin/python}/app.py"
END
printf '#!%s/bin/python\\n' "$3" > "$3/bin/streamlit"
chmod +x "$3"/bin/*
"""
PORTS = ("8501", "8502")
SECONDS = itertools.count()


def _heed_signals() -> None:
    for one in (signal.SIGINT, signal.SIGHUP):
        signal.signal(one, signal.SIG_DFL)


class Host:
    """A folder with releases and their source, and stand-ins for programs.

    Tests may share the first; each has its own stand-ins.
    """

    def __init__(self, folder: Path, programs: Path) -> None:
        self.root, self.source, self._programs = folder / "opt", folder / "source", programs
        for path in (self.root, self.source):
            path.mkdir(exist_ok=True)
        (self.root / "calls").unlink(missing_ok=True)
        self.stand_in("systemctl", SYSTEMCTL)
        self.stand_in("python3", PYTHON)
        self._git("init", "--quiet")

    def _git(self, *words: str) -> None:
        who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
        subprocess.run(["git", *who, *words], cwd=self.source, check=True)

    def stand_in(self, name: str, text: str) -> None:
        (self._programs / name).write_text(text)
        (self._programs / name).chmod(0o700)

    def begin(self, app: str) -> subprocess.Popen[str]:
        (self.source / "app.py").write_text(app)
        (self.source / "requirements.txt").write_text("")
        self._git("add", ".")
        self._git("commit", "--quiet", "--allow-empty", "--message", app)
        self.stand_in("date", f"#!/bin/sh\necho 2026-{next(SECONDS):04}\n")
        return subprocess.Popen(
            [ROOT / "deploy" / "update", f"file://{self.source}", *PORTS],
            env=os.environ | {"TTT_ROOT": str(self.root), "PATH": f"{self._programs}:{os.defpath}"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            # Tests that run in the background ignore some signals, and bash cannot undo that.
            preexec_fn=_heed_signals,
        )

    def release(self, app: str) -> tuple[int, str]:
        """Return the status of an update, and what it says."""
        process = self.begin(app)
        out, err = process.communicate(timeout=120)
        return process.returncode, out + err

    @property
    def calls(self) -> list[str]:
        calls = self.root / "calls"
        return calls.read_text().splitlines() if calls.exists() else []

    @property
    def app(self) -> str:
        return (self.root / "current" / "app.py").read_text()

    @property
    def releases(self) -> list[str]:
        """What the folders of the releases contain, hidden ones too."""
        folders = sorted(path for path in (self.root / "releases").iterdir() if path.is_dir())
        return [(folder / "app.py").read_text() for folder in folders]


@pytest.fixture
def host(tmp_path: Path) -> Host:
    (tmp_path / "programs").mkdir()
    return Host(tmp_path, tmp_path / "programs")


@pytest.fixture(scope="module")
def with_a_release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("host")
    status, said = Host(folder, tmp_path_factory.mktemp("programs")).release("good")
    assert status == 0, said
    return folder


@pytest.fixture
def served(with_a_release: Path, tmp_path: Path) -> Host:
    """A host with a healthy release, which a test leaves as it is."""
    return Host(with_a_release, tmp_path)


def test_releases_follow_each_other_and_the_last_three_stay(host: Host) -> None:
    status, said = host.release("sick as 8501")
    assert status == 1
    assert "There is no release before it" in said
    assert (host.app, host.releases) == ("sick as 8501", ["sick as 8501"])
    for number in range(3):
        status, said = host.release(f"release {number}")
        assert (status, host.app) == (0, f"release {number}")
        assert said == f"In service: {(host.root / 'current').resolve()}\n"
    assert host.calls == ["restart ttt@8501", *["restart ttt@8501", "restart ttt@8502"] * 3]
    assert host.releases == ["release 0", "release 1", "release 2"]
    program = (host.root / "current").resolve() / ".venv" / "bin" / "streamlit"
    assert program.read_text() == f"#!{program.with_name('python')}\n"

    with (host.root / "releases" / ".lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert host.release("at once") == (1, "Another update is under way.\n")
    assert host.app == "release 2"
    (host.root / "releases" / ".new" / ".venv").mkdir(parents=True)  # left by one that was killed
    assert host.release("after it")[0] == 0
    assert host.releases == ["release 1", "release 2", "after it"]

    host.stand_in("systemctl", "#!/bin/sh\nfalse\n")
    status, said = host.release("new")
    assert status == 1
    assert "could not be put back: ttt@8501" in said
    assert (host.app, host.releases[-1]) == ("after it", "new")


@pytest.mark.parametrize(
    ("port", "calls"),
    [
        ("8501", ["restart ttt@8501"] * 2),
        ("8502", ["restart ttt@8501", "restart ttt@8502"] * 2),
    ],
)
def test_a_release_with_a_sick_process_is_taken_back(
    port: str, calls: list[str], served: Host
) -> None:
    status, said = served.release(f"sick as {port}")
    assert status == 1
    assert f"journalctl -u ttt@{port} says why" in said
    assert "The release before is in service again" in said
    assert "In service" not in said
    assert (served.app, served.releases, served.calls) == ("good", ["good"], calls)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_interrupted_while_it_waits_it_puts_the_release_before_back(
    how: signal.Signals, served: Host
) -> None:
    process = served.begin("hangs")
    while not served.calls:
        assert process.poll() is None
    os.killpg(process.pid, how)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 128 + how
    assert "The release before is in service again" in err
    assert (served.app, served.releases) == ("good", ["good"])
    assert served.calls == ["restart ttt@8501"] * 2


@pytest.mark.parametrize("source", ["nothing to install", None])
def test_what_cannot_be_installed_leaves_no_folder_and_touches_no_process(
    source: str | None, served: Host
) -> None:
    if source is None:
        served.stand_in("git", '#!/bin/sh\nmkdir -p "$TTT_ROOT/releases/.new"\nexit 128\n')
        served._git = lambda *_: None  # type: ignore[method-assign]
    status, said = served.release(source or "new")
    assert status != 0
    assert "In service" not in said
    assert (served.app, served.releases, served.calls) == ("good", ["good"], [])


@pytest.mark.parametrize("what", ["ln", "mv"])
def test_a_link_that_cannot_be_replaced_is_told_and_touches_no_process(
    what: str, served: Host
) -> None:
    real = shutil.which(what)
    served.stand_in(
        what, f'#!/bin/sh\ncase "$*" in *current*) echo no >&2; exit 1;; esac\nexec {real} "$@"\n'
    )
    status, said = served.release("new")
    assert status == 1
    assert said.startswith("no\n")
    assert "In service" not in said
    assert (served.app, served.releases, served.calls) == ("good", ["good"], [])
    assert not (served.root / "current.new").is_symlink()


@pytest.mark.parametrize("words", [(), (".",)])
def test_without_a_source_or_ports_nothing_is_done(words: tuple[str, ...], tmp_path: Path) -> None:
    done = subprocess.run(
        [ROOT / "deploy" / "update", *words],
        env=os.environ | {"TTT_ROOT": str(tmp_path / "opt")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "at least one port" in done.stderr
    assert not (tmp_path / "opt").exists()


@pytest.mark.thorough
def test_a_real_environment_works_after_it_has_been_moved(host: Host) -> None:
    """No stand-in for Python: an empty list of packages installs without a network."""
    host.stand_in("python3", f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    assert host.release("new")[0] == 0
    pip = (host.root / "current").resolve() / ".venv" / "bin" / "pip"
    said = subprocess.run([pip, "--version"], capture_output=True, text=True, check=True).stdout
    assert str(pip.parents[1]) in said
