"""One more game and what is learned from it, with every rule, or when there is nothing to learn."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.game.graph import legal, position_of
from ttt_core.learning.rules import RULES
from ttt_core.learning.worked_example import worked_updates
from ttt_ui.train import slow_motion
from ttt_ui.train.slow_motion import (
    MOST_GAMES,
    OneGame,
    SlowMotion,
    about_game,
    about_update,
    changes,
    play_on,
)
from ttt_ui.train.state import train_state
from ttt_ui.train.training import run_after
from ttt_ui.visit.session import Session, key_of, session
from ttt_ui.wording import cell_name, coloured

SETTINGS = [
    ttt.TrainingConfig(games=300, seed=1),
    ttt.TrainingConfig(games=300, seed=1, rule="q-learning", random_share=0.5),
    ttt.TrainingConfig(games=300, seed=1, rule="matchboxes"),
]


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda config: config.rule)
def test_it_is_the_game_that_further_training_would_play(settings: ttt.TrainingConfig) -> None:
    agent = ttt.train(settings)
    fingerprint = agent.fingerprint
    game = play_on(agent, settings, 0)
    config, start = run_after(settings, agent)
    assert (config, start) == (replace(settings, seed=2), agent)
    before = ttt.train(replace(config, games=game.number - 1), agent) if game.skipped else agent
    for update in game.updates:
        position = position_of(update.board)
        assert update.old == before.q[position, update.cell]
        untried = np.flatnonzero(legal()[position] & (before.visits[position] == 0))
        assert game.untried[update.board] == set(untried)
        assert update.next_board is None or update.next_board in game.untried
    assert changes(game.updates[game.first_shown])
    assert not any(map(changes, game.updates[: game.first_shown]))
    assert agent.fingerprint == fingerprint


def test_games_that_change_nothing_are_skipped() -> None:
    settings = ttt.TrainingConfig(games=20_000, seed=1, alpha=1.0)
    agent = ttt.train(settings)
    game = play_on(agent, settings, 0)
    assert 0 < game.skipped < MOST_GAMES - 1
    assert game.number == game.skipped + 1
    assert changes(game.updates[game.first_shown])
    config, _ = run_after(settings, agent)
    passed = ttt.train(replace(config, games=game.skipped), agent)
    assert np.nanmax(np.abs(agent.q - passed.q)) < 0.0001


def test_an_agent_that_learns_nothing_more_is_shown_from_scratch() -> None:
    settings = ttt.TrainingConfig(epsilon=0.0)
    agent = ttt.train(settings)
    motion = SlowMotion()
    game = motion.present_game(agent, settings)
    assert game.from_scratch
    assert changes(game.updates[motion.index])
    assert about_game(game, 20_000).startswith("Your agent learns nothing new in 200 games")
    motion.another(agent, settings)
    assert motion.game.from_scratch
    assert motion.game.number > game.number


def test_an_untrained_agent_starts_from_scratch() -> None:
    settings = ttt.TrainingConfig(seed=4)
    game = play_on(ttt.untrained(), settings, 0)
    first = ttt.train(replace(settings, games=game.number))
    update = game.updates[game.first_shown]
    assert update.new == first.q[position_of(update.board), update.cell]
    assert game.untried[update.board] >= set(update.alike)


def test_another_game_is_the_next_one() -> None:
    agent, settings = ttt.train(SETTINGS[0]), SETTINGS[0]
    motion = SlowMotion()
    first = motion.present_game(agent, settings)
    motion.another(agent, settings)
    second = motion.present_game(agent, settings)
    assert second.number == first.number + 1 + second.skipped
    assert motion.index == second.first_shown
    assert motion.present_game(agent, replace(settings, gamma=0.5)).number <= first.number + 1
    assert motion.present_game(ttt.untrained(), settings) is not second


@pytest.fixture
def motion(session_state: dict[str, Any]) -> SlowMotion:
    session_state[key_of(Session)] = Session(ttt.train(SETTINGS[0]))
    shown = slow_motion.slow_motion()
    shown.present_game(session().agent, SETTINGS[0])
    return shown


def test_steps_stop_at_both_ends_and_each_update_has_a_token(motion: SlowMotion) -> None:
    assert motion.game is not None
    tokens = set()
    for step, end in ((1, len(motion.game.updates) - 1), (-1, 0)):
        for _ in range(10):
            motion.step_by(step)
            tokens.add(motion.token)
        assert motion.index == end
    assert len(tokens) == len(motion.game.updates)


def test_another_game_that_cannot_be_played_changes_nothing(motion: SlowMotion) -> None:
    shown = motion.game
    train_state().settings = ttt.TrainingConfig(rule="matchboxes")
    slow_motion.another_game()
    assert motion.game is shown
    train_state().settings = SETTINGS[0]
    slow_motion.another_game()
    assert motion.game is not shown


@pytest.fixture(scope="module")
def game() -> OneGame:
    return play_on(ttt.train(SETTINGS[0]), SETTINGS[0], 0)


@pytest.mark.parametrize(
    ("skipped", "words"),
    [
        (0, ""),
        (1, " The game before it changed nothing."),
        (7, " The 7 games before it changed nothing."),
        (MOST_GAMES - 1, f" Nothing changed in {MOST_GAMES} games: for these games, every value is"
         " already where the rule takes it."),
    ],
)  # fmt: skip
def test_slow_motion_says_what_came_before_the_game(
    game: OneGame, skipped: int, words: str
) -> None:
    said = about_game(replace(game, skipped=skipped, number=5, won="X"), 1_000)
    assert said == f"Game 1,005: X won, {len(game.updates)} updates.{words}"


@pytest.mark.parametrize("rule", [name for name, rule in RULES.items() if rule.kind != "network"])
def test_an_update_says_whose_move_it_is_about(rule: str) -> None:
    settings = ttt.TrainingConfig(games=300, rule=rule)
    for update in play_on(ttt.train(settings), settings, 0).updates:
        said = about_update(update, settings)
        move = f"{coloured(update.side)} moved to **{cell_name(update.cell)}**. "
        assert said.startswith(move)
        assert len(said) > len(move)


@pytest.mark.parametrize("epsilon", [0.0, 1.0])
def test_a_move_is_called_exploratory_if_the_agent_thought_another_one_better(
    epsilon: float,
) -> None:
    settings = ttt.TrainingConfig(games=300, epsilon=epsilon, epsilon_floor=epsilon, seed=2)
    game = play_on(ttt.train(settings), settings, 0)
    said = ["exploratory" in about_update(one, settings) for one in game.updates]
    thought_better = [max(one.values[~np.isnan(one.values)]) > one.old for one in game.updates]
    assert said == thought_better
    assert any(said) == bool(epsilon)
    partly = replace(settings, random_share=0.5)  # the partner may have moved
    assert not any("exploratory" in about_update(one, partly) for one in game.updates)


@pytest.mark.parametrize(
    ("board", "others"),
    [
        ("----X----", ""),
        ("X-O-O-O-X", " The same change applies to its one rotation or mirror image."),
        ("X---O----", " The same change applies to its 3 rotations and mirror images."),
        ("XO-------", " The same change applies to its 7 rotations and mirror images."),
    ],
)
def test_an_update_changes_equivalent_positions_only_with_symmetry(
    game: OneGame, board: str, others: str
) -> None:
    update = replace(game.updates[0], board=board, old=0.0, new=1.0)
    alone = about_update(update, replace(game.config, symmetry=False))
    assert about_update(update, game.config) == alone + others


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (-1, "The bead drawn there is taken away."),
        (-3, "The bead drawn there is taken away, and up to 2 more of its colour."),
        (0, "The bead drawn there goes back."),
        (3, "The bead drawn there goes back, with 3 more of its colour."),
    ],
)
def test_beads_are_taken_away_or_added(change: int, words: str) -> None:
    settings = ttt.TrainingConfig(games=60, rule="matchboxes", seed=1)
    run = ttt.TrainingRun(settings)
    run.play(59)
    update = replace(worked_updates(run)[0], reward=change)
    assert about_update(update, settings).split(". ", 1)[1].startswith(words)
