"""The smallest example of Q-learning: a walker on a grid learns the way to a goal.

The first step of "Replicating Q learning algorithm in tic tac toe" (2026). Entering the goal or an
obstacle pays its reward and ends the walk; the next walk begins at the start. Every other step pays
the step reward, including a step against the edge, which leaves the walker where it was. Obstacles
end the walk, so no way to the goal leads through one. With the default rewards, the best path is a
shortest path around them for any γ between 0 and 1. A grid may also have inner walls.

References
----------
C. J. C. H. Watkins and P. Dayan, "Q-learning", Machine Learning 8, 1992.
R. S. Sutton and A. G. Barto, "Reinforcement Learning: An Introduction", 2nd ed., 2018, ch. 4 and 6.
"""

from ttt_core.grid_world.walk import GridUpdate, GridWalk, train
from ttt_core.grid_world.world import MOVES, Cell, GridWorldConfig, optimal_values, shortest_way

__all__ = [
    "MOVES",
    "Cell",
    "GridUpdate",
    "GridWalk",
    "GridWorldConfig",
    "optimal_values",
    "shortest_way",
    "train",
]
