"""The visitor's session: their agent and the messages for them. It does not depend on any page.

Pages store their state with `per_visitor` and read widgets through `ttt_ui.widgets`. Nothing
else uses `st.session_state`.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import RLock
from typing import Literal, NamedTuple, TypeVar, cast
from weakref import ref

import streamlit as st

import ttt_core as ttt
from ttt_core.learning import Level, PackedAgent, ready_made
from ttt_ui.language import tr
from ttt_ui.visit.attached import Attached, EarlierAgent, Frozen
from ttt_ui.widgets import FreshKeys
from ttt_ui.wording import agent_name, plain

DEFAULT_PRESET = "Default"
MAX_EARLIER = 8
"""Of the agents before the present one."""

_T = TypeVar("_T")

MessageIf = Literal["never", "irreplaceable", "made"]
"""When a message says that an agent has been replaced; see `Session.adopt`."""
MessageKind = Literal["info", "success", "warning", "error"]


class Message(NamedTuple):
    """A message for the visitor, in Markdown."""

    kind: MessageKind
    text: str
    # `Session.replacements` after the change of the agent that a button undoes; None without one.
    undoes: int | None = None


class Session:
    """A visitor's agent, the agents before it, and the messages to show.

    Agents are immutable, so a change says which agent object it was based on, the `version`, and
    succeeds only if that is still there. Work next to the pages (a training run, an exhibition)
    takes the version, and from then on is based on what it last put there itself: after any other
    change it can no longer change anything.

    Parameters
    ----------
    agent
        The first agent.

    Attributes
    ----------
    lock : RLock
        Held while the agent changes, also across a read and the change that follows from it.
    attached : Attached
        What belongs to the visitor's agent.
    named : bool
        Whether the visitor has named the agent.
    training_under_way : bool
        Whether the training that led to the agent has yet to end.
    replacements : int
        How often the agent has been replaced by another.
    messages, shown : list of Message
        Messages for the next run to show, and those that are above the page.
    answers : tuple
        A menu, and the messages that were last shown in it about the agent.
    drawn : weakref.ref or None
        The agent that the sidebar shows; None before it is drawn.
    key : FreshKeys
        Of the controls that show something of the agent; new for every agent.
    """

    def __init__(self, agent: ttt.Agent) -> None:
        self.lock = RLock()
        self.attached = Attached()
        self.named = False
        self.training_under_way = False
        self.replacements = 0
        self.messages: list[Message] = []
        self.shown: list[Message] = []
        self.answers: tuple[str, tuple[Message, ...]] = "", ()
        self.drawn: ref[ttt.Agent] | None = None
        self.key = FreshKeys("agent")
        self._agent = agent
        self._version = agent
        self._earlier: list[EarlierAgent] = []
        self._about: dict[str, object] = {}

    @property
    def agent(self) -> ttt.Agent:
        return self._agent

    @property
    def version(self) -> ttt.Agent:
        """The agent as it came, whatever its name and level are now: what a change is based on."""
        return self._version

    @property
    def frozen(self) -> bool:
        """Whether the agent learns no further until the visitor asks for it."""
        return self.attached.get(Frozen) is not None

    @property
    def earlier_agents(self) -> tuple[EarlierAgent, ...]:
        """The agents before the present one, latest last."""
        return tuple(self._earlier)

    @property
    def agent_before(self) -> EarlierAgent | None:
        """The agent that undo restores, or None."""
        return next((agent for agent in reversed(self._earlier) if not agent.undone), None)

    def claim_agent(self) -> ttt.Agent:
        """End all work on the agent, which stays as it is; return its version from then on."""
        with self.lock:
            self._version, self.training_under_way = replace(self._agent), False
            return self._version

    def adopt(
        self,
        agent: ttt.Agent,
        *,
        based_on: ttt.Agent | None = None,
        undoable: bool = True,
        finished: bool = True,
        message_if: MessageIf = "made",
    ) -> bool:
        """Replace the visitor's agent; undo restores the old one.

        Parameters
        ----------
        agent
            From now on the version that changes are based on.
        based_on
            None to replace whatever agent is there.
        undoable
            Whether the old agent is kept for undo: not if it was a step of the same change.
        finished
            Whether its training has ended.
        message_if
            Which old agents a message says to be replaced: those that no training run gives again,
            or all that the visitor has made, that is all but the presets.

        Returns
        -------
        bool
            False if the agent that the change is based on is no longer there; then nothing has
            changed.
        """
        with self.lock:
            if based_on is not None and based_on is not self._version:
                return False
            is_blank = self._agent.is_blank
            before = self._put_aside() if undoable else None
            self._replace(agent, Attached(), finished=finished)
            if before is not None and message_if != "never" and not is_blank:
                is_preset = before.packed.reproducing_config in ttt.PRESETS.values()
                if before.is_irreplaceable or (message_if == "made" and not is_preset):
                    self.messages.append(self.replacement())
            return True

    def learn(self, agent: ttt.Agent, based_on: ttt.Agent | None, *, finished: bool = True) -> bool:
        """Replace the agent by the result of further learning.

        Its name and level stay. Parameters and result as in `adopt`.
        """
        with self.lock:
            if based_on is not self._version:
                return False
            named = replace(agent, name=self._agent.name, level=self._agent.level)
            self._become(named, version=agent, finished=finished)
            return True

    def relabel(self, *, name: str | None = None, level: Level | None = None) -> None:
        """Give the agent another name or level; work under way continues."""
        with self.lock:
            agent = self._agent
            self._agent = replace(agent, name=name or agent.name, level=level or agent.level)
            self.named = self.named or bool(name)

    def keep_a_copy(self) -> None:
        """Keep the agent as it is among the earlier ones, for undo; what changes is another."""
        with self.lock:
            kept = self._put_aside()
            self._replace(replace(self._agent), kept.attached.copy(), finished=True)
            self.named = kept.named

    def undo(self) -> None:
        """Restore the agent from before the last change, with what belongs to it.

        The agent that it replaces stays among the earlier ones, but undo does not lead back to it.
        """
        with self.lock:
            if self.agent_before is not None:
                self.bring_back(self.agent_before, undone=True)

    def bring_back(self, earlier: EarlierAgent, *, undone: bool = False) -> None:
        """Replace the visitor's agent by an earlier one, with what belongs to that.

        `undone` says whether undo does that.
        """
        with self.lock:
            self._earlier = [one for one in self._earlier if one is not earlier]
            self._put_aside(undone=undone)
            self._replace(earlier.packed.agent, earlier.attached, finished=True)
            self.named = earlier.named
            self.claim_agent()

    def take_in(self, earlier: Sequence[EarlierAgent], *, named: bool) -> None:
        """Put agents of another visit before the earlier ones; say whether the agent is named.

        An agent that is here already is not put there again.
        """

        def key(agent: ttt.Agent | PackedAgent) -> tuple[str, bytes]:
            return agent.name, agent.fingerprint

        with self.lock:
            here = [one for one in self._earlier if key(one.packed) != key(self._agent)]
            known = {key(self._agent), *(key(one.packed) for one in here)}
            self.named = named
            self._earlier = [*(one for one in earlier if key(one.packed) not in known), *here]
            self._trim()

    def replacement(self) -> Message:
        """Return what a visitor is told when an agent has just replaced theirs."""
        text = tr(
            "{agent} is now your agent. **Earlier agents**, under **File**, keeps {before}.",
            agent=plain(agent_name(self._agent)),
            before=plain(agent_name(self._earlier[-1].packed)),
        )
        return Message("info", text, undoes=self.replacements)

    def say(self, text: str, kind: MessageKind = "info") -> None:
        """Add a message for the next run to show above the page."""
        self.messages.append(Message(kind, text))

    def about(self, kind: Callable[[ttt.Agent], _T]) -> _T:
        """Return the object of a class that is made from the agent.

        It is created when first needed, and dropped as soon as the agent changes or learns more.
        """
        with self.lock:
            key = key_of(kind)
            if key not in self._about:
                self._about[key] = kind(self._agent)
            return cast("_T", self._about[key])

    def forget(self, kind: Callable[[ttt.Agent], object]) -> None:
        """Drop the object of a class; it is created again when needed."""
        with self.lock:
            self._about.pop(key_of(kind), None)

    def _replace(self, agent: ttt.Agent, attached: Attached, *, finished: bool) -> None:
        self._become(agent, version=agent, finished=finished)
        self.attached, self.named = attached, False
        self.replacements += 1
        self.answers = "", ()
        self.key.renew()

    def _become(self, agent: ttt.Agent, *, version: ttt.Agent, finished: bool) -> None:
        self._agent, self._version = agent, version
        self.training_under_way = not finished
        self._about.clear()

    def _put_aside(self, *, undone: bool = False) -> EarlierAgent:
        packed = PackedAgent(self._agent, retrains=True)
        aside = EarlierAgent(packed, self.attached, self.named, undone)
        self._earlier.append(aside)
        self._trim()
        return aside

    def _trim(self) -> None:
        """Let go of the oldest agents that are too many, first of those that can be retrained."""
        while len(self._earlier) > MAX_EARLIER:
            lost = [agent.is_irreplaceable for agent in self._earlier[:-1]]
            gone = self._earlier.pop(lost.index(False) if not all(lost) else 0)
            if all(lost):
                self.say(
                    tr(
                        "**File** keeps {most} earlier agents: {agent} is no longer one of them.",
                        most=MAX_EARLIER,
                        agent=plain(agent_name(gone.packed)),
                    )
                )


def session() -> Session:
    """Return the visitor's session; a new visitor starts with the default agent."""
    return per_visitor(Session, lambda: Session(default_agent()))


def per_visitor(kind: Callable[..., _T], make: Callable[[], _T] | None = None) -> _T:
    """Return the visitor's one object of a class; it is created when first needed."""
    key = key_of(kind)
    if key not in st.session_state:
        st.session_state[key] = (make or kind)()
    return cast("_T", st.session_state[key])


def fresh_keys() -> FreshKeys:
    """Return the keys of the visitor's widgets that the program changes."""
    return per_visitor(FreshKeys)


def key_of(kind: Callable[..., object]) -> str:
    """Return the key under which `per_visitor` stores the object of a class."""
    return f"{kind.__module__}.{kind.__qualname__}"


def default_agent() -> ttt.Agent:
    """Return the agent every new visitor starts with."""
    return ready_made(DEFAULT_PRESET)
