"""Helpers for tests of Train as a page."""

import json
from typing import Any

from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import go_to, new_app, run, slide
from ttt_ui.train.controls import GROUPS
from ttt_ui.train.state import TAB


def open_train(**query: str) -> AppTest:
    """Open Train in a new session, by a link if one is given."""
    return go_to(new_app(), "train", **query)


def open_settings(**query: str) -> AppTest:
    """Open Train with all groups of settings, and the choices of the chart."""
    app = new_app()
    for group in ("advanced", "chart", *GROUPS):
        app.session_state[f"group_{group}"] = True
    return go_to(app, "train", **query)


def slide_setting(page: AppTest, name: str, *values: float, **how: Any) -> None:
    slide(page, f"setting_{name}", *values, **how)


def metrics(page: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in page.metric}


def all_metrics(page: AppTest) -> dict[str, str]:
    """Return the figures under the chart and those of the tab, which is opened for it."""
    page.session_state[TAB.key] = "More figures"
    return metrics(run(page))


def headings(page: AppTest) -> str:
    return "\n".join(element.value for element in [*page.markdown, *page.subheader])


def messages(page: AppTest) -> str:
    return "\n".join(element.value for element in [*page.info, *page.success, *page.error])


def assert_same_table(agent: ttt.Agent, other: ttt.Agent) -> None:
    assert agent.q.tobytes() == other.q.tobytes()
    assert agent.visits.tobytes() == other.visits.tobytes()


def drawn(page: AppTest, key: str) -> dict[str, Any] | None:
    """Return what the component with this key was told to draw."""
    (found,) = (e.proto for e in page.get("bidi_component") if e.proto.id.endswith(f"-{key}"))
    given: dict[str, Any] | None = json.loads(found.json or "null")
    return given


def report(page: AppTest, key: str, event: str, value: Any) -> AppTest:
    """Let the component with this key report an event."""
    (found,) = (e.proto for e in page.get("bidi_component") if e.proto.id.endswith(f"-{key}"))
    states, said = page._tree.get_widget_states(), json.dumps([{"event": event, "value": value}])
    states.widgets.append(
        WidgetState(id=f"$$STREAMLIT_INTERNAL_KEY_{found.id}__events", json_trigger_value=said)
    )
    page._run(states)
    assert not page.exception
    return page
