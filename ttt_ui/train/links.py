"""The open tab and the experiment in the address of Train."""

from ttt_ui.frame.parameters import choice, open_view
from ttt_ui.train.experiments import EXPERIMENTS
from ttt_ui.train.state import TABS

OPEN_TAB = open_view(TABS)
EXPERIMENT = choice("experiment", {name: name for name in EXPERIMENTS})
