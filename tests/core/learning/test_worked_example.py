import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.game.board import equivalents, legal_moves
from ttt_core.game.graph import boards, position_of, walk
from ttt_core.learning.worked_example import WorkedUpdate, worked_updates

Config = ttt.TrainingConfig
CONFIGS = [
    Config(seed=1),
    Config(seed=3, symmetry=False, move_cost=0.05, reward_win=2.0, reward_loss=-2.0),
    Config(seed=18, trace_decay=0.6, backward=True),
    Config(seed=6, rule="q-learning", learns="O", step_size="sample-average", minimax_share=0.5),
    Config(seed=17, rule="q-learning", trace_decay=0.6, backward=True, reward_draw=0.3),
    Config(seed=8, rule="monte-carlo", move_cost=0.1, step_size="sample-average"),
    Config(seed=14, rule="monte-carlo", best_ever=True, rewards_for="X"),
    Config(seed=10, rule="reward-memory", random_share=1.0, learns="X"),
    Config(seed=12, rule="reward-memory", weight_draw=-7.0, weight_loss=-60.0, reward_base=1.5),
    Config(seed=22, rule="reward-memory", score="absolute", lessons=20),
    Config(seed=12, rule="matchboxes"),
    Config(seed=15, rule="sarsa", epsilon=0.3, trace_decay=0.4, move_cost=0.1),
    Config(seed=16, rule="expected-sarsa", epsilon=0.3, random_share=0.5, backward=True),
    Config(seed=19, rule="afterstates", epsilon=0.2, reward_draw=0.5, reward_loss=0.0),
    Config(seed=20, rule="afterstates", explore_learns=True, backward=True, symmetry=False),
    Config(seed=21, rule="reinforce", gamma=0.8),
]


def last_game(config: Config, games: int) -> tuple[ttt.Agent, ttt.Agent, list[WorkedUpdate]]:
    run = ttt.TrainingRun(config)
    run.play(games - 1)
    before, updates = run.agent(), worked_updates(run)
    game = run.last_game()
    moves = [(boards()[position], cell) for position, cell in zip(walk(game), game, strict=False)]
    places = [moves.index((update.board, update.cell)) for update in updates]
    assert places == sorted(places, reverse=config.backward)
    for update, place in zip(updates, places, strict=True):
        assert update.side == "XO"[place % 2]
        if update.next_board is not None:
            ahead = 1 if config.rule == "minimax-q" else 2
            assert update.next_board == moves[place + ahead][0]
    return before, run.agent(), updates


@pytest.mark.parametrize("games", [1, 300])
@pytest.mark.parametrize("config", CONFIGS, ids=lambda config: f"{config.rule}-{config.seed}")
def test_it_makes_the_same_updates_as_training(config: Config, games: int) -> None:
    before, after, updates = last_game(config, games)
    assert updates
    changed = set()
    for update in updates:
        position = position_of(update.board)
        assert update.cell in legal_moves(update.board)
        assert update.old == before.q[position, update.cell]
        assert update.new == pytest.approx(after.q[position, update.cell], rel=1e-14)
        assert after.visits[position, update.cell] == before.visits[position, update.cell] + 1
        moved = update.old + update.step * (update.target - update.old)
        if config.best_ever:
            moved = max(update.old, update.target)
        if update.chance is not None:
            moved = update.old + update.step * update.target * (1 - update.chance)
        assert update.new == pytest.approx(moved)
        assert np.array_equal(update.values, before.q[position], equal_nan=True)
        assert update.cell in update.alike
        alike = np.flatnonzero(before.visits[position] != after.visits[position])
        assert tuple(alike) == update.alike
        if update.next_values is not None:
            least, most = np.nanmin(update.next_values), np.nanmax(update.next_values)
            assert update.next_value is not None
            assert least <= update.next_value <= most
            if config.rule in ("minimax-q", "q-learning"):
                assert update.next_value == most
            assert update.next_board is not None
            own = after.q if config.backward else before.q
            if config.rule == "minimax-q":
                assert np.array_equal(
                    update.next_values, own[position_of(update.next_board)], equal_nan=True
                )
        first = equivalents(update.board)[0] if config.symmetry else update.board
        changed.add((first, update.cell))
    assert len(changed) == len(updates)
    differing = np.argwhere(np.nan_to_num(before.q) != np.nan_to_num(after.q))
    per_class = 8 if config.symmetry else 1
    per_class *= {"afterstates": 5, "reinforce": 9}.get(config.rule, 1)
    assert len(differing) <= per_class * len(updates)


def test_reward_memory_shows_its_rewards() -> None:
    config = Config(seed=9, rule="reward-memory", exploration="experience")
    _, _, updates = last_game(config, 300)
    for update in updates:
        gained = np.subtract(update.rewards_after, update.rewards_before)
        assert sorted(gained)[:2] == [0, 0]
        assert gained.sum() == 2 ** (9 - len(updates))
        x_won, o_won, drawn = update.rewards_after
        win, loss = (x_won, o_won) if update.side == "X" else (o_won, x_won)
        assert update.new == (100 * win + 10 * drawn - loss) / (win + drawn + loss)


@pytest.mark.parametrize("seed", range(5))
def test_matchboxes_show_the_beads_added(seed: int) -> None:
    config = Config(seed=seed, rule="matchboxes", beads="simulation", random_share=1.0, learns="X")
    before, after, updates = last_game(config, 200)
    won = after.stats.x_wins > before.stats.x_wins
    added = 3 if won else 1 if after.stats.draws > before.stats.draws else -1
    for update in updates:
        assert (update.side, update.reward) == ("X", added)
        assert update.new == update.target == max(0, update.old + added)
        assert update.board.count("-") > 1, "the last cell is forced"


def test_a_game_resigned_at_once_teaches_nothing() -> None:
    config = Config(seed=1, rule="matchboxes", minimax_share=1.0, learns="X")
    assert ttt.TrainingRun(config).last_game() == []
    before, after, updates = last_game(config, 10_000)
    assert before.resigns("---------")
    assert after.stats.o_wins == before.stats.o_wins + 1
    assert updates == []


def test_replay_follows_the_game() -> None:
    before, after, updates = last_game(Config(seed=12, replay=20), 500)
    for update in updates:
        position = position_of(update.board)
        assert update.old == before.q[position, update.cell]
        assert after.visits[position, update.cell] == before.visits[position, update.cell] + 1
