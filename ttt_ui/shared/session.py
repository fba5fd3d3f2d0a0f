"""The visitor's session: their agent and the sentences for them. Knows no page.

Pages keep what is theirs with `kept`; what widgets hold is read through `ttt_ui.shared.widgets`.
Nothing else touches `st.session_state`.
"""

from collections.abc import Callable
from dataclasses import replace
from threading import RLock
from typing import Literal, NamedTuple, TypeVar, cast

import streamlit as st

import ttt_core as ttt
from ttt_core.learning.agent import Level
from ttt_core.learning.check import Check, confirmed
from ttt_core.learning.packed_agent import PackedAgent
from ttt_ui.shared.widgets import undisturbed

DEFAULT_PRESET = "Default"
MAX_PAST = 4

_T = TypeVar("_T")

MessageKind = Literal["info", "success", "warning", "error"]


class Message(NamedTuple):
    """A sentence for the visitor, in Markdown."""

    kind: MessageKind
    text: str


class Session:
    """The agent of a visitor, those before it, and what the visitor is to be told.

    A click cuts the run of the script that is under way short, and the next one begins. So whoever
    changes the agent in more than an instant (a training, an exhibition) first takes a *claim*. The
    next claim, or any other change of the agent, makes that one void: the work it was taken for
    changes nothing any more.

    Parameters
    ----------
    agent
        The present agent to begin with.

    Attributes
    ----------
    lock : RLock
        Held while the agent changes, and by whoever reads it and changes it in one go.
    messages : list of Message
        Sentences for the next run to show.
    """

    def __init__(self, agent: ttt.Agent) -> None:
        self.lock = RLock()
        self.messages: list[Message] = []
        self._agent = agent
        self._past: list[PackedAgent] = []
        self._about: dict[str, object] = {}
        self._claim = 0
        self._adopted_with = -1
        self._unfinished = -1
        self._replacements = 0

    @property
    def agent(self) -> ttt.Agent:
        """The present agent."""
        return self._agent

    @property
    def past(self) -> tuple[ttt.Agent, ...]:
        """The agents before, the latest last, for undo."""
        return tuple(packed.agent for packed in self._past)

    @property
    def agent_before(self) -> ttt.Agent | None:
        """The agent that undo brings back, if there is one."""
        return self._past[-1].agent if self._past else None

    @property
    def known_tables(self) -> set[bytes]:
        """The fingerprints of the present agent and of those before."""
        return {self._agent.fingerprint, *(packed.fingerprint for packed in self._past)}

    @property
    def can_undo(self) -> bool:
        """Whether there is an agent before the present one."""
        return bool(self._past)

    @property
    def replacements(self) -> int:
        """How often another agent has taken the place of the present one."""
        return self._replacements

    def claim(self) -> int:
        """Announce a change of the agent, and return what it is to be made with."""
        with self.lock:
            self._claim += 1
            return self._claim

    def holds(self, claim: int) -> bool:
        """Say whether a claim is the latest, so that its work may go on."""
        return claim == self._claim

    def adopt(
        self,
        agent: ttt.Agent,
        claim: int | None = None,
        *,
        finished: bool = True,
        instead_of: int | None = None,
    ) -> bool:
        """Make `agent` the present agent; the one before can be brought back.

        Parameters
        ----------
        agent
        claim
            What its making was announced with; None where it is made in an instant.
        finished
            Whether its training has come to its end.
        instead_of
            Claim of an earlier step of the same change: the agent that it brought, if it is still
            the present one, is not kept for undo.

        Returns
        -------
        bool
            False, and nothing has changed, if another change came in between.
        """
        with self.lock:
            if claim is None:
                claim = self.claim()
            if not self.holds(claim):
                return False
            if instead_of is None or instead_of != self._adopted_with:
                self._past.append(PackedAgent(self._agent))
                if len(self._past) > MAX_PAST:
                    self._forget_one()
            self._replace(agent)
            self._adopted_with = claim
            self._unfinished = -1 if finished else claim
            return True

    def learn(self, agent: ttt.Agent, claim: int, *, finished: bool = True) -> bool:
        """Put in the place of the present agent what it has become by learning more.

        Name and level stay those of the present agent. Parameters and result as in `adopt`.
        """
        with self.lock:
            if not self.holds(claim):
                return False
            self._become(replace(agent, name=self._agent.name, level=self._agent.level))
            self._unfinished = -1 if finished else claim
            return True

    def relabel(self, *, name: str | None = None, level: Level | None = None) -> None:
        """Give the present agent another name or level; work under way goes on."""
        with self.lock:
            agent = self._agent
            self._agent = replace(agent, name=name or agent.name, level=level or agent.level)

    def confirm(self, agent: ttt.Agent, check: Check) -> None:
        """Take note of what checking an agent has shown, wherever it is here; work goes on."""
        with self.lock:
            known = agent.fingerprint
            if self._agent.fingerprint == known:
                self._agent = confirmed(self._agent, check)
            self._past = [
                PackedAgent(confirmed(one.agent, check)) if one.fingerprint == known else one
                for one in self._past
            ]

    def undo(self) -> None:
        """Bring the agent before the last change back, if there is one."""
        with self.lock:
            if self._past:
                self.claim()
                self._replace(self._past.pop().agent)
                self._adopted_with = -1

    @property
    def training_under_way(self) -> bool:
        """Whether the present agent is in the midst of a training."""
        return self.holds(self._unfinished)

    def say(self, text: str, kind: MessageKind = "info") -> None:
        """Keep a sentence for the next run to show above the page."""
        self.messages.append(Message(kind, text))

    def about(self, kind: Callable[[ttt.Agent], _T]) -> _T:
        """Return what is kept of the present agent in a class of that argument.

        It is made when first asked for, and forgotten as soon as there is another agent, or this
        one has learned more.
        """
        with self.lock:
            key = key_of(kind)
            if key not in self._about:
                self._about[key] = kind(self._agent)
            return cast("_T", self._about[key])

    def forget(self, *kinds: Callable[[ttt.Agent], object]) -> None:
        """Forget what is kept of the present agent in some classes; it is made anew when needed."""
        with self.lock:
            for kind in kinds:
                self._about.pop(key_of(kind), None)

    def _replace(self, agent: ttt.Agent) -> None:
        self._become(agent)
        self._replacements += 1

    def _become(self, agent: ttt.Agent) -> None:
        self._agent = agent
        self._about.clear()

    def _forget_one(self) -> None:
        # What one training from scratch made can be made again; the rest cannot.
        made_again = [packed.trained_again for packed in self._past]
        del self._past[made_again.index(True) if any(made_again) else 0]


def session() -> Session:
    """Return the visitor's session; a new visitor starts with the default agent."""
    return per_visitor(Session, lambda: Session(default_agent()))


def per_visitor(kind: Callable[..., _T], make: Callable[[], _T] | None = None) -> _T:
    """Return the one object of a class that the visitor has; it is made when first asked for."""
    key = key_of(kind)

    def look() -> _T:
        if key not in st.session_state:
            st.session_state[key] = (make or kind)()
        return cast("_T", st.session_state[key])

    return undisturbed(look)


def key_of(kind: Callable[..., object]) -> str:
    """Return the key under which `kept` keeps the object of a class."""
    return f"{kind.__module__}.{kind.__qualname__}"


@st.cache_resource(show_spinner="Training the first agent…")
def default_agent() -> ttt.Agent:
    """Train the agent that every new visitor starts with. Agents never change, so it is shared."""
    return replace(ttt.train(ttt.PRESETS[DEFAULT_PRESET]), name=DEFAULT_PRESET)
