"""The engine: tic-tac-toe compiled into arrays, agents that learn, and exact verdicts on them.

- Train: `train` a `TrainingConfig`, or one of the `PRESETS`, against whom you like; a `TrainingRun`
  stops on the way, a `TimeMachine` goes back; `learn_from_game` learns from a game of yours.
- Players: an `Agent`; or a policy, one row of move probabilities for each position, as `uniform`,
  `minimax`, `greedy`, `mix` and `policy_from` return it; or anything with a `policy()` (`Player`).
- Judge: `evaluate`, `match`, `best_response`, `mistakes`, `disagreements`, `five_questions`,
  `learning_curve`, all exact; `play_games` samples games, `paired_games` two with the same luck,
  `review` grades the moves of one.
- Try out: a `Sweep` over settings, measured by `measure_sweep`, or bit by bit by `SweepUnderWay`;
  the `MEASURES`, each a number that `measure_run` gives.
- Keep: `dump_agent` and `load_agent`, `dump_roster` and `load_roster` for several in one file;
  `Agent.to_frame` for tables.
- Boards: `boards` lists them; wherever one is asked for, ``X--|-O-|---`` is one way to write it.
- `grid_world`: the first step, Q-learning on a grid, a module with names of its own.

``docs/library.md`` has ten short tasks with all of it.
"""

from ttt_core import grid_world
from ttt_core.evaluation.disagreements import Disagreements, disagreements
from ttt_core.evaluation.match import Player, ReportCard, Result, best_response, evaluate, match
from ttt_core.evaluation.mistakes import Mistake, mistakes
from ttt_core.evaluation.paired_games import PairedGames, paired_games
from ttt_core.evaluation.policy import Policy, greedy, minimax, mix, uniform
from ttt_core.evaluation.policy_function import policy_from
from ttt_core.evaluation.questions import Answer, five_questions
from ttt_core.evaluation.review import ReviewedMove, review
from ttt_core.evaluation.sampled_games import play_games
from ttt_core.files.agent_file import (
    LoadedAgent,
    dump_agent,
    file_name,
    load_agent,
    read_agent_file,
)
from ttt_core.files.agent_file_format import agent_file_schema
from ttt_core.files.roster_file import dump_roster, load_roster
from ttt_core.files.sentences import AgentFileError
from ttt_core.game.graph import boards
from ttt_core.learning.agent import Agent, Stats, untrained
from ttt_core.learning.config import ConfigError, TrainingConfig
from ttt_core.learning.curve import LearningCurve, learning_curve, learning_curves
from ttt_core.learning.in_play import InPlay
from ttt_core.learning.measures import MEASURES, Measure, measure_run
from ttt_core.learning.presets import PRESET_NOTES, PRESETS
from ttt_core.learning.sweep import Sweep, SweepUnderWay, measure_sweep, span
from ttt_core.learning.time_machine import TimeMachine
from ttt_core.learning.training import (
    TrainingRun,
    learn_from_game,
    learn_from_games,
    newborn,
    train,
)

__all__ = [
    "MEASURES",
    "PRESETS",
    "PRESET_NOTES",
    "Agent",
    "AgentFileError",
    "Answer",
    "ConfigError",
    "Disagreements",
    "InPlay",
    "LearningCurve",
    "LoadedAgent",
    "Measure",
    "Mistake",
    "PairedGames",
    "Player",
    "Policy",
    "ReportCard",
    "Result",
    "ReviewedMove",
    "Stats",
    "Sweep",
    "SweepUnderWay",
    "TimeMachine",
    "TrainingConfig",
    "TrainingRun",
    "agent_file_schema",
    "best_response",
    "boards",
    "disagreements",
    "dump_agent",
    "dump_roster",
    "evaluate",
    "file_name",
    "five_questions",
    "greedy",
    "grid_world",
    "learn_from_game",
    "learn_from_games",
    "learning_curve",
    "learning_curves",
    "load_agent",
    "load_roster",
    "match",
    "measure_run",
    "measure_sweep",
    "minimax",
    "mistakes",
    "mix",
    "newborn",
    "paired_games",
    "play_games",
    "policy_from",
    "read_agent_file",
    "review",
    "span",
    "train",
    "uniform",
    "untrained",
]
