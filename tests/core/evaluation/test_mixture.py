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


AGENTS = [ttt.train(ttt.TrainingConfig(games=games, seed=1)) for games in (2_000, 300)]


def test_a_mixture_of_one_player_with_itself_is_that_player() -> None:
    player = AGENTS[1]
    twice, once = ttt.Mixture([player, player], [1, 2]), ttt.evaluate(player)
    card = ttt.evaluate(twice)
    for name in ("vs_random_as_x", "vs_random_as_o", "worst_case_as_x", "worst_case_as_o"):
        np.testing.assert_allclose(getattr(card, name), getattr(once, name), atol=1e-12)
    assert card.beatable_as == once.beatable_as
    np.testing.assert_allclose(ttt.exploitability(twice), ttt.exploitability(player))


def test_the_worst_case_opponent_learns_who_was_drawn() -> None:
    """It wins no more than if it were told, and no less than one who replies to the board alone."""
    told = [ttt.evaluate(agent).worst_case_as_o.loss for agent in AGENTS]
    mixture = ttt.Mixture(AGENTS)
    worst = ttt.evaluate(mixture).worst_case_as_o.loss
    assert worst < sum(told) / 2
    rivals = [ttt.best_response(one, "X") for one in (*AGENTS, ttt.mix(*AGENTS, 0.5))]
    assert worst > max(ttt.match(rival, mixture).win for rival in rivals)


def test_a_mixture_can_be_beaten_if_one_of_its_players_can() -> None:
    assert ttt.evaluate(ttt.Mixture([ttt.minimax(), ttt.minimax()])).unbeatable
    assert not ttt.evaluate(ttt.Mixture([ttt.minimax(), ttt.uniform()], [999, 1])).unbeatable


def test_the_opponent_of_a_mixture_wins_when_the_player_drawn_resigns() -> None:
    resigns = np.zeros((4_520, 10))
    resigns[:, 9] = 1.0
    card = ttt.evaluate(ttt.Mixture([resigns, ttt.minimax()], [1, 3]))
    assert card.worst_case_as_x.loss == card.worst_case_as_o.loss == 0.25
