"""A page sends the programs of our components in its messages, with each of them and in every run.

Streamlit serves a component's files, so that browsers get them once and compressed, only if they
are in an installed package (``asset_dir``). The dashboard also runs from a folder in which nothing
is installed. Here, Streamlit is given their addresses, under names that change with their content,
and ``server.py`` serves them.

Upstream: none found.
Test: tests/browser/test_layout.py::
  test_every_page_on_a_desk
Delete it when Streamlit serves the files of components of any folder, compressed and for long.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from ttt_ui.streamlit_fixes import is_on
from ttt_ui.streamlit_fixes.page_marks import PAGE_MARKS
from ttt_ui.streamlit_fixes.server import serve


def apply() -> None:
    """Check that Streamlit has the names used here."""
    from streamlit.components.v2.component_manager import BidiComponentManager
    from streamlit.components.v2.component_registry import BidiComponentDefinition
    from streamlit.components.v2.get_bidi_component_manager import (  # noqa: F401
        get_bidi_component_manager,
    )

    from ttt_ui.streamlit_fixes.patching import expect

    expect(BidiComponentManager, "get", "register")
    expect(BidiComponentDefinition, "js_asset_relative_path")


def component(
    name: str,
    program: Path,
    styles: Path | None = None,
    *,
    shared: Path | None = None,
    given: Mapping[str, object] | None = None,
    place: str = "",
) -> ComponentRenderer:
    """Declare a component by its files, and return what mounts it.

    The program puts `STYLES` into its shadow root. It has the program and the styles of `shared`,
    a path without a suffix, which other components have too, and what is `given` as constants.
    `place` styles the box of class ``place`` that keeps its place until it draws. `hasServer()`,
    `onConnection()`, `lasting()` and `mainArea()` are those of ``page_marks.js``.
    """
    programs = [program] if shared is None else [shared.with_suffix(".js"), program]
    sheets = [] if shared is None else [shared.with_suffix(".css")]
    text = PAGE_MARKS + "".join(path.read_text(encoding="utf-8") for path in programs)
    if styles is not None:
        sheets.append(styles)
        css = json.dumps("".join(path.read_text(encoding="utf-8") for path in sheets))
        text = f"const STYLES = new CSSStyleSheet();\nSTYLES.replaceSync({css});\n{text}"
    for constant, value in (given or {}).items():
        text = f"const {constant} = {json.dumps(value, separators=(',', ':'))};\n{text}"
    html = f"<style>{place}</style><div class=place></div>" if place else None
    if not _can_serve():
        return st.components.v2.component(name, html=html, js=text)

    from streamlit.components.v2.component_registry import BidiComponentDefinition
    from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager

    file = serve(name, program.stem, "js", text)
    definition = BidiComponentDefinition(
        name, html=html, js=str(program), js_asset_relative_path=file
    )
    mount = st.components.v2.component(name)

    def mount_file(**given: Any) -> Any:
        # Streamlit knows a component in one server only, and a test has several.
        get_bidi_component_manager().register(definition)
        return mount(**given)

    return mount_file


def _can_serve() -> bool:
    try:
        apply()
    except (AttributeError, ImportError):
        return False
    return is_on("component_files") and is_on("compressed_files")
