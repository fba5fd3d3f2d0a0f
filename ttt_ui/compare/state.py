"""What the compare page keeps for a visitor: who is left out. The agents are in the roster."""

from ttt_ui.shared.opponents import REWARD_MEMORY
from ttt_ui.shared.widgets import Control

ABSENT: Control[list[str]] = Control("compare_absent", [REWARD_MEMORY])
