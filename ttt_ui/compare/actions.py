"""Agents that a visitor has uploaded to compare with."""

import ttt_core as ttt
from ttt_core.evaluation import policy
from ttt_core.evaluation.policy import Policy
from ttt_ui.shared.opponents import (
    MINIMAX,
    PRESENT_AGENT,
    REWARD_MEMORY,
    Strength,
    reward_memory_agent,
    strength_policy,
)
from ttt_ui.shared.session import Session, session, widget_value
from ttt_ui.shared.wording import plain

MAX_RIVALS = 8
RANDOM = "Random"


def take_rivals(key: str) -> None:
    """Read the uploaded files; each that cannot be read is named, with the reason."""
    visitor = session()
    uploads = widget_value(key) or []
    visitor.uploads += 1
    for upload in uploads:
        if len(visitor.rivals) == MAX_RIVALS:
            visitor.say(f"{MAX_RIVALS} agents at a time: remove one first.", "error")
            return
        try:
            agent = ttt.load_agent(upload.getvalue())
        except ttt.AgentFileError as error:
            visitor.say(f"{plain(upload.name)} was not loaded. {plain(str(error))}", "error")
            continue
        name = _free_name(agent.name, visitor)
        visitor.rivals[name] = agent
        visitor.say(f"{plain(name)} takes part now.", "success")


def remove_rival(name: str) -> None:
    """Take an uploaded agent out."""
    session().rivals.pop(name, None)


def invite_present_agent() -> None:
    """Keep a copy of the present agent among the rivals, to compare later ones with."""
    visitor = session()
    if len(visitor.rivals) < MAX_RIVALS:
        visitor.rivals[_free_name(visitor.agent.name, visitor)] = visitor.agent


def players(visitor: Session) -> dict[str, Policy]:
    """Return everybody who can take part, by name."""
    levels = {
        level: strength_policy(Strength(level), visitor.agent, visitor.rivals)
        for level in ("Beginner", "Intermediate")
    }
    return {
        PRESENT_AGENT: visitor.agent.policy(),
        **{name: rival.policy() for name, rival in visitor.rivals.items()},
        RANDOM: policy.uniform(),
        **levels,
        MINIMAX: policy.minimax(),
        REWARD_MEMORY: reward_memory_agent().policy(),
    }


def _free_name(name: str, visitor: Session) -> str:
    taken = {*players(visitor)}
    if name not in taken:
        return name
    return next(
        candidate
        for number in range(2, len(taken) + 3)
        if (candidate := f"{name} ({number})") not in taken
    )
