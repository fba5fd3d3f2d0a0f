"""Every fix explains itself and can be left out, and nothing else relies on Streamlit's insides."""

import logging
import re

import pytest
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests

from tests.test_imports import MODULES, ROOT, imports
from tests.ui.streamlit_fixes.fixes import apply_fixes, named_tests, told
from ttt_ui.streamlit_fixes import FIXES, LOOKS, MIDDLEWARE, PATCHES
from ttt_ui.streamlit_fixes.looks import parts

PACKAGE = "ttt_ui.streamlit_fixes."
FILES = {m.removeprefix(PACKAGE): file for m, file in MODULES.items() if m.startswith(PACKAGE)}
PUBLIC = {
    *("streamlit", "streamlit.delta_generator", "streamlit.components.v2"),
    "streamlit.errors",  # what the documentation of its functions says they raise
}
MARKS = ("data-test", "data-retained", "stApp", "stMain", "st-key-", "js-plotly", "window.Plotly")


def test_every_file_has_fixes() -> None:
    own = {*FIXES} - {*PATCHES, *LOOKS, *MIDDLEWARE}
    assert FILES.keys() == own | {"patches", "looks", "server", "patching"}
    for kind in ("css", "js"):
        text = FILES["looks"].with_suffix(f".{kind}").read_text(encoding="utf-8")
        assert {*re.findall(r"^/\* (\w+): ", text, re.MULTILINE)} <= {*LOOKS}


def test_a_part_of_the_looks_can_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = {kind: parts(kind) for kind in ("css", "js")}
    for name in LOOKS:
        monkeypatch.setenv("TTT_WITHOUT_FIX", name)
        assert any(f"/* {name}: " in text for text in whole.values())
        for kind, text in whole.items():
            assert f"/* {name}: " not in parts(kind)
            assert (parts(kind) == text) == (f"/* {name}: " not in text)


@pytest.mark.parametrize("name", FIXES)
def test_a_fix_names_symptom_issue_test_and_when_to_delete_it(name: str) -> None:
    text, tests = told(name), named_tests(name)
    assert re.search(r"^Upstream: (https://github.com/\S+/\d+|none found)", text, re.MULTILINE)
    assert re.search(r"^Delete it\b.* when ", text, re.MULTILINE | re.DOTALL)
    assert tests
    for file, test in tests:
        assert not test or f"def {test}(" in (ROOT / file).read_text(encoding="utf-8")
        assert (ROOT / file).exists()


def test_nothing_else_imports_a_private_name() -> None:
    for module, file in {**MODULES, "app": ROOT / "app.py"}.items():
        if not module.startswith(PACKAGE) and "streamlit" in file.read_text(encoding="utf-8"):
            for imported_from, name in imports(file):
                if imported_from.split(".")[0] == "streamlit":
                    assert imported_from in PUBLIC, module
                    assert not name.startswith("_"), module


def test_nothing_else_looks_into_the_page() -> None:
    found = [
        (str(file), mark)
        for kind in ("*.js", "*.css", "*.py")
        for file in (ROOT / "ttt_ui").rglob(kind)
        if "streamlit_fixes" not in file.parts
        for mark in MARKS
        if mark in file.read_text(encoding="utf-8")
    ]
    assert found == []


def test_on_a_streamlit_that_it_does_not_know_the_rest_is_applied(
    monkeypatch: pytest.MonkeyPatch, logged: list[logging.LogRecord]
) -> None:
    monkeypatch.delattr(AppSession, "_clear_queue")
    monkeypatch.delattr(MediaFileManager, "remove_orphaned_files")
    fold = ScriptRequests._request_rerun_locked
    apply_fixes()
    (said,) = logged
    _, *lines = said.getMessage().splitlines()
    assert [line.split(":")[0].strip() for line in lines] == ["delivery", "downloads"]
    assert ScriptRequests._request_rerun_locked is not fold


def test_a_known_streamlit_needs_no_word(logged: list[logging.LogRecord]) -> None:
    apply_fixes()
    assert logged == []
