"""The script that puts a release into service, with stand-ins for systemctl and pip."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.browser.server import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("git") is None, reason="There is no git here."),
]
STANDS_IN = """\
#!/bin/sh
echo "$*" >> "$TTT_ROOT/calls"
test ! -e "$TTT_ROOT/sick" || ! grep -q sick "$TTT_ROOT/current/app.py"
"""
PYTHON = """\
#!/bin/sh
mkdir -p "$3/bin"
printf "#!/bin/sh\\n" > "$3/bin/pip"
chmod +x "$3/bin/pip"
"""


class Host:
    def __init__(self, folder: Path) -> None:
        self.root, self.source = folder / "opt", folder / "source"
        self._programs = folder / "programs"
        for path in (self.root, self.source, self._programs):
            path.mkdir()
        for name, text in (("systemctl", STANDS_IN), ("python3", PYTHON)):
            (self._programs / name).write_text(text)
            (self._programs / name).chmod(0o700)
        self._git("init", "--quiet")

    def _git(self, *words: str) -> None:
        who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
        subprocess.run(["git", *who, *words], cwd=self.source, check=True)

    def release(self, app: str) -> subprocess.CompletedProcess[str]:
        (self.source / "app.py").write_text(app)
        (self.source / "requirements.txt").write_text("")
        self._git("add", ".")
        self._git("commit", "--quiet", "--message", app)
        clock = self._programs / "date"
        number = len(list(self.source.parent.glob("opt/releases/*"))) + len(self.calls)
        clock.write_text(f"#!/bin/sh\necho 2026-{number:04}\n")
        clock.chmod(0o700)
        return subprocess.run(
            [ROOT / "deploy" / "update", f"file://{self.source}", "8501", "8502"],
            env=os.environ | {"TTT_ROOT": str(self.root), "PATH": f"{self._programs}:{os.defpath}"},
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def calls(self) -> list[str]:
        calls = self.root / "calls"
        return calls.read_text().splitlines() if calls.exists() else []

    @property
    def app(self) -> str:
        return (self.root / "current" / "app.py").read_text()


def test_releases_follow_each_other_and_a_sick_one_is_taken_back(tmp_path: Path) -> None:
    host = Host(tmp_path)
    for number in range(5):
        done = host.release(f"release {number}")
        assert (done.returncode, done.stderr) == (0, "")
        assert host.app == f"release {number}"
    assert host.calls == ["restart ttt@8501", "restart ttt@8502"] * 5
    assert len(list((host.root / "releases").iterdir())) == 3
    (host.root / "sick").touch()
    done = host.release("a sick release")
    assert done.returncode == 1
    assert "The release before is in service again" in done.stderr
    assert host.app == "release 4"
    assert host.calls[10:] == ["restart ttt@8501", "restart ttt@8501", "restart ttt@8502"]
