"""What pages keep of an agent as long as undo can bring it back."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple, TypeVar, cast

from ttt_core.learning import PackedAgent

_T = TypeVar("_T")


class Attached:
    """What belongs to an agent: at most one object of each class.

    It stays when the agent learns, is put aside when another replaces the agent, and comes back
    with it.
    """

    def __init__(self, things: Mapping[type, object] = MappingProxyType({})) -> None:
        self._things = dict(things)

    def copy(self) -> "Attached":
        return Attached(self._things)

    def get(self, kind: type[_T]) -> _T | None:
        """Return the object of a class, None if there is none."""
        return cast("_T | None", self._things.get(kind))

    def put(self, thing: object) -> None:
        """Add an object, instead of another of its class."""
        self._things[type(thing)] = thing

    def pop(self, kind: type[_T]) -> _T | None:
        """Remove and return the object of a class, None if there is none."""
        return cast("_T | None", self._things.pop(kind, None))


@dataclass(frozen=True)
class Frozen:
    """Belongs to an agent that learns no further until the visitor asks for it."""


class EarlierAgent(NamedTuple):
    """An agent that another has replaced."""

    packed: PackedAgent
    attached: Attached
    named: bool = False  # whether the visitor has named it
    undone: bool = False  # whether it was undo that replaced it: undo does not lead back to it

    @property
    def is_irreplaceable(self) -> bool:
        """Whether no training run gives it again, under its own name."""
        return self.named or self.packed.config_that_tells is None
