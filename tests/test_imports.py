"""Imports run one way: from the top layer of packages down, and never in a circle."""

import ast
from fnmatch import fnmatch
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

LAYERS = (
    ("ttt_core.compiling",),
    ("ttt_core.random_numbers", "ttt_core.sentences", "ttt_core.pictures"),
    ("ttt_core.game", "ttt_core.grid_world"),
    ("ttt_core.evaluation",),
    ("ttt_core.learning", "ttt_core.environments"),
    ("ttt_core.other_games",),
    ("ttt_core.study",),
    ("ttt_core.files",),
    ("ttt_core.tools",),
    ("ttt_ui.loops",),
    ("ttt_ui.workers",),
    ("ttt_ui.cluster", "ttt_ui.streamlit_fixes"),
    ("ttt_ui.language",),
    ("ttt_ui.wording", "ttt_ui.glossary", "ttt_ui.widgets"),
    ("ttt_ui.visit",),
    ("ttt_ui.jobs",),
    ("ttt_ui.runs",),
    ("ttt_ui.moves",),
    ("ttt_ui.drawing",),
    ("ttt_ui.frame",),
    ("ttt_ui.replay",),
    ("ttt_ui.inspect", "ttt_ui.play", "ttt_ui.train"),
    ("ttt_ui.compare", "ttt_ui.learn"),
    ("ttt_ui.pages",),
    ("ttt_ui.browser_storage",),
    ("ttt_ui.command",),
)
"""From the lowest up. In a layer, none imports from another, but for `ONE_AGENT`."""
ONE_AGENT = ("ttt_ui.inspect", "ttt_ui.play", "ttt_ui.train")
"""The pages about the visitor's agent, which import from each other."""

ROOT = Path(__file__).parents[1]
MODULES = {
    ".".join(file.relative_to(ROOT).with_suffix("").parts): file
    for package in ("ttt_core", "ttt_ui", "pages")
    for file in (ROOT / package).rglob("*.py")
    if file.name != "__init__.py"
}


@cache
def nodes(file: Path) -> list[ast.AST]:
    """Return every node of a program, from the outside in."""
    return list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))


@cache
def imports(file: Path) -> list[tuple[str, str]]:
    """Return what a file imports anywhere in it: modules, and names in them."""
    found = []
    for node in nodes(file):
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            found += [(str(node.module), alias.name) for alias in node.names]
    return found


def named(module: ast.expr) -> str:
    """Return what `import_module` is given, with ``*`` where only a run would tell."""
    if isinstance(module, ast.JoinedStr):
        return "".join(map(named, module.values))
    return str(module.value) if isinstance(module, ast.Constant) else "*"


def imported(file: Path) -> set[str]:
    """Return the project's modules that a file imports, also those by `import_module`."""
    names = {name for module, part in imports(file) for name in (module, f"{module}.{part}")}
    patterns = [
        named(node.args[0])
        for node in nodes(file)
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module")
    ]
    by_call = {one for pattern in patterns for one in MODULES if fnmatch(one, pattern)}
    return names & MODULES.keys() | by_call


def package(module: str) -> str:
    return ".".join(module.split(".")[:2])


def layer(module: str) -> int:
    return next(height for height, packages in enumerate(LAYERS) if package(module) in packages)


def test_no_import_runs_upward_and_there_is_no_circle() -> None:
    found = {module: imported(file) for module, file in MODULES.items()}
    assert sum(map(len, found.values())) > 500
    assert list(TopologicalSorter(found).static_order())
    for module, others in found.items():
        for other in others if not module.startswith("pages.") else ():
            below = layer(other) < layer(module)
            of_agent = package(module) in ONE_AGENT and package(other) in ONE_AGENT
            assert below or package(other) == package(module) or of_agent, (module, other)


def test_an_import_by_import_module_counts_too() -> None:
    found = imported(MODULES["ttt_ui.command"])
    assert {"ttt_ui.loops", "ttt_core.tools.judge"} <= found
    assert not any(package(module) == "ttt_core.files" for module in found)


def test_the_interface_imports_what_the_packages_of_the_engine_offer() -> None:
    for module in (module for module in MODULES if not module.startswith("ttt_core.")):
        for imported_from, name in imports(MODULES[module]):
            if imported_from.split(".")[0] == "ttt_core":
                assert imported_from.count(".") <= 1, (module, imported_from, name)
