"""What happens while the visitor watches the agent play, and what may interrupt it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from tests.ui.play.conftest import AGENT
from tests.ui.play.conftest import Desk as PlayDesk
from tests.ui.support import finish, machine_with_empty_box
from ttt_core.evaluation import policy
from ttt_core.game.graph import graph
from ttt_ui.jobs import ThreadJob
from ttt_ui.play.actions import reset_agent
from ttt_ui.play.exhibition import actions
from ttt_ui.play.exhibition.pace import SPEEDS
from ttt_ui.play.exhibition.state import Exhibition, exhibition
from ttt_ui.play.state import MODE
from ttt_ui.visit.cores import Turn
from ttt_ui.visit.roster import roster


class Desk(PlayDesk):
    """A visitor who watches."""

    now = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.widgets["show_speed"] = "200 games/s"

    @property
    def show(self) -> Exhibition:
        return exhibition()

    def watch(self, seconds: float) -> None:
        """Let it play for a time, with two steps a second, as the page does."""
        for _ in range(round(2 * seconds)):
            self.now += 0.5
            actions.play_on(self.visitor, self.show, actions.setup(), self.now)


@pytest.fixture
def desk(session_state: dict[str, Any]) -> Desk:
    return Desk(session_state)


def test_the_exhibition_swaps_sides_and_learns(desk: Desk) -> None:
    actions.start()
    desk.watch(1.5)
    show = desk.show
    assert show.tally.games == 300
    assert show.agent_side == ("X" if show.tally.games // 100 % 2 == 0 else "O")
    assert desk.visitor.agent.stats.games == AGENT.stats.games + show.tally.games
    won, lost, drawn = (show.tally.agent_wins, show.tally.agent_losses, show.tally.ended("draw"))
    assert won + lost + drawn == show.tally.games
    assert {side for side, _ in show.tally.results} == {"X", "O"}


def test_both_sides_explore_in_self_play(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn_from: list[Any] = []
    choose = actions.choose
    monkeypatch.setattr(
        actions,
        "choose",
        lambda chances, *rest: drawn_from.append(chances) or choose(chances, *rest),
    )
    epsilon = AGENT.config.epsilon * AGENT.config.epsilon_decay**500
    exploring = policy.mix(policy.uniform(), AGENT.policy(), epsilon)
    desk.widgets["show_learn"] = False
    for opponent, other in (("Present agent", exploring), ("Minimax", policy.minimax())):
        drawn_from.clear()
        desk.widgets["show_brain"] = opponent
        actions.step()
        actions.step()
        first, second = drawn_from
        assert (first == exploring).all()
        assert (second == other).all()


def test_an_exhibition_is_learned_from_as_in_training(desk: Desk) -> None:
    agent = ttt.train(ttt.PRESETS["Adaptive (freeCodeCamp 2025)"])
    desk.visitor.adopt(agent)
    actions.start()
    desk.watch(0.5)
    x_to_move = graph().side[: len(agent.q)] == 0
    learned = desk.visitor.agent
    assert not np.array_equal(learned.q[x_to_move], agent.q[x_to_move], equal_nan=True)


def test_the_exhibition_pauses_if_the_agent_was_replaced(desk: Desk) -> None:
    actions.start()
    desk.watch(1.5)
    reset_agent()
    blank, games = desk.visitor.agent, desk.show.tally.games
    desk.watch(1.5)
    assert desk.visitor.agent is blank
    assert not desk.show.running
    assert desk.show.tally.games == games


def test_an_exhibition_that_does_not_learn_continues(desk: Desk) -> None:
    desk.widgets["show_learn"] = False
    actions.start()
    reset_agent()
    blank = desk.visitor.agent
    desk.watch(1.5)
    assert desk.show.running
    assert desk.visitor.agent is blank
    desk.widgets["show_learn"] = True
    actions.change_learning()
    desk.watch(1.5)
    assert desk.visitor.agent.stats.games > 0


def test_the_exhibition_counts_resigned_games_and_learns_where_its_own_agent_resigned(
    desk: Desk,
) -> None:
    desk.visitor.adopt(machine_with_empty_box("---------"))
    desk.widgets["show_brain"] = "Minimax"
    actions.start()
    desk.watch(0.5)
    score = desk.show.tally
    assert (score.games, score.agent_losses) == (100, 100)
    assert desk.visitor.agent.stats.o_wins == 100


def test_an_agent_does_not_learn_from_a_game_that_another_player_resigned(desk: Desk) -> None:
    roster()["Menace"] = machine_with_empty_box("---------")
    desk.widgets["show_brain"] = "Menace"
    actions.reset_statistics()
    desk.show.agent_side = "O"
    before = desk.visitor.agent
    actions.start()
    desk.watch(0.5)
    assert desk.show.tally.agent_wins == 100
    assert desk.visitor.agent.stats == before.stats
    assert desk.visitor.agent.q.tobytes() == before.q.tobytes()


def test_every_move_explores_at_rate_1_and_none_if_exploring_is_switched_off(
    desk: Desk,
) -> None:
    config = ttt.TrainingConfig(epsilon=1.0, epsilon_decay=1.0, epsilon_floor=1.0, games=1)
    desk.visitor.adopt(ttt.train(config))
    for opponent in ("Present agent", "Minimax"):
        desk.widgets |= {"show_brain": opponent, "show_explore": True}
        actions.reset_statistics()
        actions.step()
        actions.step()
        assert desk.show.explored == (opponent == "Present agent")
        actions.start()
        desk.watch(1)
        actions.pause()
        tally = desk.show.tally
        assert tally.moves == tally.explorations > 5 * tally.games / 2
        desk.widgets["show_explore"] = False
        actions.reset_statistics()
        actions.start()
        desk.watch(1)
        actions.pause()
        assert desk.show.tally.moves > 0 == desk.show.tally.explorations


def test_moves_and_whole_games_are_counted_alike(desk: Desk) -> None:
    desk.widgets["show_brain"] = "Minimax"
    actions.step()
    while not desk.show.game.over:
        actions.step()
    moves = len(desk.show.game.moves)
    assert desk.show.tally.moves == -(-moves // 2)
    assert desk.show.tally.games == 1
    actions.step()
    assert len(desk.show.game.moves) == 1
    actions.start()
    desk.watch(0.5)
    assert desk.show.game.over
    assert desk.show.tally.games == 102
    assert desk.visitor.agent.stats.games == AGENT.stats.games + 102


@pytest.mark.parametrize(("words", "made"), [("1 move/s", 3), ("4 moves/s", 3)])
def test_slow_speeds_make_one_move_a_step(desk: Desk, words: str, made: int) -> None:
    desk.widgets["show_speed"] = words
    actions.start()
    desk.watch(1.5)
    assert len(desk.show.game.moves) == made


def test_it_says_why_it_paused_until_it_continues(desk: Desk) -> None:
    actions.start()
    desk.watch(1)
    desk.visitor.learn(ttt.learn_from_game(desk.visitor.agent, [0, 3, 1, 4, 2]), desk.visitor.basis)
    desk.watch(0.5)
    assert "learned on another page" in desk.show.interrupted
    actions.start()
    desk.watch(0.5)
    assert (desk.show.running, desk.show.interrupted) == (True, "")
    assert desk.show.tally.games == 300
    desk.visitor.undo()
    desk.visitor.adopt(AGENT)
    desk.watch(0.5)
    assert "your agent has changed" in desk.show.interrupted
    assert not desk.show.running
    actions.start()
    desk.watch(0.5)
    assert desk.show.tally.games == 100


def test_after_an_absence_it_continues_without_making_up_for_it(desk: Desk) -> None:
    actions.start()
    desk.watch(1)
    desk.now += 3_600
    desk.watch(0.5)
    assert desk.show.running
    assert desk.show.tally.games == 400
    assert not desk.show.pace.falls_short_of(SPEEDS["200 games/s"])


def test_it_says_that_it_stops_a_training(desk: Desk) -> None:
    basis = desk.visitor.end_work()
    desk.visitor.learn(ttt.train(ttt.TrainingConfig(games=300)), basis, finished=False)
    actions.step()
    assert not desk.visitor.training_under_way
    assert "so its training has been stopped" in desk.visitor.messages[-1].text


def test_the_curve_is_exact_at_its_start_and_end(desk: Desk) -> None:
    actions.start()
    desk.watch(10)
    assert desk.show.curve is not None
    curve = desk.show.curve.curve
    assert curve.games.tolist() == list(range(0, 2_001, 100))
    for point, agent in ((0, AGENT), (-1, desk.visitor.agent)):
        card = ttt.evaluate(agent)
        assert tuple(curve.vs_random_as_x[point]) == card.vs_random_as_x
        assert tuple(curve.worst_case_as_o[point]) == card.worst_case_as_o
    actions.reset_statistics()
    assert not desk.show.curve.begun


def test_a_click_that_is_reported_twice_counts_once(desk: Desk) -> None:
    actions.start()
    actions.start()
    assert desk.show.running
    desk.watch(0.5)
    assert desk.show.running
    actions.pause()
    actions.pause()
    assert not desk.show.running
    desk.watch(0.5)
    assert desk.show.tally.games == 100
    taught = desk.visitor.agent
    reset_agent()
    reset_agent()
    desk.visitor.undo()
    assert desk.visitor.agent is taught


@pytest.fixture
def started(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Return a function that starts an exhibition and does something before its second step."""
    steps: list[Callable[[], object]] = []
    turn = ThreadJob.turn

    @contextmanager
    def turn_and(job: ThreadJob) -> Iterator[Turn]:
        with turn(job) as taken:
            steps.pop()()
            yield taken

    def start_and(do: Callable[[], object]) -> None:
        actions.start()
        monkeypatch.setattr(ThreadJob, "turn", turn_and)
        monkeypatch.setattr(ThreadJob, "rest", lambda job, _: job._go_on())
        steps.extend([desk.show.rest, do, lambda: None])
        finish(actions.go_on())

    desk.widgets[MODE.key] = "Agent by itself"
    return start_and


