"""Files: agents and sweeps in the formats of this project, and agents of any other program.

Whatever a file contains, it becomes an agent or an error with a sentence that says what is wrong.
"""

from ttt_core.files.agent_file import file_name
from ttt_core.files.any_agent import AgentReading, agent_readings, without_tables
from ttt_core.files.bounded_json import MAX_BYTES
from ttt_core.files.many_agents import dump_roster, load_roster
from ttt_core.files.sentences import SeveralAgentsError
from ttt_core.files.sweep_file import sweep_text, without_formulas

__all__ = [
    "MAX_BYTES",
    "AgentReading",
    "SeveralAgentsError",
    "agent_readings",
    "dump_roster",
    "file_name",
    "load_roster",
    "sweep_text",
    "without_formulas",
    "without_tables",
]
