"""The first chart comes late: Streamlit's Plotly has 47 kinds of traces, of which we draw three.

Its file consists of named modules that load one another by calling the name. The last one registers
the kinds of traces. Here, it registers only `TRACES`, and every module that is then never loaded is
left out. Of 4.7 MB of script, 1.2 are left; compressed, 0.3 of 1.1.

Upstream: none found.
Test: tests/ui/streamlit_fixes/test_frontend_files.py::
  test_plotly_is_sent_without_the_kinds_of_traces_that_no_chart_has
Test: tests/browser/test_lasting_chart.py
Delete it when Streamlit loads only the kinds of traces that a chart has.
"""

import re

from ttt_ui.streamlit_fixes.compressed_files import PLOTLY

TRACES = ("bar", "heatmap")
"""The kinds of traces in our charts, apart from "scatter", as which Plotly draws any other one."""

_MODULE = re.compile(r'([\w$]+)=[\w$]+\(\{"([^"]+)"\(')
_BETWEEN_MODULES = re.compile(r'(?<=\}\}\)),(?=[\w$]+=[\w$]+\(\{"[^"]+"\()')
_CALL = re.compile(r"(?<![\w$.])([\w$]+)\(\)")
_REGISTERED = re.compile(r"\.register\(\[(?:[\w$]+\(\),?){40,}\]\)")


def apply() -> None:
    """Check that Streamlit's Plotly is built as expected."""
    if PLOTLY is None or not _is_known(PLOTLY.read_text(encoding="utf-8")):
        raise AttributeError("Plotly registers its kinds of traces in another way")


def _is_known(script: str) -> bool:
    has_all = all(f'"lib/{trace}.js"(' in script for trace in TRACES)
    return has_all and _REGISTERED.search(script) is not None


def small(script: str) -> str:
    """Return Streamlit's Plotly with only what `TRACES` need, or unchanged if it is not known."""
    if not _is_known(script):
        return script
    name_of = {path: name for name, path in _MODULE.findall(script)}
    wanted = ",".join(f"{name_of[f'lib/{trace}.js']}()" for trace in TRACES)
    parts = _BETWEEN_MODULES.split(_REGISTERED.sub(f".register([{wanted}])", script))
    part_of = {name: part for part in parts for name, _ in _MODULE.findall(part)}
    needed = {parts[0], parts[-1]}
    waiting = [*needed]
    while waiting:
        called = {part_of[name] for name in _CALL.findall(waiting.pop()) if name in part_of}
        waiting += called - needed
        needed |= called
    return ",".join(part for part in parts if part in needed)
