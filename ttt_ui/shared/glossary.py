"""The words of the field, each explained once: for Learn, and for the help texts of all pages."""

from collections.abc import Mapping
from types import MappingProxyType

from ttt_core.game.graph import N_OPEN, N_POSITIONS
from ttt_core.learning.config import SETTINGS
from ttt_core.learning.rules import RULES


def _setting(name: str) -> str:
    """Return what a setting is; how to choose it is said where it is chosen."""
    return SETTINGS[name].sentence.partition(". ")[0] + "."


GLOSSARY: Mapping[str, str] = MappingProxyType(
    {
        "Agent": "A player that learns: a table of values, and a rule that updates them.",
        "Discount factor γ": _setting("gamma"),
        "Exploration rate ε": _setting("epsilon"),
        "Explore": "To try a move other than the best one known, in order to learn from it. The "
        "opposite is to exploit: to play the best move known.",
        "Fork": "A move that makes two threats at once: two lines that each need one more mark. "
        "Only one can be blocked.",
        "Game": "One play from the empty board to a win or a draw. Textbooks call it an episode.",
        "Learn backwards": _setting("backward"),
        "Learning rate α": _setting("alpha"),
        "Minimax": "The perfect player. It works through every move and every reply to the end of "
        "the game and picks the move that is best against the best replies. It does not learn.",
        **{rule.label: rule.sentence for rule in RULES.values()},
        "Optimal moves": f"The share of the {N_OPEN:,} positions in which the agent's move is not "
        "a mistake: a win stays a win, a draw stays a draw. Where it chooses at random, each move "
        "counts by its probability.",
        "Perfect play": "Both sides look ahead to the end of the game and never make a mistake. "
        "From the empty board, perfect play is a draw.",
        "Policy": "How a player plays: for each position, the probability of each move.",
        "Position": "A board that can arise in a game; textbooks call it a state. There are "
        f"{N_POSITIONS:,}, and in {N_OPEN:,} of them there is a move to make.",
        "Reinforcement learning": "Learning by trial and error. Nobody says which move is right; "
        "the agent only finds out how the game ended.",
        "Replay": _setting("replay"),
        "Reward": "What a move earns at once. In a game that is nothing until the end: usually 1 "
        "for a win, −1 for a loss and 0 for a draw. Everything the agent learns, it learns from "
        "rewards.",
        "Self-play": "The agent plays both sides of the game and learns from both.",
        "Symmetry": _setting("symmetry"),
        "True value": "How the game ends for the side to move (win, draw or loss) if both sides "
        "play perfectly from here.",
        "Unbeatable": "No opponent can win a single game against the agent when it does not "
        "explore. This is computed over every possible game. On Play, some levels add random "
        "moves, and with those the agent can lose.",
        "Untried": "A move the agent has never made. Its value means nothing yet.",
        "Update": "One step of learning: a value moves towards what the agent has just observed.",
        "Value": "The return the agent expects from a move, for the side that makes it. Textbooks "
        "write Q(s, a) for action a in state s.",
        "Verdict": "Whether anyone can beat the agent: unbeatable, or beatable as X, as O, or as "
        "both. It is computed over every possible game.",
        "Visits": "How often the agent has learned from a move.",
        "Vs random": "Against a player that moves at random. These figures are exact: every "
        "possible game is counted with its probability.",
        "Worst-case opponent": "The opponent that knows the agent's policy completely and beats it "
        "as often as possible; also called the best response. If even this opponent never wins, "
        "the agent is unbeatable.",
    }
)
"""What a word means, in Markdown, by the word; in alphabetical order but for the rules."""
