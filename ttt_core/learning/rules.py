r"""The learning rules, each declared once; everything that depends on the rule is read from here.

A rule combines a method of the kernels with its numbers (`ttt_core.learning.kernels`), the settings
it uses and its description. To add a rule: declare it here, add its method to the kernels if it is
new, and add it to the slow reference learner of the tests, whose tables the kernels must reproduce
exactly.

References
----------
M. L. Littman, "Markov games as a framework for multi-agent reinforcement learning", ICML 1994.
V. Mnih and others, "Human-level control through deep reinforcement learning", Nature 2015.
C. J. C. H. Watkins, "Learning from delayed rewards", PhD thesis, Cambridge 1989.
R. S. Sutton and A. G. Barto, "Reinforcement Learning: An Introduction", 2nd ed., 2018, ch. 5.
A. Kutschera, "Using Reinforcement Learning To Learn To Play Tic-Tac-Toe", 2018.
"How to Build an Adaptive Tic-Tac-Toe AI with Reinforcement Learning in JavaScript", freeCodeCamp
2025.
D. Michie, "Experiments on the mechanization of game-learning. Part I", The Computer Journal, 1963.
"""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, replace
from types import MappingProxyType
from typing import Literal, get_args

from ttt_core.sentences import tr_noop

Kind = Literal["q-table", "reward-memory", "matchboxes", "network"]
Method = Literal["look-ahead", "final-reward", "reward-memory", "matchboxes", "network"]
METHODS = get_args(Method)
"""In the order of their codes for the kernels."""
Learns = Literal["both", "X", "O"]


@dataclass(frozen=True, kw_only=True)
class Formula:
    r"""A rule as LaTeX, in templates for `string.Template`.

    Attributes
    ----------
    lines : tuple of str
        Lines of the formula, aligned at their ``&``. ``$step`` is the fraction by which a value
        moves, ``$gamma`` the discount factor, ``$cost`` the term of the move cost; in a reward
        memory ``$weighted`` is the weighted sum and ``$base`` the base of the reward.
    cost : str
        The term ``$cost`` if moves have a cost, ``$c``.
    letters : str
        The meaning of the letters, in Markdown.
    worked : str
        One update in numbers: what the value moves towards or, in a reward memory, becomes.
        ``$reward`` is the mover's reward for the game, ``$bracketed_reward`` the same in brackets
        if it is negative, ``$k`` the number of further moves that player makes. In a reward memory,
        ``$w``, ``$d`` and ``$l`` are the rewards from games won, drawn and lost, and ``$weighted``
        their weighted sum. For matchboxes, ``$b`` is the number of beads and ``$change`` the number
        added, with its sign.
    worked_ahead : str
        The term added if the update looks at a later position, whose best value is ``$ahead``.
    worked_cost : str
        `cost` in numbers; ``$powers`` is the sum of the powers of the discount factor up to ``$k``.
    """

    lines: tuple[str, ...]
    cost: str = ""
    letters: str
    worked: str
    worked_ahead: str = ""
    worked_cost: str = ""


@dataclass(frozen=True)
class LearningRule:
    """A learning rule; label, source and sentence are marked for translation.

    Attributes
    ----------
    name : str
        Identifier in code, links and files.
    label : str
        Name on the screen.
    source, sentence : str
        Where it comes from, and what it does.
    kind : str
        Kind of agent it produces.
    method : str
        How the kernels learn from a move. ``"look-ahead"``: from the best value at a later turn of
        the same game. ``"final-reward"``: from the result, discounted for every further move of the
        same player. ``"reward-memory"``: by adding up rewards. ``"matchboxes"``: by adding beads to
        the boxes and taking them away. ``"network"``: by moving the weights of a network, towards
        the same targets as ``"look-ahead"``.
    plies_ahead : int
        How far the method looks: 1 to the opponent's next turn, 2 to the mover's own.
    sign : int
        -1 if what is good at that turn is bad for the mover, else 1.
    learns : str
        The side it learns for, whatever the settings say; ``"both"`` if the settings decide.
    follow_up_games : int
        How many games the agent plays on alone after each game it learns from: from every position
        of that game in turn, the last first.
    zero_sum : bool
        Whether one side's gain is the other's loss: a loss is minus a win, and a draw is 0.
    unused : frozenset of str
        Settings that do not affect what it learns.
    fixed : tuple of str
        Those of them that must keep their defaults, because no other value makes sense.
    formula : Formula
    """

    name: str
    label: str
    source: str
    sentence: str
    _: KW_ONLY
    kind: Kind = "q-table"
    method: Method
    plies_ahead: int = 0
    sign: Literal[1, -1] = 1
    learns: Learns = "both"
    follow_up_games: int = 0
    zero_sum: bool = False
    unused: frozenset[str] = frozenset()
    fixed: tuple[str, ...] = ()
    formula: Formula

    @property
    def explores(self) -> bool:
        """Whether it makes exploratory moves."""
        return "exploration" not in self.unused