def test_a_step_that_begins_after_the_page_was_left_changes_nothing(
    desk: Desk, started: Callable[[Callable[[], object]], None]
) -> None:
    left: list[Any] = []

    def leave() -> None:
        desk.show.rest()
        left.extend([desk.visitor.agent, desk.show.tally.games])

    started(leave)
    assert left[1] > 0
    assert [desk.visitor.agent, desk.show.tally.games] == left
    assert desk.show.running


def test_after_another_opponent_is_chosen_only_its_games_are_counted(
    desk: Desk, started: Callable[[Callable[[], object]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    opponents: list[str] = []
    player = actions.player
    monkeypatch.setattr(
        actions, "player", lambda name, *rest: opponents.append(name) or player(name, *rest)
    )
    desk.widgets["show_brain"] = "Minimax, depth 1"

    def choose_another() -> None:
        assert set(opponents) == {"Minimax, depth 1"}
        opponents.clear()
        desk.widgets["show_brain"] = "Minimax"
        actions.reset_statistics()

    started(choose_another)
    assert set(opponents) == {"Minimax"}


def test_a_pause_waits_for_the_step_under_way(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []
    play_games = actions._play_games

    def pause() -> None:
        actions.pause()
        happened.append("paused")

    pausing = Thread(target=pause)

    def step(*given: Any) -> None:
        pausing.start()
        pausing.join(0.2)  # time enough for a pause that does not wait
        play_games(*given)
        happened.append("played")

    actions.start()
    monkeypatch.setattr(actions, "_play_games", step)
    desk.watch(0.5)
    pausing.join()
    assert happened == ["played", "paused"]
