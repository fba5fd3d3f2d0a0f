"""The view Learning curves without a browser."""

import json
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.bad_input.support import said
from tests.ui.support import address, choose, click, come_by_link, go_to, kept_in, run, until
from ttt_ui.compare.measuring.actions import ADD
from ttt_ui.compare.measuring.state import AXIS, MEASURE, SEEDS, Comparison
from ttt_ui.compare.state import VIEW
from ttt_ui.train.curves import SERIES

pytestmark = pytest.mark.slow


SMALL = {"view": "learning-curves", "a.games": "300", "a.gamma": "0.5", "b.games": "200"}
LARGE = {
    **{"view": "learning-curves", "a.games": "300"},
    **{"b.games": "1000000", "b.rule": "q-learning"},
}


def chart(app: AppTest) -> dict[str, dict[str, Any]]:
    (found,) = (
        element.proto
        for element in app.get("bidi_component")
        if element.proto.component_name == "ttt_lasting_chart"
    )
    drawn = json.loads(found.json)["figure"]
    if drawn is None:  # the first figure is Streamlit's own
        (drawn,) = (element.proto.spec for element in app.get("plotly_chart"))
    figure = json.loads(drawn)
    return {trace["meta"]: trace for trace in figure["data"]}


def to_the_end(app: AppTest) -> AppTest:
    until(lambda: not kept_in(app, Comparison).runs.running)
    return run(app)


def buttons(app: AppTest) -> list[str]:
    return [button.label for button in app.button]


def test_a_link_opens_a_comparison_and_a_small_one_is_measured_at_once() -> None:
    app = to_the_end(come_by_link("compare", **SMALL, seeds="3", **{"from": "5"}))
    state = kept_in(app, Comparison)
    assert [config.games for config in state.configs] == [300, 200]
    lines = chart(app)
    for number, by_seed in enumerate(state.runs.by_configuration):
        assert list(by_seed) == [5, 6, 7]
        curves = [measured.curve for measured in by_seed.values()]
        line = lines[f"configuration_{number}"]
        assert line["x"] == curves[0].games[1:].tolist()
        values = [SERIES[MEASURE.default].of(curve)[1:] for curve in curves]
        assert line["y"] == np.mean(values, axis=0).tolist()
    assert address(app) == {**SMALL, "seeds": "3", "from": "5"}
    assert "Measure" not in buttons(app)
    assert not said(app)


def test_another_measure_or_axis_needs_no_new_measuring() -> None:
    app = to_the_end(come_by_link("compare", **SMALL))
    runs = kept_in(app, Comparison).runs
    for name in ("epsilon", "x-loses-at-worst"):
        app.session_state[MEASURE.key] = name
        app.session_state[AXIS.key] = "Linear"
        run(app)
        assert not kept_in(app, Comparison).runs.running
        assert chart(app)["configuration_1"]["x"][0] == 0
    assert kept_in(app, Comparison).runs is runs
    assert address(app) == {**SMALL, "measure": "x-loses-at-worst", "axis": "linear"}


def test_a_long_comparison_starts_stops_and_continues_with_a_click() -> None:
    app = come_by_link("compare", **LARGE)
    assert "Measure" in buttons(app)
    assert not chart(app)
    click(app, "Measure")
    assert "Stop measuring" in buttons(app)
    state = kept_in(app, Comparison)
    until(lambda: state.runs.done >= 2)
    run(app)
    assert chart(app)
    click(app, "Stop measuring")
    assert not state.runs.running
    done = state.runs.done
    assert "Continue" in buttons(app)
    seeds = done // len(state.configs) + 1
    app.session_state[SEEDS.key] = seeds
    run(app)
    assert "Continue" in buttons(app)
    click(app, "Continue")
    to_the_end(app)
    assert state.runs.done == len(state.configs) * seeds
    assert not {"Continue", "Measure", "Stop measuring"} & set(buttons(app))


@pytest.mark.thorough
def test_leaving_the_view_stops_and_coming_back_shows_the_finished_curves() -> None:
    app = come_by_link("compare", **LARGE)
    click(app, "Measure")
    state = kept_in(app, Comparison)
    until(lambda: state.runs.done >= 2)
    run(app)
    before = chart(app)
    go_to(app, "play")
    assert not state.runs.running
    assert not state.runs.results
    go_to(app, "compare", view="learning-curves")
    assert not state.runs.running
    assert state.runs.done >= 2
    assert chart(app).keys() >= before.keys()
    app.session_state[VIEW.key] = VIEW.default
    run(app)
    assert not state.runs.results


def test_a_configuration_is_added_and_removed_on_the_page() -> None:
    app = come_by_link("compare", **SMALL)
    shown = kept_in(app, Comparison)
    app.session_state[ADD] = True  # the menu is open
    run(app)
    choose(app, "Change one setting", "gamma")
    (value,) = (one for one in app.number_input if one.label == "Value")
    assert value.value == 0.9
    value.set_value(0.5)
    run(app)
    click(app, "Add")
    assert [config.gamma for config in shown.configs][2:] == [0.5]
    assert address(app)["c.gamma"] == "0.5"
    assert not app.session_state[ADD]
    click(app, "Remove")
    assert [config.games for config in shown.configs][:1] == [200]
