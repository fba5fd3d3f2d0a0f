"""The causes of an agent's mistakes, each declared once.

A cause is suspected from the table and confirmed by a test: the same training without it, and with
nothing else changed. A setting can also be found by the test alone.
"""

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any

from ttt_core.learning.rules import RULES
from ttt_core.pictures import Shown
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


@dataclass(frozen=True, repr=False)
class Cause(Shown):
    """A cause of mistakes; label and sentence are marked for translation.

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
        Whether the table suggests this cause, provided that it suggests no earlier one. By default
        it never does: then only a test finds the cause.
    sign : str
        A second such template: what the table shows if it suggests the cause.
    fixes : tuple of Changes
        Changes that may help, in the order in which they are tested. Empty if only the tests of
        all settings can tell.
    is_setting : bool
        Whether the cause is a setting, so that each fix removes it alone, and is tested even if the
        table does not suggest it. Otherwise it is what the table shows, and something else made it
        so.
    """

    name: str
    label: str
    sentence: str
    _: KW_ONLY
    holds: Callable[[Evidence], bool] = lambda evidence: False
    sign: str = ""
    fixes: tuple[Changes, ...] = ()
    is_setting: bool = False

    def _facts(self) -> Mapping[str, object]:
        return {"name": self.name, "label": self.label}

    def __reduce__(self) -> tuple[Callable[[str], "Cause"], tuple[str]]:
        """Be sent to another process by name."""
        return cause_named, (self.name,)


def cause_named(name: str) -> Cause:
    """Return the cause with a name."""
    return next(cause for cause in CAUSES if cause.name == name)


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


_LIMITS = tr_noop(
    "However long it trains, it ends up valuing {played} at {goal} and {right} at {right_goal}."
)


