"""The engine: tic-tac-toe compiled into arrays, agents that learn, and exact verdicts on them."""

from ttt_core.evaluation.match import ReportCard, Result, best_response, evaluate, match
from ttt_core.evaluation.mistakes import Mistake, mistakes
from ttt_core.evaluation.questions import Answer, five_questions
from ttt_core.files.agent_file import (
    LoadedAgent,
    dump_agent,
    file_name,
    load_agent,
    read_agent_file,
)
from ttt_core.files.agent_file_format import agent_file_schema
from ttt_core.files.sentences import AgentFileError
from ttt_core.learning.agent import Agent, Stats, untrained
from ttt_core.learning.config import ConfigError, TrainingConfig
from ttt_core.learning.in_play import InPlay
from ttt_core.learning.presets import PRESET_NOTES, PRESETS
from ttt_core.learning.training import TrainingRun, learn_from_game, learn_from_games, train

__all__ = [
    "PRESETS",
    "PRESET_NOTES",
    "Agent",
    "AgentFileError",
    "Answer",
    "ConfigError",
    "InPlay",
    "LoadedAgent",
    "Mistake",
    "ReportCard",
    "Result",
    "Stats",
    "TrainingConfig",
    "TrainingRun",
    "agent_file_schema",
    "best_response",
    "dump_agent",
    "evaluate",
    "file_name",
    "five_questions",
    "learn_from_game",
    "learn_from_games",
    "load_agent",
    "match",
    "mistakes",
    "read_agent_file",
    "train",
    "untrained",
]
