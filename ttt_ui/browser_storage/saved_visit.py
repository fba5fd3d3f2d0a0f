"""A saved visit: the objects that a visit keeps, as JSON.

It is strict: text that does not match this form exactly is not a record. Agents and sweeps are
records of their own, in parts if their settings do not reproduce them.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field
from pydantic_core import to_json

import ttt_core as ttt
from ttt_core.game import Side, equivalents
from ttt_core.game import board as rules
from ttt_core.learning import PackedAgent
from ttt_core.sentences import tr_noop
from ttt_ui.browser_storage.parts import (
    AgentRecord,
    Name,
    PartName,
    Strict,
    UnreadableError,
    Words,
    agent_of,
    agent_to_part,
    packed,
    part_of,
    part_of_sweep,
    record_of_agent,
    sweep_from_part,
    sweep_part,
    unpacked,
)
from ttt_ui.compare.measuring.state import last_measuring, sweep_state
from ttt_ui.frame.links import config_from_query
from ttt_ui.language import tr
from ttt_ui.learn.state import FIRST, learn_state
from ttt_ui.moves.values import values_of
from ttt_ui.pages import restore_values, values_to_save
from ttt_ui.play import actions as playing
from ttt_ui.play.exhibition import exhibition_state
from ttt_ui.play.review import exercises_of
from ttt_ui.play.state import MODE, MOST_EXERCISES, Score, SideChoice, play_state
from ttt_ui.play.story import Challenge, Story
from ttt_ui.play.work import Tally
from ttt_ui.replay.game import Decision, Game
from ttt_ui.train.state import known_training, rest_earlier, train_state
from ttt_ui.train.training import trained_again
from ttt_ui.train.trials import restore_guesses
from ttt_ui.visit.attached import Attached, EarlierAgent, Frozen, HowRead
from ttt_ui.visit.limits import MAX_AGENTS, Cell, Moves, Share
from ttt_ui.visit.players import FIRST_SHARE, YOUR_AGENT, NamedPlayer, opponent
from ttt_ui.visit.roster import FIXED_PLAYERS, roster
from ttt_ui.visit.session import MAX_EARLIER, Session, default_agent, session

MAX_TEXT = 60_000
_MAX_BYTES = 200_000
_COMPRESSION = 6

PIN_LOST = tr_noop(
    "The pinned run is gone: only one that is a single training run of about a second comes back."
)

UnderWay = Literal["from nothing", "from the agent"]
"""What a training run started from."""
Chosen = Annotated[dict[Words, Cell], Field(max_length=20)]
"""Which answers were given, by the question."""


def _adding_up(score: Score) -> Score:
    if score.games != score.agent_wins + score.other_wins + score.draws:
        raise ValueError(score)
    return score


def _playable(game: Game) -> Game:
    again = Game()
    for cell in game.moves:
        again.play(cell)
    if game.resigned and again.over:
        raise ValueError(game)
    return game


def _exercises(texts: tuple[str, ...]) -> tuple[str, ...]:
    boards = tuple(map(rules.parse_board, texts))
    for place, board in enumerate(boards):
        others = {*boards[:place], *boards[place + 1 :]}
        if rules.outcome(board) is not None or not others.isdisjoint(equivalents(board)):
            raise ValueError(texts)
    return boards


class KeptAgent(Strict):
    """An agent, the present or an earlier one, with what belongs to it.

    That of an earlier one is as `attached` has it; the present one's game is on the board.
    """

    agent: AgentRecord
    named: bool = False
    story: Story | None = None
    challenge: Challenge | None = None
    frozen: Frozen | None = None
    how_read: HowRead | None = None
    score: Annotated[Score, AfterValidator(_adding_up)] | None = None
    game: Annotated[Game, AfterValidator(_playable)] | None = None
    # The plies of an open game at which the opponent moved at random.
    dice: Moves = ()
    undone: bool = False  # of an earlier one: whether undo has replaced it


_ATTACHED = {
    "story": Story,
    "challenge": Challenge,
    "frozen": Frozen,
    "how_read": HowRead,
    "score": Score,
    "game": Game,
}


class ListedAgent(Strict):
    """An agent on Compare."""

    name: Name  # there
    slot: Annotated[int, Field(ge=0, lt=MAX_AGENTS)]
    agent: AgentRecord
    how_read: HowRead | None = None


class Record(KeptAgent):
    """Everything that is saved."""

    earlier: Annotated[tuple[KeptAgent, ...], Field(max_length=MAX_EARLIER)] = ()
    roster: Annotated[tuple[ListedAgent, ...], Field(max_length=MAX_AGENTS)] = ()
    # Of Play.
    side: SideChoice = "X"
    random_share: Share = FIRST_SHARE
    shows_welcome: bool = True
    mistakes: Annotated[
        tuple[Words, ...], Field(max_length=MOST_EXERCISES), AfterValidator(_exercises)
    ] = ()
    tally: Tally | None = None
    agent_side: Side = rules.X
    # Of Train. `under_way` is set if a training run with the settings had begun but not ended.
    settings: ttt.TrainingConfig
    previous_run: ttt.TrainingConfig | None = None
    pinned: bool = False
    under_way: UnderWay | None = None
    guesses: Chosen = Field(default_factory=dict)
    # Of Learn.
    chapter: Words = FIRST
    answers: Chosen = Field(default_factory=dict)
    # Of Compare.
    sweep: PartName | None = None
    # Of all pages.
    controls: Annotated[
        dict[Words, bool | float | Words | Annotated[tuple[Words, ...], Field(max_length=20)]],
        Field(max_length=40),
    ] = Field(default_factory=dict)

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts it needs."""
        earlier = (one.agent.part for one in self.earlier)
        parts = (self.agent.part, *(one.agent.part for one in self.roster), *earlier, self.sweep)
        return tuple(dict.fromkeys(filter(None, parts)))


