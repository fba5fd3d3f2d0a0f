"""The update rule of an agent, and single updates, as LaTeX with the numbers filled in."""

from string import Template

import streamlit as st

import ttt_core as ttt
from ttt_core.learning import RULES, RULES_IN_PLAY, InPlay, WorkedUpdate, matters, memory_weights
from ttt_ui.language import tr
from ttt_ui.wording import number, weighted_sum

_BEST_EVER = r"Q(s,a) & \leftarrow \max\bigl(Q(s,a),\; T\bigr)"
_TOTAL = r"S(s,a) & = $weighted"


def show_rule(agent: ttt.Agent) -> None:
    """Show the update rule, in symbols and with the agent's settings."""
    config = agent.config
    st.subheader(tr("The rule"), anchor=False)
    st.latex(rule_in_symbols(config))
    if in_numbers := rule_in_numbers(config):
        if agent.training:
            whose = tr("With the settings of this agent's last training run:")
        elif agent.trained_elsewhere:
            whose = tr("With the settings this agent uses to continue learning:")
        else:
            whose = tr("With this agent's settings:")
        st.caption(whose)
        st.latex(in_numbers)
    st.caption(symbols(config))
    if agent.in_play is not None:
        learning = RULES_IN_PLAY[agent.in_play.rule]
        st.subheader(tr("The rule when it plays people"), anchor=False)
        st.latex(rule_in_play(agent.in_play))
        st.caption(f"{tr(learning.sentence)} {tr(learning.formula.letters)}")


def rule_in_symbols(config: ttt.TrainingConfig) -> str:
    return _rule(config, r"\alpha", r"\gamma", "c", r"\lambda")


def rule_in_numbers(config: ttt.TrainingConfig) -> str:
    """Return the rule with the settings filled in; empty if it contains none."""
    filled_in = _rule(
        config,
        in_formula(config.alpha),
        in_formula(config.gamma),
        in_formula(config.move_cost),
        in_formula(config.trace_decay),
    )
    return filled_in if filled_in != rule_in_symbols(config) else ""


def _rule(config: ttt.TrainingConfig, alpha: str, gamma: str, cost: str, decay: str) -> str:
    formula = RULES[config.rule].formula
    step = alpha if config.step_size == "constant" else r"\tfrac{1}{N(s,a)}"
    costs = _filled(formula.cost, c=cost, gamma=gamma) if config.move_cost else ""
    weighted = weighted_sum(memory_weights(config), ("w", "d", "l"), times=r"\,", minus="-")
    base = in_formula(config.reward_base)
    first, *others = formula.lines
    if config.best_ever:
        first = _BEST_EVER
    elif config.score == "absolute" and matters("score", config):
        first = _TOTAL
    if config.trace_decay:
        others = [formula.traced]
    lines = (first, *others)
    return aligned(
        *(
            _filled(
                line,
                step=step,
                gamma=gamma,
                cost=costs,
                weighted=weighted,
                base=base,
                decay=decay,
            )
            for line in lines
        )
    )


def rule_in_play(settings: InPlay) -> str:
    """Return the rule with which an agent learns when it plays people, with its numbers."""
    alpha, gamma = in_formula(settings.alpha), in_formula(settings.gamma)
    lines = RULES_IN_PLAY[settings.rule].formula.lines
    return aligned(*(_filled(line, step=alpha, gamma=gamma, cost="") for line in lines))


def _filled(template: str, **values: object) -> str:
    return Template(template).substitute(values)


def aligned(*lines: str) -> str:
    """Stack lines, so that they fit on a phone, aligned at their &."""
    return r"\begin{aligned} " + r" \\ ".join(lines) + r" \end{aligned}"


