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
R. S. Sutton and A. G. Barto, "Reinforcement Learning: An Introduction", 2nd ed., 2018: sections 1.5
(afterstates), 5 (Monte Carlo), 6.4 (SARSA), 6.6 (Expected SARSA) and 13.3 (REINFORCE), and chapter
12 (the trace decay λ).
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

Kind = Literal["q-table", "reward-memory", "matchboxes", "network", "policy"]
Method = Literal[
    "look-ahead",
    "final-reward",
    "reward-memory",
    "matchboxes",
    "network",
    "sarsa",
    "expected-sarsa",
    "afterstates",
    "reinforce",
]
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
    traced : str
        The last of the lines if the trace decay, ``$decay``, is above 0; empty if the rule has
        none.
    worked_traced : str
        Then in place of `worked_ahead`; ``$rest`` is 1 minus the decay, and ``$traced`` the target
        of the next move.
    """

    lines: tuple[str, ...]
    cost: str = ""
    letters: str
    worked: str
    worked_ahead: str = ""
    worked_cost: str = ""
    traced: str = ""
    worked_traced: str = ""


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
        the same targets as ``"look-ahead"``. ``"sarsa"``: from the value of the move made at the
        player's next turn; ``"expected-sarsa"``: from the mean value of the moves it could make
        there. ``"afterstates"``: as ``"sarsa"``, with one value for all moves that lead to the same
        position. ``"reinforce"``: by raising the preference for the moves of won games.
    plies_ahead : int
        How far the method looks: 1 to the opponent's next turn, 2 to the mover's own.
    sign : int
        -1 if what is good at that turn is bad for the mover, else 1.
    learns : str
        The side it learns for, whatever the settings say; ``"both"`` if the settings decide.
    going_over_games : int
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
    going_over_games: int = 0
    zero_sum: bool = False
    unused: frozenset[str] = frozenset()
    fixed: tuple[str, ...] = ()
    formula: Formula

    @property
    def explores(self) -> bool:
        """Whether it makes exploratory moves."""
        return "exploration" not in self.unused


_AHEAD = r" + $gamma\cdot $ahead"
_TRACED = r" + $gamma\,\bigl[$rest\cdot $ahead + $decay\cdot $traced\bigr]"
_TOWARDS_TARGET = r"Q(s,a) & \leftarrow Q(s,a) + $step\,\bigl[\,T - Q(s,a)\,\bigr]"
_NOT_IN_MINIMAX_Q = ("learns", "best_ever", "rewards_for")
_FIXED_IN_MEMORY = (
    *("step_size", "best_ever", "initial_value", "rewards_for"),
    *("reward_win", "reward_draw", "reward_loss"),
    *("move_cost", "backward", "replay", "trace_decay"),
)
_FIXED_IN_MATCHBOXES = (*_FIXED_IN_MEMORY, "symmetry", "ties")
_OF_MATCHBOXES = frozenset({"beads", "beads_win", "beads_draw", "beads_loss"})
_OF_NETWORKS = frozenset({"hidden_units", "network_step", "halved_after", "batch", "copy_every"})
_NOT_OF_TABLES = _OF_MATCHBOXES | _OF_NETWORKS
_NO_TRACE = ("trace_decay",)
_NOT_OF_Q_LEARNING = frozenset({"explore_learns"}) | _NOT_OF_TABLES
_FIXED_IN_NETWORKS = (
    *("step_size", "initial_value", "ties", "backward", "replay"),
    *_NOT_IN_MINIMAX_Q,
    *_NO_TRACE,
)
_FIXED_IN_AFTERSTATES = ("best_ever", "rewards_for", "move_cost", "replay", *_NO_TRACE)
_FIXED_IN_REINFORCE = (
    *("step_size", "best_ever", "initial_value", "ties", "replay"),
    *("exploration", *_NO_TRACE),
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
    unused=frozenset({*_NOT_IN_MINIMAX_Q, "reward_draw", "reward_loss"}) | _NOT_OF_Q_LEARNING,
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
        traced=r"T & = r$cost - $gamma\,\bigl[(1-$decay)\max_{a'} Q(s',a') + $decay\,T'\bigr]",
        worked_traced=r" - $gamma\,\bigl[$rest\cdot $ahead + $decay\cdot $traced\bigr]",
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
    unused=_NOT_OF_Q_LEARNING,
    formula=Formula(
        lines=(_TOWARDS_TARGET, r"T & = r$cost + $gamma\,\max_{a''} Q(s'',a'')"),
        cost=" - $c",
        letters=tr_noop(
            "$Q(s,a)$ is the value of move $a$ in position $s$, $T$ the target, and $s''$ the "
            "position at the player's *own* next turn. $r$ is the reward if the game ends first, "
            "and 0 otherwise."
        ),
        worked="$reward$cost",
        worked_ahead=_AHEAD,
        worked_cost=" - $c",
        traced=r"T & = r$cost + $gamma\,\bigl[(1-$decay)\max_{a''} Q(s'',a'') + $decay\,T''\bigr]",
        worked_traced=_TRACED,
    ),
)

SARSA = LearningRule(
    "sarsa",
    "SARSA",
    "Sutton and Barto, 2018, section 6.4.",
    "A move's value is the value of the move the player really makes at its own next turn, also if "
    "that move is exploratory.",
    method="sarsa",
    plies_ahead=2,
    unused=frozenset({"replay", "replay_size"}) | _NOT_OF_Q_LEARNING,
    fixed=("replay",),
    formula=Formula(
        lines=(_TOWARDS_TARGET, r"T & = r$cost + $gamma\,Q(s'',a'')"),
        cost=" - $c",
        letters=tr_noop(
            "$Q(s,a)$ is the value of move $a$ in position $s$, $T$ the target, $s''$ the position "
            "at the player's *own* next turn, and $a''$ the move it makes there. $r$ is the reward "
            "if the game ends first, and 0 otherwise."
        ),
        worked="$reward$cost",
        worked_ahead=_AHEAD,
        worked_cost=" - $c",
        traced=r"T & = r$cost + $gamma\,\bigl[(1-$decay)\,Q(s'',a'') + $decay\,T''\bigr]",
        worked_traced=_TRACED,
    ),
)

EXPECTED_SARSA = replace(
    SARSA,
    name="expected-sarsa",
    label=tr_noop("Expected SARSA"),
    source=tr_noop("Sutton and Barto, 2018, section 6.6."),
    sentence=tr_noop(
        "A move's value is the mean value of the moves the player could make at its own next turn, "
        "each as likely as it is while the player explores."
    ),
    method="expected-sarsa",
    formula=replace(
        SARSA.formula,
        lines=(
            _TOWARDS_TARGET,
            r"T & = r$cost + $gamma\sum_{a''} \pi(a'' \mid s'')\,Q(s'',a'')",
        ),
        letters=tr_noop(
            "$Q(s,a)$ is the value of move $a$ in position $s$, $T$ the target, and $s''$ the "
            "position at the player's *own* next turn. $\\pi(a'' \\mid s'')$ is the probability of "
            "move $a''$ there: with probability ε any free cell, otherwise one of the best moves. "
            "$r$ is the reward if the game ends first, and 0 otherwise."
        ),
        traced=r"T & = r$cost + $gamma\,\bigl[(1-$decay)\sum_{a''} \pi(a'' \mid s'')\,Q(s'',a'') "
        r"+ $decay\,T''\bigr]",
    ),
)

MONTE_CARLO = LearningRule(
    "monte-carlo",
    "Monte Carlo",
    "The rule of the adaptive AI (freeCodeCamp).",
    "Every move's value moves towards the game's final reward.",
    method="final-reward",
    unused=frozenset({"backward", *_NO_TRACE}) | _NOT_OF_Q_LEARNING,
    fixed=_NO_TRACE,
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
    unused=frozenset({"alpha", "gamma", *_FIXED_IN_MEMORY}) | _NOT_OF_Q_LEARNING,
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
            "explore_learns",
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
    unused=frozenset({"alpha", "reward_draw", "reward_loss", "explore_learns", *_FIXED_IN_NETWORKS})
    | _OF_MATCHBOXES,
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

AFTERSTATES = LearningRule(
    "afterstates",
    "Afterstates",
    "Sutton and Barto, 2018, section 1.5.",
    "A value for each position right after a player's own move. It moves towards the value of the "
    "position after the player's next move, unless that move was exploratory.",
    method="afterstates",
    plies_ahead=2,
    unused=frozenset({"gamma", "replay_size", *_FIXED_IN_AFTERSTATES}) | _NOT_OF_TABLES,
    fixed=_FIXED_IN_AFTERSTATES,
    formula=Formula(
        lines=(r"V(s) & \leftarrow V(s) + $step\,\bigl[\,V(s'') - V(s)\,\bigr]",),
        letters=tr_noop(
            "$V(s)$ is the value of position $s$, right after a move of the player, and $s''$ the "
            "position right after its *own* next move. The value of a finished game is its reward. "
            "Moves that lead to the same position share its value."
        ),
        worked="$reward",
        worked_ahead=" + $ahead",
    ),
)

REINFORCE = LearningRule(
    "reinforce",
    "Policy gradient",
    "REINFORCE; Sutton and Barto, 2018, section 13.3.",
    "Draws each move by its preference. After a game, the moves made become likelier if the reward "
    "is positive and less likely if it is negative.",
    kind="policy",
    method="reinforce",
    unused=frozenset(
        {
            *("epsilon", "epsilon_decay", "epsilon_floor", "epsilon_course", "experience_games"),
            *("backward", "replay_size", *_FIXED_IN_REINFORCE),
        }
    )
    | _NOT_OF_Q_LEARNING,
    fixed=_FIXED_IN_REINFORCE,
    formula=Formula(
        lines=(
            r"\pi(a \mid s) & = \frac{e^{H(s,a)}}{\sum_{b} e^{H(s,b)}}",
            r"H(s,b) & \leftarrow H(s,b) + $step\,G\,\bigl[\,1_{b=a} - \pi(b \mid s)\,\bigr]",
            r"G & = $gamma^k\,r$cost",
        ),
        cost=r" - $c\sum_{i=0}^{k} $gamma^i",
        letters=tr_noop(
            "$H(s,a)$ is the preference for move $a$ in position $s$, and $\\pi(a \\mid s)$ the "
            "probability with which the agent plays it. $a$ is the move it made, $b$ any move, and "
            "$1_{b=a}$ is 1 for the move made and 0 for all others. $r$ is the player's reward at "
            "the end of the game, and $k$ the number of further moves that player makes."
        ),
        worked=r"$gamma^$k\cdot $bracketed_reward$cost",
        worked_cost=r" - $c\cdot $powers",
    ),
)

RuleName = Literal[
    "minimax-q",
    "q-learning",
    "sarsa",
    "expected-sarsa",
    "monte-carlo",
    "afterstates",
    "reinforce",
    "reward-memory",
    "matchboxes",
    "network",
]

RULES: Mapping[RuleName, LearningRule] = MappingProxyType(
    {
        "minimax-q": MINIMAX_Q,
        "q-learning": Q_LEARNING,
        "sarsa": SARSA,
        "expected-sarsa": EXPECTED_SARSA,
        "monte-carlo": MONTE_CARLO,
        "afterstates": AFTERSTATES,
        "reinforce": REINFORCE,
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
    going_over_games=100,
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
