"""Several agents as JSON text, format ``ttt-roster`` version 1, and back.

`ttt_core.files.agent_file_format` describes the format.
"""

from collections.abc import Sequence

from ttt_core.files.agent_file import check_header, dump_agent, read_own, read_parsed
from ttt_core.files.agent_file_format import MAX_AGENTS, ROSTER_FORMAT, ROSTER_VERSION
from ttt_core.files.bounded_json import MAX_BYTES, MAX_PARTS, number_of_parts, parse_object
from ttt_core.files.sentences import AgentFileError, described, file_refusal
from ttt_core.learning.agent import Agent
from ttt_core.sentences import refusal


def dump_roster(agents: Sequence[Agent]) -> str:
    """Return 1 to 8 agents as one text, from which `load_roster` makes the same agents in order.

    Each agent is written as by `dump_agent`.

    Raises
    ------
    ValueError
        If there are no agents or more than eight, or if together they need more than 12 MB. Eight
        agents that know every position fit, unless each has thousands of runs.
    """
    if not isinstance(agents, Sequence):
        raise ValueError(f"A list of agents is needed, not this {type(agents).__name__}.")
    if not 0 < len(agents) <= MAX_AGENTS:
        raise ValueError(
            f"A file of several agents must contain 1 to {MAX_AGENTS} of them, not {len(agents):,}."
        )
    files = ",\n".join(dump_agent(agent).rstrip() for agent in agents)
    header = f'"format":"{ROSTER_FORMAT}",\n"version":{ROSTER_VERSION}'
    text = f'{{\n{header},\n"agents":[\n{files}\n]\n}}\n'
    if len(text.encode()) > MAX_BYTES or number_of_parts(text) > MAX_PARTS:
        raise refusal("These agents are too large for one file. Split them into several.")
    return text


def load_roster(text: str | bytes) -> tuple[Agent, ...]:
    """Make agents from a file of several agents, or from a file of one agent.

    Raises
    ------
    AgentFileError
        If the file is neither; the message says what is wrong, where and in which agent.
    """
    content = parse_object(text)
    if content.get("format") != ROSTER_FORMAT:
        return (read_parsed(content)[0],)
    check_header(content, ROSTER_FORMAT, ROSTER_VERSION)
    agents = content.get("agents")
    if not isinstance(agents, list) or not 0 < len(agents) <= MAX_AGENTS:
        raise file_refusal(
            "“agents” must be a list of 1 to {most}, not {given}.",
            most=MAX_AGENTS,
            given=described(agents),
        )
    return tuple(_read_one(number, agent) for number, agent in enumerate(agents, 1))


def _read_one(number: int, content: object) -> Agent:
    if not isinstance(content, dict):
        raise file_refusal(
            "Agent {number} must be an object, not {given}.",
            number=number,
            given=described(content),
        )
    try:
        return read_own(content)[0]
    except AgentFileError as error:
        raise file_refusal("Agent {number}: {error}", number=number, error=error.args[0]) from None
