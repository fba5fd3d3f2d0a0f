"""What a player is worth, exactly: policies, matches, mistakes and reviewed games.

Here is everything that can be said about a player from its policy, however it learned to play.
"""

from ttt_core.evaluation.game_map import map_layout
from ttt_core.evaluation.games import (
    LikelyGame,
    PossibleGames,
    games_without_oversights,
    likeliest_games,
    possible_games,
)
from ttt_core.evaluation.loops import RESIGNING
from ttt_core.evaluation.match import (
    best_response,
    outcome_chances,
    result_for,
    unbeatable_response,
)
from ttt_core.evaluation.mistakes import (
    FRONTS,
    Mistake,
    how_often,
    is_mistake,
    optimal_share,
    positions_by_marks,
    reachable,
)
from ttt_core.evaluation.policy import (
    Policy,
    Sides,
    as_policy,
    player_with_plan,
    sides_of,
    uniform,
    win_or_block,
)
from ttt_core.evaluation.questions import Answer
from ttt_core.evaluation.refutation import Refutation, refutation
from ttt_core.evaluation.review import (
    Grade,
    Reason,
    ReviewedMove,
    decisive_move,
    review,
    review_move,
)
from ttt_core.evaluation.search import (
    UNPROVEN,
    SearchTree,
    proven_value,
    reachable_positions,
    search,
)

__all__ = [
    "FRONTS",
    "RESIGNING",
    "UNPROVEN",
    "Answer",
    "Grade",
    "LikelyGame",
    "Mistake",
    "Policy",
    "PossibleGames",
    "Reason",
    "Refutation",
    "ReviewedMove",
    "SearchTree",
    "Sides",
    "as_policy",
    "best_response",
    "decisive_move",
    "games_without_oversights",
    "how_often",
    "is_mistake",
    "likeliest_games",
    "map_layout",
    "optimal_share",
    "outcome_chances",
    "player_with_plan",
    "positions_by_marks",
    "possible_games",
    "proven_value",
    "reachable",
    "reachable_positions",
    "refutation",
    "result_for",
    "review",
    "review_move",
    "search",
    "sides_of",
    "unbeatable_response",
    "uniform",
    "win_or_block",
]
