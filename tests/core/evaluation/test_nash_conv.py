"""How much a player can be exploited, next to OpenSpiel's figures."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from tests.core.evaluation.open_spiel import FILE, open_spiel_nash_conv, pairs, random_policy


def test_nash_conv_is_that_of_open_spiel() -> None:
    recorded = json.loads(FILE.read_text(encoding="utf-8"))
    ours = {name: ttt.nash_conv(*pair) for name, pair in pairs().items()}
    assert len(recorded) == 20
    assert ours == pytest.approx(recorded, abs=1e-12)


@pytest.mark.thorough
def test_open_spiel_still_says_so() -> None:
    pytest.importorskip("pyspiel")
    pair = random_policy(2), ttt.win_or_block()
    assert ttt.nash_conv(*pair) == pytest.approx(open_spiel_nash_conv(*pair), abs=1e-12)


def test_perfect_players_cannot_be_exploited_and_others_can() -> None:
    assert ttt.exploitability(ttt.minimax()) == 0
    assert ttt.nash_conv(ttt.minimax(), ttt.minimax("first")) == 0
    mixed = ttt.mix(ttt.uniform(), ttt.minimax(), 0.37)
    assert ttt.exploitability(mixed) == ttt.nash_conv(mixed, mixed) / 2
    chances, _ = ttt.best_response(mixed, "X", score="difference")
    assert chances[0, 0] - chances[0, 1] == pytest.approx(0.6680673942708334)
    # As O, the worst-case opponent wins more often and loses more often too.
    chances, _ = ttt.best_response(mixed, "O", score="difference")
    worst = ttt.evaluate(mixed).worst_case_as_x
    assert chances[0, 1] - chances[0, 0] == pytest.approx(0.4649082497)
    assert worst.loss - worst.win == pytest.approx(0.2974528827)
    with pytest.raises(ValueError, match="score must be 'wins', 'safety' or 'difference', not"):
        ttt.best_response(mixed, "X", score="most")  # type: ignore[arg-type]


def test_a_player_that_resigns_is_exploited_whenever_it_does() -> None:
    boxes = ttt.untrained("Boxes", "matchboxes")
    from dataclasses import replace

    empty = replace(boxes, q=boxes.q * 0)
    assert ttt.nash_conv(empty, ttt.minimax()) == 1


@pytest.mark.parametrize("score", ["wins", "safety", "difference"])
@pytest.mark.parametrize("side", ["X", "O"])
def test_a_best_response_is_a_player(side: ttt.Side, score: Any) -> None:
    agent = ttt.train(ttt.TrainingConfig(games=300))
    response = ttt.best_response(agent, side, score=score)
    chances, reply = response
    assert response.sides == ttt.evaluate(response).sides == side
    result = ttt.match(response, agent) if side == "X" else ttt.match(agent, response)
    np.testing.assert_allclose(result, chances[0, [0, 2, 1]], atol=1e-12)
    assert (response.policy().argmax(axis=1)[reply >= 0] == reply[reply >= 0]).all()
    trained = ttt.train(ttt.TrainingConfig(games=10, rule="q-learning"), partner=response)
    assert trained.stats.games == 10
    values = np.where(ttt.positions().child >= 0, response.policy(), np.nan)
    saved = replace(ttt.untrained("Response"), q=values)
    again = ttt.load_agent(ttt.dump_agent(saved))
    assert (again.policy()[reply >= 0] == response.policy()[reply >= 0]).all()
