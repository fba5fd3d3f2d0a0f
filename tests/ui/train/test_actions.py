"""Training on Train: live, by the buttons, in slices, and undone."""

from collections.abc import Callable
from dataclasses import replace

import pytest

import ttt_core as ttt
from tests.ui.support import (
    address,
    agents_before,
    captions,
    finish,
    present_key,
    press,
    run,
    train_state,
    visitor,
)
from tests.ui.train.support import (
    all_metrics,
    assert_same_table,
    messages,
    open_settings,
    open_train,
)
from ttt_core.learning.curve import MeasuredRun
from ttt_core.learning.presets import PRESET_LABELS
from ttt_ui.play.actions import go_back
from ttt_ui.train import actions as train_actions
from ttt_ui.train.state import (
    LIVE,
    known_training,
    present_training,
    shown_training,
    whole_training,
)
from ttt_ui.train.training import Training
from ttt_ui.visit.session import MAX_EARLIER, Session

pytestmark = pytest.mark.slow


def test_opening_the_page_keeps_an_agent_that_has_learned_from_a_game() -> None:
    page = open_settings(games="500")
    learned = ttt.learn_from_game(visitor(page).agent, (0, 3, 1, 4, 2))
    assert visitor(page).learn(learned, visitor(page).version)
    run(page)
    assert "The curve ends before the game your agent learned from on Play." in captions(page)
    assert all_metrics(page)["Games per second per core"] == "–"
    assert visitor(page).agent.q is learned.q
    press(page, "Train 500 more games")
    assert visitor(page).agent.stats.games == learned.stats.games + 500
    assert "The curve ends" not in captions(page)


def test_many_live_changes_do_not_lose_what_no_training_can_restore(
    visitor: Session,
) -> None:
    learned = ttt.learn_from_game(visitor.agent, (0, 3, 1, 4, 2))
    assert visitor.learn(learned, visitor.version)
    train_actions.take_setting("games", 200)
    for gamma in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7):
        train_actions.take_setting("gamma", gamma)
    assert visitor.agent.config.gamma == 0.7
    presses = 0
    while visitor.agent.fingerprint != learned.fingerprint:
        go_back()
        presses += 1
    assert presses <= MAX_EARLIER


