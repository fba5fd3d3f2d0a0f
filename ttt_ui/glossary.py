"""The terms of the field, each explained once, for Learn and the help texts of all pages."""

from ttt_core.game import N_OPEN, N_POSITIONS
from ttt_core.learning import RULES, SETTINGS
from ttt_core.sentences import Sentence, sentence, tr_noop
from ttt_ui.language import tr

_TERMS: dict[str, str | Sentence] = {
    tr_noop("Agent"): tr_noop(
        "A player that learns: a table of values, and a rule that updates them."
    ),
    tr_noop("Alpha-beta"): tr_noop(
        "A way to speed up minimax. It skips every move that cannot change the result, and "
        "finds an equally good move."
    ),
    tr_noop("Bootstrapping"): tr_noop(
        "To learn a value from another learned value, instead of waiting for the result of "
        "the game. Minimax-Q and Q-learning do so; Monte Carlo does not."
    ),
    tr_noop("Depth"): tr_noop(
        "How many moves ahead minimax looks. Where it does not see the end, it expects a draw."
    ),
    tr_noop("Episode"): tr_noop("The textbook word for a game."),
    tr_noop("Exploitation"): tr_noop("To play the best move known. The opposite is to explore."),
    tr_noop("Explore"): tr_noop(
        "To try a move other than the best one known. The opposite is exploitation."
    ),
    tr_noop("Fork"): tr_noop("A move that makes two threats at once. Only one can be blocked."),
    tr_noop("Game"): tr_noop("One play from the empty board to a win or a draw."),
    tr_noop("Hidden unit"): tr_noop(
        "A part of a network. It adds up its weights for the marks on the board and, if the sum is "
        "above 0, changes the values of moves."
    ),
    tr_noop("Minimax"): tr_noop(
        "The perfect player. It looks ahead to the end of every game and picks the best move "
        "against the best replies. It does not learn."
    ),
    tr_noop("Model-free"): tr_noop(
        "Learning without a model of what each move leads to. The agent does not look ahead; "
        "it makes moves and learns from what follows. Minimax needs the rules as its model."
    ),
    tr_noop("Optimal moves"): sentence(
        "The share of the {open:,} positions in which the agent's move is not a mistake. A "
        "win stays a win, a draw stays a draw; a random choice counts by its probabilities.",
        open=N_OPEN,
    ),
    tr_noop("Perfect play"): tr_noop(
        "Neither side makes a mistake. From the empty board, perfect play is a draw."
    ),
    tr_noop("Policy"): tr_noop(
        "How a player plays: the probability of each move in each position."
    ),
    tr_noop("Position"): sentence(
        "A board that can arise in a game. There are {positions:,}, and {open:,} of them have "
        "a move to make. Textbooks call them states.",
        positions=N_POSITIONS,
        open=N_OPEN,
    ),
    tr_noop("Reinforcement learning"): tr_noop(
        "Learning by trial and error. Nobody says which move is right; the agent learns only "
        "from rewards."
    ),
    tr_noop("Reward"): tr_noop(
        "What a move earns at once: nothing until the end of the game. Then it is usually 1 "
        "for a win, −1 for a loss and 0 for a draw."
    ),
    tr_noop("Reward shaping"): tr_noop(
        "Extra rewards that guide learning before the end of a game, for example a cost for "
        "each move. They can also mislead: the agent seeks whatever is rewarded."
    ),
    tr_noop("Self-play"): tr_noop("The agent plays both sides of the game and learns from both."),
    tr_noop("Temporal difference"): tr_noop(
        "How much the value of a move differs from what the agent expects after it. An update "
        "makes this difference smaller, by the share α."
    ),
    tr_noop("True value"): tr_noop(
        "Win, draw or loss for the side to move, under perfect play. A number counts both "
        "sides' moves to the end: the winner hurries, the loser delays."
    ),
    tr_noop("Unbeatable"): tr_noop(
        "No opponent can win a single game against the agent when it does not explore; every "
        "possible game is checked. It can still make mistakes: they give away a win, or are in "
        "positions that its own moves never reach. On Play, some levels add random moves, and then "
        "it can lose."
    ),
    tr_noop("Untried"): tr_noop("A move the agent has never made. Its value means nothing yet."),
    tr_noop("Update"): tr_noop(
        "One step of learning: a value moves towards what the agent has just observed."
    ),
    tr_noop("Value"): tr_noop(
        "The reward the agent expects a move to lead to, for the side that makes it. "
        "Textbooks call it a Q-value and write Q(s, a) for action a in state s. A reward memory "
        "has scores in its place, and MENACE beads."
    ),
    tr_noop("Value-based"): tr_noop(
        "Learning values, and playing the move with the highest one. The alternative is to "
        "learn the probabilities of moves directly, as MENACE does with its beads."
    ),
    tr_noop("Verdict"): tr_noop(
        "Unbeatable, or beatable as X, as O, or as both. Every possible game is checked."
    ),
    tr_noop("Visits"): tr_noop("How often the agent has learned from a move."),
    tr_noop("Vs random"): tr_noop(
        "Against a player that moves at random. These figures are exact."
    ),
    tr_noop("Weight"): tr_noop(
        "A number in a network. Each step of learning moves the weights a little, and with them "
        "the values of many positions."
    ),
    tr_noop("Worst-case opponent"): tr_noop(
        "The opponent that knows the agent's policy completely and beats it as often as "
        "possible. Textbooks call it the best response. If even it never wins, the agent is "
        "unbeatable."
    ),
}
"""Term → meaning."""
_SETTINGS = {
    tr_noop("Discount factor γ"): "gamma",
    tr_noop("Exploration rate ε"): "epsilon",
    tr_noop("Learn backwards"): "backward",
    tr_noop("Learning rate α"): "alpha",
    tr_noop("Replay"): "replay",
    tr_noop("Symmetry"): "symmetry",
    tr_noop("Trace decay λ"): "trace_decay",
}
"""Term → the setting whose sentence begins with its meaning; the rest says how to choose it."""
_RULES = {rule.label: rule.sentence for rule in RULES.values()}

TERMS = (*_TERMS, *_SETTINGS, *_RULES)


def meaning(term: str) -> str:
    """Explain a term in the visitor's language, in Markdown."""
    if term in _SETTINGS:
        return tr(SETTINGS[_SETTINGS[term]].sentence).partition(". ")[0] + "."
    return tr(_TERMS[term] if term in _TERMS else _RULES[term])