OFF = packed(b'{"off":true}', _COMPRESSION)
"""The text that says that nothing is saved."""


def written(record: Record) -> str:
    """Return a record as text that fits a cookie, if it is short enough."""
    return packed(record.model_dump_json(exclude_defaults=True).encode(), _COMPRESSION)


def read(text: str) -> Record | None:
    """Return the record of a text, or None if it says that nothing is saved.

    Raises `NewerError` or `UnreadableError`.
    """
    if len(text) > MAX_TEXT:
        raise UnreadableError
    content = unpacked(text, _MAX_BYTES)
    try:
        if not text.startswith("3."):
            content = to_json(_of_version_2(json.loads(content)))
        return None if json.loads(content) == {"off": True} else Record.model_validate_json(content)
    except (ValueError, RecursionError, TypeError, AttributeError, LookupError):
        raise UnreadableError from None  # ValidationError is a ValueError


def _of_version_2(record: dict[str, Any]) -> dict[str, Any]:
    """Return the content of a record of version 2, or 1, in today's form."""
    if "off" in record:
        return record
    chain = [record.pop("reset", None)]  # in version 1, next to the chain of earlier agents
    door = record.pop("door", None)
    while door is not None:
        chain.append(door)
        door = door.pop("door", None)
    earlier = [one for one in reversed(chain) if one is not None] + record.pop("earlier", [])
    roster = [
        {
            "name": agent.pop("listed_as", agent["name"]),
            "slot": agent.pop("slot", place),
            "how_read": agent.pop("read", None),
            "agent": _with_settings(agent, "settings"),
        }
        for place, agent in enumerate(record.pop("roster", []))
    ]
    tally, train = record.pop("tally", None), record.pop("train")
    if tally is not None:
        record["agent_side"] = tally.pop("agent_side")
        tally["results"] = {
            side: {how: n for own, how, n in tally["results"] if own == side}
            for side in rules.SIDES
        }
    return {
        "shows_welcome": record.pop("at_the_door", True),
        **record.pop("learn", {}),
        **_kept_agent(record),
        **_with_settings(train, "settings", "previous_run"),
        "earlier": [_kept_agent(one) for one in earlier],
        "roster": roster,
        "tally": tally,
    }


def _kept_agent(kept: dict[str, Any]) -> dict[str, Any]:
    kept.pop("door", None)
    return kept | {
        "agent": _with_settings(kept["agent"], "settings"),
        "frozen": {} if kept.get("frozen") else None,
        "how_read": kept.pop("read", None),
        "dice": kept.get("game", {}).pop("dice", ()),
    }


def _with_settings(record: dict[str, Any], *names: str) -> dict[str, Any]:
    """Return a record whose configurations were the parameters of a link."""
    for name in names:
        if record.get(name) is not None:
            record[name], dropped = config_from_query(record[name])
            if dropped:
                raise UnreadableError
    return record