def _of_setting(name: str, label: str, sentence: str, *fixes: Changes) -> Cause:
    """Return the cause of a setting; without `fixes`, its sound values are in the evidence."""
    return Cause(
        name,
        label,
        sentence,
        holds=lambda evidence: name in evidence.blamed,
        sign=_LIMITS,
        fixes=fixes or (SETTINGS_AT_FAULT[name],),
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
        "one-side",
        "It learned one side only",
        "It learns to play {learns} only. The other side stays untrained, also as its opponent.",
        holds=lambda evidence: (
            "one-side" in evidence.blamed
            or (
                not evidence.visited
                and evidence.config.learns not in ("both", evidence.refutation.side)
            )
        ),
        fixes=(SETTINGS_AT_FAULT["one-side"],),
        is_setting=True,
    ),
    Cause(
        "empty-box",
        "An empty box",
        "The box for this position is empty: every bead was drawn in a lost game and taken away. "
        "The machine therefore resigns, although the game is not lost yet.",
        holds=lambda evidence: evidence.has_boxes and evidence.refutation.cell is None,
        fixes=({"beads": "simulation"}, {"beads_loss": 0}),
    ),
    Cause(
        "new-box",
        "An unused box",
        "It has never used this position's box, so there are still as many beads for {played} as "
        "for any other move.",
        holds=lambda evidence: evidence.has_boxes and not evidence.visited,
        fixes=(MORE_GAMES,),
    ),
    Cause(
        "beads-left",
        "Beads left for a mistake",
        "The machine draws its moves at random. Beads in this box: {value} for {played}, "
        "{right_value} for {right}. As long as one is left for {played}, it can be drawn.",
        holds=lambda evidence: evidence.has_boxes,
        fixes=(MORE_GAMES, {"beads_loss": -3}),
    ),
    Cause(
        "new-preferences",
        "Preferences never changed",
        "It has never learned from this position, so {played} is still as likely as any other "
        "move.",
        holds=lambda evidence: evidence.has_preferences and not evidence.visited,
        fixes=(MORE_GAMES,),
    ),
    Cause(
        "drawn",
        "Drawn by chance",
        "The agent draws its moves by their preferences: {value} for {played}, {right_value} for "
        "{right}. Each game makes a mistake less likely, but its probability never becomes 0.",
        holds=lambda evidence: evidence.has_preferences,
        fixes=(MORE_GAMES, {"alpha": 1.0}),
    ),
    Cause(
        "perfect-partner",
        "A partner that plays perfectly",
        "In {minimax_share} of its games the partner is a perfect player, which leads it into few "
        "positions.",
        holds=lambda evidence: not evidence.visited and evidence.partner_avoids,
        sign=tr_noop(
            "It never allows this position, and the agent cannot learn what it never sees."
        ),
        fixes=({"minimax_share": 0.0},),
        is_setting=True,
    ),
    _of_setting(
        "discount",
        "γ",
        "With γ = {gamma}, a result counts too little, or too much, a few moves before the end.",
    ),
    _of_setting(
        "rewards",
        "The rewards",
        "A win earns {reward_win}, a draw {reward_draw} and a loss {reward_loss}.",
    ),
    _of_setting(
        "move-cost",
        "The cost of moves",
        "Every move costs {move_cost}, so quick losses and slow draws are close.",
    ),
    Cause(
        "best-from-initial",
        "No value falls below the initial value",
        "It keeps the best result of each move, and every value begins at {initial_value}. Worse "
        "results leave no trace: it still values {played} at {value}.",
        holds=lambda evidence: "best-ever" in evidence.blamed and evidence.stays_at_initial_value,
        fixes=(SETTINGS_AT_FAULT["best-ever"],),
        is_setting=True,
    ),
    _of_setting(
        "best-ever",
        "The best result counts",
        "It remembers the best result of each move, however rare, and not an average.",
    ),
    _of_setting(
        "rewards-for",
        "Rewards for X",
        "Its rewards are X's, also when O moves, so O helps X.",
    ),
    _of_setting(
        "random-partner",
        "A partner that moves at random",
        "In {random_share} of its games the partner moves at random, so it sees few good replies.",
    ),
    _of_setting(
        "weights",
        "The weights of results",
        "In its memory a win weighs {weight_win}, a draw {weight_draw} and a loss {weight_loss}.",
    ),
    Cause(
        "totals",
        "Totals, not averages",
        "It chooses the move with the highest total of rewards, which grows whenever the move is "
        "tried.",
        holds=lambda evidence: evidence.outnumbered,
        sign=tr_noop("By the average it would choose a right move here."),
        fixes=({"score": "relative"},),
        is_setting=True,
    ),
    Cause(
        "boards-alike",
        "Boards that look alike",
        "The network computes all values from the same few weights, so what it learns from one "
        "board changes the values of boards that look alike. It values {played} at {value} and "
        "{right} at {right_value}; a table would end at {goal} and {right_goal}.",
        holds=lambda evidence: evidence.has_weights,
        fixes=({"hidden_units": 64}, {"hidden_units": 128}),
        is_setting=True,
    ),
    Cause(
        "never-visited",
        "Never visited",
        "It has never learned from this position, so every move still has its initial value.",
        holds=lambda evidence: not evidence.visited,
    ),
    Cause(
        "exploring",
        "Too much exploration",
        "It explores so much that its values are those of careless games.",
        holds=lambda evidence: evidence.misleading_epsilon is not None,
        sign=tr_noop(
            "With ε = {exploring}, {played} looks like {goal} and {right} like {right_goal}."
        ),
        fixes=(LESS_EXPLORING,),
        is_setting=True,
    ),
    Cause(
        "tie",
        "An untried move that looks as good",
        "It has never tried {played} here, so its value is still {value}. That is no lower than "
        "{right_value}, the value of {right}.",
        holds=lambda evidence: _root_is(evidence, tried=False, here=True, too_high=True),
        fixes=({"initial_value": -0.1},),
    ),
    Cause(
        "right-untried",
        "The right move was never tried",
        "It has never tried {right} here, so its value is still {right_value}. That is no higher "
        "than {value}, the value of {played}, although in the long run it would be {right_goal}.",
        holds=lambda evidence: _root_is(evidence, tried=False, here=True, too_high=False),
    ),
    Cause(
        "reply-untried",
        "A later move was never tried",
        "{where} it has never tried {root}. It values that move at {root_value} instead of "
        "{root_goal}, and its values here are built on that.",
        holds=lambda evidence: _root_is(evidence, tried=False, here=False),
    ),
    Cause(
        "unpunished",
        "Rarely punished",
        "It often got away with {played}: at the end of its training, a punishing reply had "
        "probability {punished}. The move's value is {value}; against good replies it would be "
        "{goal}.",
        holds=lambda evidence: (
            evidence.root is not None
            and evidence.root.too_high
            and not evidence.root.behind
            and evidence.punished_less_than_in_the_end
        ),
    ),
    Cause(
        "too-rare",
        "Too few visits",
        "{where} it has learned from {root} only {visits}. With {step}, that has moved its value "
        "to {root_value}; in the long run it would be {root_goal}.",
        holds=_is_tried_too_rarely,
        fixes=({"alpha": 0.5},),
    ),
    Cause(
        "early-results",
        "Early results never forgotten",
        "The value of {root} is an average that includes the clumsy first games. After {visits} "
        "it is {root_value}; in the long run it would be {root_goal}.",
        holds=lambda evidence: evidence.root is not None and _averages(evidence),
        fixes=({"step_size": "constant", "alpha": 0.1},),
    ),
    Cause(
        "chance",
        "Swayed by chance",
        "What follows {root} is partly random, and with {step} its value tracks the latest "
        "results. After {visits} it is {root_value}; its long-run average would be {root_goal}.",
        holds=lambda evidence: evidence.root is not None and not evidence.looks_one_move_ahead,
        fixes=(
            {"step_size": "sample-average"},
            {"alpha": 0.05},
        ),
    ),
    _of_setting(
        "ties",
        "The first of equal moves",
        "Of equal moves it takes the first free cell, so it sees less of the game.",
        {"ties": "random"},
    ),
    _of_setting(
        "symmetry",
        "No symmetry",
        "It learns each of up to eight equivalent positions separately.",
        SYMMETRY,
    ),
    _of_setting(
        "alpha",
        "The learning rate",
        "With {step}, its values have not settled after {games} games.",
        {"alpha": 0.5},
        {"alpha": 0.1},
    ),
    _of_setting(
        "step-size",
        "The step size",
        "With {step}, its values have not settled after {games} games.",
        {"step_size": "sample-average"},
        {"step_size": "constant", "alpha": 0.1},
    ),
    _of_setting(
        "initial-value",
        "The initial value",
        "An untried move counts as {initial_value}, which misleads it for all of its {games} "
        "games.",
        {"initial_value": 0.0},
        {"initial_value": -0.1},
    ),
    _of_setting(
        "games",
        "Too few games",
        "{games} games are too few for its other settings.",
        MORE_GAMES,
    ),
    _of_setting(
        "little-exploration",
        "Too little exploration",
        "It explores too little to see what it would have to learn.",
        EXPLORING,
    ),
    Cause(
        "unclear",
        "Unknown",
        "The data do not show the cause.",
        holds=lambda evidence: True,
    ),
)
"""In the order in which they are tried: the first that holds is suspected."""
