"""The sentences of Train in every variant."""

from dataclasses import replace

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.learning.rules import RULES
from ttt_core.learning.worked_example import worked_updates
from ttt_ui.inspect.lists import moves_otherwise
from ttt_ui.train import slow_motion
from ttt_ui.train.slow_motion import MOST_GAMES, OneGame, play_on
from ttt_ui.wording import cell_name, coloured

BOARDS = ("X---O----", "XX-OO----", "X--------", "-X-------")


@pytest.mark.parametrize(
    ("failing", "words"),
    [
        (1, "It can move otherwise in 1 position: `X--|-O-|---`."),
        (
            3,
            "It can move otherwise in 3 positions: `X--|-O-|---`, `XX-|OO-|---` and `X--|---|---`.",
        ),
        (
            4,
            "It can move otherwise in 4 positions, for example `X--|-O-|---`, "
            "`XX-|OO-|---` and `X--|---|---`.",
        ),
    ],
)
def test_answers_name_the_positions_in_which_they_can_be_wrong(failing: int, words: str) -> None:
    assert moves_otherwise(BOARDS[:failing]) == words


@pytest.fixture(scope="module")
def game() -> OneGame:
    settings = ttt.TrainingConfig(games=300, seed=1)
    return play_on(ttt.train(settings), settings, 0)


@pytest.mark.parametrize(
    ("skipped", "words"),
    [
        (0, "."),
        (1, ". The game before it changed nothing."),
        (7, ". The 7 games before it changed nothing."),
        (
            MOST_GAMES - 1,
            f". Nothing changed in {MOST_GAMES} games: for these games, every value is already "
            "where the rule takes it.",
        ),
    ],
)
def test_slow_motion_says_what_came_before_the_game(
    game: OneGame, skipped: int, words: str
) -> None:
    said = slow_motion.about_game(replace(game, skipped=skipped, number=5, won="X"), 1_000)
    assert said == f"Game 1,005: X won, {len(game.updates)} updates{words}"


@pytest.mark.parametrize("rule", [name for name, rule in RULES.items() if rule.kind != "network"])
def test_an_update_says_whose_move_it_is_about(rule: str) -> None:
    settings = ttt.TrainingConfig(games=300, rule=rule)
    for update in play_on(ttt.train(settings), settings, 0).updates:
        said = slow_motion.about_update(update, settings)
        move = f"{coloured(update.side)} moved to **{cell_name(update.cell)}**. "
        assert said.startswith(move)
        assert len(said) > len(move)


@pytest.mark.parametrize("epsilon", [0.0, 1.0])
def test_a_move_is_called_exploratory_if_the_agent_thought_another_one_better(
    epsilon: float,
) -> None:
    settings = ttt.TrainingConfig(games=300, epsilon=epsilon, epsilon_floor=epsilon, seed=2)
    game = play_on(ttt.train(settings), settings, 0)
    said = ["exploratory" in slow_motion.about_update(one, settings) for one in game.updates]
    thought_better = [max(one.values[~np.isnan(one.values)]) > one.old for one in game.updates]
    assert said == thought_better
    assert any(said) == bool(epsilon)
    partly = replace(settings, random_share=0.5)  # the partner may have moved
    assert not any("exploratory" in slow_motion.about_update(one, partly) for one in game.updates)


@pytest.mark.parametrize(
    ("board", "others"),
    [
        ("----X----", ""),
        ("X--------", " The same change applies to its 3 rotations and mirror images."),
        ("X---X---O", " The same change applies to its 3 rotations and mirror images."),
        ("X---O----", " The same change applies to its 3 rotations and mirror images."),
        ("XO-------", " The same change applies to its 7 rotations and mirror images."),
        ("X-O-O-O-X", " The same change applies to its one rotation or mirror image."),
    ],
)
def test_an_update_changes_equivalent_positions_only_with_symmetry(
    game: OneGame, board: str, others: str
) -> None:
    update = replace(game.updates[0], board=board, old=0.0, new=1.0)
    alone = slow_motion.about_update(update, replace(game.config, symmetry=False))
    assert slow_motion.about_update(update, game.config) == alone + others


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
    assert slow_motion.about_update(update, settings).split(". ", 1)[1].startswith(words)