def is_learning_alone() -> bool:
    """Return whether the agent plays alone or, as a pupil, practises."""
    story, job = session().attached.get(Story), exhibition_state().job
    plays = job is not None and job.running  # not while another page is open
    return plays or (story is not None and story.practice is not None)


def is_moving() -> bool:
    """Return whether a slider is being dragged or the agent learns alone."""
    return train_state().drag.under_way or is_learning_alone()


def record_of_visit() -> Record | None:
    """Return the record of the visit.

    None if a training run is under way whose starting agent is no longer known.
    """
    visitor, play, train, exhibition = session(), play_state(), train_state(), exhibition_state()
    exercises, learn, sweep = exercises_of(play), learn_state(), last_measuring()
    with visitor.lock:
        agent, under_way = _agent(visitor)
        if agent is None:
            return None
        earlier = visitor.earlier_agents
        before = None if train.previous_run is None else train.previous_run.reproducing_config
        counts = exhibition.replacements == visitor.replacements
        tally = exhibition.stage.tally if counts and exhibition.stage.tally.games else None
        return Record(
            agent=record_of_agent(agent),
            named=earlier[-1].named if under_way else visitor.named,
            **_attached(visitor.attached) | {"score": play.score} | _game(play.game),
            earlier=tuple(
                KeptAgent(
                    agent=record_of_agent(one.packed),
                    named=one.named,
                    undone=one.undone,
                    **_attached(one.attached),
                )
                for one in (earlier[:-1] if under_way else earlier)
            ),
            roster=tuple(
                ListedAgent(
                    name=name, slot=one.slot, agent=record_of_agent(one.packed), how_read=one.how
                )
                for name, one in roster().slotted().items()
            ),
            side=play.side,
            random_share=play.random_share,
            shows_welcome=play.shows_welcome,
            mistakes=tuple(exercises.boards),
            tally=tally,
            agent_side=rules.X if tally is None else exhibition.stage.agent_side,
            settings=train.settings,
            previous_run=before,
            pinned=train.pinned,
            under_way=under_way,
            guesses={name: trial.guess for name, trial in train.trials.items()},
            chapter=learn.chapter,
            answers=learn.answers,
            sweep=None if sweep is None else part_of_sweep(sweep),
            controls=values_to_save(),
        )


def _attached(attached: Attached) -> dict[str, Any]:
    things = {name: attached.get(kind) for name, kind in _ATTACHED.items()}
    game = attached.get(Game)
    return things | ({} if game is None else _game(game))


def _game(game: Game) -> dict[str, Any]:
    at_random = [ply for ply, decision in game.decisions.items() if decision.at_random]
    return {"game": game, "dice": () if game.over else tuple(at_random)}


def packed_parts(names: Collection[str]) -> dict[str, str]:
    """Return the parts of the visit with these names."""
    visitor, sweep = session(), sweep_part()
    with visitor.lock:
        packed = [one.packed for one in roster().slotted().values()]
        packed += [one.packed for one in visitor.earlier_agents]
        agents = [visitor.agent, *(one.agent for one in packed if part_of(one) in names)]
    texts = {name: agent_to_part(agent) for agent in agents if (name := part_of(agent)) in names}
    return texts | ({sweep.name: sweep.text} if sweep.name in names else {})


_LOST = None, None


def _agent(visitor: Session) -> tuple[ttt.Agent | None, UnderWay | None]:
    """Return the agent. During training, return the agent from before it, and how it began."""
    training = known_training(visitor)
    if not visitor.training_under_way:
        return visitor.agent, None
    if training is None:
        return _LOST
    before = visitor.earlier_agents[-1].packed.agent
    if training.is_one_run:
        return before, "from nothing"
    same_runs = visitor.agent.training[: len(before.training)] == before.training
    same_games = training.games_before_run == before.stats.games
    return (before, "from the agent") if same_runs and same_games else _LOST


def earlier_agents(record: Record, parts: Mapping[str, str]) -> list[EarlierAgent]:
    """Return the agents before the present one of a record; raises `UnreadableError`."""
    return [_earlier(one, parts) for one in record.earlier]


def _earlier(kept: KeptAgent, parts: Mapping[str, str]) -> EarlierAgent:
    agent, game = agent_of(kept.agent, parts), kept.game
    _check_plan(kept, agent)
    if game is not None:
        if not game.can_undo or game.person is None:
            raise UnreadableError
        game.decisions = _decisions(game, opponent(agent.level, agent, {}), kept.dice)
    attached = Attached()
    for thing in _things(kept, *_ATTACHED):
        attached.put(thing)
    return EarlierAgent(PackedAgent(agent), attached, kept.named, kept.undone)


