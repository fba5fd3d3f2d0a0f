"""The chapters of Learn in order, by their name in links, and their sources."""

from collections.abc import Mapping
from types import MappingProxyType

from ttt_ui.learn import (
    any_good,
    exploring,
    learned_or_known,
    looking_back,
    matchboxes,
    minus_sign,
    which_opening,
    your_turn,
)
from ttt_ui.learn.chapter import Chapter
from ttt_ui.learn.one_cell import chapter as one_cell

CHAPTERS: Mapping[str, Chapter] = MappingProxyType(
    {
        "one-cell": one_cell.CHAPTER,
        "minus-sign": minus_sign.CHAPTER,
        "exploring": exploring.CHAPTER,
        "looking-back": looking_back.CHAPTER,
        "matchboxes": matchboxes.CHAPTER,
        "learned-or-known": learned_or_known.CHAPTER,
        "any-good": any_good.CHAPTER,
        "which-opening": which_opening.CHAPTER,
        "your-turn": your_turn.CHAPTER,
    }
)

SOURCES = (
    "R. S. Sutton and A. G. Barto, *Reinforcement Learning: An Introduction*, 2nd ed., MIT Press "
    "2018: values, exploration, Monte Carlo methods and temporal differences.",
    "C. J. C. H. Watkins, *Learning from delayed rewards*, PhD thesis, Cambridge 1989: Q-learning.",
    "M. L. Littman, *Markov games as a framework for multi-agent reinforcement learning*, ICML "
    "1994: minimax-Q and its minus sign.",
    "L.-J. Lin, *Self-improving reactive agents based on reinforcement learning, planning and "
    "teaching*, Machine Learning 8, 1992: experience replay and backward updates.",
    "D. Michie, *Experiments on the mechanization of game-learning. Part I*, The Computer Journal "
    "6, 1963: MENACE.",
    "*Replicating Q learning algorithm in tic tac toe*, 2026: the grid world, and a "
    "table for each player.",
    "*How to Build an Adaptive Tic-Tac-Toe AI with Reinforcement Learning in JavaScript*, "
    "freeCodeCamp 2025: learning from whole games, and symmetry.",
    "*Tic-tac-toe AI with minimax in JavaScript*: the perfect player.",
    "A. Kutschera, *Using Reinforcement Learning To Learn To Play Tic-Tac-Toe*, 2018: the reward "
    "memory.",
)
"""Each in Markdown."""
