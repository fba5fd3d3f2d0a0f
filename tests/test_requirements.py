"""The pinned versions are those of everything that pyproject.toml asks for."""

import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]


def pins(file: str) -> dict[str, tuple[str, str]]:
    """Return versions and systems in a file of nothing but `name==version`, comments, and files."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    wanted = [Requirement(line) for line in lines if not line.startswith(("#", "-r "))]
    for requirement in wanted:
        (specifier,) = requirement.specifier
        assert (specifier.operator, requirement.url) == ("==", None)
    return {
        one.name: (str(one.specifier).removeprefix("=="), str(one.marker or "")) for one in wanted
    }


def test_every_dependency_is_pinned_within_its_range() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    ours, theirs = pins("requirements.txt"), pins("requirements-dev.txt")
    assert not ours.keys() & theirs.keys()
    for wanted, pinned in (
        (project["dependencies"], ours),
        *((extras[name], ours) for name in ("dashboard", "files", "tables")),
        *((extras[name], ours | theirs) for name in ("dask", "dev")),
    ):
        for requirement in map(Requirement, wanted):
            version, systems = pinned[requirement.name]
            assert requirement.specifier.contains(version)
            assert systems == str(requirement.marker or "")
