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
        "Agent": "A player that learns. It has a table of values, and a rule that changes them.",
        "At worst": "Against the opponent who knows the agent through and through and always "
        "picks the reply that beats it most often. With 0 losses, nobody can beat it.",
        "Best play": "Both sides see the whole game through and never give anything away. From "
        "the empty board, it ends in a draw.",
        "Best reply": "How an opponent plays who knows the agent through and through, and "
        "beats it as often as anyone can.",
        "Cannot be beaten": "Worked out over every game there is, for the agent at its best: when "
        "it plays as it has learned to, and makes no move to explore. The level on the Play page "
        "says how it plays now: there it may mix in random moves, and with those it can lose.",
        "Discount γ": _setting("gamma"),
        "ε": _setting("epsilon"),
        "Explore": "To make a move in order to learn what comes of it, instead of the best one "
        "known. The opposite is to exploit what is known.",
        "Fork": "A move that makes two threats at once, lines that need one mark more: only one of "
        "them can be blocked.",
        "Game": "From the empty board to a win or a draw. Books call it an episode.",
        "Learn backwards": _setting("backward"),
        "Learning rate α": _setting("alpha"),
        "Minimax": "The player who works everything out: it tries every move, every reply, and so "
        "on to the end, and takes what is best against best replies. It learns nothing.",
        **{rule.label: rule.sentence for rule in RULES.values()},
        "Optimal moves": f"In how many of the {N_OPEN:,} positions its move gives nothing away, so "
        "that a win stays a win and a draw a draw; where it plays one of several at random, that "
        "counts in part.",
        "Policy": "What a player does: for each position, how likely it is to make each move.",
        "Position": f"A board that can come up in a game. There are {N_POSITIONS:,}; on {N_OPEN:,} "
        "of them there is a move to make.",
        "Reinforcement learning": "Learning by trial and reward: nobody says which move is right, "
        "only what came of it.",
        "Replay": _setting("replay"),
        "Reward": "What a move brings at once: in a game nothing until the end, and then as a rule "
        "1 for a win, −1 for a loss and 0 for a draw. All that is learned is learned from rewards.",
        "Self-play": "The agent plays both sides, and learns for both.",
        "Symmetry": _setting("symmetry"),
        "True worth": "Win, draw or loss for the side to move, when both sides play on perfectly.",
        "Untried": "A move that the agent has never made, so that its value says nothing.",
        "Update": "One step of learning: a value moves towards what the agent has just seen.",
        "Value": "What the agent expects a move to bring the side that makes it, in rewards. Books "
        "write Q(s, a), of the action a in the state s.",
        "Verdict": "Whether anyone can beat the agent, worked out over every game there is: it "
        "cannot be beaten, or best play beats it as X, as O, or as both.",
        "Visits": "How often the agent has learned from a move.",
        "Vs random": "Against a player who moves at random: worked out over all games there are, "
        "each with its chance, and not from a sample.",
    }
)
"""What a word means, in Markdown, by the word; in alphabetical order but for the rules."""
