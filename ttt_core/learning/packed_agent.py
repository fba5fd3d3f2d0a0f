"""`PackedAgent`: a lossless compressed copy of an agent, about a fifth of its size."""

import zlib
from dataclasses import fields
from typing import Any
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from ttt_core.game.graph import N_OPEN, frozen, legal
from ttt_core.learning.agent import Agent
from ttt_core.learning.network import network_values

_LEVEL = 3
"""Compression level of zlib; 6 takes three times as long and saves a tenth more."""
_ARRAYS = ("q", "visits", "memory", "weights", "games_seen")


class PackedAgent:
    """A compressed agent.

    Packing takes about three milliseconds, and so does `agent`.

    Parameters
    ----------
    agent

    Attributes
    ----------
    name : str
    kind : str
    fingerprint : bytes
    config : TrainingConfig
    stats : Stats
    created : datetime
        The agent's own.
    trained_again : bool
        Whether a single training run alone reproduces the agent.
    """

    def __init__(self, agent: Agent) -> None:
        self.name = agent.name
        self.kind = agent.kind
        self.fingerprint = agent.fingerprint
        self.config = agent.config
        self.stats = agent.stats
        self.created = agent.created
        self.trained_again = (
            agent.trained_elsewhere is None and len(agent.training) == 1 and agent.reproducible
        )
        self._alive = ref(agent)
        self._facts = {
            field.name: getattr(agent, field.name)
            for field in fields(agent)
            if field.name not in _ARRAYS
        }
        # The values of a network follow from its weights.
        self._q = _packed(agent.q[legal()]) if agent.weights is None else None
        self._visits = _packed_counts(agent.visits[legal()])
        self._memory = None if agent.memory is None else _packed_counts(agent.memory[legal()])
        self._weights = None if agent.weights is None else _packed(agent.weights)
        self._games_seen = _packed(agent.games_seen)

    @property
    def agent(self) -> Agent:
        """The agent: the original object as long as other code still uses it."""
        agent = self._alive()
        if agent is None:
            agent = self._unpacked()
            self._alive = ref(agent)
        return agent

    def _unpacked(self) -> Agent:
        weights = None if self._weights is None else _unpacked(self._weights, np.float64)
        if self._q is None:
            assert weights is not None
            q = network_values(weights)
        else:
            q = np.full((N_OPEN, 9), np.nan)
            q[legal()] = _unpacked(self._q, np.float64)
        visits = np.zeros((N_OPEN, 9), np.int32)
        visits[legal()] = _unpacked_counts(self._visits)
        memory = None
        if self._memory is not None:
            memory = np.zeros((N_OPEN, 9, 3), np.int32)
            memory[legal()] = _unpacked_counts(self._memory).reshape(-1, 3)
            memory = frozen(memory)
        return Agent(
            q=frozen(q),
            visits=frozen(visits),
            memory=memory,
            weights=weights,
            games_seen=_unpacked(self._games_seen, np.uint8),
            **self._facts,
        )


def _packed(array: NDArray[Any]) -> bytes:
    return zlib.compress(array.tobytes(), _LEVEL)


def _unpacked(packed: bytes, kind: type) -> NDArray[Any]:
    return np.frombuffer(zlib.decompress(packed), kind)


def _packed_counts(counts: NDArray[np.int32]) -> bytes:
    """Pack the first bytes of all counts, then the second ones and so on: a third smaller."""
    return _packed(np.ascontiguousarray(counts).reshape(-1, 1).view(np.uint8).T)


def _unpacked_counts(packed: bytes) -> NDArray[np.int32]:
    places = np.dtype(np.int32).itemsize
    return np.ascontiguousarray(_unpacked(packed, np.uint8).reshape(places, -1).T).view(np.int32)[
        :, 0
    ]
