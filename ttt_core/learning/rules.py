r"""The learning rules, each declared once; whatever depends on the rule is read from here.

A rule is a method of the kernels with its numbers (`ttt_core.learning.kernels`), the settings that
it knows, and what the interface says of it. To add one: declare it here, teach the kernels its
method if it is a new one, and teach it to the slow learner of the tests, which the kernels are held
to bit for bit.

References
----------
M. L. Littman, "Markov games as a framework for multi-agent reinforcement learning", ICML 1994.
C. J. C. H. Watkins, "Learning from delayed rewards", PhD thesis, Cambridge 1989.
R. S. Sutton and A. G. Barto, "Reinforcement Learning: An Introduction", 2nd ed., 2018, ch. 5.
A. Kutschera, "Using Reinforcement Learning To Learn To Play Tic-Tac-Toe", 2018.
"How to Build an Adaptive Tic-Tac-Toe AI with Reinforcement Learning in JavaScript", freeCodeCamp
2025.
D. Michie, "Experiments on the mechanization of game-learning. Part I", The Computer Journal, 1963.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

Kind = Literal["q-table", "reward-memory", "matchboxes"]
Method = Literal["look-ahead", "final-reward", "reward-memory", "matchboxes"]
Learns = Literal["both", "X", "O"]


@dataclass(frozen=True, kw_only=True)
class Formula:
    r"""A rule as LaTeX, in templates for `string.Template`.

    Attributes
    ----------
    lines : tuple of str
        One under the other, aligned at their ``&``. ``$step`` stands for the share by which a
        value moves, ``$gamma`` for the discount, ``$cost`` for what the cost of a move takes away;
        of a reward memory ``$weighted`` for the weighted sum, ``$base`` for the base of the reward.
    cost : str
        What ``$cost`` is where moves cost something; ``$c`` stands for the cost of one.
    letters : str
        What the letters stand for, in Markdown.
    worked : str
        One update in numbers: what the value moves towards or, of a reward memory, becomes.
        ``$reward`` is what the game brought the mover, ``$bracketed_reward`` the same in brackets
        if it is negative, ``$k`` how many own moves were left; of a reward memory ``$w``, ``$d``
        and ``$l`` are the rewards from games won, drawn and lost, and ``$weighted`` their sum; of
        matchboxes ``$b`` is the number of beads, and ``$change`` what the game adds to it, with its
        sign.
    worked_ahead : str
        What is added where it rests on a later position, whose best value is ``$ahead``.
    worked_cost : str
        As `cost`, in numbers; ``$powers`` is the sum of the powers of the discount up to ``$k``.
    """

    lines: tuple[str, ...]
    cost: str = ""
    letters: str
    worked: str
    worked_ahead: str = ""
    worked_cost: str = ""


@dataclass(frozen=True, kw_only=True)
class LearningRule:
    """What is to be known of a rule.

    Attributes
    ----------
    name, label : str
        In code, links and files; and in the interface.
    source, sentence : str
        Where it comes from, and what it does.
    kind : str
        Of the agents it makes.
    method : str
        How the kernels learn a move. ``"look-ahead"``: from the best value at a later turn of the
        same game. ``"final-reward"``: from the result, discounted for every own move until then.
        ``"reward-memory"``: by adding up rewards. ``"matchboxes"``: by adding beads to those that
        it draws from, and taking them away.
    plies_ahead : int
        How far the method looks: 1 to the opponent's next turn, 2 to the mover's own.
    sign : int
        -1 where what is good at that turn is bad for the mover, else 1.
    learns : str
        The side that it learns for, whatever is set; ``"both"`` where the settings decide.
    thoughts : int
        How many games it plays on by itself after each one that it is told: from every position of
        that game in turn, the last first.
    zero_sum : bool
        Whether what one side wins the other loses: a loss is minus a win, a draw is 0.
    unused : frozenset of str
        Settings that have no influence on what it learns.
    fixed : tuple of str
        Those of them that must be left at their defaults, as nothing else would make sense.
    formula : Formula
    """

    name: str
    label: str
    source: str
    sentence: str
    kind: Kind = "q-table"
    method: Method
    plies_ahead: int = 0
    sign: Literal[1, -1] = 1
    learns: Learns = "both"
    thoughts: int = 0
    zero_sum: bool = False
    unused: frozenset[str] = frozenset()
    fixed: tuple[str, ...] = ()
    formula: Formula

    @property
    def explores(self) -> bool:
        """Whether it makes moves to explore, by ε or by experience."""
        return "exploration" not in self.unused


_TOWARDS_TARGET = r"Q(s,a) & \leftarrow Q(s,a) + $step\,\bigl[\,T - Q(s,a)\,\bigr]"
_FIXED_IN_MEMORY = (
    *("step_size", "initial_value", "reward_win", "reward_draw", "reward_loss"),
    *("move_cost", "backward", "replay"),
)
_FIXED_IN_MATCHBOXES = (*_FIXED_IN_MEMORY, "symmetry", "ties")
_OF_MATCHBOXES = frozenset({"beads", "beads_win", "beads_draw", "beads_loss"})

MINIMAX_Q = LearningRule(
    name="minimax-q",
    label="Minimax-Q",
    source="Littman, 1994; the rule with two tables.",
    sentence="A move is worth what it leaves the opponent, with the opposite sign.",
    method="look-ahead",
    plies_ahead=1,
    sign=-1,
    zero_sum=True,
    unused=frozenset({"learns", "reward_draw", "reward_loss"}) | _OF_MATCHBOXES,
    fixed=("learns",),
    formula=Formula(
        lines=(_TOWARDS_TARGET, r"T & = r$cost - $gamma\,\max_{a'} Q(s',a')"),
        cost=" - $c",
        letters="$T$ is the target, $s$ the position, $a$ the move, $s'$ the position in which the "
        "*opponent* moves next: what is good for them is bad for the mover, hence the minus. $r$ "
        "is the reward where the move ends the game, and 0 elsewhere.",
        worked="$reward$cost",
        worked_ahead=r" - $gamma\cdot $ahead",
        worked_cost=" - $c",
    ),
)

Q_LEARNING = LearningRule(
    name="q-learning",
    label="Q-learning",
    source="Watkins, 1989.",
    sentence="A move is worth the best that one's own next turn offers; the opponent is part of "
    "the world.",
    method="look-ahead",
    plies_ahead=2,
    unused=_OF_MATCHBOXES,
    formula=Formula(
        lines=(_TOWARDS_TARGET, r"T & = r$cost + $gamma\,\max_{a''} Q(s'',a'')"),
        cost=" - $c",
        letters="$T$ is the target, $s$ the position, $a$ the move, $s''$ the position at the "
        "mover's *own* next turn. $r$ is the reward where the game ends before that, and 0 "
        "elsewhere.",
        worked="$reward$cost",
        worked_ahead=r" + $gamma\cdot $ahead",
        worked_cost=" - $c",
    ),
)

MONTE_CARLO = LearningRule(
    name="monte-carlo",
    label="Monte Carlo",
    source="The rule of the adaptive AI.",
    sentence="Every move of a game is pulled towards the game's final reward.",
    method="final-reward",
    unused=frozenset({"backward"}) | _OF_MATCHBOXES,
    formula=Formula(
        lines=(_TOWARDS_TARGET, r"T & = $gamma^k\,r$cost"),
        cost=r" - $c\sum_{i=0}^{k} $gamma^i",
        letters="$T$ is the target, $s$ the position, $a$ the move, $r$ the mover's reward at the "
        "end of the game, and $k$ the number of own moves until then.",
        worked=r"$gamma^$k\cdot $bracketed_reward$cost",
        worked_cost=r" - $c\cdot $powers",
    ),
)

REWARD_MEMORY = LearningRule(
    name="reward-memory",
    label="Reward memory",
    source="Kutschera, 2018.",
    sentence="Rewards are added up by result, shorter games counting more, and never forgotten.",
    kind="reward-memory",
    method="reward-memory",
    unused=frozenset({"alpha", "gamma", *_FIXED_IN_MEMORY}) | _OF_MATCHBOXES,
    fixed=_FIXED_IN_MEMORY,
    formula=Formula(
        lines=(r"S(s,a) & = \frac{$weighted}{w + d + l}", r"\Delta & = $base^{\,9-n}"),
        letters="$w$, $d$ and $l$ are the rewards that move $a$ in position $s$ has gathered in "
        "games its player won, drew and lost. A game of $n$ moves adds $\\Delta$ to one of them, "
        "for each of its moves, rounded to a whole number: the shorter the game, the more.",
        worked=r"\frac{$weighted}{$w + $d + $l}",
    ),
)

MATCHBOXES = LearningRule(
    name="matchboxes",
    label="Matchboxes",
    source="MENACE; Michie, 1961.",
    sentence="A bead drawn at random from the box of a position says where to move; the result "
    "adds beads of its colour, or takes it away. An empty box resigns.",
    kind="matchboxes",
    method="matchboxes",
    unused=frozenset(
        {
            *("alpha", "gamma", "epsilon", "epsilon_decay", "epsilon_floor", "exploration"),
            *("experience_games", "replay_size", *_FIXED_IN_MATCHBOXES),
        }
    ),
    fixed=_FIXED_IN_MATCHBOXES,
    formula=Formula(
        lines=(
            r"P(a \mid s) & = \frac{B(s,a)}{\sum_{a'} B(s,a')}",
            r"B(s,a) & \leftarrow \max\bigl(0,\; B(s,a) + \Delta\bigr)",
        ),
        letters="$B(s,a)$ is the number of beads for move $a$ in the box of position $s$, and "
        "$P(a \\mid s)$ the chance that one of them is drawn. After the game, $\\Delta$ beads "
        "are added for each of its moves: Michie's 3 after a win, 1 after a draw and −1 after a "
        "loss, when the bead that was drawn is taken away.",
        worked=r"\max(0,\; $b $change)",
    ),
)

RULES: Mapping[str, LearningRule] = MappingProxyType(
    {rule.name: rule for rule in (MINIMAX_Q, Q_LEARNING, MONTE_CARLO, REWARD_MEMORY, MATCHBOXES)}
)
"""By name, in the order in which the interface lists them."""

ADAPTIVE_PLAY = LearningRule(
    name="adaptive-play",
    label="Adaptive, in play",
    source="What the adaptive AI does while a person plays.",
    sentence="Only O's moves are learned from: a move is worth the best that it leaves X, with the "
    "same sign, and 1 where it wins.",
    method="look-ahead",
    plies_ahead=1,
    sign=1,
    learns="O",
    formula=Formula(
        lines=(_TOWARDS_TARGET, r"T & = r + $gamma\,\max_{a'} Q(s',a')"),
        letters="$T$ is the target, $s$ the position, $a$ a move of O, $s'$ the position in which "
        "X moves next; the plus is its program's own. $r$ is 1 where the move wins, else 0.",
        worked="$reward",
        worked_ahead=r" + $gamma\cdot $ahead",
    ),
)

THINKING_ON = LearningRule(
    name="thinking-on",
    label="Thinking on",
    source="Exploring starts; Sutton and Barto, 2018, section 5.3.",
    sentence="A move is worth the opposite of the best that it leaves to the opponent. After the "
    "game it is thought over: the learner plays on by itself from each of its positions.",
    method="look-ahead",
    plies_ahead=1,
    sign=-1,
    thoughts=100,
    zero_sum=True,
    unused=MINIMAX_Q.unused,
    formula=MINIMAX_Q.formula,
)

RULES_IN_PLAY: Mapping[str, LearningRule] = MappingProxyType(
    {rule.name: rule for rule in (ADAPTIVE_PLAY, THINKING_ON)}
)
"""Rules for games with people alone, by name.

There is no training by them. By the adaptive AI's, nobody learns X's moves, so that all an empty
table would come to know is which of O's moves win at once; the other is minimax-Q where there is no
game to think over.
"""

PLUS_SIGN = replace(
    MINIMAX_Q,
    name="plus-sign",
    label="With a plus",
    source="Minimax-Q with its sign turned round, to show what the sign is for.",
    sentence="A move is worth the best that it leaves to the opponent, as if both were one team.",
    sign=1,
    formula=replace(
        MINIMAX_Q.formula,
        lines=(_TOWARDS_TARGET, r"T & = r$cost + $gamma\,\max_{a'} Q(s',a')"),
        letters="As with minimax-Q, but what is good for the opponent counts as good for the "
        "mover.",
        worked_ahead=r" + $gamma\cdot $ahead",
    ),
)
"""A mistake to look at: no setting and no file knows it, only a `TrainingRun` that is given it."""


def first_rule_of(kind: Kind) -> LearningRule:
    """Return the rule by which an agent of a kind learns where nothing else is said."""
    return next(rule for rule in RULES.values() if rule.kind == kind)