def _things(kept: KeptAgent, *names: str) -> Iterator[object]:
    things = (getattr(kept, name) for name in names)
    return (thing for thing in things if thing is not None)


def _check_plan(kept: KeptAgent, agent: ttt.Agent) -> None:
    """Raise `UnreadableError` if the plan in a story cannot be played."""
    try:
        if kept.story is not None:
            kept.story.chance(agent)
    except ValueError:
        raise UnreadableError from None


def restore(record: Record, parts: Mapping[str, str]) -> None:
    """Replace the present visit by a saved one.

    The agent from before, if it is not that of every newcomer, is then the latest of the earlier
    ones. The visitor's agents on Compare are kept as far as there is room.

    Raises `UnreadableError` if the record is invalid or incomplete; then nothing has changed.
    """
    agent, earlier = agent_of(record.agent, parts), earlier_agents(record, parts)
    added = {one.name: agent_of(one.agent, parts) for one in record.roster}
    if not {YOUR_AGENT, *FIXED_PLAYERS}.isdisjoint(added) or len(added) < len(record.roster):
        raise UnreadableError
    _check_plan(record, agent)
    saved_sweep = None if record.sweep is None else sweep_from_part(parts.get(record.sweep))
    visitor, train, others, exhibition = session(), train_state(), roster(), exhibition_state()
    play, learn, sweep = play_state(), learn_state(), last_measuring()
    exercises, before = exercises_of(play), record.previous_run
    previous_run = None if before is None else trained_again(before)
    with visitor.lock:
        visitor.adopt(agent, undoable=visitor.agent is not default_agent())
        visitor.take_in(earlier, named=record.named)
        for thing in _things(record, "story", "challenge", "frozen", "how_read"):
            visitor.attached.put(thing)
        rest_earlier(visitor)
        train.set_settings(record.settings)
        train.end_replay()
        if not train.pinned:
            train.previous_run = previous_run
            train.pinned = record.pinned and previous_run is not None
            if record.pinned and not train.pinned:
                visitor.say(tr(PIN_LOST))
        train.replacements = visitor.replacements
        rest = [one for one in others.slotted().items() if one[0] not in added]
        others.clear()
        for listed in record.roster:
            others.put(listed.name, added[listed.name], listed.slot, listed.how_read)
        for name, other in rest[: MAX_AGENTS - len(added)]:
            others.put(name, other.packed.agent, how=other.how)
        restore_values(record.controls)  # the agents they name are there now
        play.score = record.score or Score()
        play.side, play.random_share = record.side, record.random_share
        play.shows_welcome = record.shows_welcome
        if record.story is not None:
            play.stories = record.story.number
        _put_on_the_board(record)
        exercises.boards = list(record.mistakes)
        exhibition.running = False
        if record.tally is not None:
            exhibition.replacements = visitor.replacements
            exhibition.stage.agent_side, exhibition.stage.tally = record.agent_side, record.tally
        learn.restore(record.chapter, record.answers)
        restore_guesses(record.guesses)
        if saved_sweep is not None:
            if sweep is not None:
                sweep.stop()
            state = sweep_state()
            state.measuring = saved_sweep
            state.fill_in(saved_sweep.plan)


def _put_on_the_board(record: Record) -> None:
    play, game = play_state(), record.game or Game()
    people_alone = MODE.value == "Two people"
    if game.start > len(game.moves) or (game.person is None) != people_alone:
        first: Side = rules.O if record.side == rules.O else rules.X
        game = Game(game.number + 1, None if people_alone else first)
    play.game = game
    if game.over:
        play.hint, play.learned = None, ()
    else:
        game.decisions = _decisions(game, playing.rival(), record.dice)
        playing.begin(game)


def _decisions(game: Game, rival: NamedPlayer, dice: tuple[int, ...]) -> dict[int, Decision]:
    """Return the opponent's decisions in an unfinished game: it learns from them at the end."""
    if game.person is None:
        return {}
    own = range(game.person == rules.X, len(game.moves), 2)
    return {
        ply: Decision(values_of(rival, game.at(ply).board), game.moves[ply], ply in dice)
        for ply in own
        if ply >= game.start
    }
