"""The arrows between the engine's rooms run one way, and no files import each other in a circle."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import ttt_core

FLOORS = (
    ("compiling",),
    ("random_numbers",),
    ("game", "grid_world"),
    ("evaluation",),
    ("learning",),
    ("files",),
    ("tools",),
)
"""From the ground up. What stands on one floor knows nothing of the others there, or above."""

PACKAGE = Path(ttt_core.__file__).parent
MODULES = {
    ".".join(("ttt_core", *file.relative_to(PACKAGE).with_suffix("").parts)): file
    for file in PACKAGE.rglob("*.py")
    if file.name != "__init__.py"
}


def imported(file: Path) -> set[str]:
    """Return the modules of the package that a file imports anywhere in it."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names |= {str(node.module)} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names & MODULES.keys()


def room(module: str) -> str:
    return module.split(".")[1]


def floor(module: str) -> int:
    return next(height for height, rooms in enumerate(FLOORS) if room(module) in rooms)


@pytest.mark.parametrize("module", sorted(MODULES))
def test_no_arrow_runs_upward(module: str) -> None:
    for other in imported(MODULES[module]):
        below = floor(other) < floor(module)
        assert below or room(other) == room(module), other


def test_there_is_no_circle() -> None:
    arrows = {module: imported(file) for module, file in MODULES.items()}
    assert sum(map(len, arrows.values())) > 50
    assert list(TopologicalSorter(arrows).static_order())
