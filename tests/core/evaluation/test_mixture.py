"""A player drawn for each game: exact results, and what is refused."""

import numpy as np

import ttt_core as ttt


def test_a_match_is_the_mean_over_the_players() -> None:
    agent = ttt.train(ttt.TrainingConfig(games=100, seed=1))
    weak, strong = ttt.uniform(), ttt.minimax()
    mixture = ttt.Mixture([weak, strong], [1, 3])
    for x, o in ((mixture, agent), (agent, mixture)):
        parts = [
            np.array(ttt.match(part if x is mixture else x, part if o is mixture else o))
            for part in (weak, strong)
        ]
        np.testing.assert_allclose(ttt.match(x, o), parts[0] / 4 + 3 * parts[1] / 4, atol=1e-15)
    assert ttt.match(ttt.Mixture([agent]), weak) == ttt.match(agent, weak)


def test_it_is_not_the_player_that_draws_at_every_move() -> None:
    per_game = ttt.match(ttt.Mixture([ttt.uniform(), ttt.minimax()]), ttt.minimax())
    per_move = ttt.match(ttt.mix(ttt.uniform(), ttt.minimax(), 0.5), ttt.minimax())
    assert per_game.loss < per_move.loss - 0.05
