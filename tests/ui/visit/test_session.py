"""Changes of the agent are atomic: nothing is lost, whatever works at the same time."""

import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ttt_core as ttt
from tests.ui.support import agents_before
from ttt_ui.visit.session import MAX_EARLIER, Message, MessageIf, Session

BLANK = ttt.untrained()


def agent(name: str, games: int = 0) -> ttt.Agent:
    return replace(BLANK, name=name, q=BLANK.q.copy(), stats=counted(games))


def counted(games: int) -> ttt.Stats:
    return ttt.Stats(games=games, draws=games)


@pytest.fixture
def visitor() -> Session:
    return Session(agent("first"))


@pytest.fixture
def hurried_threads() -> Iterator[None]:
    """Let threads switch a thousand times as often as usual."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(5e-6)
    yield
    sys.setswitchinterval(usual)


def test_what_belongs_to_an_agent_goes_and_comes_back_with_it(visitor: Session) -> None:
    note, first = Message("info", "of the first"), visitor.agent
    visitor.attached.put(note)
    visitor.learn(first, visitor.version)
    assert visitor.attached.get(Message) is note
    visitor.adopt(agent("second"))
    (earlier,) = visitor.earlier_agents
    assert visitor.attached.get(Message) is None
    visitor.bring_back(earlier)
    assert (visitor.agent, visitor.attached.get(Message)) == (first, note)
    visitor.undo()
    assert (visitor.agent.name, visitor.attached.get(Message)) == ("second", None)
    assert visitor.agent_before is None
    visitor.undo()
    assert visitor.agent.name == "second"
    (undone,) = visitor.earlier_agents
    assert undone.undone
    visitor.bring_back(undone)
    assert (visitor.agent, visitor.attached.get(Message)) == (first, note)


def test_steps_of_one_change_are_undone_together(visitor: Session) -> None:
    start, step = visitor.agent, agent("one")
    assert visitor.adopt(step)
    for name in ("two", "three"):
        assert visitor.version is step
        step = agent(name)
        assert visitor.adopt(step, undoable=False)
    assert agents_before(visitor) == (start,)
    visitor.relabel(name="named")
    assert visitor.version is step
    visitor.undo()
    assert visitor.agent is start


def test_work_based_on_a_replaced_agent_changes_nothing(visitor: Session) -> None:
    work = agent("first", 1)
    assert visitor.learn(work, visitor.version, finished=False)
    assert visitor.training_under_way
    visitor.adopt(agent("uploaded"))
    assert not visitor.learn(agent("first", 2), work)
    assert not visitor.adopt(agent("first", 3), based_on=work)
    assert visitor.agent.name == "uploaded"
    assert not visitor.training_under_way
    visitor.undo()
    assert visitor.agent.stats.games == 1
    assert not visitor.training_under_way
    assert not visitor.learn(agent("first", 4), work)
    assert visitor.agent.stats.games == 1


def test_ending_all_work_leaves_the_agent_as_it_is(visitor: Session) -> None:
    work = agent("first", 1)
    assert visitor.learn(work, visitor.version, finished=False)
    before, version = visitor.agent, visitor.claim_agent()
    assert not visitor.training_under_way
    assert not visitor.learn(agent("first", 2), work)
    assert visitor.agent is before
    assert visitor.learn(agent("first", 3), version)


def test_name_and_level_stay_during_training(visitor: Session) -> None:
    work = agent("first", 1)
    visitor.learn(work, visitor.version, finished=False)
    visitor.relabel(name="Ada")
    visitor.relabel(level="Expert")
    assert visitor.training_under_way
    assert visitor.learn(agent("first", 2), work)
    assert (visitor.agent.name, visitor.agent.level) == ("Ada", "Expert")
    assert visitor.agent.stats.games == 2
    assert not visitor.training_under_way
    assert agents_before(visitor) == ()


Change = Callable[[Session, int], object]

CHANGES: dict[str, Change] = {
    "upload": lambda visitor, number: visitor.adopt(agent(f"upload {number}")),
    "undo": lambda visitor, _: visitor.undo(),
    "preset": lambda visitor, number: visitor.adopt(
        agent(f"preset {number}"), based_on=visitor.version
    ),
    "forget": lambda visitor, _: visitor.adopt(agent(visitor.agent.name)),
    "rename": lambda visitor, number: visitor.relabel(name=f"name {number}"),
    "level": lambda visitor, _: visitor.relabel(level="Expert"),
}


@settings(max_examples=50)
@given(st.lists(st.sampled_from(["work", "begin", *CHANGES]), max_size=40))
def test_in_any_order_work_changes_only_its_own_agent(steps: list[str]) -> None:
    """A model of the session: the agent, the earlier ones, and the owner of the work."""
    visitor = Session(agent("first"))
    version, worker_games, based_on_present = visitor.version, 0, True
    earlier: list[tuple[ttt.Agent, bool]] = []
    for number, step in enumerate(steps):
        before = visitor.agent
        if step == "begin":
            version, worker_games = visitor.claim_agent(), before.stats.games
            based_on_present = True
        elif step == "work":
            worker_games += 1
            learned = agent("work", worker_games)
            done = visitor.learn(learned, version)
            assert done == based_on_present
            if done:
                version = learned
                assert visitor.agent.stats.games == worker_games
                assert visitor.agent.name == before.name
            else:
                assert visitor.agent is before
        else:
            CHANGES[step](visitor, number)
            if step == "undo":
                back = [one for one in earlier if not one[1]][-1:]
                assert visitor.agent is (back[0][0] if back else before)
                based_on_present &= not back
                if back:
                    others = (one for one in earlier if one[0] is not back[0][0])
                    earlier = [*others, (before, True)]
            elif step not in ("rename", "level"):
                earlier = [*earlier, (before, False)][-MAX_EARLIER:]
                based_on_present = False
        assert [(one.packed.agent, one.undone) for one in visitor.earlier_agents] == earlier
        assert agents_before(visitor) == tuple(agent for agent, undone in earlier if not undone)


def test_agents_that_can_be_retrained_are_dropped_first(visitor: Session) -> None:
    run = ttt.TrainingConfig(games=50)
    visitor.adopt(replace(ttt.train(run), trained_elsewhere=run, name="elsewhere"))
    visitor.adopt(replace(ttt.train(run), name="again"))
    for number in range(MAX_EARLIER - 1):
        visitor.adopt(agent(f"upload {number}"))
    uploads = [f"upload {number}" for number in range(MAX_EARLIER - 1)]
    names = [before.name for before in agents_before(visitor)]
    assert names == ["first", "elsewhere", *uploads[:-1]]
    assert not any("no longer" in message.text for message in visitor.messages)
    visitor.adopt(agent("one more"))
    names = [before.name for before in agents_before(visitor)]
    assert names == ["elsewhere", *uploads]
    told = "**File** keeps 8 earlier agents: first is no longer one of them."
    assert visitor.messages[-1].text == told


def test_a_visitor_is_told_that_an_agent_they_made_has_been_replaced(visitor: Session) -> None:
    preset, made = ttt.PRESETS["Newborn"], ttt.TrainingConfig(games=50)
    for agent_before, named, told in (
        (ttt.untrained(), False, ""),
        (ttt.train(preset), False, ""),
        (ttt.train(preset), True, "irreplaceable"),
        (ttt.train(made), False, "made"),
        (agent("taught", 1), False, "irreplaceable"),
    ):
        for message_if in get_args(MessageIf):
            here = Session(agent_before)
            if named:
                here.relabel(name="Owl")
            here.adopt(BLANK, message_if=message_if)
            assert bool(here.messages) == (
                message_if != "never" and told in (message_if, "irreplaceable")
            ), told
    (message,) = here.messages
    assert message == Message(
        "info",
        "Agent is now your agent. **Earlier agents**, under **File**, keeps taught.",
        undoes=here.replacements,
    )


def test_the_earlier_agents_of_another_visit_come_before_those_of_this_one(
    visitor: Session,
) -> None:
    visitor.adopt(agent("second"))
    other = Session(agent("of another visit"))
    other.adopt(agent("later"))
    visitor.take_in(other.earlier_agents, named=True)
    assert [before.name for before in agents_before(visitor)] == ["of another visit", "first"]
    visitor.adopt(agent("third"))
    assert [before.named for before in visitor.earlier_agents] == [False, False, True]


@pytest.mark.slow
@pytest.mark.usefixtures("hurried_threads")
@pytest.mark.parametrize("name", ["preset", "undo", "rename"])
def test_nothing_is_lost_while_threads_learn(name: str, visitor: Session) -> None:
    """Three workers learn without pause, as training and exhibitions do, during many changes."""
    over = threading.Event()
    faults: list[str] = []

    def work() -> None:
        while not over.is_set():
            with visitor.lock:
                version = visitor.claim_agent()
            games, origin = version.stats.games, version.q
            while not over.is_set():
                games += 1
                learned = replace(version, q=origin, stats=counted(games))
                with visitor.lock:
                    before = visitor.agent
                    if not visitor.learn(learned, version, finished=False):
                        break
                    version = learned
                    if before.q is not origin:
                        faults.append(f"learned over {before.name}")

    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    try:
        for number in range(30):
            with visitor.lock:
                before, past = visitor.agent, agents_before(visitor)
                CHANGES[name](visitor, number)
                if name == "preset" and agents_before(visitor)[-1] is not before:
                    faults.append("the agent before is not to be had by undo")
                if name == "undo" and past and visitor.agent is not past[-1]:
                    faults.append("undo brought back another agent")
            if name == "undo":
                visitor.adopt(agent(f"again {number}"))
    finally:
        over.set()
        for worker in workers:
            worker.join()
    assert not faults
    assert name != "rename" or visitor.agent.name == "name 29"
