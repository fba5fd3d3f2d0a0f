"""What a prompt and a notebook show of agents, runs, curves and report cards."""

import pickle
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.game.graph import N_OPEN, legal
from ttt_core.pictures import BAD, GOOD

AGENT = ttt.train(ttt.PRESETS["Quick study"])
CONFIG = ttt.TrainingConfig(games=10)
RUN = ttt.TrainingRun(ttt.TrainingConfig(games=2_000), watched=True)
RUN.play(500)
CURVE = ttt.learning_curve(ttt.TrainingConfig(games=200), [0, 50, 200])
CARD = ttt.evaluate(AGENT)
BOARD = AGENT.board("X--|-O-|---")
FINISHED: list[ttt.FinishedRun] = []
MEASURE = ttt.Measure(
    "finished", "Finished", "The run itself.", lambda run: FINISHED.append(run) or 0
)
ttt.measure_run(CONFIG, [MEASURE])
MORRIS = ttt.other_games.train(ttt.other_games.MORRIS, ttt.other_games.GameConfig(games=100))
WALK = ttt.grid_world.train(ttt.grid_world.GridWorldConfig(steps=100))
SWEEP = ttt.Sweep(base=CONFIG, over={"alpha": [0.1, 0.2]}, measures=[MEASURE])
DIAGNOSIS = ttt.diagnose(ttt.train(ttt.TrainingConfig(games=2_000, gamma=0.0, seed=1)))
SHOWN: list[object] = [
    *(DIAGNOSIS, ttt.Fix(CONFIG, "unbeatable", DIAGNOSIS.causes), DIAGNOSIS.causes[0]),
    *(AGENT, RUN, CURVE, CARD, CONFIG, SWEEP, SWEEP.measured, MEASURE, MORRIS, MORRIS.config, WALK),
    *(ttt.MEASURES["wins_as_x"], AGENT.stats, RUN.standing, FINISHED[0], WALK.config),
    *(ttt.search("---------"), *ttt.five_questions(AGENT), ttt.mistakes(ttt.uniform())[0]),
    *(ttt.judge(AGENT), ttt.read_any(ttt.dump_agent(AGENT)), ttt.positions(), WALK.update),
    *(ttt.fronts(CONFIG), ttt.game_map(AGENT), ttt.best_response(AGENT, "X")),
    *(ttt.match(AGENT, AGENT), ttt.disagreements(AGENT, ttt.minimax()), ttt.review([0, 1])[0]),
    *(ttt.games_without_oversights(), ttt.Mixture([AGENT, ttt.minimax()])),
    *(ttt.judge(ttt.uniform()).game_that_beats_it("X"), ttt.TimeMachine([CONFIG])),
    ttt.other_games.train(ttt.other_games.connect_four(), MORRIS.config),
    *(MORRIS.graph, MORRIS.graph.game, ttt.other_games.evaluate(MORRIS.graph, MORRIS.policy())),
    ttt.other_games.ready_made("morris", "minimax-q"),
    next(ttt.measure_runs([CONFIG], SWEEP.measured)),
]
NOT_SHOWN = {ttt.MeasureInParts, ttt.Player, ttt.Trainee}
"""Written by others: what they show is their own."""


def test_every_public_object_is_among_those_shown() -> None:
    modules = (ttt, ttt.grid_world, ttt.other_games)
    public = [getattr(module, name) for module in modules for name in module.__all__]
    classes = {one for one in public if isinstance(one, type) and not issubclass(one, Exception)}
    assert classes - NOT_SHOWN == {type(thing) for thing in SHOWN}


def test_each_is_one_line_at_the_prompt() -> None:
    assert repr(AGENT) == "<Agent 'Agent': q-table, 2,000 games, Unbeatable>"
    assert repr(RUN) == "<TrainingRun: minimax-q, 500 of 2,000 games>"
    assert repr(CURVE).startswith("<LearningCurve: 3 points; after 200 games it loses 0.")
    assert repr(CARD).startswith("<ReportCard: Unbeatable; loses vs random 0.0000 as X, 0.0000")
    assert ttt.evaluate(ttt.uniform()).verdict == "Beatable as X and O"
    tree = "<SearchTree: board ---|---|---, score 0, branches 9, positions visited 549,946>"
    assert repr(ttt.search("---------")) == tree
    assert eval(f"ttt.{ttt.PRESETS['Default']!r}") == ttt.PRESETS["Default"]  # noqa: S307
    for thing in (*SHOWN, ttt.PRESETS, ttt.MEASURES, ttt.five_questions(AGENT)):
        assert len(repr(thing)) < 600, thing
        assert "\n" not in repr(thing)


@pytest.mark.parametrize("thing", [*SHOWN, BOARD], ids=lambda one: type(one).__name__)
def test_each_is_plain_html_in_a_notebook(thing: object) -> None:
    html = thing._repr_html_()
    root = ElementTree.fromstring(f"<html>{html}</html>")  # well formed
    assert {one.tag.rpartition("}")[2] for one in root.iter()} <= {
        *("html", "div", "p", "strong", "table", "thead", "tbody", "tr", "th", "td"),
        *("svg", "title", "rect", "text", "path", "polyline"),
    }
    assert len(html) < 100_000
    colours = {
        one.attrib[kind] for one in root.iter() for kind in ("fill", "stroke") if kind in one.attrib
    }
    assert colours <= {"currentColor", "none", GOOD, BAD}


