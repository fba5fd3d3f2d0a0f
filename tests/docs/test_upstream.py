"""Every fix for Streamlit has a report that shows its fault, and every report is of a fix."""

import re
from pathlib import Path

import pytest

from tests.ui.streamlit_fixes.fixes import told
from ttt_ui.streamlit_fixes import FIXES

PAGE = (Path(__file__).parents[2] / "docs" / "upstream.md").read_text(encoding="utf-8")
REPORTS = dict(re.findall(r"^## (\w+): (.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE))


def test_every_fix_has_its_report_and_every_report_its_fix() -> None:
    assert [*REPORTS] == [*FIXES]


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_has_an_app_and_names_the_issue_of_its_fix(name: str) -> None:
    apps = re.findall(r"^```python\n(.*?)^```$", REPORTS[name], re.DOTALL | re.MULTILINE)
    assert apps
    for app in apps:
        compile(app, name, "exec")
    (upstream,) = re.findall(r"^Upstream: (.+)$", REPORTS[name], re.MULTILINE)
    assert f"Upstream: {upstream}" in told(name)
