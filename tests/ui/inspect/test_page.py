"""Inspect without a browser: what it shows for every kind of agent and position."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import TextInput

import ttt_core as ttt
from tests.ui.support import address, click, come_by_link, new_app, trail, turn_to, visitor
from ttt_core.game import board as rules
from ttt_core.game.graph import N_OPEN, boards
from ttt_core.study.equivalents import rated_equivalents
from ttt_core.study.telling_board import telling_board
from ttt_ui.drawing.insights import Insights
from ttt_ui.inspect.state import VIEWS
from ttt_ui.streamlit_fixes import this_run
from ttt_ui.visit.session import Session, key_of

pytestmark = pytest.mark.slow

WIN = "OX--X-O--"
ENDED = "XXXOO----"
FULL = "XOXXOOOXX"


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


def open_page(agent: ttt.Agent, address: str | None = None) -> AppTest:
    app = new_app()
    app.session_state[key_of(Session)] = Session(agent)
    app.switch_page("pages/inspect.py")
    if address is not None:
        app.query_params["board"] = address
    return app.run()


def board_field(app: AppTest) -> TextInput:
    return next(field for field in app.text_input if field.label == "Enter a board")


def look_at(app: AppTest, text: str) -> AppTest:
    return board_field(app).set_value(text).run()


def view(app: AppTest, name: str) -> AppTest:
    app.session_state["inspect_view"] = name
    return app.run()


def words(app: AppTest) -> str:
    return "\n".join(element.value for element in (*app.header, *app.markdown))


def test_it_starts_with_a_board_that_has_something_to_show() -> None:
    app = open_page(young())
    assert not app.exception
    board = telling_board(young())
    assert trail(app).board == board != "---------"
    assert address(app)["board"] == rules.pattern(board)
    assert len(app.get("plotly_chart")) == 2
    app = click(app, "Empty board")
    assert trail(app).board == "---------"
    assert address(app)["board"] == "---|---|---"
    assert ":blue[X] to move" in words(app)
    assert len(app.get("plotly_chart")) == 2
    assert trail(click(app, "Back")).board == board


def test_until_a_board_is_chosen_the_first_board_follows_the_agent() -> None:
    app = open_page(ttt.untrained())
    assert trail(app).board == "---------"
    visitor(app).adopt(young())
    assert trail(app.run()).board == telling_board(young())
    app = click(app, "Empty board")
    visitor(app).adopt(remembering())
    assert trail(app.run()).board == "---------"


def test_the_alternative_text_names_untried_and_proven_cells() -> None:
    app = open_page(young(), "---------")
    (values, _) = app.get("plotly_chart")
    assert "untried" not in values.proto.alt
    app = open_page(ttt.untrained(), "---------")
    assert " Untried: row 1, column 1" in app.get("plotly_chart")[0].proto.alt
    assert any("Untried moves" in (part.help or "") for part in app.markdown)
    app = open_page(ttt.train(ttt.PRESETS["Default"]), "---------")
    assert " Proven draw: row 1, column 1" in app.get("plotly_chart")[0].proto.alt


def test_a_board_can_be_typed_in_any_spelling() -> None:
    app = look_at(open_page(young()), "  ox./.x./O__ ")
    assert not app.exception
    assert not app.error
    assert trail(app).board == WIN
    assert board_field(app).value == ""
    assert board_field(app).placeholder == "OX-|-X-|O--"
    assert address(app)["board"] == "OX-|-X-|O--"


def test_an_invalid_text_leaves_the_board_unchanged() -> None:
    app = open_page(young(), "OX-|-X-|O--")
    for text, reason in (
        ("X--", "9 cells"),
        ("XXXOOO---", "both"),
        ("**bold** [x](y) $z$ :material/home:", "Each row of a board needs three cells"),
        ("X" * 10_000, "9 cells"),
    ):
        look_at(app, text)
        assert not app.exception
        (error,) = app.error
        assert reason in error.value
        assert "The board has not changed" in error.value
        assert trail(app).board == WIN
        assert address(app)["board"] == "OX-|-X-|O--"
    click(app, "Empty board")
    assert not app.error
    assert board_field(app).value == ""


def test_the_address_chooses_the_board() -> None:
    for board, shown in (("x---o----", "X--|-O-|---"), ("---------", "---|---|---")):
        app = open_page(young(), board)
        assert trail(app).board == board.upper()
        assert address(app)["board"] == shown
        assert not app.warning


def test_a_later_change_of_the_address_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_page(young(), "X---O----")
    app.query_params["board"] = "OX-|-X-|O--"
    monkeypatch.setattr(this_run, "is_by_history", lambda: True)
    assert trail(app.run()).board == WIN


def test_other_parameters_stay_in_the_address() -> None:
    app = come_by_link("inspect", board="X---O----", **{"from": "school"})
    assert address(app) == {"board": "X--|-O-|---", "from": "school"}
    look_at(app, "X--------")
    assert address(app) == {"board": "X--|---|---", "from": "school"}


def test_a_late_report_of_the_browser_does_not_undo_a_step() -> None:
    app = look_at(look_at(open_page(young(), "---------"), "X--------"), "X---O----")
    app = click(app, "Back")
    app.query_params["board"] = "X--|-O-|---"  # sent before the browser received the new address
    app = click(app, "Back")
    assert trail(app).board == "---------"
    assert address(app)["board"] == "---|---|---"


def test_the_board_stays_after_a_change_of_page() -> None:
    app = look_at(open_page(young()), WIN)
    turn_to(app, "play")
    trail(app).visit("X---O----")  # as a link on that page does
    app.query_params.clear()
    turn_to(app, "inspect")
    assert ":blue[X] to move `X--|-O-|---`" in words(app)
    assert address(app)["board"] == "X--|-O-|---"


def test_steps_back_and_forward() -> None:
    app = look_at(look_at(open_page(young(), "---------"), "X--------"), "X---O----")
    app = click(app, "Back")
    assert trail(app).board == "X--------"
    assert ":orange[O] to move `X--|---|---`" in words(app)
    assert trail(click(app, "Forward")).board == "X---O----"
    app = click(click(app, "Back"), "Back")
    assert trail(app).board == "---------"
    disabled = {button.label for button in app.button if button.disabled}
    assert {"Back", "Empty board"} <= disabled
    assert "Forward" not in disabled


def test_a_finished_board_has_a_sentence_and_no_charts() -> None:
    app = open_page(young())
    for board, headline in ((ENDED, ":blue[X] has won"), (FULL, "A draw")):
        look_at(app, board)
        assert not app.exception
        assert "The game is over" in words(app)
        assert app.header[0].value.startswith(headline)
        assert not app.get("plotly_chart")
        assert not app.dataframe


def test_untrained_matchboxes() -> None:
    app = open_page(ttt.untrained(kind="matchboxes"), "X---O----")
    assert not app.exception
    assert "The agent has never seen this position. The agent draws one of 12 beads" in words(app)
    assert "it does not know any positions" in words(view(app, "All positions"))


@pytest.mark.parametrize("agent", [ttt.untrained(), ttt.untrained(kind="reward-memory")])
def test_untrained_agent(agent: ttt.Agent) -> None:
    app = open_page(agent, "X---O----")
    assert not app.exception
    assert "The agent is untrained: every value" in words(app)
    assert "it has no expectations" in words(app)
    assert "it does not know any positions" in words(view(app, "All positions"))
    assert not app.dataframe
    assert "passes **0 of 5**" in words(view(app, "Five questions"))
    assert not app.exception


def test_a_network() -> None:
    app = open_page(ttt.untrained(kind="network"), "X---O----")
    assert not app.exception
    assert (
        "The network has learned from no games here: its weights are random or come from a file."
        in words(app)
    )
    app = look_at(open_page(ttt.train(ttt.TrainingConfig(games=9, rule="network"))), WIN)
    assert not app.exception
    assert "the network computes its values from what it learned in others" in words(app)
    assert app.dataframe[0].value["Status"].unique().tolist() == ["estimate"]
    pills = next(each for each in app.pills if each.label == "Switch off")
    pills.set_value(pills.options[:2]).run()
    assert "Without units " in words(app)
    assert not view(app, "All positions").exception


def test_a_position_the_agent_has_never_seen() -> None:
    unknown = next(b for b in boards()[:N_OPEN] if not young().visit_counts(b).any())
    app = look_at(open_page(young()), unknown)
    assert not app.exception
    assert "The agent has never seen this position" in words(app)
    assert "it has no expectations" in words(app)


def test_moves_of_a_q_table() -> None:
    app = look_at(open_page(young()), WIN)
    moves = app.dataframe[0].value
    assert list(moves.columns) == [
        "Move", "Q", "Rank", "Visits", "Probability", "Status", "True value",
        "Win vs random", "Draw vs random", "Loss vs random",
    ]  # fmt: skip
    assert len(moves) == 5
    assert app.download_button


def test_moves_of_a_reward_memory() -> None:
    app = look_at(open_page(remembering()), WIN)
    moves = app.dataframe[0].value
    assert list(moves.columns)[:8] == [
        "Move", "i", "j", "X-win rewards", "O-win rewards", "Draw rewards", "Calculation", "Score",
    ]  # fmt: skip
    counted = [f"row {i + 1}, column {j + 1}" for i, j in zip(moves["i"], moves["j"], strict=True)]
    assert moves["Move"].tolist() == counted
    assert app.dataframe[1].value["Score"].tolist() == moves["Score"].tolist()
    assert moves["Score"].max() == np.nanmax(remembering().q_values(WIN))
    assert "**Scores**" in words(app)


def test_beads_of_matchboxes() -> None:
    app = open_page(machine(), "---------")
    moves = app.dataframe[0].value
    assert list(moves.columns) == [
        "Move", "Beads", "Equivalent cells", "Rank", "Visits", "Probability", "True value",
        "Win vs random", "Draw vs random", "Loss vs random",
    ]  # fmt: skip
    assert sorted(moves["Equivalent cells"]) == [1] + [4] * 8
    total = (moves["Beads"] / moves["Equivalent cells"]).sum()
    shares = moves["Beads"] / moves["Equivalent cells"] / total
    assert moves["Probability"].tolist() == pytest.approx(shares.tolist())
    assert "**Beads**" in words(app)
    assert f"The agent draws one of {total:,.0f} beads; the likeliest is" in words(app)
    assert any("its likeliest move" in part.value for part in app.markdown)
    assert any("of 304 boxes known" in (part.help or "") for part in app.sidebar.markdown)
    app = look_at(app, "XOXXOOOX-")
    assert "This position has no box" in words(app)
    assert not app.exception


def test_a_resigning_machine_is_shown_as_such() -> None:
    config = replace(machine().config, games=10_000, seed=1, random_share=0.0, minimax_share=1.0)
    agent = ttt.train(config)
    assert agent.resigns("---------")
    app = open_page(agent, "---------")
    for name in VIEWS:
        view(app, name)
        assert not app.exception
        assert (name == "Position") == ("agent **resigns**" in words(app))


def test_the_second_heatmap_can_be_chosen() -> None:
    app = look_at(open_page(young()), WIN)
    for heatmap in ("Visits", "Probability", "True value"):
        app.session_state["inspect_beside"] = heatmap
        app.run()
        assert not app.exception
        assert len(app.get("plotly_chart")) == 2


def test_the_empty_board_has_one_visit_per_game() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=300, seed=2))
    app = look_at(open_page(agent), "---------")
    assert app.dataframe[0].value["Visits"].sum() == 300
    app.session_state["inspect_beside"] = "Visits"
    app.run()
    assert any(caption.value.startswith("300 visits in this position.") for caption in app.caption)
    app = view(app, "All positions")
    assert app.dataframe[0].value.loc["---------", "Visits"] == 300


def test_different_values_for_equivalent_positions_are_reported() -> None:
    uneven = next(
        board for board in boards()[:N_OPEN] if rated_equivalents(young(), board)[-1].difference
    )
    app = open_page(young(), uneven)
    assert "The agent's values for equivalent moves differ by up to" in words(app)
    app = open_page(remembering(), "X---O----")
    assert (
        "4 equivalent positions. The agent gives equivalent moves exactly the same value."
        in words(app)
    )
    assert "does not change it" in words(look_at(app, "---------"))


def test_all_positions_and_their_filters() -> None:
    app = view(open_page(young()), "All positions")
    assert len(app.dataframe[0].value) == young().positions_known
    app.toggle(key="inspect_mistakes").set_value(True).run()
    shown = app.dataframe[0].value
    assert 0 < len(shown) < young().positions_known
    assert (shown["Mistake"] != "").all()
    app.toggle(key="inspect_reachable").set_value(True).run()
    assert app.dataframe[0].value["Can arise"].all()
    app.slider(key="inspect_marks").set_value((2, 3)).run()
    assert set(app.dataframe[0].value["Marks"]) == {2, 3}
    app.session_state["inspect_side"] = "X"
    assert set(app.run().dataframe[0].value["To move"]) == {"X"}
    app.text_input(key="inspect_search").set_value("no such board").run()
    assert not app.dataframe
    assert "No known position matches" in words(app)
    assert not app.exception


def test_filters_stay_after_a_visit_to_a_board() -> None:
    app = view(open_page(young()), "All positions")
    app.toggle(key="inspect_mistakes").set_value(True)
    app.toggle(key="inspect_reachable").set_value(True)
    app.slider(key="inspect_marks").set_value((2, 5))
    app.text_input(key="inspect_search").set_value("x")
    app.session_state["inspect_side"] = "X"
    app.run()
    found = app.dataframe[0].value
    assert 0 < len(found) < young().positions_known
    app.session_state["inspect_view"] = "Position"
    app = look_at(app.run(), WIN)
    turn_to(app, "compare")
    turn_to(app, "inspect")
    app = view(app, "All positions")
    assert app.text_input(key="inspect_search").value == "x"
    assert app.dataframe[0].value.index.tolist() == found.index.tolist()


def test_open_questions_stay_open_after_a_visit_to_a_board() -> None:
    app = view(open_page(young()), "Five questions")
    app.session_state["inspect_question_2"] = True
    app.run()
    shown = len(app.dataframe)
    assert shown
    app.session_state["inspect_view"] = "Position"
    app = view(look_at(app.run(), WIN), "Five questions")
    assert [bool(app.session_state[f"inspect_question_{number}"]) for number in range(5)] == [
        *(False, False, True, False, False)
    ]
    assert len(app.dataframe) == shown
    app.session_state["inspect_question_2"] = False
    app.run()
    app.session_state["inspect_view"] = "Position"
    app = view(app.run(), "Five questions")
    assert not app.dataframe


def test_positions_with_untried_moves_can_be_filtered() -> None:
    app = view(open_page(young()), "All positions")
    app.toggle(key="inspect_untried").set_value(True).run()
    assert (app.dataframe[0].value["Untried moves"] > 0).all()
    assert len(app.dataframe[0].value) == young().untried.sum()
    thorough = ttt.train(ttt.TrainingConfig(games=200_000, epsilon=1.0, epsilon_decay=1.0))
    app = view(open_page(thorough), "All positions")
    app.toggle(key="inspect_untried").set_value(True).run()
    assert "has tried every move in every position it knows" in words(app)


def test_an_agent_without_mistakes_is_described_as_such() -> None:
    perfect = ttt.train(ttt.TrainingConfig(games=60_000, seed=1))
    assert ttt.mistakes(perfect) == []
    app = view(open_page(perfect), "All positions")
    app.toggle(key="inspect_mistakes").set_value(True).run()
    assert "The agent makes no mistakes." in words(app)


def test_the_table_of_all_positions_is_built_once() -> None:
    app = view(open_page(young()), "All positions")
    positions = visitor(app).about(Insights).positions
    assert visitor(app.run()).about(Insights).positions is positions
    visitor(app).adopt(remembering())
    app.run()
    assert len(app.dataframe[0].value) == remembering().positions_known


@pytest.mark.parametrize("agent", [young, remembering])
def test_five_questions_with_their_failures(agent: Callable[[], ttt.Agent]) -> None:
    app = view(open_page(agent()), "Five questions")
    answers = ttt.five_questions(agent())
    assert sum("?**" in part.label for part in app.expander) == 5
    assert f"passes **{sum(answer.yes for answer in answers)} of 5**" in words(app)
    assert not app.dataframe
    for number, answer in enumerate(answers):
        app.session_state[f"inspect_question_{number}"] = True
        app.run()
        assert not app.exception
        if answer.failing:
            shown = next(frame.value for frame in app.dataframe if len(frame.value))
            assert [rules.parse_board(text) for text in shown["Position"]] == list(answer.failing)
        else:
            assert "The agent always makes a right move." in words(app)
        app.session_state[f"inspect_question_{number}"] = False
        app.run()


def test_the_menu_leads_to_the_worst_mistakes() -> None:
    worst = ttt.mistakes(young())[0]
    app = open_page(young())
    menu = app.get("menu_button")[0]
    label = next(option for option in menu.options if rules.pattern(worst.board) in option)
    assert label.startswith("Mistake: win → ")
