"""Agent files: the format of this project and those of other systems."""

from ttt_core.files.bounded_json import MAX_BYTES
from ttt_core.files.sentences import SeveralAgentsError
from ttt_core.files.sweep_file import sweep_text

__all__ = [
    "MAX_BYTES",
    "SeveralAgentsError",
    "sweep_text",
]
