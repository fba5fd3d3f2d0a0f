"""Write docs/api.md, the reference of `ttt_core`, from its docstrings.

Run with `python -m docs.programs.api`. A test compares the page with what this prints.
"""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ttt_core as ttt

PAGE = Path(__file__).parents[1] / "api.md"
_SECTION = re.compile(r"^(\w[\w ]*)\n-{3,}$", re.MULTILINE)
_ENTRY = re.compile(r"^(?=\S)(.+)\n((?: {4}.*\n?|\n(?= {4}))*)", re.MULTILINE)


def reference() -> str:
    """Return the whole page."""
    head = (
        "# Reference of `ttt_core`\n\n"
        "Written by `python -m docs.programs.api` from the docstrings. "
        "[Fifteen tasks](library.md) show how the names are used."
    )
    named = {name: getattr(ttt, name) for name in ttt.__all__}
    functions = {name: one for name, one in named.items() if inspect.isfunction(one)}
    classes = {name: one for name, one in named.items() if inspect.isclass(one)}
    parts = [head, "## Functions", *map(_function, functions, functions.values())]
    return "\n\n".join([*parts, "## Classes", *map(_class, classes, classes.values())]) + "\n"


def _function(name: str, function: Any) -> str:
    return f"### `{name}{_signature(function)}`\n\n{_markdown(function)}"


def _class(name: str, kind: Any) -> str:
    methods = "\n".join(_methods(kind))
    return f"### `{name}`\n\n{_markdown(kind)}" + (
        f"\n\n**Methods**\n\n{methods}" if methods else ""
    )


def _methods(kind: type) -> Iterator[str]:
    for name, method in vars(kind).items():
        function = getattr(method, "fget", None) or getattr(method, "func", None) or method
        described = inspect.getdoc(function)
        if not name.startswith("_") and inspect.isfunction(function) and described:
            call = _signature(function) if function is method else ""
            yield f"- `{name}{call}`: {described.partition(chr(10) * 2)[0].replace(chr(10), ' ')}"


def _signature(function: Any) -> str:
    signature = inspect.signature(function)
    plain = [
        given.replace(annotation=given.empty)
        for name, given in signature.parameters.items()
        if name != "self" and given.kind != given.VAR_KEYWORD
    ]
    return str(inspect.Signature(plain))


def _markdown(described: Any) -> str:
    """Return a docstring in NumPy's style as Markdown."""
    text, *sections = _SECTION.split(inspect.getdoc(described) or "")
    parts = [text.strip()]
    for title, body in zip(sections[::2], sections[1::2], strict=True):
        if title == "Examples":
            parts.append(f"```pycon\n{body.strip()}\n```")
        else:
            entries = _ENTRY.sub(_entry, body.strip("\n") + "\n")
            parts.append(f"**{title}**\n\n{entries.strip()}")
    return "\n\n".join(parts)


def _entry(found: re.Match[str]) -> str:
    sentence = inspect.cleandoc("\n" + found[2])
    indented = sentence.replace("\n", "\n  ")
    return f"- `{found[1].strip()}`" + (f": {indented}\n" if sentence else "\n")


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8")
