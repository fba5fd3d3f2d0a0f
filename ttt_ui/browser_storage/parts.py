"""Write an agent as text for the browser, in a fifteenth of the time that its file takes.

The text consists of the agent's file without the table, and the arrays as they are in memory.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.files import MAX_BYTES
from ttt_core.game import N_OPEN, frozen
from ttt_core.learning import first_rule_of, first_values, memory_scores
from ttt_ui.browser_storage.packing import UnreadableError, packed, unpacked
from ttt_ui.visit.limits import check_agent

_FASTEST = 1
_Q, _COUNTS = np.dtype("<f8"), np.dtype("<i4")
_Q_BYTES, _COUNT_BYTES = N_OPEN * 9 * _Q.itemsize, N_OPEN * 9 * _COUNTS.itemsize
MAX_ARRAYS = _Q_BYTES + 4 * _COUNT_BYTES
MAX_TEXT = 4 * (MAX_ARRAYS + MAX_BYTES) // 3 + 100


def agent_to_part(agent: ttt.Agent) -> str:
    """Return an agent as text."""
    head = ttt.dump_agent(_without_table(agent)).encode()
    arrays = agent.q.astype(_Q).tobytes() + agent.visits.astype(_COUNTS).tobytes()
    if agent.memory is not None:
        arrays += agent.memory.astype(_COUNTS).tobytes()
    return packed(len(head).to_bytes(4, "big") + head + arrays, _FASTEST)


def _without_table(agent: ttt.Agent) -> ttt.Agent:
    rule = first_rule_of(agent.kind).name
    first = agent.training[0] if agent.training else ttt.TrainingConfig(rule=rule)
    q, memory = first_values(agent.kind, first), None
    if agent.memory is not None:
        memory = frozen(np.zeros_like(agent.memory))
        q = memory_scores(memory, agent.config)
    visits = frozen(np.zeros_like(agent.visits))
    return replace(agent, q=frozen(q), visits=visits, memory=memory)


def agent_from_part(text: str) -> ttt.Agent:
    """Return the agent of a text, with the same checks as for a file.

    Raises
    ------
    NewerError
        If a newer version wrote the text.
    UnreadableError
        If the text does not contain an agent.
    """
    if len(text) > MAX_TEXT:
        raise UnreadableError
    content = unpacked(text, 4 + MAX_BYTES + MAX_ARRAYS)
    length = int.from_bytes(content[:4], "big")
    head, arrays = content[4 : 4 + length], content[4 + length :]
    try:
        agent = ttt.load_agent(head)
        rewards = 3 * _COUNT_BYTES if agent.memory is not None else 0
        if len(arrays) != _Q_BYTES + _COUNT_BYTES + rewards:
            raise UnreadableError
        memory = _counts(arrays[_Q_BYTES + _COUNT_BYTES :], (N_OPEN, 9, 3)) if rewards else None
        q = np.frombuffer(arrays[:_Q_BYTES], _Q).reshape(N_OPEN, 9).astype(np.float64)
        visits = _counts(arrays[_Q_BYTES : _Q_BYTES + _COUNT_BYTES], (N_OPEN, 9))
        agent = replace(agent, q=frozen(q), visits=visits, memory=memory)
        check_agent(agent)
        return agent
    except ValueError as error:  # AgentFileError and LimitError among them
        raise UnreadableError from error


def _counts(content: bytes, shape: tuple[int, ...]) -> NDArray[np.int32]:
    return frozen(np.frombuffer(content, _COUNTS).reshape(shape).astype(np.int32))