def test_a_name_cannot_become_html() -> None:
    named = replace(AGENT, name="<script>alert(1)</script>")
    assert "<script" not in named._repr_html_()
    assert "&lt;script&gt;" in named._repr_html_()


def test_a_board_shows_marks_and_values() -> None:
    mark, value = repr(BOARD).split("\n")[0].split("|")[:2]
    expected = f"{AGENT.q_values('X--|-O-|---')[1]:.2f}".replace("-", "−")
    assert (mark.strip(), value.strip()) == ("X", expected)
    assert f">{expected}<" in BOARD.html
    assert repr(AGENT.board("XXX|OO-|---")).count("X") == 3
    with pytest.raises(ValueError, match="X"):
        AGENT.board("XXX")


def test_values_from_elsewhere_are_known() -> None:
    table = np.where(legal(), 0.0, np.nan)
    row = ttt.positions().first_equivalent[ttt.position_of("X--------")]
    table[row, legal()[row].argmax()] = 0.25
    given = replace(ttt.untrained("Given"), q=table)
    assert not given.is_blank
    assert np.flatnonzero(given.known).tolist() == [row]
    assert given.to_frame()["q"].tolist() == [0.25]
    learned = ttt.learn_from_game(given, (4, 0, 8, 2, 1, 7, 6, 3, 5))
    assert learned.known[row]
    started = ttt.train(ttt.TrainingConfig(games=1, initial_value=0.5), start=given)
    assert started.known.sum() < N_OPEN


@pytest.mark.parametrize("name", ttt.PRESETS)
def test_trained_positions_are_known(name: str) -> None:
    agent = ttt.train(replace(ttt.PRESETS[name], games=3))
    assert (agent.known == (agent.visits > 0).any(axis=1)).all()


Config = ttt.TrainingConfig


@pytest.mark.parametrize(
    ("call", "hint"),
    [
        (lambda: ttt.PRESETS["default"], "'Default', 'Quick study'"),
        (lambda: ttt.evaluate(AGENT.q), "greedy makes a policy of a table of values"),
        (lambda: ttt.match(AGENT, "random"), r"uniform\(\), win_or_block\(\) and minimax\(\)"),
        (lambda: ttt.evaluate(np.ones((5_478, 9))), r"matrix\[:4520\]"),
        (lambda: Config(alfa=1), "The nearest name is alpha"),
        (lambda: Config(learning_rate=0.1), "The nearest name is alpha"),
        (lambda: Config(episodes=10), "The nearest name is games"),
        (lambda: Config(wuthering=1), "The settings are games, seed"),
        (lambda: Config(100), r"by name, as in TrainingConfig\(games=1_000\)"),
        (lambda: ttt.span("alfa", 0.1, 0.5, 3), "The nearest name is alpha"),
        (lambda: ttt.TimeMachine(CONFIG), "needs a list of runs, such as agent.training"),
        (lambda: ttt.train(Config(), seed=3), r"replace\(config, seed=\.\.\.\)"),
    ],
)
def test_a_mistake_gets_a_hint(call: Callable[[], object], hint: str) -> None:
    with pytest.raises((ValueError, KeyError, TypeError), match=hint):
        call()


def test_a_seed_may_be_drawn_by_a_generator() -> None:
    first, again = (ttt.TrainingConfig(seed=np.random.default_rng(5)) for _ in range(2))
    assert first == again != ttt.TrainingConfig(seed=np.random.default_rng(6))


def test_no_chance_is_above_one() -> None:
    for share in range(38):
        card = ttt.evaluate(ttt.mix(ttt.uniform(), ttt.minimax(), share / 37))
        assert all(0 <= chance <= 1 for chance in (*card.worst_case_as_x, *card.worst_case_as_o))


@pytest.mark.parametrize(
    "make",
    [
        lambda games: ttt.learning_curve(CONFIG, [0, games]),
        lambda games: ttt.Sweep(base=CONFIG, over={"games": [games]}),
        lambda games: ttt.Mixture([ttt.uniform(), ttt.minimax()], [1, games]),
    ],
)
def test_what_has_the_same_values_is_equal(make: Callable[[int], object]) -> None:
    assert make(10) == make(10) != make(9)
    assert len({make(10), make(10)}) == 1
    assert make(10) != CONFIG


def test_a_measure_of_ours_is_pickled_by_its_name() -> None:
    for measure in ttt.MEASURES.values():
        assert pickle.loads(pickle.dumps(measure)) is measure  # noqa: S301


def test_an_unbeatable_agent_has_no_diagnosis() -> None:
    with pytest.raises(ValueError, match="unbeatable, so it makes no mistake"):
        ttt.diagnose(AGENT)
