import json
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import TextInput

import ttt_core as ttt
from tests.core.files.sample_files import ADAPTIVE_EXPORT, ADAPTIVE_SAVE
from tests.ui.support import (
    address,
    go_to,
    has_slider,
    kept_in,
    new_app,
    run,
    slide,
    slider_data,
    trail,
    train_state,
    until,
    visitor,
)
from ttt_core.game import board as rules
from ttt_core.learning.agent import untrained
from ttt_core.learning.config import matters
from ttt_core.learning.presets import PRESET_LABELS
from ttt_core.study.telling import telling_board
from ttt_ui.frame import address as addresses
from ttt_ui.frame.links import config_to_query
from ttt_ui.play.state import Game, PlayState
from ttt_ui.train import actions
from ttt_ui.train.one_more_game import SlowMotion
from ttt_ui.train.settings import NUMBERS, SETTINGS, shown_value
from ttt_ui.train.state import TAB, TrainState
from ttt_ui.train.update_rule import worked
from ttt_ui.visit.limits import MAX_AGENTS
from ttt_ui.visit.roster import Roster
from ttt_ui.visit.session import Session, key_of
from ttt_ui.wording import cell_name, plain

pytestmark = pytest.mark.slow

Open = Callable[..., AppTest]
Go = Callable[[AppTest, str], AppTest]


@pytest.fixture
def open_page() -> Open:
    """Return a function that opens Train in a new session, by a link if one is given."""

    def opened(**query: str) -> AppTest:
        page = new_app()
        if not query:
            page.run()
        return go_to(page, "train", **query)

    return opened


def button(page: AppTest, label: str) -> AppTest:
    next(b for b in page.button if b.label.startswith(label)).click()
    return run(page)


def slide_setting(page: AppTest, name: str, *values: float, **how: Any) -> None:
    slide(page, f"setting_{name}", *values, **how)


def metrics(page: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in page.metric}


def headings(page: AppTest) -> str:
    return "\n".join(element.value for element in [*page.markdown, *page.subheader])


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
    assert metrics(page)["Games per second per core"] != "–"
    assert page.selectbox(key=train_state(page).key("preset")).value == "Default"
    assert len(page.get("plotly_chart")) >= 2
    assert address(page).get("games") == str(default.games)
    assert not visitor(page).past


def test_opening_the_page_keeps_an_agent_that_has_learned_from_a_game(open_page: Open) -> None:
    page = open_page()
    learned = ttt.learn_from_game(visitor(page).agent, (0, 3, 1, 4, 2))
    assert visitor(page).learn(learned, visitor(page).claim())
    run(page)
    assert visitor(page).agent.q is learned.q
    assert "cannot be replayed" in messages(page)
    assert metrics(page)["Games per second per core"] == "–"
    before = visitor(page).agent.stats.games
    page.toggle(key="train_live").set_value(False)
    run(page)
    slide_setting(page, "games", 1_000)
    assert visitor(page).agent.q is learned.q
    button(page, "Train 1,000 games")
    assert visitor(page).agent.stats.games == before + 1_000
    assert "cannot be replayed" not in messages(page)


def test_live_a_slider_trains_from_scratch(open_page: Open) -> None:
    page = open_page()
    start = visitor(page).agent
    slide_setting(page, "gamma", 0.8)
    expected = replace(ttt.PRESETS["Default"], gamma=0.8)
    assert visitor(page).agent.training == (expected,)
    assert_same_table(visitor(page).agent, ttt.train(expected))
    assert address(page)["gamma"] == "0.8"
    assert page.selectbox(key=train_state(page).key("preset")).value == "Custom"
    button(page, "Undo")
    assert visitor(page).agent is start
    assert slider_data(page, "setting_gamma")["value"] == ttt.PRESETS["Default"].gamma
    assert "gamma" not in address(page) or address(page)["gamma"] != "0.8"


def test_many_live_changes_do_not_lose_what_no_training_can_restore(open_page: Open) -> None:
    page = open_page()
    learned = ttt.learn_from_game(visitor(page).agent, (0, 3, 1, 4, 2))
    assert visitor(page).learn(learned, visitor(page).claim())
    slide_setting(page, "games", 200)
    for gamma in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7):
        slide_setting(page, "gamma", gamma)
    presses = 0
    while visitor(page).agent.fingerprint != learned.fingerprint:
        button(page, "Undo")
        presses += 1
    assert presses <= 4


def test_above_the_live_limit_or_when_live_is_off_settings_wait(open_page: Open) -> None:
    page = open_page()
    agent = visitor(page).agent
    slide_setting(page, "games", 500_000)
    slide_setting(page, "gamma", 0.5)
    assert visitor(page).agent is agent
    page.toggle(key="train_live").set_value(False)
    run(page)
    slide_setting(page, "games", 1_000)
    slide_setting(page, "gamma", 0.6)
    assert visitor(page).agent is agent
    assert "has not been trained with these settings yet" in captions(page)
    button(page, "Start over")
    assert "has not been trained with these settings yet" not in captions(page)
    assert visitor(page).agent.training == (replace(train_state(page).settings, gamma=0.6),)
    assert visitor(page).agent.stats.games == 1_000


