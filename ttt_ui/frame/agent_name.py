"""The field in which the visitor names their agent."""

from ttt_core.learning import MAX_NAME
from ttt_core.sentences import tr_noop
from ttt_ui.frame.field import text
from ttt_ui.visit.limits import typed_name
from ttt_ui.visit.session import session

AGENT_NAME = text("agent_name", label=tr_noop("Agent's name"), look={"max_chars": MAX_NAME})


def rename(typed: str) -> None:
    """Rename the agent as typed, unless that contains no name."""
    if name := typed_name(typed):
        session().relabel(name=name)
