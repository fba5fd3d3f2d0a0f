"""The causes of an agent's mistakes, each declared once.

A cause is suspected from the table (`CAUSES`) and confirmed by a test: the same training without
it, and with nothing else changed. Some are found by the test alone (`TESTED`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ttt_core.learning.rules import RULES
from ttt_core.sentences import tr_noop
from ttt_core.study.evidence import SETTINGS_AT_FAULT, Evidence

Changes = Mapping[str, Any]
"""Settings to change, by field of `TrainingConfig`."""

_LEAST_VISITS = 5
_LARGEST_INITIAL_SHARE = 0.05
"""If the initial value still makes up more than this share, the value has hardly been updated."""

EXPLORING: Changes = {
    "exploration": "epsilon",
    "epsilon": 1.0,
    "epsilon_decay": 0.9999,
    "epsilon_floor": 0.1,
}
LESS_EXPLORING: Changes = {"epsilon_decay": 0.9999, "epsilon_floor": 0.0}
MORE_GAMES: Changes = {"games": 100_000}
SYMMETRY: Changes = {"symmetry": True}
OTHER_RULE: Changes = {"rule": "minimax-q", "learns": "both"}
SELF_PLAY: Changes = {"random_share": 0.0, "minimax_share": 0.0}


@dataclass(frozen=True, kw_only=True)
class Cause:
    """A cause of mistakes.

    Attributes
    ----------
    name : str
        Identifier in code.
    label : str
        Short form, for headings and tables.
    sentence : str
        Explanation in Markdown, a template for `str.format`. Placeholders:

        - ``{played}``, ``{right}``: the mistake and the best right move;
        - ``{value}``, ``{right_value}``: the agent's values of these moves, or their beads;
        - ``{goal}``, ``{right_goal}``: the limits of these values under its settings;
        - ``{where}``, ``{root}``: where the mistake originates, as the opening of a sentence with a
          capital letter and a comma, and the move there;
        - ``{root_value}``, ``{root_goal}``, ``{visits}``: that move's value, its limit and how
          often it was learned from;
        - ``{punished}``: the probability of a reply that punishes the mistake;
        - ``{side}``, ``{other}``: the agent's side and the other one;
        - ``{exploring}``: the exploration rate that misleads;
        - ``{step}``: how far an update goes;
        - any setting, by its field.
    holds : callable
        Whether the table suggests this cause, provided that it suggests no earlier one.
    fixes : tuple of Changes
        Changes that may help, in the order in which they are tested. Empty if only the tests of
        all settings can tell.
    is_setting : bool
        Whether the cause is a setting, so that each fix removes it alone. Otherwise it is what the
        table shows, and something else made it so.
    """

    name: str
    label: str
    sentence: str
    holds: Callable[[Evidence], bool]
    fixes: tuple[Changes, ...] = ()
    is_setting: bool = False


def _averages(evidence: Evidence) -> bool:
    config = evidence.config
    return config.step_size == "sample-average" or RULES[config.rule].kind == "reward-memory"


def _is_tried_too_rarely(evidence: Evidence) -> bool:
    root = evidence.root
    if root is None or not root.visits:
        return False
    if evidence.looks_one_move_ahead or root.visits < _LEAST_VISITS:
        return True
    left = (1 - evidence.config.alpha) ** root.visits
    return not _averages(evidence) and left > _LARGEST_INITIAL_SHARE


def _at_fault(name: str, label: str, sentence: str) -> Cause:
    return Cause(
        name=name,
        label=label,
        sentence=sentence,
        holds=lambda evidence: name in evidence.blamed,
        fixes=(SETTINGS_AT_FAULT[name],),
        is_setting=True,
    )


def _root_is(evidence: Evidence, *, tried: bool, here: bool, too_high: bool | None = None) -> bool:
    root = evidence.root
    return (
        root is not None
        and (root.visits > 0) == tried
        and (root.plies == 0) == here
        and too_high in (None, root.too_high)
    )


CAUSES: tuple[Cause, ...] = (
    Cause(
        name="side-not-learned",
        label=tr_noop("It learned one side only"),
        sentence=tr_noop("It has learned to play {learns} only. As {side} it is untrained."),
        holds=lambda evidence: (
            not evidence.visited
            and evidence.config.learns not in ("both", evidence.refutation.side)
        ),
        fixes=({"learns": "both"},),
        is_setting=True,
    ),
    Cause(
        name="empty-box",
        label=tr_noop("An empty box"),
        sentence=tr_noop(
            "The box for this position is empty: every bead was drawn in a lost game and "
            "taken away. The machine therefore resigns, although the game is not lost yet."
        ),
        holds=lambda evidence: evidence.has_boxes and evidence.refutation.cell is None,
        fixes=({"beads": "simulation"}, {"beads_loss": 0}),
    ),
    Cause(
        name="new-box",
        label=tr_noop("An unused box"),
        sentence=tr_noop(
            "It has never used this position's box, so there are still as many beads for "
            "{played} as for any other move."
        ),
        holds=lambda evidence: evidence.has_boxes and not evidence.visited,
        fixes=(MORE_GAMES,),
    ),
    Cause(
        name="beads-left",
        label=tr_noop("Beads left for a mistake"),
        sentence=tr_noop(
            "The machine draws its moves at random. Beads in this box: {value} for {played}, "
            "{right_value} for {right}. As long as one is left for {played}, it can be drawn."
        ),
        holds=lambda evidence: evidence.has_boxes,
        fixes=(MORE_GAMES, {"beads_loss": -3}),
    ),
    Cause(
        name="partner-avoids",
        label=tr_noop("A position its partner avoids"),
        sentence=tr_noop(
            "It has only ever met a perfect player, which never allows this position. It "
            "cannot learn what it never sees."
        ),
        holds=lambda evidence: not evidence.visited and evidence.partner_avoids,
        fixes=({"minimax_share": 0.0},),
        is_setting=True,
    ),
    _at_fault(
        "discount",
        tr_noop("γ is too small"),
        tr_noop(
            "With γ = {gamma}, later results hardly count this far back. However long it trains, "
            "it ends up valuing {played} at {goal} and {right} at {right_goal}."
        ),
    ),
    _at_fault(
        "rewards",
        tr_noop("The rewards"),
        tr_noop(
            "It plays for its rewards: {reward_win} for a win, {reward_draw} for a draw and "
            "{reward_loss} for a loss. With these it ends up valuing {played} at {goal} and "
            "{right} at {right_goal}."
        ),
    ),
    _at_fault(
        "move-cost",
        tr_noop("The cost of moves"),
        tr_noop(
            "Every move costs {move_cost}, which puts it in a hurry to lose. It ends up valuing "
            "{played} at {goal} and {right} at {right_goal}."
        ),
    ),
    _at_fault(
        "best-ever",
        tr_noop("The best result counts"),
        tr_noop(
            "It remembers the best result of each move, however rare. It ends up valuing "
            "{played} at {goal} and {right} at {right_goal}."
        ),
    ),
    _at_fault(
        "rewards-for",
        tr_noop("Rewards for X"),
        tr_noop(
            "Its rewards are X's, also when O moves, so O helps X. It ends up valuing {played} at "
            "{goal} and {right} at {right_goal}."
        ),
    ),
    _at_fault(
        "random-partner",
        tr_noop("A random partner"),
        tr_noop(
            "In {random_share} of its games the partner moves at random and seldom punishes "
            "{played}. It ends up valuing that move at {goal} and {right} at {right_goal}."
        ),
    ),
    _at_fault(
        "untrained-opponent",
        tr_noop("An untrained opponent"),
        tr_noop(
            "It learns to play {learns} only. Its opponent, which is itself on the other side, "
            "stays untrained and seldom punishes {played}. It ends up valuing that move at "
            "{goal} and {right} at {right_goal}."
        ),
    ),
    _at_fault(
        "weights",
        tr_noop("The weights of results"),
        tr_noop(
            "In its memory a win weighs {weight_win}, a draw {weight_draw} and a loss "
            "{weight_loss}. With these weights {played} ends up scoring {goal}, and {right} "
            "{right_goal}."
        ),
    ),
    Cause(
        name="boards-alike",
        label=tr_noop("Boards that look alike"),
        sentence=tr_noop(
            "The network computes all values from the same few weights, so what it learns "
            "from one board changes the values of boards that look alike. It values {played} at "
            "{value} and {right} at {right_value}; a table would end at {goal} and {right_goal}."
        ),
        holds=lambda evidence: evidence.has_weights,
        fixes=({"hidden_units": 64}, {"hidden_units": 128}, {"rule": "minimax-q"}),
        is_setting=True,
    ),
    Cause(
        name="never-visited",
        label=tr_noop("Never visited"),
        sentence=tr_noop(
            "It has never learned from this position, so every move still has its initial value."
        ),
        holds=lambda evidence: not evidence.visited,
    ),
    Cause(
        name="exploring",
        label=tr_noop("Misled by exploration"),
        sentence=tr_noop(
            "Values here average over what happened next, and exploring opponents often fail to "
            "punish a mistake. With ε = {exploring}, {played} looks like {goal} and {right} like "
            "{right_goal}."
        ),
        holds=lambda evidence: evidence.misleading_epsilon is not None,
        fixes=(LESS_EXPLORING,),
        is_setting=True,
    ),
    Cause(
        name="tie",
        label=tr_noop("An untried move that looks as good"),
        sentence=tr_noop(
            "It has never tried {played} here, so its value is still {value}. That is no "
            "lower than {right_value}, the value of {right}."
        ),
        holds=lambda evidence: _root_is(evidence, tried=False, here=True, too_high=True),
        fixes=({"initial_value": -0.1},),
    ),
    Cause(
        name="right-untried",
        label=tr_noop("The right move was never tried"),
        sentence=tr_noop(
            "It has never tried {right} here, so its value is still {right_value}. That is no "
            "higher than {value}, the value of {played}, although in the long run it would be "
            "{right_goal}."
        ),
        holds=lambda evidence: _root_is(evidence, tried=False, here=True, too_high=False),
    ),
    Cause(
        name="reply-untried",
        label=tr_noop("A later move was never tried"),
        sentence=tr_noop(
            "{where} it has never tried {root}. It values that move at {root_value} instead "
            "of {root_goal}, and its values here are built on that."
        ),
        holds=lambda evidence: _root_is(evidence, tried=False, here=False),
    ),
    Cause(
        name="unpunished",
        label=tr_noop("Rarely punished"),
        sentence=tr_noop(
            "It often got away with {played}: at the end of its training, a punishing reply had "
            "probability {punished}. The move's value is {value}; against good replies it would "
            "be {goal}."
        ),
        holds=lambda evidence: (
            evidence.root is not None
            and evidence.root.too_high
            and not evidence.root.behind
            and evidence.punished_less_than_in_the_end
        ),
    ),
    Cause(
        name="too-rare",
        label=tr_noop("Too few visits"),
        sentence=tr_noop(
            "{where} it has learned from {root} only {visits}. With {step}, that has moved "
            "its value to {root_value}; in the long run it would be {root_goal}."
        ),
        holds=_is_tried_too_rarely,
        fixes=({"alpha": 0.5},),
    ),
    Cause(
        name="early-results",
        label=tr_noop("Early results never forgotten"),
        sentence=tr_noop(
            "The value of {root} is an average that includes the clumsy first games. After "
            "{visits} it is {root_value}; in the long run it would be {root_goal}."
        ),
        holds=lambda evidence: evidence.root is not None and _averages(evidence),
        fixes=({"step_size": "constant", "alpha": 0.1},),
    ),
    Cause(
        name="chance",
        label=tr_noop("Swayed by chance"),
        sentence=tr_noop(
            "What follows {root} is partly random, and with {step} its value tracks the "
            "latest results. After {visits} it is {root_value}; its long-run average would be "
            "{root_goal}."
        ),
        holds=lambda evidence: evidence.root is not None and not evidence.looks_one_move_ahead,
        fixes=(
            {"step_size": "sample-average"},
            {"alpha": 0.05},
        ),
    ),
    Cause(
        name="unclear",
        label=tr_noop("Unknown"),
        sentence=tr_noop("The data do not show the cause."),
        holds=lambda evidence: True,
    ),
)
"""In the order in which they are tried: the first that holds is suspected."""


def _tested(name: str, label: str, sentence: str, *fixes: Changes) -> Cause:
    return Cause(
        name=f"tested-{name}",
        label=label,
        sentence=sentence,
        holds=lambda evidence: False,
        fixes=fixes,
        is_setting=True,
    )


TESTED: tuple[Cause, ...] = (
    _tested(
        "discount",
        tr_noop("γ"),
        tr_noop(
            "With γ = {gamma}, a result counts too little, or too much, a few moves before the end."
        ),
        SETTINGS_AT_FAULT["discount"],
    ),
    _tested(
        "rewards",
        tr_noop("What it plays for"),
        tr_noop("A win earns {reward_win}, a draw {reward_draw} and a loss {reward_loss}."),
        SETTINGS_AT_FAULT["rewards"],
    ),
    _tested(
        "move-cost",
        tr_noop("A cost that hurries it"),
        tr_noop("Every move costs {move_cost}, so quick losses and slow draws are close."),
        SETTINGS_AT_FAULT["move-cost"],
    ),
    _tested(
        "best-ever",
        tr_noop("The best result"),
        tr_noop("It remembers the best result of each move, not an average."),
        SETTINGS_AT_FAULT["best-ever"],
    ),
    _tested(
        "rewards-for",
        tr_noop("Whose rewards"),
        tr_noop("Its rewards are X's, also when O moves."),
        SETTINGS_AT_FAULT["rewards-for"],
    ),
    _tested(
        "random-partner",
        tr_noop("A partner that moves at random"),
        tr_noop(
            "In {random_share} of its games the partner moves at random, so it sees few good "
            "replies."
        ),
        SETTINGS_AT_FAULT["random-partner"],
    ),
    _tested(
        "perfect-partner",
        tr_noop("A partner that plays perfectly"),
        tr_noop(
            "In {minimax_share} of its games the partner is a perfect player, which leads it "
            "into few positions."
        ),
        {"minimax_share": 0.0},
    ),
    _tested(
        "one-side",
        tr_noop("One side is untrained"),
        tr_noop("It learns to play {learns} only, against an untrained opponent."),
        SETTINGS_AT_FAULT["untrained-opponent"],
    ),
    _tested(
        "weights",
        tr_noop("The weights in its memory"),
        tr_noop(
            "In its memory a win weighs {weight_win}, a draw {weight_draw} and a loss "
            "{weight_loss}."
        ),
        SETTINGS_AT_FAULT["weights"],
    ),
    _tested(
        "ties",
        tr_noop("The first of equal moves"),
        tr_noop("Of equal moves it takes the first free cell, so it sees less of the game."),
        {"ties": "random"},
    ),
    _tested(
        "symmetry",
        tr_noop("No symmetry"),
        tr_noop("It learns each of up to eight equivalent positions separately."),
        SYMMETRY,
    ),
    _tested(
        "alpha",
        tr_noop("The learning rate"),
        tr_noop("With {step}, its values have not settled after {games} games."),
        {"alpha": 0.5},
        {"alpha": 0.1},
    ),
    _tested(
        "step-size",
        tr_noop("The step size"),
        tr_noop("With {step}, its values have not settled after {games} games."),
        {"step_size": "sample-average"},
        {"step_size": "constant", "alpha": 0.1},
    ),
    _tested(
        "initial-value",
        tr_noop("The initial value"),
        tr_noop(
            "An untried move counts as {initial_value}, which misleads it for all of its {games} "
            "games."
        ),
        {"initial_value": 0.0},
        {"initial_value": -0.1},
    ),
    _tested(
        "games",
        tr_noop("Too few games"),
        tr_noop("For its other settings, {games} games are few."),
        MORE_GAMES,
    ),
    _tested(
        "little-exploration",
        tr_noop("Too little exploration"),
        tr_noop("It explores too little to see what it would have to learn."),
        EXPLORING,
    ),
    _tested(
        "much-exploration",
        tr_noop("Too much exploration"),
        tr_noop("It explores so much that its values are those of careless games."),
        LESS_EXPLORING,
    ),
)
"""Settings in the order in which they are tested; no table suggests them."""
