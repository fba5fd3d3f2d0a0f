"""`PackedAgent`: a lossless compressed copy of an agent, about a fifth of its size."""

import zlib
from dataclasses import fields, replace
from typing import Any
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from ttt_core.game.graph import N_OPEN, frozen, legal
from ttt_core.learning.agent import Agent, reproducing_config
from ttt_core.learning.network import network_values
from ttt_core.learning.runs import updates_of
from ttt_core.learning.training import train

_LEVEL = 3
"""Compression level of zlib; 6 takes three times as long and saves a tenth more."""
_QUICK_UPDATES = 2_000_000
_BLANK: dict[str, NDArray[Any]] = {
    "q": frozen(np.full((N_OPEN, 9), np.nan)),
    "visits": frozen(np.zeros((N_OPEN, 9), np.int32)),
    "memory": frozen(np.zeros((N_OPEN, 9, 3), np.int32)),
    "weights": frozen(np.zeros(0)),
    "games_seen": frozen(np.zeros(0, np.uint8)),
}
"""The arrays of an agent; of those with a row for each position, only legal moves are packed."""


class PackedAgent:
    """A compressed agent.

    Packing takes about three milliseconds, and so does `agent`.

    Parameters
    ----------
    agent
    retrains
        Whether to keep no tables of an agent that its settings reproduce in about 50 ms; `agent`
        then trains it again.

    Attributes
    ----------
    name : str
    kind : str
    fingerprint : bytes
    config : TrainingConfig
    stats : Stats
    is_blank : bool
        Whether it is untrained.
    level, created, training
        The agent's own.
    reproducing_config : TrainingConfig or None
        As `reproducing_config` returns it.
    """

    def __init__(self, agent: Agent, *, retrains: bool = False) -> None:
        self.name = agent.name
        self.kind = agent.kind
        self.fingerprint = agent.fingerprint
        self.config = agent.config
        self.stats = agent.stats
        self.is_blank = agent.is_blank
        self.level = agent.level
        self.created = agent.created
        self.training = agent.training
        self.reproducing_config = reproducing_config(agent)
        self._alive = ref(agent)
        self._facts = {
            field.name: getattr(agent, field.name)
            for field in fields(agent)
            if field.name not in _BLANK
        }
        arrays = {name: getattr(agent, name) for name in _BLANK}
        if agent.weights is not None:
            arrays["q"] = None  # follows from the weights
        config = self.reproducing_config
        if retrains and config is not None and updates_of((config,)) <= _QUICK_UPDATES:
            arrays = {}
        self._packed = {
            name: _packed(array[legal()] if _BLANK[name].size else array)
            for name, array in arrays.items()
            if array is not None
        }

    @property
    def size(self) -> int:
        """How many bytes its tables take."""
        return sum(map(len, self._packed.values()))

    @property
    def agent(self) -> Agent:
        """The agent: the original object as long as other code still uses it."""
        agent = self._alive()
        if agent is None:
            agent = self._unpacked()
            self._alive = ref(agent)
        return agent

    def _unpacked(self) -> Agent:
        if not self._packed:
            assert self.reproducing_config is not None
            return replace(train(self.reproducing_config), **self._facts)
        arrays: dict[str, Any] = {}
        for name, packed in self._packed.items():
            array = _unpacked(packed, _BLANK[name].dtype)
            if _BLANK[name].size:
                whole = _BLANK[name].copy()
                whole[legal()] = array.reshape(-1, *whole.shape[2:])
                array = frozen(whole)
            arrays[name] = array
        if "weights" in arrays:
            arrays["q"] = network_values(arrays["weights"])
        return Agent(**arrays, **self._facts)


def _packed(array: NDArray[Any]) -> bytes:
    """Pack the first bytes of all counts, then the second ones and so on: a third smaller."""
    in_bytes = np.ascontiguousarray(array).reshape(-1, 1).view(np.uint8)
    return zlib.compress((in_bytes.T if array.dtype.kind == "i" else in_bytes).tobytes(), _LEVEL)


def _unpacked(packed: bytes, kind: np.dtype[Any]) -> NDArray[Any]:
    in_bytes = np.frombuffer(zlib.decompress(packed), np.uint8)
    if kind.kind == "i":
        in_bytes = in_bytes.reshape(kind.itemsize, -1).T.ravel()
    return frozen(in_bytes.view(kind))
