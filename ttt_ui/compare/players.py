"""Who can take part in the cross table."""

from ttt_core.evaluation import policy
from ttt_core.evaluation.policy import Policy
from ttt_ui.shared.opponents import (
    MINIMAX,
    MINIMAX_FIRST,
    PRESENT_AGENT,
    REWARD_MEMORY,
    Strength,
    reward_memory_agent,
    strength_policy,
)
from ttt_ui.shared.roster import roster
from ttt_ui.shared.session import session

RANDOM = "Random"


def players() -> dict[str, Policy]:
    """Return everybody who can take part, by name."""
    return {
        PRESENT_AGENT: session().agent.policy(),
        **{name: agent.policy() for name, agent in roster().agents.items()},
        **fixed_players(),
    }


def fixed_players() -> dict[str, Policy]:
    """Return the players that are always there; the levels rest on the present agent."""
    levels = {
        level: strength_policy(Strength(level), session().agent, roster().agents)
        for level in ("Beginner", "Intermediate")
    }
    return {
        RANDOM: policy.uniform(),
        **levels,
        MINIMAX: policy.minimax(),
        MINIMAX_FIRST: policy.minimax("first"),
        REWARD_MEMORY: reward_memory_agent().policy(),
    }
