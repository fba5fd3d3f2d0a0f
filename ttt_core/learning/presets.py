"""Trainings by name: our own and those of published systems, faithful in every parameter.

How they came about, and what they reach, is told in ``docs/presets.md``.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.in_play import NEWBORN, InPlay
from ttt_core.learning.rules import THINKING_ON

ADAPTIVE = "Adaptive (freeCodeCamp 2025)"

PRESETS: Mapping[str, TrainingConfig] = MappingProxyType(
    {
        "Default": TrainingConfig(
            games=20_000,
            epsilon_decay=0.999,
            epsilon_floor=0.4,
            exploration="least-visited",
            initial_value=0.5,
        ),
        "Quick study": TrainingConfig(
            games=2_000,
            alpha=0.2,
            gamma=1.0,
            epsilon=0.2,
            epsilon_decay=1.0,
            exploration="least-visited",
            initial_value=-0.08,
            ties="first",
            move_cost=0.15,
            backward=True,
            replay=1_000,
        ),
        "Newborn": NEWBORN,
        "Trap setter": TrainingConfig(
            games=100_000,
            rule="q-learning",
            step_size="sample-average",
            gamma=0.99,
            epsilon=0.2,
            epsilon_decay=1.0,
            exploration="least-visited",
            initial_value=1.0,
            random_share=1.0,
            reward_loss=-15.0,
            backward=True,
        ),
        "Two tables (2026)": TrainingConfig(
            games=100_000,
            alpha=0.5,
            gamma=0.5,
            epsilon=0.5,
            epsilon_decay=0.99,
            epsilon_floor=0.0,
            symmetry=False,
        ),
        ADAPTIVE: TrainingConfig(
            games=1_000,
            rule="monte-carlo",
            alpha=0.1,
            gamma=1.0,
            epsilon=0.3,
            epsilon_decay=0.995,
            epsilon_floor=0.01,
            ties="first",
            symmetry=False,
            reward_draw=-1.0,
        ),
        "Reward memory (Kutschera 2018)": TrainingConfig(
            games=100_000,
            rule="reward-memory",
            exploration="experience",
            symmetry=False,
        ),
        "MENACE (Michie 1961)": TrainingConfig(
            games=220,
            rule="matchboxes",
            random_share=1.0,
            learns="X",
        ),
        "MENACE against itself": TrainingConfig(
            games=10_000,
            rule="matchboxes",
            beads="simulation",
        ),
    }
)
"""Key → configuration. Links, files and the command line use the keys."""

PRESET_LABELS: Mapping[str, str] = MappingProxyType(
    {name: name for name in PRESETS} | {"Newborn": "Pupil"}
)
"""Key → name on the screen."""

PRESET_NOTES: Mapping[str, str] = MappingProxyType(
    {
        "Default": "Minimax-Q that hopes to win by a move that it has not tried, and explores less "
        "and less what it has tried least. Settings on which the controls make a difference: after "
        "some 3,200 games (median of 100 seeds) it cannot be beaten any more; the rest is margin.",
        "Quick study": "Cannot be beaten after about 500 games: moves cost, so that X looks for "
        "better than a draw while O keeps to one; it learns from symmetric boards at once, and "
        "learns each game again and again.",
        "Newborn": "Learns as much as it can from few games: it tries what it has tried least, and "
        "learns each game again and again. It also thinks over every game that you play with it.",
        "Trap setter": "Plays against a random partner, hopes to win by every move that it has not "
        "tried, and fears a loss fifteen times as much as it likes a win. "
        "It never loses, and wins as often against slips as a player who never loses can.",
        "Two tables (2026)": "From “Replicating Q learning algorithm in tic tac toe”: one table "
        "for each player, and a move is worth what it leaves to the opponent.",
        ADAPTIVE: "From “How to Build an Adaptive Tic-Tac-Toe AI with "
        "Reinforcement Learning in JavaScript”: a thousand games against itself, in which its "
        "program counts a draw as lost by both. Strong as X, weak as O.",
        "Reward memory (Kutschera 2018)": "From “Using Reinforcement Learning To Learn To Play "
        "Tic-Tac-Toe”: it adds up rewards by result, and explores less the more games it has "
        "seen.",
        "MENACE (Michie 1961)": "304 matchboxes of beads play X, as many games as Michie played "
        "with them, but against a random partner. A machine that plays perfection instead soon "
        "empties its first box, and resigns.",
        "MENACE against itself": "Boxes for O as well, 280 of them, filled as in the simulation at "
        "mscroggs.co.uk. Two machines play each other, and each learns from the other's mistakes.",
    }
)
"""Key → what the preset is and where it comes from."""


def in_play_of(config: TrainingConfig) -> InPlay | None:
    """Return how an agent that begins with this training plays people, None if as it trains.

    The adaptive AI has rules of its own for that, and so has a newborn; the learning rate, which
    may be any here, is the same in training and in play.
    """
    adaptive, newborn = (
        replace(preset, games=config.games, seed=config.seed, alpha=config.alpha)
        for preset in (PRESETS[ADAPTIVE], NEWBORN)
    )
    if config == adaptive:
        return InPlay(alpha=config.alpha)
    if config == newborn:
        return InPlay(rule=THINKING_ON.name, alpha=config.alpha, gamma=NEWBORN.gamma, epsilon=0.0)
    return None