def test_train_continues_with_the_next_seed_and_start_over_does_not(open_page: Open) -> None:
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


def test_undo_brings_settings_link_and_curve_back(open_page: Open) -> None:
    page = open_page(games="1000", seed="0", rule="q-learning")
    button(page, "Train 1,000 games")
    button(page, "Train 1,000 games")
    link, settings = address(page), train_state(page).settings
    course = train_state(page).course
    assert course is not None
    button(page, "Start over")
    button(page, "Undo")
    assert visitor(page).agent.stats.games == 3_000
    assert train_state(page).settings == settings
    assert settings.seed == 0
    assert address(page) == link
    assert page.number_input(key=train_state(page).key("seed")).value == 0
    assert train_state(page).course is course
    assert course.curve.games[-1] == 3_000
    assert course.agent_after(2_000).stats.games == 2_000
    button(page, "Undo")
    assert visitor(page).agent.stats.games == 2_000
    assert train_state(page).settings == settings
    button(page, "Train 1,000 games")
    assert [run.seed for run in visitor(page).agent.training] == [0, 1, 2]


@pytest.mark.parametrize("live", [True, False])
def test_undo_restores_the_settings_from_before_the_click(open_page: Open, live: bool) -> None:
    page = open_page(games="300", gamma="0.7")
    page.toggle(key="train_live").set_value(live)
    run(page)
    for gamma in (0.4, 0.5):
        slide_setting(page, "gamma", gamma)
    if not live:
        button(page, "Start over")
    button(page, "Undo")
    expected = 0.4 if live else 0.5
    assert train_state(page).settings.gamma == expected
    assert slider_data(page, "setting_gamma")["value"] == expected
    assert address(page)["gamma"] == str(expected)
    assert visitor(page).agent.config.gamma == (0.4 if live else 0.7)


def test_a_reset_on_another_page_and_its_undo_leave_the_settings_as_they_were(
    open_page: Open,
) -> None:
    page = open_page(games="300", seed="4")
    button(page, "Train 300 games")
    settings, agent = train_state(page).settings, visitor(page).agent
    page.switch_page("pages/play.py")
    run(page)
    button(page, "Erase what it has learned")
    button(page, "Undo reset")
    page.switch_page("pages/train.py")
    run(page)
    assert visitor(page).agent.q is agent.q
    assert train_state(page).settings == settings


def test_only_what_undo_can_restore_is_kept(open_page: Open) -> None:
    page = open_page(games="300")
    for _ in range(3):
        for _ in range(3):
            button(page, "Start over")
        button(page, "Undo")
    past = [agent.fingerprint for agent in visitor(page).past]
    kept = [earlier.table for earlier in train_state(page).earlier]
    assert set(kept) <= {*past, visitor(page).agent.fingerprint}
    assert len(kept) <= len(past) + 1


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
    if name in NUMBERS:
        return has_slider(page, f"setting_{name}")
    try:
        page.get_by_key(train_state(page).key(name))
    except KeyError:
        return False
    return True


@pytest.mark.parametrize("name", list(ttt.PRESETS))
def test_a_preset_trains_with_its_settings(open_page: Open, name: str) -> None:
    page = open_page(games="100", gamma="0.123")
    page.selectbox(key=train_state(page).key("preset")).set_value(name)
    run(page)
    assert train_state(page).settings == ttt.PRESETS[name]
    assert address(page).get("rule") == ttt.PRESETS[name].rule
    assert ttt.PRESET_NOTES[name] in captions(page)
    while not has_finished(page):
        run(page)
    assert visitor(page).agent.name == PRESET_LABELS[name]
    assert_same_table(visitor(page).agent, ttt.train(ttt.PRESETS[name]))


def has_finished(page: AppTest) -> bool:
    course = train_state(page).course
    return course is not None and course.finished


@pytest.mark.parametrize("name", list(ttt.PRESETS))
def test_the_link_is_the_agent(open_page: Open, name: str) -> None:
    config = replace(ttt.PRESETS[name], games=700, seed=2**63 - 1, epsilon=1 / 3, epsilon_floor=0.1)
    page = open_page(**config_to_query(config))
    assert visitor(page).agent.training == (config,)
    assert_same_table(visitor(page).agent, ttt.train(config))
    assert address(page) == config_to_query(config)
    assert not messages(page)


def test_nonsense_in_a_link_is_dropped_with_a_message(open_page: Open) -> None:
    page = open_page(games="1000", alpha="banana", gamma="0.7", rule="magic", colour="red")
    assert train_state(page).settings == ttt.TrainingConfig(games=1_000, gamma=0.7)
    words = messages(page).replace("\\", "")
    assert "alpha=banana: the value must be a number" in words
    assert "rule=magic" in words
    assert "colour=red: this setting does not exist" in words
    assert "alpha" not in address(page)
    run(page)
    assert not messages(page)


