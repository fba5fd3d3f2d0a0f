"""The engine: tic-tac-toe as flat arrays, learning agents, and exact evaluation.

- Train: `train` runs a `TrainingConfig` or one of the `PRESETS`, optionally against a given
  partner. `TrainingRun` trains in steps, `TimeMachine` returns to earlier points, and
  `learn_from_game` learns from one game.
- Players: an `Agent`; a policy, an array with one row of move probabilities per position, as
  `uniform`, `win_or_block`, `minimax`, `greedy`, `mix` and `policy_from` return it; or any object
  with a `policy()` method (`Player`).
- Evaluate, exactly: `evaluate`, `match`, `best_response`, `nash_conv`, `exploitability`,
  `unbeatable_response`, `mistakes`, `disagreements`, `five_questions`, `learning_curve`.
  `game_map` is what a player knows of every position, `fronts` how knowledge rises during training.
  `play_games` samples games, and `review` grades the moves of a game. `possible_games` and
  `games_without_oversights` count games. `search` returns the tree that minimax searches, with or
  without alpha-beta.
- Experiment: `measure_sweep` runs a `Sweep` over settings; `measure_run` returns the `MEASURES` of
  one training run; `measure_runs` measures many runs step by step.
- Agents of other programs: `read_any` reads the file or object of any table, `judge` gives the
  exact verdict on it.
- Explain: `diagnose` suspects why an agent loses its likeliest lost game (`surest_refutation`), and
  `fix` tests which settings would not have led to it.
- Save: `dump_agent` and `load_agent` for one; `save_agents` and `load_agents` for several in a
  file; `Agent.to_frame` for tables.
- The game: `legal_moves`, `play`, `outcome` and `equivalent` answer for one board, `boards` lists
  all, `position_of` gives the number of one, and `positions` has the whole game as arrays, for
  learners of your own. Every function that takes a board accepts ``X--|-O-|---``.
- `environments`: the game for PettingZoo and Gymnasium (an optional extra).
- `grid_world`: a module with a simpler example, Q-learning on a grid; `other_games`: Three
  Men's Morris and Connect Four on a small board.

``docs/library.md`` shows all of this in fifteen short tasks.
"""

from ttt_core import environments, grid_world, other_games
from ttt_core.evaluation.game_map import GameMap, game_map
from ttt_core.evaluation.games import (
    PossibleGames,
    games_without_oversights,
    play_games,
    possible_games,
)
from ttt_core.evaluation.match import (
    ReportCard,
    Response,
    Result,
    best_response,
    evaluate,
    exploitability,
    match,
    nash_conv,
    unbeatable_response,
)
from ttt_core.evaluation.mistakes import Disagreements, Mistake, disagreements, mistakes
from ttt_core.evaluation.mixture import Mixture
from ttt_core.evaluation.policy import (
    Player,
    Policy,
    greedy,
    minimax,
    mix,
    uniform,
    win_or_block,
)
from ttt_core.evaluation.policy_function import policy_from
from ttt_core.evaluation.questions import Answer, five_questions
from ttt_core.evaluation.refutation import Refutation, surest_refutation
from ttt_core.evaluation.review import ReviewedMove, review
from ttt_core.evaluation.search import SearchTree, reachable_positions, search
from ttt_core.files.agent_file import dump_agent, load_agent
from ttt_core.files.agent_file_format import agent_file_schema
from ttt_core.files.any_agent import Reading, read_any
from ttt_core.files.judge import Judgement, judge
from ttt_core.files.many_agents import load_agents, save_agents
from ttt_core.files.sentences import AgentFileError
from ttt_core.game.access import Positions, equivalent, legal_moves, outcome, play, positions
from ttt_core.game.board import Outcome, Side
from ttt_core.game.graph import boards, position_of
from ttt_core.learning.agent import Agent, Stats, untrained
from ttt_core.learning.config import ConfigError, TrainingConfig
from ttt_core.learning.curve import (
    Fronts,
    LearningCurve,
    fronts,
    learning_curve,
    learning_curves,
)
from ttt_core.learning.learner import Trainee
from ttt_core.learning.measures import MEASURES, FinishedRun, Measure, Measured, measure_run
from ttt_core.learning.origin import HERE
from ttt_core.learning.presets import PRESET_NOTES, PRESETS
from ttt_core.learning.runs import MeasureInParts, RunsReport, measure_runs, measure_runs_with
from ttt_core.learning.sweep import Sweep, measure_sweep, span
from ttt_core.learning.time_machine import TimeMachine
from ttt_core.learning.training import (
    TrainingRun,
    learn_from_game,
    learn_from_games,
    train,
)
from ttt_core.learning.watch import Standing
from ttt_core.study.causes import Cause
from ttt_core.study.diagnosis import Diagnosis, Fix, diagnose, fix

__version__ = HERE.version

__all__ = [
    "MEASURES",
    "PRESETS",
    "PRESET_NOTES",
    "Agent",
    "AgentFileError",
    "Answer",
    "Cause",
    "ConfigError",
    "Diagnosis",
    "Disagreements",
    "FinishedRun",
    "Fix",
    "Fronts",
    "GameMap",
    "Judgement",
    "LearningCurve",
    "Measure",
    "MeasureInParts",
    "Measured",
    "Mistake",
    "Mixture",
    "Outcome",
    "Player",
    "Policy",
    "Positions",
    "PossibleGames",
    "Reading",
    "Refutation",
    "ReportCard",
    "Response",
    "Result",
    "ReviewedMove",
    "RunsReport",
    "SearchTree",
    "Side",
    "Standing",
    "Stats",
    "Sweep",
    "TimeMachine",
    "Trainee",
    "TrainingConfig",
    "TrainingRun",
    "__version__",
    "agent_file_schema",
    "best_response",
    "boards",
    "diagnose",
    "disagreements",
    "dump_agent",
    "environments",
    "equivalent",
    "evaluate",
    "exploitability",
    "five_questions",
    "fix",
    "fronts",
    "game_map",
    "games_without_oversights",
    "greedy",
    "grid_world",
    "judge",
    "learn_from_game",
    "learn_from_games",
    "learning_curve",
    "learning_curves",
    "legal_moves",
    "load_agent",
    "load_agents",
    "match",
    "measure_run",
    "measure_runs",
    "measure_runs_with",
    "measure_sweep",
    "minimax",
    "mistakes",
    "mix",
    "nash_conv",
    "other_games",
    "outcome",
    "play",
    "play_games",
    "policy_from",
    "position_of",
    "positions",
    "possible_games",
    "reachable_positions",
    "read_any",
    "review",
    "save_agents",
    "search",
    "span",
    "surest_refutation",
    "train",
    "unbeatable_response",
    "uniform",
    "untrained",
    "win_or_block",
]
