"""Ready-made settings: our own and those of published systems, with every published parameter.

``docs/presets.md`` says where they come from and what each achieves.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from ttt_core.learning.agent import PUPIL, InPlay
from ttt_core.learning.config import SETTINGS, TrainingConfig
from ttt_core.learning.rules import GOING_OVER
from ttt_core.pictures import ByName
from ttt_core.sentences import tr_noop

ADAPTIVE = tr_noop("Adaptive (freeCodeCamp 2025)")

_NETWORK = TrainingConfig(
    games=60_000,
    rule="network",
    gamma=1.0,
    epsilon=0.5,
    epsilon_decay=1.0,
    symmetry=False,
    replay_size=100_000,
    hidden_units=128,
)

_MEMORY = TrainingConfig(
    games=100_000, rule="reward-memory", exploration="experience", symmetry=False
)


_SUTTON_AND_BARTO = TrainingConfig(
    games=60_000,
    rule="afterstates",
    alpha=0.1,
    epsilon=0.1,
    epsilon_decay=1.0,
    initial_value=0.5,
    symmetry=False,
    reward_draw=0.5,
    reward_loss=0.0,
)


PRESETS: Mapping[str, TrainingConfig] = MappingProxyType(
    ByName(
        {
            tr_noop("Default"): TrainingConfig(
                games=20_000,
                epsilon_decay=0.999,
                epsilon_floor=0.4,
                exploration="least-visited",
                initial_value=0.5,
            ),
            tr_noop("Quick study"): TrainingConfig(
                games=2_000,
                alpha=1.0,
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
            "Newborn": PUPIL,
            tr_noop("Trap setter"): TrainingConfig(
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
            tr_noop("Small network"): _NETWORK,
            tr_noop("Too small"): replace(_NETWORK, games=10_000, hidden_units=12),
            tr_noop("SARSA"): TrainingConfig(
                games=50_000, rule="sarsa", alpha=0.1, epsilon=0.1, epsilon_decay=1.0
            ),
            tr_noop("Policy gradient"): TrainingConfig(
                games=200_000,
                rule="reinforce",
                alpha=0.2,
                random_share=0.3,
                minimax_share=0.3,
            ),
            tr_noop("Sutton and Barto (2018)"): _SUTTON_AND_BARTO,
            tr_noop("Sutton and Barto, as the text has it"): replace(
                _SUTTON_AND_BARTO, reward_draw=0.0
            ),
            tr_noop("Two tables (2026)"): TrainingConfig(
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
            tr_noop("Reward memory (Kutschera 2018)"): _MEMORY,
            tr_noop("Taught memory (Kutschera 2018)"): replace(_MEMORY, lessons=34_000),
            tr_noop("MENACE (Michie 1961)"): TrainingConfig(
                games=220,
                rule="matchboxes",
                random_share=1.0,
                learns="X",
            ),
            tr_noop("MENACE against itself"): TrainingConfig(
                games=10_000,
                rule="matchboxes",
                beads="simulation",
            ),
        }
    )
)
"""Key → configuration. Links, files and the command line use the keys."""

PRESET_LABELS: Mapping[str, str] = MappingProxyType(
    {name: name for name in PRESETS} | {"Newborn": tr_noop("Pupil")}
)
"""Key → name on the screen."""

PRESET_NOTES: Mapping[str, str] = MappingProxyType(
    {
        "Default": tr_noop(
            "The settings Train opens with: Minimax-Q that is optimistic about untried "
            "moves and explores the least tried ones, less and less often. After about 3,400 games "
            "(median of 100 seeds) it stays unbeatable; the rest is margin."
        ),
        "Quick study": tr_noop(
            "Learns in as few games as possible: it stays unbeatable after about 480 games "
            "(median of 100 seeds). Every move has a cost, so X looks for more than a draw while "
            "O settles for one. It uses symmetry and replays 1,000 past moves after every game."
        ),
        "Newborn": tr_noop(
            "An untrained agent for you to teach: it learns as much as it can from few games. It "
            "tries the least tried moves and replays past ones. After every game you play with "
            "it, it goes over that game again."
        ),
        "Trap setter": tr_noop(
            "Learns to set traps for weak opponents by training against a random player. It is "
            "optimistic about untried moves and counts a loss fifteen times as much as a win. It "
            "never loses, and against a random player it wins as often as a player that never "
            "loses can."
        ),
        "Small network": tr_noop(
            "A network of 128 hidden units learns instead of a table: 3,593 weights give the "
            "values of 16,167 moves. It keeps learning from moves it made long ago. Of 40 such "
            "networks, 39 are unbeatable at the end."
        ),
        "Too small": tr_noop(
            "The same with 12 hidden units and fewer games. It seldom loses to a random player, "
            "but boards that look alike share too few weights. Of 100 such networks, none is "
            "unbeatable."
        ),
        "SARSA": tr_noop(
            "Self-play with the textbooks' SARSA, which never stops exploring. Of 100 such agents, "
            "none is beatable as X and 12 are as O: their values include their own careless moves."
        ),
        "Policy gradient": tr_noop(
            "Learns probabilities instead of values, partly against a perfect and a random player. "
            "It always has a small chance to err: against the worst-case opponent it loses 0.7% of "
            "its games as X and 4.3% as O (medians of 100 seeds)."
        ),
        "Sutton and Barto (2018)": tr_noop(
            "The player of their first chapter, as its well-known Python program has it: a draw is "
            "worth 0.5. After 60,000 games of self-play, 62 of 100 such agents are unbeatable."
        ),
        "Sutton and Barto, as the text has it": tr_noop(
            "The same player with the words of the book: a draw is worth 0, as much as a loss. It "
            "does not mind losing, so all of 100 such agents are beatable as O."
        ),
        "Two tables (2026)": tr_noop(
            "From “Replicating Q learning algorithm in tic tac toe”: one table "
            "for X and one for O. A move's value is minus the best value it leaves the opponent."
        ),
        ADAPTIVE: tr_noop(
            "From “How to Build an Adaptive Tic-Tac-Toe AI with Reinforcement Learning in "
            "JavaScript”. It plays 1,000 games of self-play and counts a draw as a loss for both "
            "sides. It is strong as X and weak as O."
        ),
        "Reward memory (Kutschera 2018)": tr_noop(
            "From “Using Reinforcement Learning To Learn To Play "
            "Tic-Tac-Toe”. It adds up rewards by result, and explores less as it sees more games."
        ),
        "Taught memory (Kutschera 2018)": tr_noop(
            "The same, but a scripted player teaches it for the first 34,000 games, as the "
            "article's saved file shows. Its figures are closer to the published ones. The article "
            "asks about wins and blocks on one board each; Inspect asks about all such boards."
        ),
        "MENACE (Michie 1961)": tr_noop(
            "304 matchboxes of beads play X for as many games as Michie's "
            "machine did, but against a random player. Against a perfect player, more than half of "
            "such machines end up with an empty first box and resign every game."
        ),
        "MENACE against itself": tr_noop(
            "MENACE with 280 more boxes for O, filled as in the simulation at mscroggs.co.uk. "
            "Two machines play each other, and each learns from the other's mistakes."
        ),
    }
)
"""Key → what the preset is and where it comes from."""


_IN_PLAY: Mapping[str, InPlay] = MappingProxyType(
    {
        ADAPTIVE: InPlay(),
        "Newborn": InPlay(rule=GOING_OVER.name, alpha=PUPIL.alpha, gamma=PUPIL.gamma, epsilon=0.0),
    }
)
"""Key → how agents of the preset play people and learn from them, if not as in training."""

_TUNED = frozenset({"games", "seed", "alpha", "gamma", "epsilon", "epsilon_decay", "epsilon_floor"})
"""Settings in which an agent of a preset may differ from it."""


def in_play_of_preset(config: TrainingConfig) -> InPlay | None:
    """Return how a new agent plays people if a preset says so, otherwise None: as in training.

    The agent is of a preset if its first run is `config` and this is the preset, whatever the
    games, the seed, α, γ and ε. It has the α of that run in play too. From then on the agent
    carries this itself (`Agent.in_play`).
    """
    for name, in_play in _IN_PLAY.items():
        preset = PRESETS[name]
        if all(getattr(config, s) == getattr(preset, s) for s in SETTINGS if s not in _TUNED):
            return replace(in_play, alpha=config.alpha)
    return None
