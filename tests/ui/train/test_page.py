import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import TextInput

import ttt_core as ttt
from tests.core.files.sample_files import ADAPTIVE_EXPORT, ADAPTIVE_SAVE
from tests.ui.support import address, kept_in, trail, train_state, visitor
from ttt_core.game import board as rules
from ttt_core.learning.agent import untrained
from ttt_core.learning.config import matters
from ttt_core.learning.telling import telling_board
from ttt_ui.play.state import Game, PlayState
from ttt_ui.shared import address as addresses
from ttt_ui.shared.roster import MAX_AGENTS, Roster
from ttt_ui.shared.session import Session, key_of
from ttt_ui.shared.wording import cell_name, plain
from ttt_ui.train import actions
from ttt_ui.train.links import config_to_query
from ttt_ui.train.one_more_game import SlowMotion
from ttt_ui.train.settings import SETTINGS, shown_value
from ttt_ui.train.state import TAB
from ttt_ui.train.update_rule import worked

ROOT = Path(__file__).parents[3]

Open = Callable[..., AppTest]
Go = Callable[[AppTest, str], AppTest]


@pytest.fixture
def open_page() -> Open:
    """Return a function that opens the train page in a new session, by a link if one is given."""

    def opened(**query: str) -> AppTest:
        page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
        if not query:
            page.run()
        page.switch_page("pages/train.py")
        for name, value in query.items():
            page.query_params[name] = value
        return run(page)

    return opened


def run(page: AppTest) -> AppTest:
    page.run()
    assert not page.exception
    return page


def button(page: AppTest, label: str) -> AppTest:
    next(b for b in page.button if b.label.startswith(label)).click()
    return run(page)


def metrics(page: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in page.metric}


def headings(page: AppTest) -> str:
    return "\n".join(element.value for element in page.markdown)


def messages(page: AppTest) -> str:
    return "\n".join(element.value for element in [*page.info, *page.success, *page.error])


def captions(page: AppTest) -> str:
    return "\n".join(element.value for element in page.caption)


def assert_same_table(agent: ttt.Agent, other: ttt.Agent) -> None:
    assert agent.q.tobytes() == other.q.tobytes()
    assert agent.visits.tobytes() == other.visits.tobytes()


def test_a_newcomer_sees_how_the_default_agent_was_trained(open_page: Open) -> None:
    page = open_page()
    default = ttt.PRESETS["Default"]
    assert metrics(page)["Games"] == f"{default.games:,}"
    assert metrics(page)["Games per second"] != "–"
    assert page.selectbox(key=train_state(page).key("preset")).value == "Default"
    assert len(page.get("plotly_chart")) >= 2
    assert address(page).get("games") == str(default.games)
    assert not visitor(page).past


def test_opening_the_page_keeps_an_agent_learned_elsewhere(open_page: Open) -> None:
    page = open_page()
    learned = ttt.learn_from_game(visitor(page).agent, (0, 3, 1, 4, 2))
    assert visitor(page).learn(learned, visitor(page).claim())
    run(page)
    assert visitor(page).agent.q is learned.q
    assert "not on record" in messages(page)
    assert metrics(page)["Games per second"] == "–"
    before = visitor(page).agent.stats.games
    page.select_slider(key=train_state(page).key("games")).set_value(1_000)
    page.toggle(key="train_live").set_value(False)
    run(page)
    assert visitor(page).agent.q is learned.q
    button(page, "Train 1,000 games")
    assert visitor(page).agent.stats.games == before + 1_000
    assert "not on record" not in messages(page)


def test_live_a_slider_trains_from_scratch(open_page: Open) -> None:
    page = open_page()
    start = visitor(page).agent
    page.slider(key=train_state(page).key("gamma")).set_value(0.8)
    run(page)
    expected = replace(ttt.PRESETS["Default"], gamma=0.8)
    assert visitor(page).agent.training == (expected,)
    assert_same_table(visitor(page).agent, ttt.train(expected))
    assert address(page)["gamma"] == "0.8"
    assert page.selectbox(key=train_state(page).key("preset")).value == "Your own"
    button(page, "Undo")
    assert visitor(page).agent is start
    assert page.slider(key=train_state(page).key("gamma")).value == ttt.PRESETS["Default"].gamma
    assert "gamma" not in address(page) or address(page)["gamma"] != "0.8"


