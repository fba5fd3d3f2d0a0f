"""Update rules, and single updates, as LaTeX with the numbers filled in."""

import ttt_core as ttt
from ttt_core.learning.worked_example import WorkedUpdate


def rule_in_symbols(config: ttt.TrainingConfig) -> str:
    """Return the rule as it stands in the books."""
    if config.rule == "reward-memory":
        return _lines(r"S(s,a) & = \frac{100\,w + 10\,d - l}{w + d + l}", r"\Delta & = 2^{\,9-n}")
    return _rule(config, r"\alpha", r"\gamma", "c")


def rule_in_numbers(config: ttt.TrainingConfig) -> str:
    """Return the rule with the values of the settings filled in, none for the reward memory."""
    if config.rule == "reward-memory":
        return ""
    return _rule(config, number(config.alpha), number(config.gamma), number(config.move_cost))


def _rule(config: ttt.TrainingConfig, alpha: str, gamma: str, cost: str) -> str:
    step = alpha if config.step_size == "constant" else r"\tfrac{1}{N(s,a)}"
    costs = f" - {cost}" if config.move_cost else ""
    match config.rule:
        case "minimax-q":
            target = rf"r{costs} - {gamma}\,\max_{{a'}} Q(s',a')"
        case "q-learning":
            target = rf"r{costs} + {gamma}\,\max_{{a''}} Q(s'',a'')"
        case _:
            sum_of_costs = rf" - {cost}\sum_{{i=0}}^{{k}} {gamma}^i" if config.move_cost else ""
            target = rf"{gamma}^k\,r{sum_of_costs}"
    return _lines(
        rf"Q(s,a) & \leftarrow Q(s,a) + {step}\,\bigl[\,T - Q(s,a)\,\bigr]", rf"T & = {target}"
    )


def _lines(*lines: str) -> str:
    """Put lines under each other, narrow enough for a telephone, aligned at their &."""
    return r"\begin{aligned} " + r" \\ ".join(lines) + r" \end{aligned}"


def symbols(config: ttt.TrainingConfig) -> str:
    """Say in Markdown what the letters of the rule stand for."""
    match config.rule:
        case "minimax-q":
            return (
                "$T$ is the target, $s$ the position, $a$ the move, $s'$ the position in which the "
                "*opponent* moves next: what is good for them is bad for the mover, hence the "
                "minus. $r$ is the reward where the move ends the game, and 0 elsewhere."
            )
        case "q-learning":
            return (
                "$T$ is the target, $s$ the position, $a$ the move, $s''$ the position at the "
                "mover's *own* next turn. $r$ is the reward where the game ends before that, and 0 "
                "elsewhere."
            )
        case "monte-carlo":
            return (
                "$T$ is the target, $s$ the position, $a$ the move, $r$ the mover's reward at the "
                "end of the game, and $k$ the number of own moves until then."
            )
        case _:
            return (
                "$w$, $d$ and $l$ are the rewards that move $a$ in position $s$ has gathered in "
                "games its player won, drew and lost. A game of $n$ moves adds $\\Delta$ to one of "
                "them, for each of its moves: the shorter the game, the more."
            )


def worked(update: WorkedUpdate, config: ttt.TrainingConfig) -> str:
    """Return one update of a game with all its numbers."""
    if update.rewards_after is not None:
        x_won, o_won, drawn = update.rewards_after
        win, loss = (x_won, o_won) if update.side == "X" else (o_won, x_won)
        return (
            rf"\frac{{100\cdot {win} + 10\cdot {drawn} - {loss}}}{{{win} + {drawn} + {loss}}}"
            rf" = {number(update.new)}"
        )
    old, step, target = number(update.old), number(update.step), number(update.target)
    return _lines(
        rf"T & = {_worked_target(update, config)}",
        rf"& = {target}",
        rf"Q & \leftarrow {old} + {step}\,\bigl[\,{target} - {_bracketed(update.old)}\,\bigr]",
        rf"& = {number(update.new)}",
    )


def _worked_target(update: WorkedUpdate, config: ttt.TrainingConfig) -> str:
    gamma, cost = number(config.gamma), number(config.move_cost)
    if config.rule == "monte-carlo":
        target = rf"{gamma}^{update.moves_left}\cdot {_bracketed(update.reward)}"
        if config.move_cost:
            powers = sum(config.gamma**power for power in range(update.moves_left + 1))
            target += rf" - {cost}\cdot {number(powers)}"
        return target
    target = number(update.reward)
    if config.move_cost:
        target += f" - {cost}"
    if update.next_value is None:
        return target
    sign = "-" if config.rule == "minimax-q" else "+"
    return rf"{target} {sign} {gamma}\cdot {_bracketed(update.next_value)}"


def number(value: float) -> str:
    """Write a number with up to four decimals."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _bracketed(value: float) -> str:
    text = number(value)
    return f"({text})" if text.startswith("-") else text