_TOWARDS_TARGET = r"Q(s,a) & \leftarrow Q(s,a) + $step\,\bigl[\,T - Q(s,a)\,\bigr]"
_NOT_IN_MINIMAX_Q = ("learns", "best_ever", "rewards_for")
_FIXED_IN_MEMORY = (
    *("step_size", "best_ever", "initial_value", "rewards_for"),
    *("reward_win", "reward_draw", "reward_loss"),
    *("move_cost", "backward", "replay"),
)
_FIXED_IN_MATCHBOXES = (*_FIXED_IN_MEMORY, "symmetry", "ties")
_OF_MATCHBOXES = frozenset({"beads", "beads_win", "beads_draw", "beads_loss"})
_OF_NETWORKS = frozenset({"hidden_units", "network_step", "halved_after", "batch", "copy_every"})
_NOT_OF_TABLES = _OF_MATCHBOXES | _OF_NETWORKS
_FIXED_IN_NETWORKS = (
    *("step_size", "initial_value", "ties", "backward", "replay"),
    *_NOT_IN_MINIMAX_Q,
)

MINIMAX_Q = LearningRule(
    "minimax-q",
    "Minimax-Q",
    "Littman, 1994; used by “Two tables”.",
    "A move's value is minus the best value it leaves the opponent.",
    method="look-ahead",
    plies_ahead=1,
    sign=-1,
    zero_sum=True,
    unused=frozenset({*_NOT_IN_MINIMAX_Q, "reward_draw", "reward_loss"}) | _NOT_OF_TABLES,
    fixed=_NOT_IN_MINIMAX_Q,
    formula=Formula(
        lines=(_TOWARDS_TARGET, r"T & = r$cost - $gamma\,\max_{a'} Q(s',a')"),
        cost=" - $c",
        letters=tr_noop(
            "$Q(s,a)$ is the value of move $a$ in position $s$, $T$ the target, and $s'$ the "
            "position in which the *opponent* moves next. What is good for the opponent is bad for "
            "the side that moved, hence the minus sign. $r$ is the reward if the move ends the "
            "game, and 0 otherwise."
        ),
        worked="$reward$cost",
        worked_ahead=r" - $gamma\cdot $ahead",
        worked_cost=" - $c",
    ),
)

Q_LEARNING = LearningRule(
    "q-learning",
    "Q-learning",
    "Watkins, 1989.",
    "A move's value is the best value at the player's own next turn; the opponent is treated as "
    "part of the environment.",
    method="look-ahead",
    plies_ahead=2,
    unused=_NOT_OF_TABLES,
    formula=Formula(
        lines=(_TOWARDS_TARGET, r"T & = r$cost + $gamma\,\max_{a''} Q(s'',a'')"),
        cost=" - $c",
        letters=tr_noop(
            "$Q(s,a)$ is the value of move $a$ in position $s$, $T$ the target, and $s''$ the "
            "position at the player's *own* next turn. $r$ is the reward if the game ends first, "
            "and 0 otherwise."
        ),
        worked="$reward$cost",
        worked_ahead=r" + $gamma\cdot $ahead",
        worked_cost=" - $c",
    ),
)

