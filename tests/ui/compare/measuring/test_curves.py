"""Learning curves: the chart, the results and the file, and the view without a browser."""

import json
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.bad_input.support import said
from tests.ui.support import address, choose, click, come_by_link, go_to, kept_in, run, until
from ttt_core.learning import MeasuredCurve, measured_curve
from ttt_ui.compare.measuring.actions import ADD
from ttt_ui.compare.measuring.curves import comparison_figure, long_table, outcome_in_words
from ttt_ui.compare.measuring.plan import MOST, STYLES
from ttt_ui.compare.measuring.state import AXIS, MEASURE, Comparison
from ttt_ui.compare.state import VIEW
from ttt_ui.train.curves import SERIES

CONFIGS = {
    0: ttt.TrainingConfig(games=300, symmetry=False),
    3: ttt.TrainingConfig(games=3_000, exploration="least-visited", initial_value=0.5),
}
NAMES = {0: "one", 3: "two"}
SEEDS_HERE = range(2, 5)
Results = dict[int, dict[int, MeasuredCurve]]


@pytest.fixture(scope="module")
def results() -> Results:
    def measured(config: ttt.TrainingConfig) -> dict[int, MeasuredCurve]:
        seeded = {seed: replace(config, seed=seed) for seed in SEEDS_HERE}
        return {seed: measured_curve(one, lambda _: None) for seed, one in seeded.items()}

    return {slot: measured(config) for slot, config in CONFIGS.items()}


@pytest.mark.parametrize(("label", "log"), [("o-loses-at-worst", True), ("epsilon", False)])
def test_lines_are_means_and_bands_the_range_over_the_seeds(
    results: Results, label: str, *, log: bool
) -> None:
    figure = go.Figure(comparison_figure(NAMES, results, label, log=log))  # validates it
    assert figure.layout.yaxis.title.text == SERIES[label].label
    assert figure.layout.xaxis.type == ("log" if log else "linear")
    traces = {trace.meta: trace for trace in figure.data}
    assert len(traces) == 3 * len(CONFIGS)
    for slot, of_it in results.items():
        curves = [one.curve for one in of_it.values()]
        values = [SERIES[label].of(curve)[int(log) :] for curve in curves]
        assert traces[f"configuration_{slot}"].name == NAMES[slot]
        for name, reduced in (("", np.mean), ("lowest ", np.min), ("highest ", np.max)):
            trace = traces[f"{name}configuration_{slot}"]
            assert list(trace.x) == curves[0].games[int(log) :].tolist()
            assert list(trace.y) == list(reduced(values, axis=0))
    one = {slot: {2: of_it[2]} for slot, of_it in results.items()}  # has no band
    drawn = comparison_figure(NAMES, {**one, 4: {}}, label, log=log)["data"]
    assert [trace["meta"] for trace in drawn] == ["configuration_0", "configuration_3"]


def test_no_two_configurations_look_alike() -> None:
    assert len(STYLES) == MOST
    for one, other in combinations(STYLES, 2):
        assert not set(one) & set(other)


@pytest.mark.parametrize(
    ("since", "seeds", "words"),
    [
        ([None], 1, "Beatable."),
        ([None] * 8, 8, "Beatable with all 8 seeds."),
        ([3], 1, "Unbeatable since game 3."),
        ([19_000, *[None] * 7], 8, "Unbeatable since game 19,000 with 1 of 8 seeds."),
        ([1_000, 2_000, 9_000], 3, "Unbeatable since game 2,000 (median) with all 3 seeds."),
        (
            [5, None, 7],
            8,
            "Unbeatable since game 6 (median) with 2 of 3 seeds. Measured so far: 3 of 8 seeds.",
        ),
    ],
)
def test_results_in_words(
    results: Results, since: list[int | None], seeds: int, words: str
) -> None:
    label = "x-loses-vs-random"
    curve = results[0][2].curve
    measured = [MeasuredCurve(curve, games) for games in since]
    share = f"{curve.vs_random_as_x[-1, 2]:.1%}"
    told = outcome_in_words(measured, label, seeds)
    assert told.replace("\u00a0", " ") == f"{share} after training. {words}"
    assert outcome_in_words([], label, seeds) == "Not measured yet."