def test_going_back_in_the_browser_goes_back_in_the_settings(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page(games="300", gamma="0.7")
    was = address(page)
    slide_setting(page, "gamma", 0.4)
    assert address(page)["gamma"] == "0.4"
    monkeypatch.setattr(addresses, "_by_history", lambda: True)
    page.query_params["gamma"] = "0.7"
    run(page)
    assert address(page) == was
    assert visitor(page).agent.training[0].gamma == 0.7


def test_an_address_that_the_browser_has_not_updated_yet_is_ignored(
    open_page: Open,
) -> None:
    page = open_page(games="300", gamma="0.7")
    slide_setting(page, "gamma", 0.4)
    written = address(page)
    page.query_params["gamma"] = "0.7"
    run(page)
    assert address(page) == written
    assert visitor(page).agent.training[0].gamma == 0.4


@pytest.mark.parametrize("change", ["adopt", "undo"])
def test_coming_back_by_history_does_not_discard_an_agent_from_another_page(
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


def test_an_agent_from_another_page_ends_a_training_under_way(open_page: Open) -> None:
    page = open_page(games="10000000", replay="100")
    uploaded = ttt.train(ttt.TrainingConfig(games=500, seed=3))
    visitor(page).adopt(uploaded)
    run(page)
    assert not page.progress
    assert visitor(page).agent is uploaded
    assert metrics(page)["Games"] == "500"


def refusal(page: AppTest) -> str:
    """Return why the agent cannot be trained with the settings."""
    with pytest.raises(ValueError, match="q-table") as refused:
        ttt.TrainingRun(train_state(page).settings, visitor(page).agent)
    return str(refused.value)


def test_training_does_not_continue_with_another_kind_of_table(open_page: Open) -> None:
    page = open_page(games="500")
    page.toggle(key="train_live").set_value(False)
    run(page)
    page.selectbox(key=train_state(page).key("rule")).set_value("reward-memory")
    run(page)
    agent = visitor(page).agent
    button(page, "Train 500 games")
    assert refusal(page) in messages(page).replace("\\", "")
    assert visitor(page).agent is agent


def test_an_untrained_agent_has_a_page_too(open_page: Open) -> None:
    page = open_page(games="500")
    visitor(page).adopt(untrained())
    run(page)
    assert metrics(page)["Games"] == "0"
    assert metrics(page)["Draws in training"] == "–"
    for tab in ("Five questions", "What the numbers mean"):
        page.session_state["train_tab"] = tab
        run(page)
    button(page, "Train 500 games")
    assert visitor(page).agent.stats.games == 500


def name_field(page: AppTest) -> TextInput:
    return next(field for field in page.text_input if field.label == "Agent's name")


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


def test_the_name_field_is_never_empty(open_page: Open) -> None:
    page = open_page(games="500")
    name = visitor(page).agent.name
    for typed in ("", "   ", "\u200b"):
        assert not name_field(page).proto.required  # the browser would keep it empty
        name_field(page).set_value(typed)
        run(page)
        assert name_field(page).value == name
        assert visitor(page).agent.name == name


def test_after_a_reset_no_text_mentions_games_with_people(open_page: Open) -> None:
    page = open_page()
    page.switch_page("pages/play.py")
    run(page)
    button(page, "Erase what it has learned")
    page.switch_page("pages/train.py")
    page.session_state[TAB.key] = "What the numbers mean"
    run(page)
    assert "**untrained**" in messages(page)
    said = messages(page) + captions(page) + headings(page)
    assert "games with people" not in said
    assert "last training" not in said
    assert "last game" not in captions(page)
    button(page, "Train ")
    assert "untrained" not in messages(page) + captions(page)


def test_the_time_machine_shows_the_agent_as_it_was(open_page: Open) -> None:
    page = open_page(games="2000")
    slide(page, "train_moment", 1)
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


def test_the_time_machine_opens_on_a_position_that_shows_much(open_page: Open) -> None:
    page = open_page(games="5000")
    shown = telling_board(visitor(page).agent)
    assert shown != "---------"
    assert moment_boards(page) == [f"`{rules.pattern(shown)}`", "Empty board"]
    assert any(rules.pattern(shown) in chart.proto.alt for chart in page.get("plotly_chart"))
    page.session_state["train_moment_board"] = "opening"
    run(page)
    (chart,) = (c for c in page.get("plotly_chart") if "---|---|---" in c.proto.alt)
    assert "; proven draw: row 1, column 1" in chart.proto.alt
    assert any("**Untried**" in caption.value for caption in page.caption)


def test_the_time_machine_shows_the_position_chosen_in_inspect(open_page: Open) -> None:
    page = open_page(games="500")
    charts = len(page.get("plotly_chart"))
    trail(page).visit("X---O----")
    run(page)
    assert len(page.get("plotly_chart")) == charts
    assert moment_boards(page) == ["`X--|-O-|---`", "Empty board"]
    assert any("X--|-O-|---" in chart.proto.alt for chart in page.get("plotly_chart"))
    trail(page).visit("XXXOO----")
    run(page)
    assert len(page.get("plotly_chart")) == charts
    assert moment_boards(page)[0] == f"`{rules.pattern(telling_board(visitor(page).agent))}`"


@pytest.fixture
def go(monkeypatch: pytest.MonkeyPatch) -> Go:
    """Return a function that presses a button which leads to another page, and goes there.

    In these tests a callback cannot switch pages; the browser tests check that it does.
    """
    asked: list[str] = []
    monkeypatch.setattr(st, "switch_page", asked.append)

    def pressed(page: AppTest, label: str) -> AppTest:
        button(page, label)
        page.switch_page(asked.pop())
        return run(page)

    return pressed


MOMENT = 200
"""A point of the curve over 5,000 games."""


def at_moment(page: AppTest, games: int) -> ttt.Agent:
    """Go to a moment of the time machine, and return the agent as it was then."""
    slide(page, "train_moment", games)
    return ttt.train(replace(visitor(page).agent.training[0], games=games))


def test_you_can_play_an_earlier_agent_and_go_back(open_page: Open, go: Go) -> None:
    page = open_page(games="5000", gamma="0.8")
    present = visitor(page).agent
    visitor(page).relabel(level="Expert")
    then = at_moment(page, MOMENT)
    go(page, "Play it")
    assert page.title[0].value == "Play"
    assert_same_table(visitor(page).agent, then)
    assert visitor(page).agent.name == f"{present.name} after {MOMENT} games"
    assert visitor(page).agent.level == "Intermediate"
    assert visitor(page).agent.training == then.training
    assert kept_in(page, PlayState).game.persons_turn
    button(page, f"Back to {plain(present.name)}")
    assert_same_table(visitor(page).agent, present)
    assert visitor(page).agent.name == present.name


def test_you_can_inspect_an_earlier_agent_in_the_position_shown(open_page: Open, go: Go) -> None:
    page = open_page(games="5000")
    present = visitor(page).agent
    board = telling_board(present)
    then = at_moment(page, MOMENT)
    go(page, "Inspect it")
    assert page.title[0].value == "Inspect"
    assert trail(page).board == board
    assert_same_table(visitor(page).agent, then)
    # Its own time machine ends at this point, and an agent taken from it still has one suffix.
    page.query_params.clear()
    page.switch_page("pages/train.py")
    run(page)
    at_moment(page, 1)
    go(page, "Inspect it")
    assert visitor(page).agent.name == f"{present.name} after 1 game"
    button(page, f"Back to {plain(present.name)}")
    assert page.title[0].value == "Inspect"
    assert visitor(page).agent.q is present.q


def test_undo_also_restores_your_agent_from_an_earlier_one(open_page: Open, go: Go) -> None:
    page = open_page(games="5000")
    present = visitor(page).agent
    at_moment(page, MOMENT)
    go(page, "Play it")
    page.query_params.clear()
    page.switch_page("pages/train.py")
    run(page)
    assert metrics(page)["Games"] == str(MOMENT)
    button(page, "Undo")
    assert visitor(page).agent is present


def test_you_can_compare_an_earlier_agent_with_your_own(open_page: Open, go: Go) -> None:
    page = open_page(games="5000")
    present = visitor(page).agent
    then = at_moment(page, MOMENT)
    name = f"{present.name} after {MOMENT} games"
    go(page, "Add it to Compare")
    assert page.title[0].value == "Compare"
    assert visitor(page).agent is present
    assert_same_table(kept_in(page, Roster).agents[name], then)
    players = next(group for group in page.get("button_group") if group.label == "Players")
    assert plain(name) in [option.content for option in players.proto.options]
    page.switch_page("pages/train.py")
    run(page)
    at_moment(page, MOMENT)
    button(page, "Add it to Compare")
    assert list(kept_in(page, Roster).agents) == [name]


def test_the_last_moment_is_your_own_agent(open_page: Open, go: Go) -> None:
    page = open_page(games="5000")
    present = visitor(page).agent
    go(page, "Play it")
    assert page.title[0].value == "Play"
    assert visitor(page).agent is present
    assert len(visitor(page).past) == 1  # the one the link replaced
    assert not kept_in(page, PlayState).at_the_door
    page.switch_page("pages/train.py")
    run(page)
    go(page, "Inspect it")
    assert page.title[0].value == "Inspect"
    assert visitor(page).agent is present


def test_a_full_roster_accepts_no_further_agent(open_page: Open) -> None:
    page = open_page(games="500")
    others = page.session_state[key_of(Roster)] = Roster()
    others.agents.update({f"Agent {number}": untrained() for number in range(MAX_AGENTS)})
    run(page)
    (take,) = (one for one in page.button if one.label == "Add it to Compare")
    assert take.disabled
    assert f"up to {MAX_AGENTS} agents" in take.help


def test_the_time_machine_plays_to_the_end(open_page: Open) -> None:
    page = open_page(games="100")
    course = train_state(page).course
    assert course is not None
    moments = course.curve.games.tolist()
    page.button(key="train_replay").click()
    run(page)
    assert train_state(page).replaying
    seen = [slider_data(page, "train_moment")["value"]]
    while train_state(page).replaying:
        run(page)
        seen.append(slider_data(page, "train_moment")["value"])
    assert seen[0] in moments[:2]
    assert seen[-1] == moments[-1]
    assert seen == sorted(seen)
    assert len(set(seen)) >= len(moments) - 1


WITH_REPLAY = ("minimax-q", "q-learning", "monte-carlo")


@pytest.mark.parametrize(
    "rule", ["minimax-q", "q-learning", "monte-carlo", "reward-memory", "matchboxes"]
)
def test_the_numbers_of_each_update_are_shown(open_page: Open, rule: str) -> None:
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
        assert "learns again from" in captions(page) or rule not in WITH_REPLAY
    assert visitor(page).agent is agent
    shown = motion.game
    button(page, "Another game")
    assert motion.game is not shown
    assert motion.game is not None
    assert f"Game {agent.stats.games + motion.game.number:,}: " in captions(page)
    assert visitor(page).agent is agent


def test_slow_motion_explains_why_there_is_no_game(open_page: Open) -> None:
    page = open_page(games="300")
    page.session_state["train_tab"] = "Slow motion"
    page.toggle(key="train_live").set_value(False)
    page.selectbox(key=train_state(page).key("rule")).set_value("matchboxes")
    run(page)
    assert refusal(page) in messages(page).replace("\\", "")


def test_slow_motion_of_a_machine_that_resigns_at_once(open_page: Open) -> None:
    page = open_page(games="10000", rule="matchboxes", minimax_share="1.0", learns="X", seed="1")
    page.session_state["train_tab"] = "Slow motion"
    run(page)
    assert visitor(page).agent.resigns("---------")
    assert "resigned at once, so there was nothing to learn" in captions(page)
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
    until(lambda: len(course.band) == 8)
    for key in [e.key for e in page.get("button_group") if "train_lines" in str(e.key)]:
        page.session_state[key] = []
    run(page)
    assert "Choose at least one line" in messages(page)


def test_a_message_appears_once_while_a_training_continues(open_page: Open) -> None:
    page = open_page(games="10000000", replay="100")
    visitor(page).say("Only this once.")
    assert "Only this once." in messages(run(page))
    assert page.progress
    assert "Only this once." not in messages(run(page))


def test_late_reports_of_a_replaced_control_are_ignored(open_page: Open) -> None:
    page = open_page(games="300", gamma="0.7")
    former = slider_data(page, "setting_gamma")["token"]
    page.selectbox(key=train_state(page).key("preset")).set_value("Two tables (2026)")
    run(page)
    shown = slider_data(page, "setting_gamma")
    assert shown["token"] != former
    assert shown["value"] == ttt.PRESETS["Two tables (2026)"].gamma
    slide_setting(page, "gamma", 0.7, token=former)
    assert train_state(page).settings == ttt.PRESETS["Two tables (2026)"]
    assert slider_data(page, "setting_gamma") == shown


def test_only_controls_whose_setting_something_else_changed_are_replaced(open_page: Open) -> None:
    page = open_page(games="300", random_share="0.6")
    names = ("games", "gamma", "random_share", "minimax_share", "preset")
    before = {name: train_state(page).key(name) for name in names}
    slide_setting(page, "minimax_share", 0.8)
    after = {name: train_state(page).key(name) for name in names}
    changed = {name for name in names if after[name] != before[name]}
    assert changed == {"random_share"}
    shown = slider_data(page, "setting_random_share")
    assert shown["token"] == after["random_share"]
    assert shown["value"] == pytest.approx(0.2)


def test_a_control_that_reports_its_own_value_trains_nothing(
    session_state: dict[str, Any],
) -> None:
    visitor = Session(ttt.train(ttt.TrainingConfig(games=70, seed=2**63 - 1)))
    session_state[key_of(Session)] = visitor
    agent, state = visitor.agent, actions.train_state()
    for name in vars(state.settings):
        session_state[state.key(name)] = shown_value(name, state.settings)
        actions.take_setting(name, state.key(name))
    assert visitor.agent is agent
    for name in NUMBERS:
        session_state["slider"] = moved(state, name, shown_value(name, state.settings))
        actions.slide(name, "slider")
    assert visitor.agent is agent
    session_state[state.key("backward")] = True
    actions.take_setting("backward", state.key("backward"))
    session_state["slider"] = moved(state, "gamma", 0.5)
    actions.slide("gamma", "slider")
    assert visitor.agent.config == replace(agent.config, backward=True, gamma=0.5)


def moved(state: TrainState, name: str, value: float, drag: float = 1) -> dict[str, object]:
    move = {"value": value, "token": state.key(name), "drag": drag, "ended": True}
    return {"moved": move}


def test_a_drag_is_one_change(open_page: Open) -> None:
    page = open_page(games="300", gamma="0.7")
    start, link, past = visitor(page).agent, address(page), visitor(page).past
    slide_setting(page, "gamma", 0.8, 0.9, 1.0, 0.5)
    expected = replace(start.config, gamma=0.5)
    assert visitor(page).agent.training == (expected,)
    assert_same_table(visitor(page).agent, ttt.train(expected))
    assert visitor(page).past == (*past, start)
    slide_setting(page, "gamma", 0.4, 0.3)
    assert len(visitor(page).past) == len(past) + 2
    button(page, "Undo")
    assert visitor(page).agent.config == expected
    button(page, "Undo")
    assert visitor(page).agent is start
    assert train_state(page).settings == start.config
    assert address(page) == link
    slide_setting(page, "gamma", 0.6)
    assert visitor(page).past == (*past, start)


def test_a_drag_does_not_lose_an_agent_that_arrives_meanwhile(
    session_state: dict[str, Any],
) -> None:
    visitor = Session(ttt.train(ttt.TrainingConfig(games=70)))
    session_state[key_of(Session)] = visitor
    start, state = visitor.agent, actions.train_state()
    for gamma in (0.2, 0.3):
        session_state["slider"] = moved(state, "gamma", gamma)
        actions.slide("gamma", "slider")
    uploaded = ttt.train(ttt.TrainingConfig(games=60, gamma=0.3))
    visitor.adopt(uploaded)
    dragged = visitor.past[-1]
    session_state["slider"] = moved(state, "gamma", 0.4)
    actions.slide("gamma", "slider")
    assert visitor.past == (start, dragged, uploaded)


def test_during_a_drag_the_fragment_that_shows_the_result_trains(
    session_state: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    class FragmentsRunError(Exception):
        pass

    def run_fragments(*fragments: str) -> None:
        if fragments:
            raise FragmentsRunError

    monkeypatch.setattr(actions, "redraw", run_fragments)
    visitor = Session(ttt.train(ttt.TrainingConfig(games=70)))
    session_state[key_of(Session)] = visitor
    start, state = visitor.agent, actions.train_state()

    def drag(gamma: float) -> None:
        move: dict[str, Any] = moved(state, "gamma", gamma)
        session_state["slider"] = {"moved": move["moved"] | {"ended": False}}
        with pytest.raises(FragmentsRunError):
            actions.slide("gamma", "slider")
        assert state.settings.gamma == gamma

    drag(0.2)
    assert visitor.agent is start
    actions.catch_up()
    assert visitor.agent.config.gamma == 0.2
    drag(0.3)
    session_state["slider"] = moved(state, "gamma", 0.3)
    actions.slide("gamma", "slider")
    assert visitor.agent.config.gamma == 0.3
    assert visitor.past == (start,)
    drag(0.4)
    uploaded = ttt.train(ttt.TrainingConfig(games=60))
    visitor.adopt(uploaded)
    assert state.follow_agent(visitor)
    actions.catch_up()
    assert visitor.agent is uploaded
    assert state.settings == uploaded.config


def test_above_the_live_limit_a_drag_trains_nothing_and_below_it_continues(open_page: Open) -> None:
    page = open_page(games="300")
    past = visitor(page).past
    start = visitor(page).agent
    slide_setting(page, "games", 500, 1_000_000, 500_000, ended=False)
    assert visitor(page).agent.stats.games == 500
    assert "has not been trained with these settings yet" not in captions(page)
    slide_setting(page, "games", 1_000)
    assert visitor(page).agent.stats.games == 1_000
    assert visitor(page).past[: len(past) + 1] == (*past, start)


@pytest.mark.parametrize("name", ["gamma", "games", "epsilon_decay"])
@pytest.mark.parametrize(
    "changes",
    [
        {"value": True},
        {"value": "0.5"},
        {"value": None},
        {"value": [1]},
        {"value": math.nan},
        {"value": math.inf},
        {"value": 10**40},
        {"token": "setting_other_0"},
        {"token": 1},
        {"drag": -1},
        {"drag": None},
        {"ended": 1},
    ],
    ids=str,
)
def test_an_invalid_move_changes_nothing(
    session_state: dict[str, Any], name: str, changes: dict[str, object]
) -> None:
    visitor = Session(ttt.train(ttt.TrainingConfig(games=70)))
    session_state[key_of(Session)] = visitor
    agent, state = visitor.agent, actions.train_state()
    value = 0.5 if isinstance(getattr(agent.config, name), float) else 50
    good: dict[str, Any] = moved(state, name, value)
    session_state["slider"] = {"moved": good["moved"] | changes}
    actions.slide(name, "slider")
    assert visitor.agent is agent
    assert state.settings == agent.config
    assert not visitor.messages
    session_state["slider"] = good
    actions.slide(name, "slider")
    assert getattr(visitor.agent.config, name) == value


@pytest.mark.parametrize(
    ("name", "value"), [("gamma", 1.5), ("alpha", 0.0), ("games", 1.5), ("games", 0)]
)
def test_a_number_out_of_range_is_refused_with_a_message(
    open_page: Open, name: str, value: float
) -> None:
    page = open_page(games="300", gamma="0.7")
    agent, shown = visitor(page).agent, slider_data(page, f"setting_{name}")
    slide_setting(page, name, value)
    assert visitor(page).agent is agent
    assert "The setting was not changed" in messages(page)
    again = slider_data(page, f"setting_{name}")
    assert again["value"] == shown["value"]
    assert again["token"] != shown["token"]


def test_numbers_between_the_stops_can_be_typed(open_page: Open) -> None:
    page = open_page(games="300", gamma="0.7")
    slide_setting(page, "games", 333)
    slide_setting(page, "gamma", 0.123)
    slide_setting(page, "alpha", 1)
    settings = train_state(page).settings
    assert (settings.games, settings.gamma, settings.alpha) == (333, 0.123, 1.0)
    assert 333 in slider_data(page, "setting_games")["values"]
    assert 0.123 in slider_data(page, "setting_gamma")["values"]
    assert address(page)["alpha"] == "1.0"


def test_a_narrow_window_repeats_the_most_important_numbers(open_page: Open) -> None:
    page = open_page(games="300")
    for name in ("games", "alpha", "gamma", "epsilon"):
        wide, narrow = (slider_data(page, f"{place}_{name}") for place in ("setting", "strip"))
        assert narrow == wide | {"narrow": True}
    slide(page, "strip_gamma", 0.6, 0.5)
    assert visitor(page).agent.config.gamma == 0.5
    assert slider_data(page, "setting_gamma")["value"] == 0.5
    page.selectbox(key=train_state(page).key("rule")).set_value("matchboxes")
    run(page)
    assert has_slider(page, "strip_beads_win")
    assert not has_slider(page, "strip_alpha")


def adaptive(content: dict[str, object] = ADAPTIVE_SAVE) -> ttt.Agent:
    return ttt.load_agent(json.dumps(content))


@pytest.mark.parametrize("content", [ADAPTIVE_SAVE, ADAPTIVE_EXPORT], ids=["save", "export"])
def test_an_agent_trained_in_another_program_is_introduced_as_such(
    open_page: Open, content: dict[str, object]
) -> None:
    page = open_page()
    agent = adaptive(content)
    visitor(page).adopt(agent)
    run(page)
    assert "**trained in another program**" in messages(page)
    assert f"{agent.stats.games:,} games, trained " in headings(page)
    assert "has not been trained with these settings yet" not in captions(page)
    assert train_state(page).settings == agent.config
    assert train_state(page).course is None
    assert visitor(page).agent is agent
    page.session_state[TAB.key] = "What the numbers mean"
    run(page)
    assert "The rule when it plays people" in headings(page)
    assert "the settings this agent uses to continue learning" in captions(page)
    assert any(r"T & = r + 0.9\,\max_{a'}" in latex.value for latex in page.latex)


def test_an_agent_trained_in_another_program_can_be_trained_further(open_page: Open) -> None:
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
    assert "to share it, download it as a file" in headings(page)


def test_the_numbers_of_the_reward_memory_can_be_set(open_page: Open) -> None:
    page = open_page(rule="reward-memory", games="300", exploration="experience")
    for name, value in (("weight_loss", -60.0), ("reward_base", 1.5)):
        slide_setting(page, name, value)
    slide_setting(page, "experience_games", 50)
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


def test_play_says_how_the_adaptive_ai_learns_and_who_explores(open_page: Open) -> None:
    page = open_page()
    visitor(page).adopt(adaptive())
    page.switch_page("pages/play.py")
    run(page)
    assert "It learns only from O's moves" in page.toggle(key="play_learn").help
    page.session_state["play_mode"] = "Two people"
    page.session_state[key_of(PlayState)].game = Game(1, None)
    run(page)
    assert "The agent watches and learns from O's moves." in captions(page)
    page.session_state["play_mode"] = "Agent by itself"
    run(page)
    assert "Both sides explore in" in captions(page)
    assert "both sides' moves" in page.toggle(key="show_learn").help
    page.session_state["show_brain"] = "Minimax, first of equals"
    run(page)
    assert "its opponent never does" in captions(page)


def deltas(page: AppTest) -> dict[str, str]:
    return {metric.label: metric.delta for metric in page.metric}


def test_a_change_keeps_the_previous_run_and_shows_a_difference_for_every_figure(
    open_page: Open,
) -> None:
    page = open_page(games="2000", rule="q-learning")
    assert train_state(page).previous_run is None
    assert not any(deltas(page).values())
    before = visitor(page).agent.stats
    slide_setting(page, "gamma", 0.4)
    previous_run = train_state(page).previous_run
    assert previous_run is not None
    assert previous_run.settings.gamma == 0.9
    assert previous_run.stats == before
    assert "Compared with **γ 0\\.9** (before the last change)" in captions(page)
    more = visitor(page).agent.stats.explorations - before.explorations
    assert deltas(page)["Exploratory moves"] == (f"{more:+,}" if more else "0")
    assert all(deltas(page).values())
    assert address(page)["ghost.gamma"] == "0.9"
    slide_setting(page, "epsilon", 0.3)
    assert "Compared with **ε 1**" in captions(page)
    assert "ghost.gamma" not in address(page)
    button(page, "Start over")
    assert "Compared with **ε 1**" in captions(page)


@pytest.mark.parametrize("ended", [False, True])
def test_after_a_drag_the_previous_run_is_the_one_before_it(open_page: Open, ended: bool) -> None:
    page = open_page(games="500")
    slide_setting(page, "gamma", 0.8, 0.7, 0.6, ended=ended)
    previous_run = train_state(page).previous_run
    assert previous_run is not None
    assert previous_run.settings.gamma == 0.9
    assert visitor(page).agent.training[0].gamma == 0.6
    slide_setting(page, "gamma", 0.5)
    previous_run = train_state(page).previous_run
    assert previous_run is not None
    assert previous_run.settings.gamma == (0.6 if ended else 0.9)


def test_a_run_is_pinned_and_unpinned(open_page: Open) -> None:
    page = open_page(games="500", gamma="0.8")
    button(page, "Pin this run")
    assert "This run is pinned" in captions(page)
    for gamma in (0.7, 0.6):
        slide_setting(page, "gamma", gamma)
        assert "Compared with **γ 0\\.8** (pinned)" in captions(page)
        assert address(page)["ghost.gamma"] == "0.8"
    button(page, "Unpin")
    assert "Compared with" not in captions(page)
    assert not any(deltas(page).values())
    assert "ghost.gamma" not in address(page)
    slide_setting(page, "gamma", 0.5)
    assert "Compared with **γ 0\\.6** (before the last change)" in captions(page)


def test_a_link_opens_with_the_run_to_compare_with(open_page: Open) -> None:
    query = {"games": "500", "gamma": "0.5", "ghost.gamma": "0.9", "ghost.epsilon": "0.5"}
    page = open_page(**query)
    assert not messages(page)
    assert visitor(page).agent.training == (ttt.TrainingConfig(games=500, gamma=0.5),)
    previous_run = train_state(page).previous_run
    assert previous_run is not None
    assert previous_run.stats == ttt.train(ttt.TrainingConfig(games=500, epsilon=0.5)).stats
    assert "Compared with **γ 0\\.9, ε 0\\.5**" in captions(page)
    assert address(page).items() >= query.items()


def test_a_link_reports_a_run_it_cannot_compare_with(open_page: Open) -> None:
    page = open_page(**{"games": "500", "ghost.games": "10000000", "ghost.gamma": "banana"})
    words = messages(page).replace("\\", "")
    assert "ghost.gamma=banana: the value must be a number" in words
    assert "would take too long" in words
    assert train_state(page).previous_run is None
    assert not any(name.startswith("ghost.") for name in address(page))


def test_an_agent_from_another_page_is_compared_only_with_a_pinned_run(open_page: Open) -> None:
    page = open_page(games="500")
    slide_setting(page, "gamma", 0.5)
    visitor(page).adopt(ttt.train(ttt.TrainingConfig(games=50, seed=9)))
    run(page)
    assert train_state(page).previous_run is None
    button(page, "Pin this run")
    visitor(page).adopt(ttt.train(ttt.TrainingConfig(games=60, seed=9)))
    run(page)
    assert "Compared with **50 games** (pinned)" in captions(page)


def test_games_above_the_live_limit_wait_with_a_message(open_page: Open) -> None:
    page = open_page(games="500")
    assert "press a button" not in captions(page)
    slide_setting(page, "games", 500_000)
    assert "Live training stops at 200,000 games; for 500,000 games, press a button." in captions(
        page
    )
    button(page, "Start over")
    button(page, "Stop" if page.progress else "Start over")
    assert "press a button" not in captions(page)


def test_it_says_exactly_since_which_game_it_is_unbeatable(open_page: Open) -> None:
    page = open_page(games="3000", seed="1", backward="true")
    assert metrics(page)["Unbeatable since game"] == "2,882"
    assert any("Unbeatable since game 2,882" in header.value for header in page.header)
    page = open_page(games="300")
    assert metrics(page)["Unbeatable since game"] == "never"


def test_the_band_stays_on_while_settings_change(open_page: Open) -> None:
    page = open_page(games="300")
    page.toggle(key="train_band").set_value(True)
    run(page)
    for gamma in (0.8, 0.7):
        slide_setting(page, "gamma", gamma)
        course = train_state(page).course
        assert course is not None
        assert page.toggle(key="train_band").value
        until(lambda course=course: len(course.band) == 8)
        assert course.config.gamma == gamma


def test_while_a_slider_is_dragged_the_chart_is_drawn_first(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page(games="300")
    # In this test every run is one of the whole page, which would end the drag.
    monkeypatch.setattr(actions, "follow_address", lambda: None)
    assert drawn(page, "train_curve_ahead") is None
    slide(page, "setting_gamma", 0.5, 0.4, ended=False)
    ahead = drawn(page, "train_curve_ahead")
    assert ahead is not None
    assert drawn(page, "train_curve_figure") == ahead | {"clicks": False}
    slide(page, "setting_gamma", 0.3)
    assert drawn(page, "train_curve_ahead") is None


def drawn(page: AppTest, key: str) -> dict[str, Any] | None:
    """Return what the part of a chart with this key was told to draw."""
    (found,) = (e.proto for e in page.get("bidi_component") if e.proto.id.endswith(f"-{key}"))
    given: dict[str, Any] | None = json.loads(found.json or "null")
    return given