def test_above_the_live_limit_or_when_live_is_off_settings_wait(
    visitor: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(train_actions, "LIVE_GAMES", 1_000)
    agent = visitor.agent
    assert train_actions.what_waits() == ""
    train_actions.take_setting("games", 2_000)
    assert train_actions.what_waits().startswith(
        "Live training stops at 1,000 games; for 2,000 games, press a button."
    )
    LIVE.set(False)
    train_actions.take_setting("gamma", 0.6)
    assert "has not been trained with these settings yet" in train_actions.what_waits()
    train_actions.take_setting("games", 300)
    assert visitor.agent is agent
    assert "has not been trained with these settings yet" in train_actions.what_waits()
    train_actions.start_over()
    assert train_actions.what_waits() == ""
    settings = train_actions.train_state().settings
    assert visitor.agent.training == (replace(agent.config, games=300, gamma=0.6),) == (settings,)
    go_back()  # to before the click
    assert visitor.agent is agent
    assert train_actions.train_state().settings == settings


def test_train_continues_with_the_next_seed_and_undo_brings_settings_and_link_back() -> None:
    page = open_settings(games="1000", seed="0", rule="q-learning")
    first = visitor(page).agent
    press(page, "Train 1,000 more games")
    press(page, "Train 1,000 more games")
    agent, link, settings = visitor(page).agent, address(page), train_state(page).settings
    assert [run.seed for run in agent.training] == [0, 1, 2]
    press(page, "Start over")
    assert_same_table(visitor(page).agent, first)
    press(page, "Undo")
    assert visitor(page).agent is agent
    assert train_state(page).settings == settings
    assert address(page) == link
    assert page.number_input(key=present_key(page, "setting_seed")).value == settings.seed == 0
    press(page, "Undo")
    assert visitor(page).agent.stats.games == 2_000
    assert train_state(page).settings == settings


def test_only_what_undo_can_restore_is_kept(visitor: Session) -> None:
    for _ in range(3):
        for _ in range(3):
            train_actions.start_over()
        go_back()
        assert train_actions.train_state().follow_agent(visitor)
    shown = [earlier.attached.get(Training) for earlier in visitor.earlier_agents]
    assert len(shown) <= MAX_EARLIER
    assert all(one is not None for one in shown[1:])


def test_a_preset_trains_with_its_settings() -> None:
    name = "MENACE (Michie 1961)"
    page = open_train(games="100", gamma="0.123")
    page.selectbox(key=present_key(page, "setting_preset")).set_value(name)
    run(page)
    assert page.selectbox(key=present_key(page, "setting_preset")).help == ttt.PRESET_NOTES[name]
    assert train_state(page).settings == ttt.PRESETS[name]
    assert address(page)["rule"] == ttt.PRESETS[name].rule
    assert visitor(page).agent.name == PRESET_LABELS[name]
    assert_same_table(visitor(page).agent, ttt.train(ttt.PRESETS[name]))


def test_a_message_appears_once_while_a_training_continues(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train_actions, "STEP_SECONDS", 0.0)
    page = open_train(games="10000000", replay="100", symmetry="false")
    visitor(page).say("Only this once.")
    assert "Only this once." in messages(run(page))
    assert page.progress
    assert "Only this once." not in messages(run(page))


Do = Callable[[], object]


@pytest.fixture
def during_a_slice(visitor: Session, monkeypatch: pytest.MonkeyPatch) -> Callable[[Do], None]:
    """Return a function that begins a training and does something during its second slice."""
    monkeypatch.setattr(train_actions, "STEP_SECONDS", 0.0)
    train_actions.try_settings(ttt.TrainingConfig(games=10_000_000, seed=3))
    slices: list[Do] = []
    play_for = MeasuredRun.play_for

    def play(run: MeasuredRun, _: float) -> None:
        play_for(run, 0.0)
        slices.pop()()

    monkeypatch.setattr(MeasuredRun, "play_for", play)

    def train_and(do: Do) -> None:
        slices.extend([do, lambda: None])
        finish(train_actions.go_on())
        assert not slices

    return train_and


def test_undo_brings_a_training_back_as_far_as_it_was_seen(
    visitor: Session, during_a_slice: Callable[[Do], None]
) -> None:
    train = train_actions.train_state()
    during_a_slice(lambda: visitor.adopt(ttt.untrained()))
    (*_, trained) = agents_before(visitor)
    train.follow_agent(visitor)
    go_back()
    train.follow_agent(visitor)
    training = present_training(visitor)
    assert visitor.agent.fingerprint == trained.fingerprint
    assert training is not None
    assert training.finished
    assert training.curve.games[-1] == training.games_played == visitor.agent.stats.games
    assert_same_table(training.agent, visitor.agent)


def test_the_agent_does_not_change_after_its_page_was_left(
    visitor: Session, during_a_slice: Callable[[Do], None]
) -> None:
    training, left = known_training(visitor), list[ttt.Agent]()
    assert training is not None

    def leave() -> None:
        training.job.stop()
        left.append(visitor.agent)

    during_a_slice(leave)
    assert visitor.agent is left[0]
    assert visitor.training_under_way
    during_a_slice(lambda: train_actions.stop(training))  # and it continues where it was
    assert visitor.agent.stats.games > left[0].stats.games


def test_a_training_stays_the_agents_until_other_runs_follow_it(visitor: Session) -> None:
    config = ttt.TrainingConfig(games=300, rule="q-learning")
    train_actions.try_settings(config)
    training = known_training(visitor)
    assert training is not None
    assert whole_training(visitor) is training
    visitor.learn(ttt.learn_from_game(visitor.agent, (0, 3, 1, 4, 2)), visitor.version)
    assert shown_training(visitor) is training
    assert present_training(visitor) is None
    go_back()
    train_actions.try_settings(config)
    run = ttt.TrainingRun(replace(config, games=50, seed=9), visitor.agent)
    run.play(50)
    visitor.learn(run.agent(), visitor.version)
    assert known_training(visitor) is None
    repeated = present_training(visitor)
    assert repeated is not None
    assert repeated.runs == visitor.agent.training


def test_an_agent_that_comes_back_has_the_settings_that_were_shown_with_it(
    visitor: Session,
) -> None:
    train = train_actions.train_state()
    train_actions.try_settings(ttt.TrainingConfig(games=300))
    training, shown = known_training(visitor), replace(train.settings, gamma=0.3)
    visitor.attached.put(shown)  # as a run of the page does
    visitor.adopt(ttt.untrained())
    assert train.follow_agent(visitor)
    assert known_training(visitor) is None
    go_back()
    assert train.follow_agent(visitor)
    assert (train.settings, known_training(visitor)) == (shown, training)
