"""Another game, small and on its own, for the algorithms that learned tic-tac-toe.

Kutschera ends his article of 2018 with the question whether his learns Three Men's Morris.
`morris` has the game compiled and solved, `train` an agent, and `evaluate` its exact worth.
"""

from ttt_core.morris.evaluation import (
    MorrisCard,
    Policy,
    evaluate,
    greedy,
    match,
    perfect,
    uniform,
)
from ttt_core.morris.learning import (
    MOST_PLIES,
    PASSES,
    PUBLISHED,
    MorrisConfig,
    MorrisRun,
    train,
)
from ttt_core.morris.rules import (
    MEN,
    PLACED,
    Morris,
    Move,
    Place,
    morris,
    moves,
    play,
    position_of,
)
