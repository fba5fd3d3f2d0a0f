"""What happens while the visitor watches the agent play, and what may interrupt it."""

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

import ttt_core as ttt
from tests.ui.play.conftest import Desk as PlayDesk
from ttt_ui import jobs
from ttt_ui.jobs import Job
from ttt_ui.play import exhibition as watching
from ttt_ui.play.actions import reset_agent
from ttt_ui.play.exhibition import SPEED, SPEEDS, Exhibition, exhibition_state
from ttt_ui.play.state import MODE
from ttt_ui.visit.players import MINIMAX, YOUR_AGENT, player_label
from ttt_ui.wording import agent_name, plain


class Steps(Job):
    """A job whose steps a test takes one by one, each through the same copy as to a worker."""

    def step(self) -> None:
        if self.running and not self._on_report(self._step(*deepcopy(self._arguments()))):
            self.stop()


class Desk(PlayDesk):
    """A visitor who watches."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.widgets |= {"show_speed": "200 moves/s", MODE.key: "Agent by itself"}

    @property
    def exhibition(self) -> Exhibition:
        return exhibition_state()

    @property
    def games(self) -> int:
        return self.exhibition.stage.tally.games

    def watch(self, steps: int = 1) -> None:
        """Let it play some steps of 50 moves, with a run of the page before each."""
        for _ in range(steps):
            job: Any = watching.go_on()
            if job is not None:
                job.step()


@pytest.fixture
def desk(session_state: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(jobs, "Job", Steps)
    return Desk(session_state)


def test_it_plays_on_and_the_visitors_agent_learns_until_it_pauses(desk: Desk) -> None:
    before = desk.visitor.agent
    watching.start()
    watching.start()  # a click that is reported twice counts once
    desk.watch(4)
    games = desk.games
    assert games > 20
    assert desk.visitor.agent.stats.games == before.stats.games + games
    assert (desk.visitor.agent.name, desk.visitor.agent.level) == (before.name, before.level)
    watching.pause()
    watching.pause()
    assert not desk.exhibition.running
    desk.watch()
    assert desk.games == games


@pytest.mark.parametrize("words", SPEEDS)
def test_a_slow_speed_makes_one_move_a_step_and_none_exceeds_its_pace(
    session_state: dict[str, Any], words: str
) -> None:
    SPEED.set(words)
    assert watching.moves_per_step() / watching.seconds_between_steps() == SPEEDS[words]
    assert (watching.moves_per_step() == 1) == (SPEEDS[words] <= 4)


def test_a_step_makes_one_move(desk: Desk) -> None:
    watching.step()
    assert (len(desk.exhibition.game.moves), desk.exhibition.running) == (1, False)
    while not desk.exhibition.game.over:
        watching.step()
    assert desk.games == 1
    watching.step()
    assert len(desk.exhibition.game.moves) == 1


def test_a_report_that_comes_after_a_change_changes_nothing(desk: Desk) -> None:
    watching.start()
    desk.watch(2)
    job: Any = watching.go_on()
    reset_agent()
    blank, games = desk.visitor.agent, desk.games
    job.step()
    desk.watch()
    assert (desk.visitor.agent, desk.games) == (blank, games)
    assert (job.running, desk.exhibition.running) == (False, False)
    assert "your agent has changed" in desk.exhibition.interrupted


def test_without_learning_it_continues_with_another_agent(desk: Desk) -> None:
    desk.widgets["show_learn"] = False
    watching.start()
    desk.watch(2)
    reset_agent()
    blank = desk.visitor.agent
    desk.watch(3)
    assert desk.exhibition.running
    assert desk.visitor.agent is blank
    desk.widgets["show_learn"] = True
    watching.change_learning()
    desk.watch(3)
    assert desk.visitor.agent.stats.games > 0


def test_it_says_why_it_paused_until_it_continues(desk: Desk) -> None:
    watching.start()
    desk.watch(2)
    agent = desk.visitor.agent
    desk.visitor.learn(ttt.learn_from_game(agent, [0, 3, 1, 4, 2]), desk.visitor.version)
    desk.watch()
    assert "learned on another page" in desk.exhibition.interrupted
    games = desk.games
    watching.start()
    desk.watch()
    assert (desk.exhibition.running, desk.exhibition.interrupted) == (True, "")
    assert desk.games > games


def test_an_agent_or_an_opponent_that_comes_instead_is_counted_from_its_first_game(
    desk: Desk,
) -> None:
    watching.start()
    desk.watch(3)
    games = desk.games
    desk.visitor.adopt(ttt.untrained())
    watching.start()
    desk.watch()
    assert 0 < desk.games < games
    desk.widgets["show_brain"] = "Minimax"
    watching.reset_statistics()
    assert desk.games == 0
    desk.watch(2)
    assert desk.exhibition.stage.tally.agent_wins == 0 < desk.games


def test_it_says_that_it_stops_a_training(desk: Desk) -> None:
    version = desk.visitor.claim_agent()
    desk.visitor.learn(ttt.train(ttt.TrainingConfig(games=300)), version, finished=False)
    watching.step()
    assert not desk.visitor.training_under_way
    assert "so its training has been stopped" in desk.visitor.messages[-1].text


def test_other_settings_begin_another_job_on_the_same_stage(desk: Desk) -> None:
    watching.start()
    desk.watch(2)
    before, games = watching.go_on(), desk.games
    desk.widgets["show_speed"] = "4 moves/s"
    after = watching.go_on()
    assert after is not before
    assert not before.running
    assert desk.games == games


def test_it_stops_after_an_error(desk: Desk) -> None:
    watching.start()
    job: Any = watching.go_on()
    job.failed = True
    job.stop()
    assert watching.go_on() is job  # the page says what went wrong
    assert not desk.exhibition.running
    assert watching.go_on() is None


def test_words_of_a_game(desk: Desk) -> None:
    exhibition, agent = desk.exhibition, desk.visitor.agent
    for moves, more, headline in (
        ([], {}, "X to move"),
        ([4], {"explored": True}, "O to move · X explored"),
        ([0, 3, 1, 4, 2], {"explored": False}, "X wins"),
        ([], {"resigned": True}, "X resigns, so O wins"),
    ):
        exhibition.stage = replace(exhibition.stage, moves=moves, **more)
        assert watching.headline(exhibition) == headline
    name = plain(agent_name(agent))
    for side, opponent, x in (("X", YOUR_AGENT, name), ("O", MINIMAX, player_label(MINIMAX))):
        stage = replace(exhibition.stage, agent_side=side)
        said = watching.sides(stage, agent, opponent)
        assert said == f":blue[**X**]: {x} · :orange[**O**]: {name}"
    assert watching.exploring(agent, 0, self_play=True) == ""
    assert watching.exploring(agent, 0.5, self_play=True).startswith("Both sides explore in 50.0%")
    assert "its opponent never does" in watching.exploring(agent, 0.5, self_play=False)
