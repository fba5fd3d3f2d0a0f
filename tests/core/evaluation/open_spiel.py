"""What OpenSpiel says of twenty pairs of policies: `python -m tests.core.evaluation.open_spiel`.

It takes half a minute a pair, because OpenSpiel tells positions apart by the moves that led there.
"""

import json
from pathlib import Path

import numpy as np

import ttt_core as ttt
from ttt_core.game.graph import N_OPEN, legal

FILE = Path(__file__).with_suffix(".json")


def random_policy(seed: int) -> np.ndarray:
    """Return a random policy; those of higher seeds prefer some moves more strongly."""
    weights = np.random.default_rng(seed).random((N_OPEN, 9)) ** (1 + seed)
    weights = np.where(legal(), weights, 0.0)
    return weights / weights.sum(axis=1, keepdims=True)


def pairs() -> dict[str, tuple[np.ndarray, np.ndarray]]:
    known = {
        "uniform": ttt.uniform(),
        "win or block": ttt.win_or_block(),
        "minimax": ttt.minimax(),
        "63% minimax": ttt.mix(ttt.uniform(), ttt.minimax(), 0.37),
    }
    same = {name: (policy, policy) for name, policy in known.items()}
    drawn = {f"random {n}": (random_policy(n), random_policy(n + 1)) for n in range(16)}
    return same | drawn


def open_spiel_nash_conv(x: np.ndarray, o: np.ndarray) -> float:
    import pyspiel

    game = pyspiel.load_game("tic_tac_toe")
    table = {}

    def fill(state: "pyspiel.State") -> None:
        if state.is_terminal():
            return
        board = str(state).replace("\n", "").replace(".", "-").upper()
        chances = (x, o)[state.current_player()][ttt.position_of(board)]
        table[state.information_state_string()] = [
            (action, float(chances[action])) for action in state.legal_actions()
        ]
        for action in state.legal_actions():
            fill(state.child(action))

    fill(game.new_initial_state())
    return float(pyspiel.nash_conv(game, pyspiel.TabularPolicy(table)))


if __name__ == "__main__":
    values = {name: open_spiel_nash_conv(*pair) for name, pair in pairs().items()}
    FILE.write_text(json.dumps(values, indent=1) + "\n", encoding="utf-8")
