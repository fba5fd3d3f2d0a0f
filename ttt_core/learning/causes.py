"""Why an agent errs: every cause that can be told, each declared once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ttt_core.learning.evidence import SETTINGS_AT_FAULT, Evidence
from ttt_core.learning.rules import RULES

Changes = Mapping[str, Any]
"""Settings of a training, and what they are to be."""

_LEAST_VISITS = 5
_UNFORGOTTEN = 0.05
"""Where what a value began with still counts for more than this share, it has hardly been moved."""

EXPLORING: Changes = {
    "exploration": "epsilon",
    "epsilon": 1.0,
    "epsilon_decay": 0.9999,
    "epsilon_floor": 0.1,
}
MORE_GAMES: Changes = {"games": 100_000}
SYMMETRY: Changes = {"symmetry": True}
OTHER_RULE: Changes = {"rule": "minimax-q", "learns": "both"}
BY_ITSELF: Changes = {"random_share": 0.0, "minimax_share": 0.0}
_SEE_MORE = (MORE_GAMES, EXPLORING, SYMMETRY)


@dataclass(frozen=True, kw_only=True)
class Cause:
    """A cause of errors.

    Attributes
    ----------
    name, label : str
        In code; and in tables.
    sentence : str
        In Markdown, a template for `str.format`. ``{played}`` is the wrong move, ``{right}`` the
        best right one; ``{value}`` and ``{right_value}`` what the agent holds them to be worth,
        ``{goal}`` and ``{right_goal}`` where that leads by its settings; ``{root}`` the move in the
        table that the error comes from, ``{where}`` on which board, ``{root_value}`` and
        ``{root_goal}`` what it is worth, ``{visits}`` how often it was learned from;
        ``{punished}`` the chance of a reply that punishes; ``{side}`` and ``{other}`` the sides;
        ``{exploring}`` the chance to explore that misleads; ``{step}`` how far an update goes; and
        any setting by its field.
    holds : callable
        Whether it is the cause, given that none of those before it is.
    fixes : tuple of Changes
        What may help, to be tried in this order.
    """

    name: str
    label: str
    sentence: str
    holds: Callable[[Evidence], bool]
    fixes: tuple[Changes, ...] = ()


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
    return not _averages(evidence) and left > _UNFORGOTTEN


def _at_fault(name: str, label: str, sentence: str) -> Cause:
    return Cause(
        name=name,
        label=label,
        sentence=sentence,
        holds=lambda evidence: name in evidence.blamed,
        fixes=(SETTINGS_AT_FAULT[name],),
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
        label="A side not learned",
        sentence="It has learned the moves of {learns} alone. Of {side}'s it knows nothing, and "
        "plays as it began.",
        holds=lambda evidence: (
            not evidence.visited
            and evidence.config.learns not in ("both", evidence.refutation.side)
        ),
        fixes=({"learns": "both"},),
    ),
    Cause(
        name="empty-box",
        label="An empty box",
        sentence="The box of this board has run empty: every bead in it was drawn in a lost game "
        "and taken away. From an empty box the machine resigns, though nothing is lost yet.",
        holds=lambda evidence: evidence.has_boxes and evidence.refutation.cell is None,
        fixes=({"beads": "simulation"}, {"beads_loss": 0}),
    ),
    Cause(
        name="new-box",
        label="A box never used",
        sentence="It has never drawn from the box of this board: the beads in it are those that it "
        "was filled with, as many for {played} as for any other move.",
        holds=lambda evidence: evidence.has_boxes and not evidence.visited,
        fixes=(MORE_GAMES,),
    ),
    Cause(
        name="beads-left",
        label="Beads left for a wrong move",
        sentence="A machine of matchboxes draws its move. There are {value} beads left for "
        "{played} beside {right_value} for {right}, and as long as there is one, it is drawn some "
        "day.",
        holds=lambda evidence: evidence.has_boxes,
        fixes=(MORE_GAMES, {"beads_loss": -3}),
    ),
    Cause(
        name="partner-avoids",
        label="The partner never lets it come up",
        sentence="It has only ever met perfect play, which never lets this board come up. What has "
        "never been seen cannot be learned.",
        holds=lambda evidence: not evidence.visited and evidence.partner_avoids,
        fixes=(BY_ITSELF,),
    ),
    _at_fault(
        "discount",
        "γ too small",
        "γ {gamma} is too small to reach so far back: however long it trains, {played} is held to "
        "be worth {goal} in the end, and {right} {right_goal}.",
    ),
    _at_fault(
        "rewards",
        "The rewards",
        "It plays for what it is rewarded for: a win brings it {reward_win}, a draw {reward_draw}, "
        "a loss {reward_loss}. By that, {played} is worth {goal} to it in the end, and {right} "
        "{right_goal}.",
    ),
    _at_fault(
        "move-cost",
        "The cost of moves",
        "Each of its moves costs {move_cost}, so that it is in a hurry to lose: in the end "
        "{played} is worth {goal} to it, and {right} {right_goal}.",
    ),
    _at_fault(
        "random-partner",
        "A random partner",
        "In {random_share} of its games the partner moves at random and seldom punishes {played}: "
        "on average that is worth {goal} there, and {right} {right_goal}.",
    ),
    _at_fault(
        "weights",
        "The weights of results",
        "A win weighs {weight_win} in its memory, a draw {weight_draw} and a loss {weight_loss}: "
        "by that, {played} scores {goal} in the end, and {right} {right_goal}.",
    ),
    Cause(
        name="never-visited",
        label="Never visited",
        sentence="It has never been here: this board has not come up in one game that it has "
        "learned from, and all moves are worth to it what they began with.",
        holds=lambda evidence: not evidence.visited,
        fixes=_SEE_MORE,
    ),
    Cause(
        name="exploring",
        label="Poisoned by exploring opponents",
        sentence="A value here is the average of what came after, and opponents who explore often "
        "miss what punishes a move. With ε {exploring}, {played} looks like {goal}, and {right} "
        "like {right_goal}.",
        holds=lambda evidence: evidence.misleading_epsilon is not None,
        fixes=({"epsilon_decay": 0.9999, "epsilon_floor": 0.0}, OTHER_RULE),
    ),
    Cause(
        name="tie",
        label="A tie taken for proof",
        sentence="It has never tried {played} here. Untried, that counts {value}, which is no less "
        "than the {right_value} that {right} has shown to be worth.",
        holds=lambda evidence: _root_is(evidence, tried=False, here=True, too_high=True),
        fixes=({"initial_value": -0.1}, *_SEE_MORE),
    ),
    Cause(
        name="right-untried",
        label="The right move never tried",
        sentence="It has never tried {right} here. Untried, that counts {right_value}, less than "
        "the {value} of {played}, though it leads to {right_goal}.",
        holds=lambda evidence: _root_is(evidence, tried=False, here=True, too_high=False),
        fixes=_SEE_MORE,
    ),
    Cause(
        name="reply-untried",
        label="A later move never tried",
        sentence="It has not seen it through. {where} it has never tried {root}, which counts "
        "{root_value} there and not {root_goal}; from that it takes what moves here are worth.",
        holds=lambda evidence: _root_is(evidence, tried=False, here=False),
        fixes=_SEE_MORE,
    ),
    Cause(
        name="unpunished",
        label="Hardly ever punished",
        sentence="It got away with it: in its games the reply that punishes {played} has a chance "
        "of {punished}. Its value is {value}; against good replies it would be {goal}.",
        holds=lambda evidence: (
            evidence.root is not None
            and evidence.root.too_high
            and not evidence.root.behind
            and evidence.punished_less_than_in_the_end
        ),
        fixes=_SEE_MORE,
    ),
    Cause(
        name="too-rare",
        label="Visited too rarely",
        sentence="It has been there too rarely: {where} it has learned from {root} {visits}. With "
        "{step} that has brought the value to {root_value}; it leads to {root_goal}.",
        holds=_is_tried_too_rarely,
        fixes=({"alpha": 0.5}, *_SEE_MORE),
    ),
    Cause(
        name="early-results",
        label="Early results never forgotten",
        sentence="The value of {root} is the average of all that came after it, the first clumsy "
        "games included: after {visits} it stands at {root_value}, though it leads to {root_goal}.",
        holds=lambda evidence: evidence.root is not None and _averages(evidence),
        fixes=({"step_size": "constant", "alpha": 0.1}, *_SEE_MORE),
    ),
    Cause(
        name="chance",
        label="Swayed by chance",
        sentence="What comes after {root} depends on chance, and with {step} its value follows the "
        "last results: after {visits} it stands at {root_value}, while on average it leads to "
        "{root_goal}.",
        holds=lambda evidence: evidence.root is not None and not evidence.looks_one_move_ahead,
        fixes=({"step_size": "sample-average"}, {"alpha": 0.05}, *_SEE_MORE),
    ),
    Cause(
        name="unclear",
        label="Not clear from the data",
        sentence="The cause is not clear from the data.",
        holds=lambda evidence: True,
        fixes=_SEE_MORE,
    ),
)
"""In the order in which they are looked for: the first that holds is the cause."""
