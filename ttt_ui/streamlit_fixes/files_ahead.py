"""A page comes late, because Streamlit asks for the script of an element only when it draws one.

On a slow line, these scripts wait for one another and for fonts. Here, each page names the scripts
of what it shows first, so that the browser fetches them while Streamlit starts. While it has
nothing else to do, it fetches those of Train, unless the visitor saves data.

Upstream: none found.
Test: tests/browser/test_first_visit.py::
  test_a_page_gets_less_than_60_kb_of_messages_and_names_the_scripts_of_what_it_shows_first
Test: tests/browser/test_first_visit.py::
  test_what_train_shows_is_fetched_on_other_pages_unless_the_visitor_saves_data
Delete it when Streamlit fetches the scripts of elements ahead.
"""

import re
from pathlib import Path

from ttt_ui.streamlit_fixes.component_files import PROGRAMS, component
from ttt_ui.streamlit_fixes.compressed_files import FRONTEND

_ELEMENTS = {
    "learn": ("ButtonGroup", "Progress", "Selectbox", "Slider"),
    "play": ("PageLink",),
    "train": ("ButtonGroup", "Checkbox", "Metric", "NumberInput", "Selectbox", "PlotlyChart"),
    "inspect": ("ButtonGroup", "DownloadButton", "MenuButton", "TextInput", "PlotlyChart"),
    "compare": ("ButtonGroup", "DownloadButton", "Selectbox", "PlotlyChart"),
}
"""By page; `BidiComponent` and `Button` are in all of them."""
_SCRIPTS = FRONTEND / "static" / "js"
_IMPORT = re.compile(r'(?:from|import)"\./([^"]+)"')

_mount = component("ttt_files_ahead", Path(__file__).with_suffix(".js"))


def draw() -> None:
    """Let the browser fetch what Train shows first once it is idle."""
    _mount(key="files_ahead")


def pages() -> dict[str, str]:
    """Return Streamlit's page by the name of ours, with the scripts of what ours shows first."""
    page = (FRONTEND / "index.html").read_text(encoding="utf-8")
    programs = [f"_stcore/bidi-components/{program}" for program in PROGRAMS]
    ours = {}
    for name, elements in _ELEMENTS.items():
        scripts = _loaded_by(["BidiComponent", "Button", *elements])
        addresses = [f"static/js/{script.name}" for script in scripts if script.name not in page]
        links = (
            f'<link rel="modulepreload" fetchpriority="low" href="./{address}">'
            for address in (*programs, *addresses)
        )
        ours[name] = page.replace("</head>", "\n".join((*links, "</head>")))
    return ours | {"": ours["play"]}


def _loaded_by(elements: list[str]) -> list[Path]:
    """Return the scripts that these elements load, the smallest first: Plotly is large."""
    found = set[Path]()
    waiting = [script for element in elements for script in _SCRIPTS.glob(f"{element}.*.js")]
    while waiting:
        script = waiting.pop()
        if script not in found:
            found.add(script)
            loaded = _IMPORT.findall(script.read_text(encoding="utf-8"))
            waiting += [_SCRIPTS / name for name in loaded]
    return sorted(found, key=lambda script: script.stat().st_size)