def symbols(config: ttt.TrainingConfig) -> str:
    formula = RULES[config.rule].formula
    letters = [tr(formula.letters)]
    if config.step_size == "sample-average" and not config.best_ever:
        letters.append(tr("$N(s,a)$ is the number of updates of $a$ in $s$, including this one."))
    if config.trace_decay:
        letters.append(
            tr("$T'$ is the target of the opponent's move there.")
            if RULES[config.rule].plies_ahead == 1
            else tr("$T''$ is the target of the player's own next move.")
        )
    if config.rewards_for == "X":
        letters.append(tr("$r$ is X's reward, whichever side moved."))
    if config.move_cost and formula.cost:
        letters.append(tr("$c$ is the cost of each move."))
    return " ".join(letters)


def has_target(config: ttt.TrainingConfig) -> bool:
    """Return whether a value moves towards a target, which the formulas call T."""
    return RULES[config.rule].kind not in ("reward-memory", "matchboxes", "policy")


def worked(update: WorkedUpdate, config: ttt.TrainingConfig) -> str:
    """Return one update of a game with its numbers."""
    if update.rewards_after is not None:
        x_won, o_won, drawn = update.rewards_after
        win, loss = (x_won, o_won) if update.side == "X" else (o_won, x_won)
        terms = (str(win), str(drawn), str(loss))
        weighted = weighted_sum(memory_weights(config), terms, times=r"\cdot ", minus="-")
        if config.score == "relative":
            formula = RULES[config.rule].formula
            weighted = _filled(formula.worked, weighted=weighted, w=win, d=drawn, l=loss)
        return f"{weighted} = {in_formula(update.new)}"
    if RULES[config.rule].kind == "matchboxes":
        change = f"{update.reward:+.0f}"
        beads = _filled(RULES[config.rule].formula.worked, b=in_formula(update.old), change=change)
        return f"{beads} = {in_formula(update.new)}"
    if update.chance is not None:
        return_ = _worked_target(update, config)
        change = rf"{in_formula(update.step)}\cdot {bracketed(update.target)}"
        moved = rf"{in_formula(update.old)} + {change}\bigl[1 - {in_formula(update.chance)}\bigr]"
        return aligned(
            rf"G & = {return_} = {in_formula(update.target)}",
            rf"H & \leftarrow {moved}",
            rf"& = {in_formula(update.new)}",
        )
    old, step, target = in_formula(update.old), in_formula(update.step), in_formula(update.target)
    moved = rf"{old} + {step}\bigl[{target} - {bracketed(update.old)}\bigr]"
    if config.best_ever:
        moved = rf"\max({old},\; {target})"
    worked_target = _worked_target(update, config)
    return aligned(
        rf"T & = {worked_target}",
        *([] if worked_target == target else [rf"& = {target}"]),
        rf"Q & \leftarrow {moved}",
        rf"& = {in_formula(update.new)}",
    )


def _worked_target(update: WorkedUpdate, config: ttt.TrainingConfig) -> str:
    formula = RULES[config.rule].formula
    gamma = in_formula(config.gamma)
    powers = sum(config.gamma**power for power in range(update.moves_left + 1))
    cost = _filled(formula.worked_cost, c=in_formula(config.move_cost), powers=in_formula(powers))
    target = _filled(
        formula.worked,
        reward=in_formula(update.reward),
        bracketed_reward=bracketed(update.reward),
        gamma=gamma,
        k=update.moves_left,
        cost=cost if config.move_cost else "",
    )
    if update.next_value is None:
        return target
    ahead = bracketed(update.next_value)
    if update.next_target is None:
        return target + _filled(formula.worked_ahead, gamma=gamma, ahead=ahead)
    return target + _filled(
        formula.worked_traced,
        gamma=gamma,
        rest=in_formula(1 - config.trace_decay),
        ahead=ahead,
        decay=in_formula(config.trace_decay),
        traced=bracketed(update.next_target),
    )


def in_formula(value: float) -> str:
    """Write a number in LaTeX, which sets a comma like that of a list unless it is in braces."""
    return number(value).replace(",", "{,}")


def bracketed(value: float) -> str:
    """Write a number after an operator: in brackets if it is negative."""
    text = in_formula(value)
    return f"({text})" if text.startswith("−") else text
