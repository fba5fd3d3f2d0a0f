"""The verdict on Inspect: an agent of another program, uploaded, judged and read in another way."""

import json
from dataclasses import replace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.core.files.network_files import Layer, keras_h5
from tests.core.files.notations import Written, entries_of, nine_values
from tests.ui.support import new_app, run, turn_to, until, visitor, words
from ttt_core.game import N_OPEN, boards
from ttt_ui.inspect.state import POSITION, VERDICT, VIEW
from ttt_ui.train.why import findings_of
from ttt_ui.visit.attached import HowRead

pytestmark = pytest.mark.slow

LEARNED = entries_of(
    ttt.train(ttt.TrainingConfig(games=2_000, seed=1, rule="q-learning", symmetry=False)), "X"
)
FILE = json.dumps(nine_values(LEARNED, Written("012", "plain")))


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setattr("streamlit.switch_page", lambda _: None)  # an app under test has one page
    app = turn_to(new_app(), "inspect")
    app.session_state[VIEW.key] = VERDICT
    return run(app)


def upload(app: AppTest, content: str | bytes, name: str = "mine.json") -> AppTest:
    (uploader,) = [
        one for one in app.main.file_uploader if one.label == "A file with its table or network"
    ]
    data = content.encode() if isinstance(content, str) else content
    uploader.set_value((name, data, "application/json"))
    return run(app)


def test_an_agent_from_elsewhere_is_judged_and_read_in_another_way(app: AppTest) -> None:
    before = visitor(app).agent
    upload(app, json.dumps({str(n): [0.1, 0.2, 0.3, 0.4] for n in range(16)}))
    assert "16 keys with 4 values each" in app.main.error[0].value
    assert visitor(app).agent is before
    assert "random player" in words(app)
    assert "How it was read" not in [one.value for one in app.main.header]
    values = zip(boards()[:N_OPEN], ttt.positions().move_value[:N_OPEN], strict=True)
    upload(app, json.dumps({board: (-row).tolist() for board, row in values}))
    assert words(app).count("look reversed") == 1
    upload(app, FILE)
    first = visitor(app).agent
    assert (first.name, first.sides) == ("mine", "X")
    for said in ("Not learned", "Keys are nine characters", "It has learned nothing as O"):
        assert said in words(app)
    assert "Learned only X" in "\n".join(one.value for one in app.sidebar.markdown)
    (choice,) = [one for one in app.main.radio if "fit too" in one.label]
    choice.set_value(1)
    run(app)
    kept = visitor(app).attached.get(HowRead)
    assert kept is not None
    assert kept.chosen == 1
    assert visitor(app).agent.fingerprint == kept.readings[1][1].fingerprint
    visitor(app).undo()
    assert visitor(app).agent.fingerprint == first.fingerprint
    visitor(app).attached.put(replace(kept, readings=()))  # as after a reload
    run(app)
    assert "saved only this one" in words(app)


def test_an_illegal_choice_can_be_counted_as_a_loss(app: AppTest) -> None:
    best = ttt.positions().move_value
    table = {
        board: [
            5.0 if mark != "-" else float(best[number, cell]) for cell, mark in enumerate(board)
        ]
        for number, board in enumerate(boards()[:N_OPEN])
    }
    upload(app, json.dumps(table))
    before = visitor(app).agent.fingerprint
    assert words(app).count("Unbeatable") == 2
    (toggle,) = [one for one in app.main.toggle if one.label == "Choosing a taken cell is a loss"]
    toggle.set_value(True)
    run(app)
    assert words(app).count("Unbeatable") == 0
    assert "100.0%" in words(app)
    assert visitor(app).agent.fingerprint == before


def test_a_network_from_elsewhere_shows_its_hidden_units(app: AppTest) -> None:
    random = np.random.default_rng(1)
    layers = (
        Layer(random.normal(size=(9, 16)), random.normal(size=16), "relu"),
        Layer(random.normal(size=(16, 9)), random.normal(size=9)),
    )
    upload(app, keras_h5(layers), "mine.h5")
    assert "Network (Keras, 9 → 16 relu → 9)" in words(app)
    assert "Both are judged" in words(app)
    app.session_state[VIEW.key] = POSITION
    run(app)
    assert "Hidden units" in [one.value for one in app.main.header]


def test_a_weak_table_is_trained_on_until_it_is_unbeatable_in_one_click(app: AppTest) -> None:
    upload(app, FILE)
    read = visitor(app).agent
    (finding, *_) = visitor(app).about(findings_of).values()
    until(lambda: finding.tested)
    run(app)
    (button,) = [one for one in app.main.button if one.label == "Train it until it is unbeatable"]
    assert "here, in self-play from its own values" in words(app)
    button.click()
    run(app)
    assert ttt.evaluate(visitor(app).agent).unbeatable
    assert visitor(app).earlier_agents[-1].packed.fingerprint == read.fingerprint