MONTE_CARLO = LearningRule(
    "monte-carlo",
    "Monte Carlo",
    "The rule of the adaptive AI (freeCodeCamp).",
    "Every move's value moves towards the game's final reward.",
    method="final-reward",
    unused=frozenset({"backward"}) | _NOT_OF_TABLES,
    formula=Formula(
        lines=(_TOWARDS_TARGET, r"T & = $gamma^k\,r$cost"),
        cost=r" - $c\sum_{i=0}^{k} $gamma^i",
        letters=tr_noop(
            "$Q(s,a)$ is the value of move $a$ in position $s$, and $T$ the target. $r$ is the "
            "player's reward at the end of the game, and $k$ the number of further moves that "
            "player makes."
        ),
        worked=r"$gamma^$k\cdot $bracketed_reward$cost",
        worked_cost=r" - $c\cdot $powers",
    ),
)

REWARD_MEMORY = LearningRule(
    "reward-memory",
    "Reward memory",
    "Kutschera, 2018.",
    "Adds up rewards by result and never forgets them; shorter games count more.",
    kind="reward-memory",
    method="reward-memory",
    unused=frozenset({"alpha", "gamma", *_FIXED_IN_MEMORY}) | _NOT_OF_TABLES,
    fixed=_FIXED_IN_MEMORY,
    formula=Formula(
        lines=(r"S(s,a) & = \frac{$weighted}{w + d + l}", r"\Delta & = $base^{\,9-n}"),
        letters=tr_noop(
            "$w$, $d$ and $l$ are the rewards that move $a$ in position $s$ has earned in "
            "games its player won, drew and lost. A game of $n$ moves adds $\\Delta$, rounded to a "
            "whole number, to one of them for each of its moves."
        ),
        worked=r"\frac{$weighted}{$w + $d + $l}",
    ),
)

MATCHBOXES = LearningRule(
    "matchboxes",
    "Matchboxes",
    "MENACE; Michie, 1961.",
    "A bead drawn at random from the position's box says where to move. The result adds beads of "
    "that colour or takes the bead away. If the box is empty, the player resigns.",
    kind="matchboxes",
    method="matchboxes",
    unused=frozenset(
        {
            *("alpha", "gamma", "epsilon", "epsilon_decay", "epsilon_floor", "epsilon_course"),
            *("exploration", "experience_games", "replay_size", *_FIXED_IN_MATCHBOXES),
        }
    )
    | _OF_NETWORKS,
    fixed=_FIXED_IN_MATCHBOXES,
    formula=Formula(
        lines=(
            r"P(a \mid s) & = \frac{B(s,a)}{\sum_{a'} B(s,a')}",
            r"B(s,a) & \leftarrow \max\bigl(0,\; B(s,a) + \Delta\bigr)",
        ),
        letters=tr_noop(
            "$B(s,a)$ is the number of beads for move $a$ in the box of position $s$. $P(a \\mid "
            "s)$ is the probability of drawing one of them. After the game, $\\Delta$ beads are "
            "added for each of its moves. Michie used 3 after a win, 1 after a draw and −1 after "
            "a loss."
        ),
        worked=r"\max(0,\; $b $change)",
    ),
)

NETWORK = LearningRule(
    "network",
    "Network",
    "Mnih and others, 2015, made small.",
    "A small neural network computes the values instead of a table. It learns towards the targets "
    "of Minimax-Q, so each step changes the values of many positions.",
    kind="network",
    method="network",
    plies_ahead=1,
    sign=-1,
    zero_sum=True,
    unused=frozenset({"alpha", "reward_draw", "reward_loss", *_FIXED_IN_NETWORKS}) | _OF_MATCHBOXES,
    fixed=_FIXED_IN_NETWORKS,
    formula=Formula(
        lines=(
            r"w & \leftarrow w - \eta\,\nabla_w\,\tfrac{1}{2}\bigl[\,Q_w(s,a) - T\,\bigr]^2",
            r"T & = r$cost - $gamma\,\max_{a'} Q_{\bar w}(s',a')",
        ),
        cost=" - $c",
        letters=tr_noop(
            "$w$ are the weights of the network and $\\bar w$ those of its copy, $T$ is the "
            "target, $s$ the position, $a$ the move, and $s'$ the position in which the "
            "*opponent* moves next. $r$ is the reward if the move ends the game, and 0 "
            "otherwise. Adam adapts the step size $\\eta$ to each weight, and each step is the "
            "mean over a batch of past moves."
        ),
        worked="$reward$cost",
        worked_ahead=r" - $gamma\cdot $ahead",
        worked_cost=" - $c",
    ),
)