@pytest.mark.slow
def test_many_live_changes_do_not_lose_what_cannot_be_made_again(open_page: Open) -> None:
    page = open_page()
    learned = ttt.learn_from_game(visitor(page).agent, (0, 3, 1, 4, 2))
    assert visitor(page).learn(learned, visitor(page).claim())
    page.select_slider(key=train_state(page).key("games")).set_value(200)
    run(page)
    for gamma in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7):
        page.slider(key=train_state(page).key("gamma")).set_value(gamma)
        run(page)
    presses = 0
    while visitor(page).agent.q is not learned.q:
        button(page, "Undo")
        presses += 1
    assert presses <= 4


def test_over_the_limit_or_switched_off_settings_wait(open_page: Open) -> None:
    page = open_page()
    agent = visitor(page).agent
    page.select_slider(key=train_state(page).key("games")).set_value(500_000)
    run(page)
    page.slider(key=train_state(page).key("gamma")).set_value(0.5)
    run(page)
    assert visitor(page).agent is agent
    page.select_slider(key=train_state(page).key("games")).set_value(1_000)
    page.toggle(key="train_live").set_value(False)
    run(page)
    page.slider(key=train_state(page).key("gamma")).set_value(0.6)
    run(page)
    assert visitor(page).agent is agent
    assert "Not trained with these settings yet" in captions(page)
    button(page, "Start over")
    assert "Not trained with these settings yet" not in captions(page)
    assert visitor(page).agent.training == (replace(train_state(page).settings, gamma=0.6),)
    assert visitor(page).agent.stats.games == 1_000


def test_train_goes_on_with_the_next_seed_and_start_over_does_not(open_page: Open) -> None:
    page = open_page(games="1000", seed="5", rule="q-learning")
    first = visitor(page).agent
    assert first.training == (ttt.TrainingConfig(games=1_000, seed=5, rule="q-learning"),)
    button(page, "Train 1,000 games")
    agent = visitor(page).agent
    assert [run.seed for run in agent.training] == [5, 6]
    assert_same_table(agent, ttt.train(agent.training[1], first))
    assert metrics(page)["Games"] == "2,000"
    button(page, "Start over")
    assert_same_table(visitor(page).agent, first)
    button(page, "Undo")
    assert visitor(page).agent.stats.games == 2_000


def test_the_rule_decides_which_settings_are_shown(open_page: Open) -> None:
    page = open_page(games="200")
    for rule in ("q-learning", "monte-carlo", "reward-memory", "matchboxes", "minimax-q"):
        page.selectbox(key=train_state(page).key("rule")).set_value(rule)
        run(page)
        settings = train_state(page).settings
        assert settings.rule == rule
        assert visitor(page).agent.training == (settings,)
        shown = {name for name in SETTINGS if has_control(page, name)}
        assert shown == {name for name in SETTINGS if matters(name, settings)}


def has_control(page: AppTest, name: str) -> bool:
    try:
        page.get_by_key(train_state(page).key(name))
    except KeyError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("name", list(ttt.PRESETS))
def test_a_preset_trains_what_it_says(open_page: Open, name: str) -> None:
    page = open_page(games="100", gamma="0.123")
    page.selectbox(key=train_state(page).key("preset")).set_value(name)
    run(page)
    assert train_state(page).settings == ttt.PRESETS[name]
    assert address(page).get("rule") == ttt.PRESETS[name].rule
    assert ttt.PRESET_NOTES[name] in captions(page)
    while not has_finished(page):
        run(page)
    assert visitor(page).agent.name == name
    assert_same_table(visitor(page).agent, ttt.train(ttt.PRESETS[name]))


def has_finished(page: AppTest) -> bool:
    course = train_state(page).course
    return course is not None and course.finished


@pytest.mark.slow
@pytest.mark.parametrize("name", list(ttt.PRESETS))
def test_the_link_is_the_model(open_page: Open, name: str) -> None:
    config = replace(ttt.PRESETS[name], games=700, seed=2**63 - 1, epsilon=1 / 3, epsilon_floor=0.1)
    page = open_page(**config_to_query(config))
    assert visitor(page).agent.training == (config,)
    assert_same_table(visitor(page).agent, ttt.train(config))
    assert address(page) == config_to_query(config)
    assert not messages(page)


