"""What the buttons of the compare page do to the roster."""

import numpy as np

import ttt_core as ttt
from ttt_ui.compare.players import fixed_players
from ttt_ui.shared.opponents import PRESENT_AGENT
from ttt_ui.shared.roster import MAX_AGENTS, Roster, roster
from ttt_ui.shared.session import session
from ttt_ui.shared.widgets import held
from ttt_ui.shared.wording import plain


def take_files(key: str) -> None:
    """Read the uploaded files; each that cannot be read is named, with the reason."""
    visitor, others, uploads = session(), roster(), held(key)
    if key != others.uploader_key:  # what a former uploader still sends
        return
    others.uploads += 1
    for upload in uploads or []:
        if others.full:
            visitor.say(f"{MAX_AGENTS} agents at a time: remove one first.", "error")
            return
        try:
            agent = ttt.load_agent(upload.getvalue())
        except ttt.AgentFileError as error:
            visitor.say(f"{plain(upload.name)} was not loaded. {plain(str(error))}", "error")
            continue
        name = _add(others, agent)
        visitor.say(f"{plain(name)} takes part now.", "success")


def remove(name: str) -> None:
    """Take an agent out."""
    roster().agents.pop(name, None)


def keep_present_agent() -> None:
    """Keep a copy of the present agent, to compare later ones with."""
    others = roster()
    if not others.full:
        _add(others, session().agent)


def take_in(agent: ttt.Agent) -> None:
    """Let an agent take part where there is room; one that does already is not taken twice."""
    others = roster()
    there = others.agents.get(agent.name)
    if there is not None and np.array_equal(there.q, agent.q, equal_nan=True):
        return
    if not others.full:
        _add(others, agent)


def _add(others: Roster, agent: ttt.Agent) -> str:
    """Add an agent under its own name, with a number where that is taken; return the name."""
    taken = {PRESENT_AGENT, *fixed_players(), *others.agents}
    name, number = agent.name, 2
    while name in taken:
        name, number = f"{agent.name} ({number})", number + 1
    others.agents[name] = agent
    return name
