import ast
import operator
from collections.abc import Callable
from dataclasses import replace

import pytest

import ttt_core as ttt
from ttt_core.learning import new_pupil
from ttt_core.learning.agent import InPlay
from ttt_core.learning.config import matters
from ttt_core.learning.rules import RULES
from ttt_core.learning.worked_example import WorkedUpdate, worked_updates
from ttt_ui.language import speaking
from ttt_ui.train.update_rule import (
    in_formula,
    rule_in_numbers,
    rule_in_play,
    rule_in_symbols,
    symbols,
    worked,
)
from ttt_ui.wording import number

OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Pow: operator.pow,
}
CONFIGS = [
    ttt.TrainingConfig(games=60, rule="minimax-q", move_cost=0.05),
    ttt.TrainingConfig(games=60, rule="q-learning", reward_loss=-0.5),
    ttt.TrainingConfig(games=60, rule="monte-carlo", move_cost=0.05, step_size="sample-average"),
    ttt.TrainingConfig(games=60, rule="monte-carlo", gamma=0.7),
]


def last_updates(config: ttt.TrainingConfig) -> list[WorkedUpdate]:
    run = ttt.TrainingRun(config)
    run.play(config.games - 1)
    return worked_updates(run)


@pytest.mark.parametrize("config", CONFIGS, ids=lambda config: config.rule)
def test_a_worked_update_adds_up_as_it_is_written(config: ttt.TrainingConfig) -> None:
    assert number(config.gamma) in rule_in_numbers(config)
    assert config.step_size != "constant" or number(config.alpha) in rule_in_numbers(config)
    for update in last_updates(config):
        target, *target_value, sum_, new = body(worked(update, config))
        assert value_of(target.removeprefix("T & = ")) == pytest.approx(update.target, abs=3e-3)
        for line in target_value:  # none if the target is a number already
            assert value_of(line.removeprefix("& = ")) == pytest.approx(update.target, abs=1e-4)
            assert line != target.removeprefix("T ")
        assert value_of(sum_.removeprefix(r"Q & \leftarrow ")) == pytest.approx(
            update.new, abs=3e-3
        )
        assert value_of(new.removeprefix("& = ")) == pytest.approx(update.new, abs=1e-4)


def body(latex: str) -> list[str]:
    inner = latex.removeprefix(r"\begin{aligned} ").removesuffix(r" \end{aligned}")
    return inner.split(r" \\ ")


def value_of(latex: str) -> float:
    """Work out sums, products and powers as they are written in LaTeX."""
    text = latex
    for written, meant in (
        (r"\,", ""),
        (r"\cdot", "*"),
        (r"\bigl[", "*("),
        (r"\bigr]", ")"),
        ("^", "**"),
    ):
        text = text.replace(written, meant)
    return value(ast.parse(text.replace("−", "-").strip(), mode="eval").body)


def value(node: ast.expr) -> float:
    match node:
        case ast.Constant(value=int() | float() as constant):
            return float(constant)
        case ast.BinOp(left=left, op=op, right=right):
            return OPERATORS[type(op)](value(left), value(right))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -value(operand)
    raise AssertionError(ast.dump(node))


def test_reward_memory_shows_its_score() -> None:
    config = ttt.TrainingConfig(games=500, rule="reward-memory")
    for update in last_updates(config):
        assert all(str(reward) in worked(update, config) for reward in update.rewards_after or ())
    assert rule_in_numbers(config) == ""
    assert r"\frac{100\,w + 10\,d - l}{w + d + l}" in rule_in_symbols(config)
    assert r"\Delta & = 2^{\,9-n}" in rule_in_symbols(config)
    weights = {"weight_win": -1.0, "weight_draw": 2.5, "weight_loss": -40.0, "reward_base": 1.5}
    config = replace(config, **weights)
    assert r"\frac{- w + 2.5\,d - 40\,l}{w + d + l}" in rule_in_symbols(config)
    assert r"\Delta & = 1.5^{\,9-n}" in rule_in_symbols(config)
    for update in last_updates(config):
        fraction, _, score = worked(update, config).partition(" = ")
        over, under = fraction.removeprefix(r"\frac{").removesuffix("}").split("}{")
        assert value_of(over) / value_of(under) == pytest.approx(update.new)
        assert score == number(update.new)


def test_an_absolute_score_is_a_total() -> None:
    config = ttt.TrainingConfig(games=500, rule="reward-memory", score="absolute")
    assert r"S(s,a) & = 100\,w + 10\,d - l \\" in rule_in_symbols(config)
    for update in last_updates(config):
        total, _, score = worked(update, config).partition(" = ")
        assert value_of(total) == update.new
        assert score == in_formula(update.new)


def test_the_rule_in_play_is_shown_with_its_numbers() -> None:
    text = rule_in_play(InPlay(alpha=0.2, gamma=0.75))
    assert r"Q(s,a) + 0.2\,\bigl[\,T - Q(s,a)" in text
    assert r"T & = r + 0.75\,\max_{a'} Q(s',a')" in text
    with speaking("fr"):
        assert r"T & = r + 0{,}75\,\max" in rule_in_play(InPlay(alpha=0.2, gamma=0.75))
    pupil = new_pupil().in_play
    assert pupil is not None
    assert rf"T & = r - {number(pupil.gamma)}\,\max" in rule_in_play(pupil)


def test_matchboxes_show_a_bead_drawn_and_three_added() -> None:
    config = ttt.TrainingConfig(games=4, rule="matchboxes", random_share=1.0, learns="X")
    for update in last_updates(config):
        assert worked(update, config).startswith(r"\max(0,\; ")
        assert " +3) = " in worked(update, config)
    assert rule_in_numbers(config) == ""


@pytest.mark.parametrize("move_cost", [0.0, 0.05])
@pytest.mark.parametrize("step_size", ["constant", "sample-average"])
def test_every_letter_of_the_rule_is_in_the_key(move_cost: float, step_size: str) -> None:
    wanted = {"move_cost": move_cost, "step_size": step_size}
    for rule in RULES:
        config = ttt.TrainingConfig(rule=rule)
        config = replace(config, **{n: wanted[n] for n in wanted if matters(n, config)})
        formula, key = rule_in_symbols(config), symbols(config)
        for letter, named in (("N(s,a)", "$N(s,a)$"), ("- c", "$c$"), (r"\Delta", r"$\Delta$")):
            assert (letter in formula) == (named in key), (rule, letter)
        assert ("N(s,a)" in formula) == (config.step_size == "sample-average"), rule