def test_nonsense_in_a_link_is_dropped_with_a_word(open_page: Open) -> None:
    page = open_page(games="1000", alpha="banana", gamma="0.7", rule="magic", colour="red")
    assert train_state(page).settings == ttt.TrainingConfig(games=1_000, gamma=0.7)
    words = messages(page).replace("\\", "")
    assert "alpha=banana: this is not a number" in words
    assert "rule=magic" in words
    assert "colour=red: there is no such setting" in words
    assert "alpha" not in address(page)
    run(page)
    assert not messages(page)


def test_going_back_in_the_browser_goes_back_in_the_settings(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page(games="300", gamma="0.7")
    was = address(page)
    page.slider(key=train_state(page).key("gamma")).set_value(0.4)
    run(page)
    assert address(page)["gamma"] == "0.4"
    monkeypatch.setattr(addresses, "_by_history", lambda: True)
    page.query_params["gamma"] = "0.7"
    run(page)
    assert address(page) == was
    assert visitor(page).agent.training[0].gamma == 0.7


def test_an_address_that_the_browser_has_not_yet_changed_counts_for_nothing(
    open_page: Open,
) -> None:
    page = open_page(games="300", gamma="0.7")
    page.slider(key=train_state(page).key("gamma")).set_value(0.4)
    run(page)
    written = address(page)
    page.query_params["gamma"] = "0.7"
    run(page)
    assert address(page) == written
    assert visitor(page).agent.training[0].gamma == 0.4


@pytest.mark.parametrize("change", ["adopt", "undo"])
def test_coming_back_by_history_does_not_discard_an_agent_from_elsewhere(
    open_page: Open, change: str
) -> None:
    page = open_page(games="300", gamma="0.7")
    link = address(page)
    page.switch_page("pages/inspect.py")
    page.query_params.clear()
    run(page)
    if change == "adopt":
        visitor(page).adopt(ttt.train(ttt.TrainingConfig(games=50, seed=9)))
    else:
        visitor(page).undo()
    agent = visitor(page).agent
    page.switch_page("pages/train.py")
    page.query_params = dict(link)
    run(page)
    assert visitor(page).agent is agent
    assert train_state(page).settings == agent.config
    assert address(page) != link


def test_parameters_of_another_page_stay_as_they_are(open_page: Open) -> None:
    page = open_page(games="300", board="X---O----")
    assert not messages(page)
    assert address(page)["board"] == "X---O----"
    assert trail(page).board == "---------"


@pytest.mark.slow
def test_a_long_training_is_done_in_slices_and_can_be_stopped(open_page: Open) -> None:
    page = open_page(games="10000000", replay="100", symmetry="false")
    assert page.progress
    assert "games per second" in page.progress[0].text
    assert "left" in page.progress[0].text
    so_far = visitor(page).agent.stats.games
    assert 0 < so_far < 10_000_000
    run(page)
    assert visitor(page).agent.stats.games > so_far
    button(page, "Stop")
    agent = visitor(page).agent
    assert not page.progress
    assert so_far < agent.stats.games < 10_000_000
    assert metrics(page)["Games"] == f"{agent.stats.games:,}"
    assert_same_table(agent, ttt.train(agent.training[0]))
    button(page, "Undo")
    assert visitor(page).agent.training == (ttt.PRESETS["Default"],)


def test_an_agent_changed_elsewhere_ends_a_training_under_way(open_page: Open) -> None:
    page = open_page(games="10000000", replay="100")
    uploaded = ttt.train(ttt.TrainingConfig(games=500, seed=3))
    visitor(page).adopt(uploaded)
    run(page)
    assert not page.progress
    assert visitor(page).agent is uploaded
    assert metrics(page)["Games"] == "500"


def test_another_kind_of_table_is_not_gone_on_from(open_page: Open) -> None:
    page = open_page(games="500")
    page.toggle(key="train_live").set_value(False)
    run(page)
    page.selectbox(key=train_state(page).key("rule")).set_value("reward-memory")
    run(page)
    agent = visitor(page).agent
    button(page, "Train 500 games")
    assert "cannot go on from a q-table" in messages(page).replace("\\", "")
    assert visitor(page).agent is agent


def test_an_untrained_agent_has_a_page_as_well(open_page: Open) -> None:
    page = open_page(games="500")
    visitor(page).adopt(untrained())
    run(page)
    assert metrics(page)["Games"] == "0"
    assert metrics(page)["Drawn in training"] == "–"
    for tab in ("Five questions", "What the numbers mean"):
        page.session_state["train_tab"] = tab
        run(page)
    button(page, "Train 500 games")
    assert visitor(page).agent.stats.games == 500


def name_field(page: AppTest) -> TextInput:
    return next(field for field in page.text_input if field.label == "Name of the agent")


def test_renaming(open_page: Open) -> None:
    page = open_page(games="500")
    name_field(page).set_value("  Ada   Lovelace ")
    run(page)
    assert visitor(page).agent.name == "Ada Lovelace"
    assert "Ada Lovelace" in headings(page)
    name_field(page).set_value("   ")
    run(page)
    assert visitor(page).agent.name == "Ada Lovelace"
    name_field(page).set_value("x" * 99)
    run(page)
    assert visitor(page).agent.name == "x" * 60
    button(page, "Train 500 games")
    assert visitor(page).agent.name == "x" * 60


def test_the_time_machine_shows_the_agent_as_it_was(open_page: Open) -> None:
    page = open_page(games="2000")
    page.select_slider(key="train_moment").set_value(1)
    run(page)
    then = ttt.train(replace(visitor(page).agent.training[0], games=1))
    table = next(element.value for element in page.markdown if "| After |" in element.value)
    assert "| After | 1 game |" in table
    assert f"| Positions known | {then.positions_known:,} |" in table


def moment_boards(page: AppTest) -> list[str]:
    """Return the boards that the time machine offers."""
    for group in page.get("button_group"):
        if group.key == "train_moment_board":
            return [option.content for option in group.proto.options]
    return []


def test_the_time_machine_opens_where_there_is_something_to_show(open_page: Open) -> None:
    page = open_page(games="5000")
    shown = telling_board(visitor(page).agent)
    assert shown != "---------"
    assert moment_boards(page) == [f"`{rules.pattern(shown)}`", "The opening"]
    assert any(rules.pattern(shown) in chart.proto.alt for chart in page.get("plotly_chart"))
    page.session_state["train_moment_board"] = "opening"
    run(page)
    (chart,) = (c for c in page.get("plotly_chart") if "---|---|---" in c.proto.alt)
    assert "; proven draw: row 1, column 1" in chart.proto.alt
    assert any("never tried" in caption.value for caption in page.caption)


def test_the_time_machine_shows_the_board_chosen_in_inspect(open_page: Open) -> None:
    page = open_page(games="500")
    charts = len(page.get("plotly_chart"))
    trail(page).visit("X---O----")
    run(page)
    assert len(page.get("plotly_chart")) == charts
    assert moment_boards(page) == ["`X--|-O-|---`", "The opening"]
    assert any("X--|-O-|---" in chart.proto.alt for chart in page.get("plotly_chart"))
    trail(page).visit("XXXOO----")
    run(page)
    assert len(page.get("plotly_chart")) == charts
    assert moment_boards(page)[0] == f"`{rules.pattern(telling_board(visitor(page).agent))}`"


@pytest.fixture
def go(monkeypatch: pytest.MonkeyPatch) -> Go:
    """Return a function that presses a button which leads to another page, and goes there.

    A callback knows no page under test. That it leads there in truth is tested in the browser.
    """
    asked: list[str] = []
    monkeypatch.setattr(st, "switch_page", asked.append)

    def pressed(page: AppTest, label: str) -> AppTest:
        button(page, label)
        page.switch_page(asked.pop())
        return run(page)

    return pressed


MOMENT = 217
"""A point of the curve over 5,000 games."""


def at_moment(page: AppTest, games: int) -> ttt.Agent:
    """Go to a moment of the time machine, and return the agent as it was then."""
    page.select_slider(key="train_moment").set_value(games)
    run(page)
    return ttt.train(replace(visitor(page).agent.training[0], games=games))


def test_the_past_is_played_against_and_left_again(open_page: Open, go: Go) -> None:
    page = open_page(games="5000", gamma="0.8")
    present = visitor(page).agent
    visitor(page).relabel(level="Expert")
    then = at_moment(page, MOMENT)
    go(page, "Play against it")
    assert page.title[0].value == "Play"
    assert_same_table(visitor(page).agent, then)
    assert visitor(page).agent.name == f"{present.name} after {MOMENT} games"
    assert visitor(page).agent.level == "Intermediate"
    assert visitor(page).agent.training == then.training
    assert kept_in(page, PlayState).game.persons_turn
    button(page, f"Back to {plain(present.name)}")
    assert_same_table(visitor(page).agent, present)
    assert visitor(page).agent.name == present.name


def test_the_past_is_looked_into_on_the_board_that_was_shown(open_page: Open, go: Go) -> None:
    page = open_page(games="5000")
    present = visitor(page).agent
    board = telling_board(present)
    then = at_moment(page, MOMENT)
    go(page, "Inspect it")
    assert page.title[0].value == "Inspect"
    assert trail(page).board == board
    assert_same_table(visitor(page).agent, then)
    # Its own time machine goes as far as it has come, and what is taken from it keeps one name.
    page.query_params.clear()
    page.switch_page("pages/train.py")
    run(page)
    at_moment(page, 1)
    go(page, "Inspect it")
    assert visitor(page).agent.name == f"{present.name} after 1 game"
    button(page, f"Back to {plain(present.name)}")
    assert page.title[0].value == "Inspect"
    assert visitor(page).agent.q is present.q


def test_undo_leaves_the_past_as_well(open_page: Open, go: Go) -> None:
    page = open_page(games="5000")
    present = visitor(page).agent
    at_moment(page, MOMENT)
    go(page, "Play against it")
    page.query_params.clear()
    page.switch_page("pages/train.py")
    run(page)
    assert metrics(page)["Games"] == str(MOMENT)
    button(page, "Undo")
    assert visitor(page).agent is present


def test_the_past_is_compared_beside_the_present(open_page: Open, go: Go) -> None:
    page = open_page(games="5000")
    present = visitor(page).agent
    then = at_moment(page, MOMENT)
    name = f"{present.name} after {MOMENT} games"
    go(page, "Take it to Compare")
    assert page.title[0].value == "Compare"
    assert visitor(page).agent is present
    assert_same_table(kept_in(page, Roster).agents[name], then)
    (players,) = (group for group in page.get("button_group") if group.key == "compare_absent")
    assert plain(name) in [option.content for option in players.proto.options]
    page.switch_page("pages/train.py")
    run(page)
    at_moment(page, MOMENT)
    button(page, "Take it to Compare")
    assert list(kept_in(page, Roster).agents) == [name]


def test_the_present_moment_is_the_present_agent(open_page: Open, go: Go) -> None:
    page = open_page(games="5000")
    present = visitor(page).agent
    go(page, "Play against it")
    assert page.title[0].value == "Play"
    assert visitor(page).agent is present
    assert len(visitor(page).past) == 1  # the one that the link has replaced
    assert not kept_in(page, PlayState).at_the_door
    page.switch_page("pages/train.py")
    run(page)
    go(page, "Inspect it")
    assert page.title[0].value == "Inspect"
    assert visitor(page).agent is present


def test_a_full_roster_takes_nobody_in(open_page: Open) -> None:
    page = open_page(games="500")
    others = page.session_state[key_of(Roster)] = Roster()
    others.agents |= {f"Agent {number}": untrained() for number in range(MAX_AGENTS)}
    run(page)
    (take,) = (one for one in page.button if one.label == "Take it to Compare")
    assert take.disabled
    assert f"room for {MAX_AGENTS} agents" in take.help


@pytest.mark.slow
def test_the_time_machine_plays_to_the_end(open_page: Open) -> None:
    page = open_page(games="100")
    course = train_state(page).course
    assert course is not None
    moments = course.curve.games.tolist()
    page.button(key="train_replay").click()
    run(page)
    assert train_state(page).replaying
    seen = [page.select_slider(key="train_moment").value]
    while train_state(page).replaying:
        run(page)
        seen.append(page.select_slider(key="train_moment").value)
    assert seen[0] in moments[:2]
    assert seen[-1] == moments[-1]
    assert seen == sorted(seen)
    assert len(set(seen)) >= len(moments) - 1


WITH_REPLAY = ("minimax-q", "q-learning", "monte-carlo")


@pytest.mark.parametrize(
    "rule", ["minimax-q", "q-learning", "monte-carlo", "reward-memory", "matchboxes"]
)
def test_the_numbers_are_worked_through(open_page: Open, rule: str) -> None:
    page = open_page(games="300", rule=rule, replay="2" if rule in WITH_REPLAY else "0")
    page.session_state["train_tab"] = "What the numbers mean"
    run(page)
    assert len(page.latex) == (2 if rule in WITH_REPLAY else 1)
    page.session_state["train_tab"] = "Slow motion"
    run(page)
    agent = visitor(page).agent
    motion = kept_in(page, SlowMotion)
    game = motion.present_game(agent, train_state(page).settings)
    for index, update in enumerate(game.updates):
        motion.go_to(index)
        run(page)
        assert page.latex[-1].value.strip("$\n") == worked(update, game.config)
        assert f"moved to **{cell_name(update.cell)}**" in headings(page)
        assert "learned from again" in captions(page) or rule not in WITH_REPLAY
    assert visitor(page).agent is agent
    shown = motion.game
    button(page, "Another game")
    assert motion.game is not shown
    assert motion.game is not None
    assert f"Game {agent.stats.games + motion.game.number:,}: " in captions(page)
    assert visitor(page).agent is agent


def test_slow_motion_says_why_there_is_no_game(open_page: Open) -> None:
    page = open_page(games="300")
    page.session_state["train_tab"] = "Slow motion"
    page.toggle(key="train_live").set_value(False)
    page.selectbox(key=train_state(page).key("rule")).set_value("matchboxes")
    run(page)
    assert "cannot go on from a" in messages(page)


def test_slow_motion_of_a_machine_that_resigns_at_once(open_page: Open) -> None:
    page = open_page(games="10000", rule="matchboxes", minimax_share="1.0", learns="X", seed="1")
    page.session_state["train_tab"] = "Slow motion"
    run(page)
    assert visitor(page).agent.resigns("---------")
    assert "there was nothing to learn" in captions(page)
    assert not page.latex


def test_five_questions(open_page: Open) -> None:
    page = open_page(games="300")
    page.session_state["train_tab"] = "Five questions"
    run(page)
    for answer in ttt.five_questions(visitor(page).agent):
        line = next(e.value for e in page.markdown if answer.question in e.value)
        assert ("Yes" if answer.yes else "No") in line


def test_band_and_lines(open_page: Open) -> None:
    page = open_page(games="500")
    page.toggle(key="train_band").set_value(True)
    run(page)
    course = train_state(page).course
    assert course is not None
    assert len(course.band) == 8
    for key in [e.key for e in page.get("button_group") if "train_lines" in str(e.key)]:
        page.session_state[key] = []
    run(page)
    assert "Choose at least one line" in messages(page)


def test_a_sentence_is_said_once_though_a_training_goes_on(open_page: Open) -> None:
    page = open_page(games="10000000", replay="100")
    visitor(page).say("Only this once.")
    assert "Only this once." in messages(run(page))
    assert page.progress
    assert "Only this once." not in messages(run(page))


def test_what_the_control_before_still_sends_counts_for_nothing(open_page: Open) -> None:
    page = open_page(games="300", gamma="0.7")
    former = page.slider(key=train_state(page).key("gamma"))
    page.selectbox(key=train_state(page).key("preset")).set_value("Two tables (2026)")
    run(page)
    assert train_state(page).key("gamma") != former.key
    page.session_state[former.key] = 0.7
    run(page)
    assert train_state(page).settings == ttt.PRESETS["Two tables (2026)"]
    shown = page.slider(key=train_state(page).key("gamma"))
    assert shown.value == ttt.PRESETS["Two tables (2026)"].gamma


def test_only_controls_that_something_else_changed_are_made_anew(open_page: Open) -> None:
    page = open_page(games="300", random_share="0.6")
    names = ("games", "gamma", "random_share", "minimax_share", "preset")
    before = {name: train_state(page).key(name) for name in names}
    page.slider(key=before["minimax_share"]).set_value(0.8)
    run(page)
    after = {name: train_state(page).key(name) for name in names}
    changed = {name for name in names if after[name] != before[name]}
    assert changed == {"random_share"}
    assert page.slider(key=after["random_share"]).value == pytest.approx(0.2)


def test_a_control_that_reports_what_is_set_trains_nothing(
    session_state: dict[str, Any],
) -> None:
    visitor = Session(ttt.train(ttt.TrainingConfig(games=70, seed=2**63 - 1)))
    session_state[key_of(Session)] = visitor
    agent, state = visitor.agent, actions.train_state()
    for name in vars(state.settings):
        session_state[state.key(name)] = shown_value(name, state.settings)
        actions.take_setting(name, state.key(name))
    assert visitor.agent is agent
    session_state[state.key("gamma")] = 0.5
    actions.take_setting("gamma", state.key("gamma"))
    assert visitor.agent.config.gamma == 0.5


def adaptive(content: dict[str, object] = ADAPTIVE_SAVE) -> ttt.Agent:
    return ttt.load_agent(json.dumps(content))


@pytest.mark.parametrize("content", [ADAPTIVE_SAVE, ADAPTIVE_EXPORT], ids=["save", "export"])
def test_an_agent_of_another_program_is_said_to_be_trained_elsewhere(
    open_page: Open, content: dict[str, object]
) -> None:
    page = open_page()
    agent = adaptive(content)
    visitor(page).adopt(agent)
    run(page)
    assert "**trained elsewhere**" in messages(page)
    assert f"{agent.stats.games:,} games, trained elsewhere" in headings(page)
    assert "Not trained with these settings yet" not in captions(page)
    assert train_state(page).settings == agent.config
    assert train_state(page).course is None
    assert visitor(page).agent is agent
    page.session_state[TAB.key] = "What the numbers mean"
    run(page)
    assert "The rule while a person plays" in headings(page)
    assert "trained elsewhere, learns on" in captions(page)
    assert any(r"T & = r + 0.9\,\max_{a'}" in latex.value for latex in page.latex)


def test_what_another_program_has_taught_is_trained_on(open_page: Open) -> None:
    page = open_page()
    agent = adaptive()
    visitor(page).adopt(agent)
    run(page)
    button(page, "Train ")
    trained = visitor(page).agent
    expected = ttt.train(train_state(page).settings, start=agent)
    assert_same_table(trained, expected)
    assert trained.in_play == agent.in_play
    assert trained.trained_elsewhere == agent.trained_elsewhere
    assert "share it as a file" in captions(page)


def test_the_numbers_of_the_reward_memory_can_be_set(open_page: Open) -> None:
    page = open_page(rule="reward-memory", games="300", exploration="experience")
    for name, value in (("weight_loss", -60.0), ("reward_base", 1.5)):
        page.slider(key=train_state(page).key(name)).set_value(value)
        run(page)
    page.select_slider(key=train_state(page).key("experience_games")).set_value(50)
    run(page)
    settings = ttt.TrainingConfig(
        rule="reward-memory",
        games=300,
        exploration="experience",
        weight_loss=-60.0,
        reward_base=1.5,
        experience_games=50,
    )
    assert train_state(page).settings == settings
    assert_same_table(visitor(page).agent, ttt.train(settings))
    assert address(page)["weight_loss"] == "-60.0"


def test_the_play_page_says_how_the_adaptive_ai_learns_and_who_explores(open_page: Open) -> None:
    page = open_page()
    visitor(page).adopt(adaptive())
    page.switch_page("pages/play.py")
    run(page)
    assert "Only O's moves are learned from" in page.toggle(key="play_learn").help
    page.session_state["play_mode"] = "Two people"
    page.session_state[key_of(PlayState)].game = Game(1, None)
    run(page)
    assert "The agent watches, and learns from O." in captions(page)
    page.session_state["play_mode"] = "Agent by itself"
    run(page)
    assert "Both sides explore: with a chance of" in captions(page)
    assert "moves of both sides" in page.toggle(key="show_learn").help
    page.session_state["show_brain"] = "Minimax, first of equals"
    run(page)
    assert "The agent explores, its opponent never does" in captions(page)
