"""Mistaken arguments of every kind, each refused in a sentence."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

import ttt_core as ttt
from ttt_core.evaluation import player_with_plan, review, review_move
from ttt_core.evaluation.games import likeliest_games
from ttt_core.evaluation.match import best_response, outcome_chances, result_for
from ttt_core.evaluation.mistakes import disagreements
from ttt_core.evaluation.policy import greedy
from ttt_core.files import dump_roster, load_roster
from ttt_core.game.graph import N_OPEN, walk
from ttt_core.game.solution import best_move
from ttt_core.study import look_back, principal_line, rated_equivalents
from ttt_core.study.settled import settled_values

AGENT, RANDOM, NAN = ttt.untrained(), ttt.uniform(), float("nan")
MEMORY = ttt.untrained(kind="reward-memory")
VETERAN = replace(AGENT, stats=ttt.Stats(games=99_999_999, draws=99_999_999))
CONFIG = ttt.TrainingConfig(games=10)
HALVES = replace(CONFIG, random_share=0.5, minimax_share=0.5)
OF_A_MEMORY = replace(CONFIG, rule="reward-memory")
MATRIX = r"array \(4520, 9\)"
WRONG_SIDE = "The side must be 'X' or 'O', not 'Z'"
CHANCES = outcome_chances(RANDOM, RANDOM)[0]
FIRST = ttt.Measure("first", "First", "First.", lambda run: run.standing.first or NAN)

Mistake = tuple[Callable[..., Any], tuple[Any, ...], str]
MISTAKEN: list[Mistake] = [
    (ttt.train, ("Default",), "must be a TrainingConfig"),
    (ttt.train, ({"games": 10},), "must be a TrainingConfig"),
    (ttt.learning_curve, ("Default",), "must be a TrainingConfig"),
    (ttt.learning_curves, ("Default", [1]), "must be a TrainingConfig"),
    (ttt.TimeMachine, (["Default"],), "must be a TrainingConfig"),
    (ttt.measure_run, ("Default", ["wins_as_x"]), "must be a TrainingConfig"),
    (ttt.train, (CONFIG, ttt.uniform()), "An Agent is needed"),
    (ttt.learn_from_game, (ttt.uniform(), [0]), "An Agent is needed"),
    (ttt.learn_from_games, (AGENT, [0, 3, 1, 4, 2]), "A list of games is needed"),
    (partial(ttt.learn_from_game, AGENT, [0], config="x"), (), "must be a TrainingConfig"),
    (ttt.dump_agent, (ttt.uniform(),), "An Agent is needed"),
    (dump_roster, (AGENT,), "A list of agents is needed"),
    (ttt.load_agent, ("a.json",), r"is the name of a file.*Path\(name\)"),
    (ttt.read_any, ("my table.pkl",), r"is the name of a file.*Path\(name\)"),
    (ttt.judge, ("q/table.npy",), r"is the name of a file.*Path\(name\)"),
    (load_roster, ("a.json",), r"is the name of a file.*Path\(name\)"),
    (ttt.match, (AGENT, lambda board: 0), "policy_from"),
    (ttt.match, (AGENT, ttt.Agent), "must be a policy or have"),
    (ttt.learning_curves, (CONFIG, 3), r"such as range\(3\)"),
    (ttt.learning_curve, (CONFIG, "all"), "must be a whole number"),
    (ttt.measure_sweep, (CONFIG,), "A Sweep is needed"),
    (partial(next), (ttt.measure_runs(["Default"], print),), "must be a TrainingConfig"),
    (ttt.learning_curve, (ttt.TrainingRun(CONFIG), 5), "points must list"),
    (ttt.learning_curve, (ttt.TrainingRun(CONFIG), []), "at least one number"),
    (partial(ttt.learning_curve, ttt.TrainingRun(CONFIG), [1], AGENT), (), "are for training with"),
    (ttt.Mixture, ([],), "at least one player"),
    (ttt.Mixture, (RANDOM,), "needs a list"),
    (ttt.Mixture, (["minimax"],), "must be a policy or have"),
    (ttt.Mixture, ([RANDOM], [1, 2]), "needs as many weights"),
    (ttt.Mixture, ([RANDOM], ["much"]), "needs as many weights"),
    (ttt.Mixture, ([RANDOM, RANDOM], [1, 0]), "must be numbers above 0"),
    (ttt.Mixture, ([RANDOM], [NAN]), "must be numbers above 0"),
    (ttt.mistakes, (ttt.Mixture([RANDOM]),), "unlike this Mixture"),
    (ttt.unbeatable_response, (RANDOM, "Z"), WRONG_SIDE),
    *((best_response, (RANDOM, side), "side") for side in ("x", "", None, 0)),
    *((result_for, (CHANCES, side), "side") for side in ("x", "", None, 0)),
    *((ttt.play_games, (RANDOM, RANDOM, n, 1), "0 or more, not") for n in (-1, 1.5, None)),
    *((likeliest_games, (RANDOM, RANDOM, n), "must be at least 1, not") for n in (0, -1)),
    (disagreements, (RANDOM, np.ones((N_OPEN, 8))), MATRIX),
    (ttt.play_games, (RANDOM, np.ones(9), 1, 1), MATRIX),
    *((ttt.mix, (RANDOM, RANDOM, share), "must be between 0 and 1") for share in (-0.1, 1.1, NAN)),
    (ttt.mix, ("agent", RANDOM, 0.3), "unlike this str"),
    *((ttt.minimax, ("first", depth), "looks 0 to 9 moves") for depth in (-1, 10, 2.0, "3", None)),
    *((greedy, (q,), "Values must") for q in (np.zeros((10, 9)), AGENT, np.array(["a"]))),
    (greedy, (np.full((N_OPEN, 9), np.nan),), "nan"),
    (greedy, (np.zeros((N_OPEN, 9)), "last"), "Ties must"),
    *((player_with_plan, (plan,), "different cells from 0 to 8") for plan in ([9], [-1], [3, 3])),
    *((ttt.learning_curve, (CONFIG, [point]), "number from 0 to 10") for point in (-1, 11)),
    *((ttt.learning_curve, (CONFIG, n), "at least 1, not") for n in (0, -3, np.int64(0))),
    (
        ttt.learning_curve,
        (CONFIG, 1.5),
        "a number of points or a list of numbers of games, not 1.5",
    ),
    *((partial(ttt.train, CONFIG, chunk=n), (), "chunk must be a") for n in (0, 1.5, None)),
    (partial(ttt.learning_curve, CONFIG, chunk=0), (), "chunk must be a"),
    (partial(ttt.TrainingRun, CONFIG, epsilon=0.5), (), "must be a function"),
    (ttt.TimeMachine, ([],), "at least one run"),
    (ttt.untrained, ("Ada", "table"), "kind must be one of q-table, .*not 'table'"),
    (ttt.measure_run, (CONFIG, [FIRST]), "needs is_share=False"),
    *((ttt.TimeMachine([CONFIG]).agent_after, (n,), "between 0 and 10") for n in (-1, 11)),
    (partial(ttt.train, HALVES, partner=RANDOM), (), "no games are left for the partner"),
    (ttt.train, (CONFIG, MEMORY), "cannot continue from a reward-memory"),
    (ttt.train, (OF_A_MEMORY, AGENT), "cannot continue from a q-table"),
    (ttt.train, (CONFIG, VETERAN), "at most 100,000,000 games"),
    (settled_values, (replace(CONFIG, rule="matchboxes"), 0.0), "no limit values"),
    *((dump_roster, ([AGENT] * number,), "must contain 1 to 8 of them") for number in (0, 9)),
    (ttt.play, ("XXXOO----", 8), "is over"),
    (ttt.play, ("X--------", 0), "is taken"),
    (ttt.play, ("X--------", 9), "does not exist"),
    (ttt.play, ("X--------", 1.0), "must be a whole number"),
    (walk, ((4, 4),), "taken"),
    (walk, ((9,),), "Cell 9 does not"),
    (walk, ((-1,),), "Cell -1 does not"),
    (review, ((0, 3, 1, 4, 2, 5),), "over"),
    (review_move, ("X--------", 0), "taken"),
    *(
        (ttt.learn_from_game, (AGENT, (cell, 3, 1, 4, 2)), "whole number from 0 to 8")
        for cell in (0.0, True, "0", None, np.float64(0))
    ),
    *((ttt.learn_from_game, (AGENT, cells), "not finished") for cells in ((), (0, 1))),
    (ttt.learn_from_game, (AGENT, (0, 0)), r"Move 2, on cell 0, .*X--\|---\|--- is taken"),
]


@pytest.mark.parametrize(("function", "arguments", "sentence"), MISTAKEN)
def test_a_mistaken_argument_is_refused_in_a_sentence(
    function: Callable[..., Any], arguments: tuple[Any, ...], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        function(*arguments)


OF_A_BOARD: dict[str, Callable[[str], object]] = {
    "equivalents": lambda board: rated_equivalents(AGENT, board),
    "best move": best_move,
    "move probabilities": AGENT.move_probabilities,
    "look back": lambda board: look_back([CONFIG], board),
    "line": lambda board: principal_line(AGENT, board),
    "values": AGENT.q_values,
    "search": ttt.search,
}


@pytest.mark.parametrize("what", OF_A_BOARD)
def test_what_is_not_a_position_is_refused(what: str) -> None:
    for board in ("nonsense", "XX-|---|---", "", "XXX------"):
        with pytest.raises(ValueError, match=r"\w"):
            OF_A_BOARD[what](board)
    if what in ("equivalents", "best move", "move probabilities"):
        with pytest.raises(ValueError, match="over"):
            OF_A_BOARD[what]("XXX|OO-|---")