RuleName = Literal[
    "minimax-q", "q-learning", "monte-carlo", "reward-memory", "matchboxes", "network"
]

RULES: Mapping[RuleName, LearningRule] = MappingProxyType(
    {
        "minimax-q": MINIMAX_Q,
        "q-learning": Q_LEARNING,
        "monte-carlo": MONTE_CARLO,
        "reward-memory": REWARD_MEMORY,
        "matchboxes": MATCHBOXES,
        "network": NETWORK,
    }
)
"""By name, in the order shown on the screen."""

ADAPTIVE_PLAY = LearningRule(
    "adaptive-play",
    "Adaptive AI in play",
    "How the adaptive AI learns while it plays people.",
    "It learns only from O's moves. A winning move is worth 1; any other is worth the best value "
    "it leaves X, with the same sign.",
    method="look-ahead",
    plies_ahead=1,
    sign=1,
    learns="O",
    formula=Formula(
        lines=(_TOWARDS_TARGET, r"T & = r + $gamma\,\max_{a'} Q(s',a')"),
        letters=tr_noop(
            "$T$ is the target, $s$ the position, $a$ a move of O, and $s'$ the position in "
            "which X moves next. The plus sign is in the original program. $r$ is 1 if the move "
            "wins, and 0 otherwise."
        ),
        worked="$reward",
        worked_ahead=r" + $gamma\cdot $ahead",
    ),
)

GOING_OVER = replace(
    MINIMAX_Q,
    name="thinking-on",
    label=tr_noop("Going over the game"),
    source=tr_noop("Exploring starts; Sutton and Barto, 2018, section 5.3."),
    sentence=tr_noop(
        "A move's value is minus the best value it leaves the opponent. After each game the "
        "agent plays on alone from each of its positions and learns from that."
    ),
    follow_up_games=100,
)

RULES_IN_PLAY: Mapping[str, LearningRule] = MappingProxyType(
    {rule.name: rule for rule in (ADAPTIVE_PLAY, GOING_OVER)}
)
"""Rules used only for games with people, by name.

They are not for training. The adaptive AI's rule does not learn X's moves, so an untrained agent
would learn only which of O's moves win at once. The other is minimax-Q as long as there is no game
to go over.
"""

PLUS_SIGN = replace(
    MINIMAX_Q,
    name="plus-sign",
    label=tr_noop("With a plus"),
    source=tr_noop("Minimax-Q with the sign reversed, to show what the sign is for."),
    sentence=tr_noop(
        "A move's value is the best value it leaves the opponent, as if both sides were one team."
    ),
    sign=1,
    formula=replace(
        MINIMAX_Q.formula,
        lines=(_TOWARDS_TARGET, r"T & = r$cost + $gamma\,\max_{a'} Q(s',a')"),
        letters=tr_noop(
            "As in Minimax-Q, but what is good for the opponent counts as good for the side "
            "that moved."
        ),
        worked_ahead=r" + $gamma\cdot $ahead",
    ),
)
"""A wrong rule, for study: only a `TrainingRun` can be given it; no setting or file names it."""


def first_rule_of(kind: Kind) -> RuleName:
    """Return the name of the default rule for a kind of agent.

    Raises
    ------
    ValueError
        If the kind does not exist.
    """
    for name, rule in RULES.items():
        if rule.kind == kind:
            return name
    raise ValueError(f"kind must be one of {', '.join(get_args(Kind))}, not {kind!r}.")
