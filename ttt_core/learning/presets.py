"""Trainings by name: three of our own and three published ones, faithful in every parameter.

What each of them reaches is held by ``tests/core/test_presets.py``. The published ones are printed
beside their published figures by ``python -m ttt_core.tools.reproduce``.

Quick study
    Median number of games until no opponent can win a game any more, over 100 seeds, each step
    added to those above it:

    ====================================================  ======
    minimax-Q, α 0.5, γ 0.9, every move made at random    54,900
    symmetry: eight boards teach one another               5,670
    least-visited exploration: no game for what is known   3,650
    replay of 1,000 past moves after every game            1,270
    a move never tried is worth -0.1, not 0                  810
    ====================================================  ======

    The last step settles ties. At 0 a move never tried looks as good as a proven draw, and the
    greedy player takes either. From -0.1 the values of drawn moves rise towards 0 with every
    visit, so that it keeps to the draw it knows best; with α 1 all draws are equal after one visit
    (1,220 games). Without replay the full set needs 1,550 games, without least-visited exploration
    2,750, without symmetry 11,000. Backward order brings the third row down to 2,660, but nothing
    once there is replay. An agent may lose the property again for a while: half of them keep it
    for good from game 910 on, 95 % from 1,410; after the 2,000 games of the preset 299 of 300 have
    it. To try each of the 2,096 moves that no symmetry carries into each other would take 380 games
    at the very least, for so many of them end the game.

Trap setter
    Against a random partner a move is worth its *average* result, which rewards traps. A loss must
    cost so much that no trap is worth a risk: by the exact solution at -3 the best player wins
    92.5 % as O but can be beaten; from -4 on it wins 0.9948 as X and 0.9164 as O, the most that
    any unbeatable player can. The corner opening is only 0.005 better than the centre, so it takes
    averages over all visits and a million games: 60 of 60 seeds then reach both bounds exactly, 59
    with half the games, and with the best constant α (0.01) 12 of 16.

Adaptive
    Its text gives a draw the reward 0. Its program gives -1 to both players, as it takes the word
    "draw" in place of a winner for the name of the other player, and the figures measured with it
    come from that: O loses 41.8 % of games to a random player after 1,000 games, X 3.2 % (mean of
    200 seeds); with 0 it would be 44.8 % and 17.3 %. The program is what is reproduced here.

Reward memory
    The rule as published: self-play, and a chance to explore that falls with the number of
    distinct games seen. The published run was more than that. Its saved file lists the distinct
    games in the order in which they were first seen: in the first 33 of them X opens in the centre,
    completes a line whenever it can (32 of 32) and blocks whenever it must (4 of 4), while O blocks
    6 times of 38; in the next 27 it is O that wins (19 of 19) and blocks (27 of 27). So it began
    with games against a scripted player who changed sides, up to some 3,000 distinct games, and
    only the other side explored. `ttt_core.tools.reproduce` shows both: after such lessons our
    runs come close to the published figures, which from self-play alone they do not.
"""

from collections.abc import Mapping
from types import MappingProxyType

from ttt_core.learning.config import TrainingConfig

PRESETS: Mapping[str, TrainingConfig] = MappingProxyType(
    {
        "Default": TrainingConfig(epsilon_floor=0.1),
        "Quick study": TrainingConfig(
            games=2_000,
            alpha=0.5,
            gamma=0.9,
            epsilon_decay=1.0,
            exploration="least-visited",
            initial_value=-0.1,
            replay=1_000,
        ),
        "Trap setter": TrainingConfig(
            games=1_000_000,
            rule="q-learning",
            step_size="sample-average",
            gamma=1.0,
            epsilon=0.5,
            epsilon_decay=1.0,
            exploration="least-visited",
            random_share=1.0,
            reward_loss=-10.0,
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
        "Adaptive (freeCodeCamp 2025)": TrainingConfig(
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
    }
)
"""Display name → configuration."""

PRESET_NOTES: Mapping[str, str] = MappingProxyType(
    {
        "Default": "Minimax-Q that explores less and less, from every move to one in ten. "
        "It cannot be beaten after 10,000 games; the rest is margin.",
        "Quick study": "Cannot be beaten after about 800 games: it tries what it has tried least, "
        "learns from symmetric boards at once, and learns each game again and again.",
        "Trap setter": "Plays a million games against a random partner and dreads a loss. "
        "It never loses, and wins as often against slips as a player who never loses can.",
        "Two tables (2026)": "From “Replicating Q learning algorithm in tic tac toe”: one table "
        "for each player, and a move is worth what it leaves to the opponent.",
        "Adaptive (freeCodeCamp 2025)": "From “How to Build an Adaptive Tic-Tac-Toe AI with "
        "Reinforcement Learning in JavaScript”: a thousand games against itself, in which its "
        "program counts a draw as lost by both. Strong as X, weak as O.",
        "Reward memory (Kutschera 2018)": "From “Using Reinforcement Learning To Learn To Play "
        "Tic-Tac-Toe”: it adds up rewards by result, and explores the less the more games it has "
        "seen.",
    }
)
"""Display name → where the preset comes from and what it does, for the interface."""
