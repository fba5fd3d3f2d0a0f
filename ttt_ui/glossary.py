"""The terms of the field, each explained once, for Learn and the help texts of all pages."""

from collections.abc import Mapping
from types import MappingProxyType

from ttt_core.game import N_OPEN, N_POSITIONS
from ttt_core.learning import RULES, SETTINGS


def _setting(name: str) -> str:
    """Return what a setting is; its control says how to choose it."""
    return SETTINGS[name].sentence.partition(". ")[0] + "."


_TERMS = {
    "Agent": "A player that learns: a table of values, and a rule that updates them.",
    "Alpha-beta": "A way to speed up minimax. It skips every move that cannot change the result, "
    "and finds an equally good move.",
    "Bootstrapping": "To learn a value from another learned value, instead of waiting for the "
    "result of the game. Minimax-Q and Q-learning do so; Monte Carlo does not.",
    "Depth": "How many moves ahead minimax looks. Where it does not see the end, it expects a "
    "draw.",
    "Discount factor γ": _setting("gamma"),
    "Exploration rate ε": _setting("epsilon"),
    "Episode": "The textbook word for a game.",
    "Exploitation": "To play the best move known. The opposite is to explore.",
    "Explore": "To try a move other than the best one known. The opposite is exploitation.",
    "Fork": "A move that makes two threats at once. Only one can be blocked.",
    "Game": "One play from the empty board to a win or a draw.",
    "Hidden unit": "A part of a network. It adds up its weights for the marks on the board and, if "
    "the sum is above 0, changes the values of moves.",
    "Learn backwards": _setting("backward"),
    "Learning rate α": _setting("alpha"),
    "Minimax": "The perfect player. It looks ahead to the end of every game and picks the best "
    "move against the best replies. It does not learn.",
    "Model-free": "Learning without a model of what each move leads to. The agent does not look "
    "ahead; it makes moves and learns from what follows. Minimax needs the rules as its model.",
    "Optimal moves": f"The share of the {N_OPEN:,} positions in which the agent's move is not a "
    "mistake. A win stays a win, a draw stays a draw; a random choice counts by its probabilities.",
    "Perfect play": "Neither side makes a mistake. From the empty board, perfect play is a draw.",
    "Policy": "How a player plays: the probability of each move in each position.",
    "Position": f"A board that can arise in a game. There are {N_POSITIONS:,}, and {N_OPEN:,} of "
    "them have a move to make. Textbooks call them states.",
    "Reinforcement learning": "Learning by trial and error. Nobody says which move is right; the "
    "agent learns only from rewards.",
    "Replay": _setting("replay"),
    "Reward": "What a move earns at once: nothing until the end of the game. Then it is usually 1 "
    "for a win, −1 for a loss and 0 for a draw.",
    "Reward shaping": "Extra rewards that guide learning before the end of a game, for example a "
    "cost for each move. They can also mislead: the agent seeks whatever is rewarded.",
    "Self-play": "The agent plays both sides of the game and learns from both.",
    "Symmetry": _setting("symmetry"),
    "Temporal difference": "How much the value of a move differs from what the agent expects after "
    "it. An update makes this difference smaller, by the share α.",
    "True value": "Win, draw or loss for the side to move, under perfect play. A number "
    "counts both sides' moves to the end: the winner hurries, the loser delays.",
    "Unbeatable": "No opponent can win a single game against the agent when it does not explore; "
    "every possible game is checked. On Play, some levels add random moves, and then it can lose.",
    "Untried": "A move the agent has never made. Its value means nothing yet.",
    "Update": "One step of learning: a value moves towards what the agent has just observed.",
    "Value": "The reward the agent expects a move to lead to, for the side that makes it. "
    "Textbooks write Q(s, a) for action a in state s.",
    "Value-based": "Learning values, and playing the move with the highest one. The alternative is "
    "to learn the probabilities of moves directly, as MENACE does with its beads.",
    "Verdict": "Unbeatable, or beatable as X, as O, or as both. Every possible game is checked.",
    "Visits": "How often the agent has learned from a move.",
    "Vs random": "Against a player that moves at random. These figures are exact.",
    "Weight": "A number in a network. Each step of learning moves the weights a little, and with "
    "them the values of many positions.",
    "Worst-case opponent": "The opponent that knows the agent's policy completely and beats it as "
    "often as possible. Textbooks call it the best response. If even it never wins, the agent is "
    "unbeatable.",
} | {rule.label: rule.sentence for rule in RULES.values()}

GLOSSARY: Mapping[str, str] = MappingProxyType(
    {term: _TERMS[term] for term in sorted(_TERMS, key=str.casefold)}
)
"""Term → meaning in Markdown, in alphabetical order."""
