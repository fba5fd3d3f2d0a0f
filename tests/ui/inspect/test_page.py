"""Inspect without a browser: it shows every kind of agent, and keeps what is chosen."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import TextInput

import ttt_core as ttt
from tests.ui.support import (
    address,
    captions,
    click,
    kept_in,
    new_app,
    run,
    trail,
    turn_to,
    visitor,
)
from ttt_core.game import board as rules
from ttt_core.study.boards import example_board
from ttt_ui.inspect.lists import (
    answered,
    moves_otherwise,
    moves_table,
    nothing_found,
    sign,
    symmetry,
)
from ttt_ui.inspect.state import (
    ALL_POSITIONS,
    FIVE_QUESTIONS,
    GAME,
    LIT,
    MISTAKES,
    NOTHING,
    OPENING,
    POSITION,
    SHOWN,
    VIEW,
    measures,
)
from ttt_ui.moves.insights import Insights
from ttt_ui.play.state import PlayState
from ttt_ui.replay.game import Game
from ttt_ui.visit.session import Session, key_of

pytestmark = pytest.mark.slow

WIN = "OX--X-O--"
BOARD = "X---O----"
EMPTY = rules.EMPTY_BOARD


@cache
def young() -> ttt.Agent:
    """Return an agent that makes mistakes, does not know every position, and has an odd name."""
    agent = ttt.train(ttt.TrainingConfig(games=300, seed=2, symmetry=False))
    return replace(agent, name="**Someone** `else`")


@cache
def remembering() -> ttt.Agent:
    return ttt.train(ttt.TrainingConfig(games=500, seed=1, rule="reward-memory"))


@cache
def machine() -> ttt.Agent:
    return ttt.train(ttt.PRESETS["MENACE (Michie 1961)"])


@cache
def resigning() -> ttt.Agent:
    """Return matchboxes whose first box is empty."""
    config = replace(machine().config, games=10_000, seed=1, random_share=0.0, minimax_share=1.0)
    return ttt.train(config)


@cache
def network() -> ttt.Agent:
    return ttt.train(ttt.TrainingConfig(games=9, rule="network"))


def open_page(agent: ttt.Agent, board: str = "", view: str = POSITION) -> AppTest:
    app = new_app()
    app.session_state[key_of(Session)] = Session(agent)
    app.session_state[VIEW.key] = view
    app.switch_page("pages/inspect.py")
    if board:
        app.query_params["board"] = board
    return run(app)


def board_field(app: AppTest) -> TextInput:
    return next(field for field in app.text_input if field.label == "Enter a board")


def look_at(app: AppTest, text: str) -> AppTest:
    board_field(app).set_value(text)
    return run(app)


def view(app: AppTest, name: str) -> AppTest:
    app.session_state[VIEW.key] = name
    return run(app)


def words(app: AppTest) -> str:
    options = [option for switch in app.segmented_control for option in switch.options]
    return "\n".join([*(element.value for element in (*app.header, *app.markdown)), *options])


@pytest.mark.parametrize(
    ("agent", "board", "said", "said_of_all"),
    [
        (
            *(ttt.untrained, BOARD, ("every value is still", "so it has no expectations")),
            "it has not seen any positions",
        ),
        (young, "XXXOO----", (":blue[X] has won", "The game is over"), ""),
        (remembering, BOARD, ("Scores", "4 equivalent positions. The agent gives"), ""),
        (resigning, EMPTY, ("Beads", "agent **resigns**", "its likeliest move"), ""),
        (network, WIN, ("the network computes its values from what it learned in others",), ""),
    ],
)
def test_every_view_of_every_kind_of_agent(
    agent: Callable[[], ttt.Agent], board: str, said: tuple[str, ...], said_of_all: str
) -> None:
    app = open_page(agent(), board)
    assert not app.warning
    assert [one for one in said if one not in words(app)] == []
    assert ("In its training" in words(app)) == (agent is remembering)
    is_open = rules.outcome(board) is None
    assert len(app.get("plotly_chart")) == is_open + (agent().kind == "network")
    assert bool(app.dataframe) == is_open
    assert said_of_all in words(view(app, ALL_POSITIONS))
    answers = ttt.five_questions(agent())
    passed = f"passes **{sum(answer.yes for answer in answers)} of 5**"
    assert passed in words(view(app, FIVE_QUESTIONS))


def test_a_network_is_judged_without_some_units_and_its_board_shows_one_measure_at_a_time() -> None:
    app = open_page(network(), WIN)
    assert app.dataframe[0].value["Status"].unique().tolist() == ["estimate"]
    pills = next(each for each in app.pills if each.label == "Switch off")
    pills.set_value(pills.options[:2])
    assert "Without units " in words(run(app))
    shown = set()
    for measure in measures():
        app.session_state[SHOWN.key] = measure
        shown.add(run(app).get("plotly_chart")[0].proto.spec)
    assert len(shown) == 4


@pytest.mark.parametrize(
    ("agent", "board", "said"),
    [
        (
            *(lambda: ttt.untrained(kind="matchboxes"), BOARD),
            "The agent has never seen this position. The agent draws one of 12 beads",
        ),
        (
            *(lambda: ttt.untrained(kind="network"), BOARD),
            "The network has learned from no games here: its weights are random or come from",
        ),
        (machine, "XOXXOOOX-", "This position has no box"),
    ],
)
def test_what_is_said_of_a_box_or_a_network(
    agent: Callable[[], ttt.Agent], board: str, said: str
) -> None:
    assert said in Insights(agent()).sentence(board)


def test_the_board_follows_the_agent_until_one_is_chosen_as_from_the_expected_line() -> None:
    app = open_page(ttt.untrained())
    assert trail(app).board == EMPTY
    visitor(app).adopt(ttt.train(ttt.TrainingConfig(games=20_000, seed=1)))
    board = example_board(visitor(app).agent)
    assert trail(run(app)).board == board != EMPTY
    assert address(app)["board"] == rules.pattern(board)
    click(app, "Empty board")
    assert address(app)["board"] == "---|---|---"
    assert sum(caption.value.endswith(" · draw") for caption in app.caption) == 9
    (first, *_) = [one for one in app.button if one.label.startswith("X ")]
    first.click()
    assert trail(run(app)).board.count("X") == 1


def test_neither_an_invalid_text_nor_a_late_report_changes_the_board() -> None:
    app = look_at(open_page(young()), "  ox./.x./O__ ")
    (error,) = look_at(app, "**bold** [x](y) $z$ :material/home:").error
    assert "Each row of a board needs three cells" in error.value
    assert "The board has not changed" in error.value
    assert trail(app).board == WIN
    assert address(app)["board"] == "OX-|-X-|O--"
    click(app, "Empty board")
    assert not app.error
    assert board_field(app).value == ""
    look_at(app, "X--------")
    app.query_params["board"] = "OX-|-X-|O--"  # sent before the browser received the new address
    click(app, "Back")
    assert trail(app).board == EMPTY
    assert address(app)["board"] == "---|---|---"


def test_the_beads_of_equivalent_cells_are_counted_once() -> None:
    moves = moves_table(Insights(machine()), EMPTY)
    assert "Status" not in moves  # a box is drawn from, whatever it has proven
    assert sorted(moves["Equivalent cells"]) == [1] + [4] * 8
    beads = moves["Beads"] / moves["Equivalent cells"]
    np.testing.assert_allclose(moves["Probability"], beads / beads.sum())
    said = Insights(machine()).sentence(EMPTY)
    assert f"The agent draws one of {beads.sum():,.0f} beads; the likeliest is" in said


def test_what_is_said_of_equivalents_and_of_an_empty_list() -> None:
    assert symmetry(4, 0.125) == (
        "Rotations and mirror images make 4 equivalent positions. "
        "The agent's values for equivalent moves differ by up to 0.125."
    )
    assert "does not change it. The agent gives equivalent moves exactly" in symmetry(1, 0)
    for untried, mistakes, reachable, said in (
        (True, True, False, "The agent has tried every move in every position it has seen."),
        (False, True, True, "The agent makes no mistakes in any position it can reach."),
        (False, True, False, "The agent makes no mistakes."),
    ):
        found = nothing_found(no_untried=untried, no_mistakes=mistakes, only_reachable=reachable)
        assert found == said


def test_the_list_counts_filters_and_stays_as_it_was_after_a_visit_to_a_board() -> None:
    app = open_page(young(), view=ALL_POSITIONS)
    seen = young().positions_known
    assert len(app.dataframe[0].value) == seen
    assert f"{seen:,} shown. It has seen {seen:,} of all 4,520 positions." in captions(app)
    for name in ("mistakes", "reachable", "untried"):
        app.toggle(key=f"inspect_{name}").set_value(True)
    app.slider(key="inspect_marks").set_value((2, 5))
    app.session_state["inspect_side"] = "X"
    app.text_input(key="inspect_search").set_value("x")
    found = run(app).dataframe[0].value
    assert 0 < len(found) < seen
    assert set(found["To move"]) == {"X"}
    assert set(found["Marks"]) <= {2, 4}
    assert (found["Mistake"] != "").all()
    assert (found["Untried moves"] > 0).all()
    assert found["Can arise"].all()
    turn_to(view(app, POSITION), "learn")
    app.session_state[VIEW.key] = ALL_POSITIONS
    turn_to(app, "inspect")
    assert app.dataframe[0].value.index.tolist() == found.index.tolist()
    search = app.text_input(key="inspect_search")
    assert search.value == "x"
    search.set_value("XXXXXX")
    assert "No position that it has seen matches" in words(run(app))
    app.text_input(key="inspect_search").set_value("hello")
    (help_,) = run(app).main.info
    assert help_.value.startswith("This is not a part of a board. Part of a board, or all nine")
    assert not app.dataframe


def test_the_map_shows_the_opening_the_mistakes_or_the_game_on_play() -> None:
    app = open_page(young(), view=ALL_POSITIONS)
    play = kept_in(app, PlayState)
    play.game = Game(moves=[0, 1, 2])
    play.exercises.boards = ["XO-------"]

    def shown(choice: str) -> tuple[int, int]:
        app.session_state[LIT.key] = choice
        parts = [json.loads(part.proto.json) for part in run(app).get("bidi_component")]
        (data,) = (part for part in parts if "way" in part and part["size"] == "large")
        return len(data["way"]), len(data["lit"])

    assert shown(NOTHING) == (0, 0)
    assert shown(GAME) == (4, 0)
    assert shown(MISTAKES) == (0, 1)
    way, lit = shown(OPENING)
    assert 5 <= way <= 9
    assert lit == 0


def test_a_move_that_is_only_not_the_textbooks_has_no_cross() -> None:
    for agent in (young(), ttt.train(ttt.PRESETS["Quick study"])):
        insights = Insights(agent)
        boards = {mistake.board for mistake in insights.mistakes}
        for answer in insights.answers:
            mistakes = len(boards.intersection(answer.failing))
            assert insights.mistakes_among(answer.failing) == mistakes
            assert ("cancel" in sign(answer, mistakes)) == bool(mistakes)
            without = not (answer.yes or mistakes)
            assert ("but without a mistake" in answered(answer, mistakes)) == without


def test_open_questions_stay_open_after_a_visit_to_a_board() -> None:
    answers = ttt.five_questions(remembering())
    assert answers[1].yes
    assert not answers[2].yes
    app = open_page(remembering(), view=FIVE_QUESTIONS)
    assert not app.dataframe
    for number in (1, 2):
        app.session_state[f"inspect_question_{number}"] = True
    run(app)
    view(view(app, POSITION), FIVE_QUESTIONS)
    opened = [number for number in range(5) if app.session_state[f"inspect_question_{number}"]]
    assert opened == [1, 2]
    assert "The agent always makes a right move." in words(app)
    (failing,) = [frame.value["Position"] for frame in app.dataframe]
    assert [rules.parse_board(board) for board in failing] == list(answers[2].failing)
    app.session_state["inspect_question_2"] = False
    assert not run(app).dataframe


def test_answers_name_the_positions_in_which_they_can_be_wrong() -> None:
    boards = ("X---O----", "XX-OO----", "X--------", "-X-------")
    assert moves_otherwise(boards[:1]).endswith("in 1 position: `X--|-O-|---`.")
    assert moves_otherwise(boards[:3]).endswith(", `XX-|OO-|---` and `X--|---|---`.")
    assert "for example" not in moves_otherwise(boards[:3])
    assert "4 positions, for example `X--|-O-|---`, `XX-" in moves_otherwise(boards)
    assert "`-X-|---|---`" not in moves_otherwise(boards)