def test_the_share_in_words_is_the_mean_over_the_seeds(results: Results) -> None:
    cards = [ttt.evaluate(ttt.train(replace(CONFIGS[3], seed=seed))) for seed in SEEDS_HERE]
    words = outcome_in_words([*results[3].values()], "o-loses-vs-random", len(SEEDS_HERE))
    assert words.startswith(f"{np.mean([card.vs_random_as_o.loss for card in cards]):.1%} after")
    since = [one.since is not None for one in results[3].values()]
    assert since == [card.unbeatable for card in cards]


def test_the_table_has_every_point_of_every_run(results: Results) -> None:
    table = long_table(NAMES, CONFIGS, results)
    changed = ("games", "exploration", "initial_value", "symmetry")
    assert list(table.columns) == [
        *("configuration", *(f"setting_{name}" for name in changed), "seed", "games"),
        *(label.replace("-", "_") for label in SERIES),
        "cannot_be_beaten",
    ]
    of_run = table.groupby(["configuration", "seed"])
    assert len(of_run) == len(CONFIGS) * len(SEEDS_HERE)
    for slot, name in NAMES.items():
        for seed in SEEDS_HERE:
            rows, curve = of_run.get_group((name, seed)), results[slot][seed].curve
            assert set(rows.setting_symmetry) == {CONFIGS[slot].symmetry}
            assert set(rows.setting_games) == {CONFIGS[slot].games}
            assert rows.games.tolist() == curve.games.tolist()
            assert rows.o_loses_at_worst.tolist() == curve.worst_case_as_o[:, 2].tolist()
            assert rows.cannot_be_beaten.tolist() == curve.unbeatable.tolist()
    assert not table.isna().to_numpy().any()
    assert long_table(NAMES, CONFIGS, {0: {}, 3: {}}).empty


# The view

SMALL = {"view": "learning-curves", "a.games": "300", "a.gamma": "0.5", "b.games": "200"}
LARGE = {
    **{"view": "learning-curves", "a.games": "300"},
    **{"b.games": "500000", "b.rule": "q-learning"},
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
    return {trace["meta"]: trace for trace in json.loads(drawn)["data"]}


def buttons(app: AppTest) -> set[str]:
    return {button.label for button in app.button}


@pytest.mark.slow
def test_a_link_opens_a_comparison_that_is_measured_once_and_changed_on_the_page() -> None:
    app = come_by_link("compare", **SMALL, seeds="3", **{"from": "5"})
    state = kept_in(app, Comparison)
    until(lambda: not state.runs.running)
    run(app)
    assert [config.games for config in state.configs.values()] == [300, 200]
    runs = state.runs
    assert chart(app)["configuration_1"]["x"][0] > 0
    assert [list(by_seed) for by_seed in state.results.values()] == [[5, 6, 7]] * 2
    assert not {"Continue", "Measure", "Stop measuring"} & buttons(app)
    assert not said(app)
    app.session_state[MEASURE.key] = "x-loses-at-worst"
    app.session_state[AXIS.key] = "Linear"
    app.session_state[ADD] = True  # the menu is open
    run(app)
    assert chart(app)["configuration_1"]["x"][0] == 0
    assert state.runs is runs
    shown = {"measure": "x-loses-at-worst", "axis": "linear"}
    assert address(app) == {**SMALL, "seeds": "3", "from": "5", **shown}
    choose(app, "Change one setting", "gamma")
    (value,) = (one for one in app.number_input if one.label == "Value")
    assert value.value == 0.9
    value.set_value(0.5)
    run(app)
    click(app, "Add")
    assert state.configs[2].gamma == 0.5
    assert address(app)["c.gamma"] == "0.5"
    assert not app.session_state[ADD]
    click(app, "Remove")
    assert [*state.configs] == [1, 2]


@pytest.mark.slow
def test_a_long_comparison_starts_stops_and_continues_with_a_click() -> None:
    app = come_by_link("compare", **LARGE)
    assert not chart(app)
    click(app, "Measure")
    state = kept_in(app, Comparison)
    until(lambda: state.runs.done >= 2)
    run(app)
    before = chart(app)
    assert before
    go_to(app, "learn")
    assert not state.runs.running
    assert not state.runs.results
    go_to(app, "compare", view="learning-curves")
    assert not state.runs.running
    assert state.runs.done >= 2
    assert chart(app).keys() >= before.keys()
    click(app, "Continue")
    assert state.runs.running
    click(app, "Stop measuring")
    assert not state.runs.running
    app.session_state[VIEW.key] = VIEW.default
    run(app)
    assert not state.runs.results
