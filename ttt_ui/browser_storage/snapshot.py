"""Convert a visit to a saved record, and a record back to a visit."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game import equivalents
from ttt_core.learning import PackedAgent
from ttt_core.sentences import tr_noop
from ttt_ui.browser_storage.packing import UnreadableError
from ttt_ui.browser_storage.parts import (
    Parts,
    agent_of,
    agent_to_part,
    part_of,
    record_of_agent,
    settings_of,
)
from ttt_ui.browser_storage.record import (
    MAX_HOW,
    MAX_NOTES,
    AgentRecord,
    AttachedRecord,
    EarlierRecord,
    GameRecord,
    HowReadRecord,
    LearnRecord,
    Record,
    TallyRecord,
    TrainRecord,
    UnderWay,
)
from ttt_ui.compare.measuring.state import Measuring, last_measuring, sweep_state
from ttt_ui.frame.links import config_to_query
from ttt_ui.language import tr
from ttt_ui.learn.state import LearnState, learn_state
from ttt_ui.moves.values import values_of
from ttt_ui.pages import restore_values, values_to_save
from ttt_ui.play import actions as playing
from ttt_ui.play.exhibition.state import Exhibition, exhibition_state
from ttt_ui.play.exhibition.work import Tally
from ttt_ui.play.pupil.story import Challenge, Story
from ttt_ui.play.review.state import Exercises, exercises_of
from ttt_ui.play.state import (
    MODE,
    PlayState,
    Score,
    play_state,
)
from ttt_ui.replay.game import Decision, Game
from ttt_ui.train.experiments.actions import Laboratory, laboratory
from ttt_ui.train.result.previous_run import PreviousRun, trained_again
from ttt_ui.train.state import TrainState, known_training, rest_earlier, train_state
from ttt_ui.visit.attached import Attached, EarlierAgent, Frozen
from ttt_ui.visit.how_read import HowRead
from ttt_ui.visit.limits import MAX_AGENTS
from ttt_ui.visit.opponents import Strength, opponent
from ttt_ui.visit.players import YOUR_AGENT, NamedPlayer
from ttt_ui.visit.roster import FIXED_PLAYERS, Roster, roster
from ttt_ui.visit.session import Session, default_agent, session

PIN_LOST = tr_noop(
    "The pinned run is gone: only one that is a single training run of about a second comes back."
)


class Visit(NamedTuple):
    """Everything of a visit that is saved."""

    visitor: Session
    play: PlayState
    exercises: Exercises
    exhibition: Exhibition
    train: TrainState
    others: Roster
    learn: LearnState
    laboratory: Laboratory
    sweep: Measuring | None


def visit() -> Visit:
    play = play_state()
    return Visit(
        visitor=session(),
        play=play,
        exercises=exercises_of(play),
        exhibition=exhibition_state(),
        train=train_state(),
        others=roster(),
        learn=learn_state(),
        laboratory=laboratory(),
        sweep=last_measuring(),
    )


def is_learning_alone(now: Visit) -> bool:
    """Return whether the agent plays alone or, as a pupil, practises."""
    story, job = now.visitor.attached.get(Story), now.exhibition.job
    plays = job is not None and job.running  # not while another page is open
    return plays or (story is not None and story.practice is not None)


def is_moving(now: Visit) -> bool:
    """Return whether a slider is being dragged or the agent learns alone."""
    return now.train.drag.under_way or is_learning_alone(now)


def record_of(now: Visit, known: Parts) -> Record | None:
    """Return the record of a visit.

    None if a training run is under way whose starting agent is no longer known.
    """
    with now.visitor.lock:
        agent, under_way = _agent(now)
        if agent is None:
            return None
        play = now.play
        earlier = now.visitor.earlier_agents
        return Record(
            agent=record_of_agent(agent),
            named=earlier[-1].named if under_way else now.visitor.named,
            earlier=tuple(_earlier(one, known) for one in (earlier[:-1] if under_way else earlier)),
            read=_how_read(now.visitor.attached.get(HowRead)),
            roster=_roster(now.others, known),
            game=_game(play.game),
            score=play.score,
            side=play.side,
            random_share=play.random_share,
            at_the_door=play.shows_welcome,
            mistakes=tuple(map(rules.pattern, now.exercises.boards)),
            **_attached(now.visitor.attached),
            tally=_tally(now),
            train=_train(now.train, under_way),
            learn=None if now.learn.is_new else LearnRecord.model_validate(now.learn),
            guesses={name: trial.guess for name, trial in now.laboratory.trials.items()},
            sweep=None if now.sweep is None else known.with_sweep(now.sweep),
            controls=values_to_save(),
        )


def _train(train: TrainState, under_way: UnderWay | None) -> TrainRecord:
    before = None if train.previous_run is None else train.previous_run.config_that_tells
    return TrainRecord(
        settings=config_to_query(train.settings),
        previous_run=None if before is None else config_to_query(before),
        pinned=train.pinned,
        under_way=under_way,
    )


def _roster(agents: Roster, known: Parts) -> tuple[AgentRecord, ...]:
    return tuple(
        known.listed(name, listed.packed).model_copy(
            update={
                "slot": None if listed.slot == place else listed.slot,
                "read": _how_read(listed.how),
            }
        )
        for place, (name, listed) in enumerate(agents.slotted().items())
    )


def _how_read(how: HowRead | None) -> HowReadRecord | None:
    if how is None:
        return None
    return HowReadRecord(
        file=how.file,
        how=str(how.how)[:MAX_HOW],
        notes=tuple(note[:MAX_HOW] for note in how.notes[:MAX_NOTES]),
        question=how.open_question[:MAX_HOW],
        others=how.not_saved + len(how.readings) - 1,
    )


def _restored_how(record: HowReadRecord | None) -> HowRead | None:
    if record is None:
        return None
    ways, others = ((record.how, None),), record.others
    return HowRead(record.file, ways, record.notes, record.question, not_saved=others)


def _attached(attached: Attached) -> dict[str, Any]:
    """Return the fields of an `AttachedRecord`."""
    return {
        "story": attached.get(Story),
        "challenge": attached.get(Challenge),
        "frozen": attached.get(Frozen) is not None,
    }


def _earlier(earlier: EarlierAgent, known: Parts) -> EarlierRecord:
    game = earlier.attached.get(Game)
    return EarlierRecord(
        agent=known.listed(earlier.packed.name, earlier.packed),
        named=earlier.named,
        undone=earlier.undone,
        score=earlier.attached.get(Score),
        game=None if game is None else _game(game),
        **_attached(earlier.attached),
    )


def packed(now: Visit, known: Parts, names: Collection[str]) -> dict[str, str]:
    """Return the parts of the visit with these names."""
    visitor, others = now.visitor, now.others
    with visitor.lock:
        earlier = (before.packed.agent for before in visitor.earlier_agents)
        agents = (visitor.agent, *others.values(), *earlier)
    texts = {name: agent_to_part(agent) for agent in agents if (name := part_of(agent)) in names}
    sweep = known.sweep
    return texts if sweep is None or sweep.name not in names else {**texts, sweep.name: sweep.text}


_LOST = None, None


def _agent(now: Visit) -> tuple[ttt.Agent | None, UnderWay | None]:
    """Return the agent. During training, return the agent from before it, and how it began."""
    visitor, training = now.visitor, known_training(now.visitor)
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


def _game(game: Game) -> GameRecord:
    open_decisions = {} if game.over else game.decisions
    return GameRecord(
        number=game.number,
        person=game.person,
        moves=tuple(game.moves),
        resigned=game.resigned,
        start=game.start,
        dice=tuple(ply for ply, decision in open_decisions.items() if decision.at_random),
    )


def _tally(now: Visit) -> TallyRecord | None:
    exhibition, tally = now.exhibition, now.exhibition.stage.tally
    if not tally.games or exhibition.replacements != now.visitor.replacements:
        return None
    return TallyRecord(
        agent_side=exhibition.stage.agent_side,
        results=tuple((*key, count) for key, count in sorted(tally.results.items())),
        moves=tally.moves,
        explorations=tally.explorations,
    )


class SavedVisit(NamedTuple):
    """The visit of a record, completely checked, so that restoring it cannot fail."""

    record: Record
    agent: ttt.Agent
    others: dict[str, ttt.Agent]
    play: PlayState
    mistakes: list[str]
    earlier: tuple[EarlierAgent, ...]
    settings: ttt.TrainingConfig
    previous_run: PreviousRun | None
    pinned: bool
    under_way: UnderWay | None
    sweep: Measuring | None


def saved_visit(record: Record, parts: Mapping[str, str], known: Parts) -> SavedVisit:
    """Return the visit of a record; raises `UnreadableError` if it is invalid or incomplete."""
    if record.agent is None or record.train is None:
        raise UnreadableError
    agent = agent_of(record.agent, parts)
    others = {of.listed_as or of.name: agent_of(of, parts) for of in record.roster}
    if not {YOUR_AGENT, *FIXED_PLAYERS}.isdisjoint(others) or len(others) < len(record.roster):
        raise UnreadableError
    try:
        play = _play(record)
        mistakes = _mistakes(record.mistakes)
        _check_plan(record, agent)
        earlier = tuple(_restored_earlier(one, parts) for one in record.earlier)
    except ValueError as error:
        raise UnreadableError from error
    if record.tally is not None and len(record.tally.results) != len(_results(record.tally)):
        raise UnreadableError
    settings = settings_of(record.train.settings)
    before = record.train.previous_run
    previous_run = None if before is None else trained_again(settings_of(before))
    return SavedVisit(
        record=record,
        agent=agent,
        others=others,
        play=play,
        mistakes=mistakes,
        earlier=earlier,
        settings=settings,
        previous_run=previous_run,
        pinned=record.train.pinned,
        under_way=record.train.under_way,
        sweep=None if record.sweep is None else known.made_sweep(record.sweep, parts),
    )


def _play(record: Record) -> PlayState:
    game_record = record.game
    game = _restored_game(game_record)
    people_alone = MODE.checked(record.controls.get(MODE.key)) == "Two people"
    if game.start > len(game.moves) or (game.person is None) != people_alone:
        first: rules.Side = rules.O if record.side == rules.O else rules.X
        game = Game(game_record.number + 1, None if people_alone else first)
    return PlayState(
        game=game,
        score=record.score,
        side=record.side,
        random_share=record.random_share,
        shows_welcome=record.at_the_door,
    )


def _restored_game(record: GameRecord) -> Game:
    game = Game(record.number, record.person, start=record.start)
    for cell in record.moves:
        game.play(cell)
    if record.resigned:
        if game.over:
            raise UnreadableError
        game.play(None)
    return game


def _mistakes(patterns: tuple[str, ...]) -> list[str]:
    boards: list[str] = []
    for pattern in patterns:
        board = rules.parse_board(pattern)
        if rules.outcome(board) is not None or not set(boards).isdisjoint(equivalents(board)):
            raise UnreadableError
        boards.append(board)
    return boards


def _restored_earlier(record: EarlierRecord, parts: Mapping[str, str]) -> EarlierAgent:
    agent, attached = agent_of(record.agent, parts), Attached()
    if record.score is not None:
        attached.put(record.score)
    if record.game is not None:
        game = _restored_game(record.game)
        if not game.can_undo or game.person is None:
            raise UnreadableError
        rival = opponent(Strength(agent.level), agent, {})
        game.decisions = _decisions(game, rival, record.game.dice)
        attached.put(game)
    _check_plan(record, agent)
    _attach(record, attached)
    return EarlierAgent(PackedAgent(agent), attached, record.named, record.undone)


def _attach(record: AttachedRecord, attached: Attached) -> None:
    things = (record.story, record.challenge, Frozen() if record.frozen else None)
    for thing in filter(None, things):
        attached.put(thing)


def _check_plan(record: AttachedRecord, agent: ttt.Agent) -> None:
    """Raise `ValueError` if the plan in a story cannot be played."""
    if record.story is not None:
        record.story.chance(agent)


def _results(tally: TallyRecord) -> Counter[tuple[rules.Side, rules.Outcome]]:
    return Counter({(side, result): count for side, result, count in tally.results})


def restore(now: Visit, saved: SavedVisit) -> None:
    """Replace the present visit by the saved one.

    The agent from before, if it is not that of every newcomer, is then the latest of the earlier
    ones. The visitor's agents on Compare are kept as far as there is room.
    """
    visitor, train, others = now.visitor, now.train, now.others
    record = saved.record
    with visitor.lock:
        visitor.adopt(saved.agent, undoable=visitor.agent is not default_agent())
        visitor.take_in(saved.earlier, named=record.named)
        how = _restored_how(record.read)
        if how is not None:
            visitor.attached.put(how)
        rest_earlier(visitor)
        train.set_settings(saved.settings)
        if not train.pinned:
            train.previous_run = saved.previous_run
            train.pinned = saved.pinned and saved.previous_run is not None
            if saved.pinned and not train.pinned:
                visitor.say(tr(PIN_LOST))
        train.replacements = visitor.replacements
        rest = [one for one in others.slotted().items() if one[0] not in saved.others]
        others.clear()
        for place, (listed, name) in enumerate(zip(record.roster, saved.others, strict=True)):
            slot = place if listed.slot is None else listed.slot
            others.put(name, saved.others[name], slot, _restored_how(listed.read))
        for name, added in rest[: MAX_AGENTS - len(saved.others)]:
            others.put(name, added.packed.agent, how=added.how)
        restore_values(record.controls)  # the agents they name are there now
        _put_on_the_board(now.play, saved, visitor)
        now.exercises.boards = saved.mistakes
        _count(now.exhibition, record.tally, visitor)
        if record.learn is not None:
            now.learn.restore(record.learn.chapter, record.learn.answers)
        now.laboratory.restore(record.guesses)
        if saved.sweep is not None:
            if now.sweep is not None:
                now.sweep.runs.stop()
            sweep = sweep_state()
            sweep.measuring = saved.sweep
            sweep.fill_in(saved.sweep.plan)


def _put_on_the_board(play: PlayState, saved: SavedVisit, visitor: Session) -> None:
    before, game = saved.play, saved.play.game
    play.score, play.side, play.shows_welcome = before.score, before.side, before.shows_welcome
    play.random_share = before.random_share
    if saved.record.story is not None:
        play.stories = saved.record.story.number
    _attach(saved.record, visitor.attached)
    if game.over:
        play.game, play.hint, play.learned = game, None, ()
    else:
        play.game = game
        game.decisions = _decisions(game, playing.rival(), saved.record.game.dice)
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


def _count(exhibition: Exhibition, tally: TallyRecord | None, visitor: Session) -> None:
    exhibition.running = False
    if tally is not None:
        exhibition.replacements = visitor.replacements
        exhibition.stage.agent_side = tally.agent_side
        exhibition.stage.tally = Tally(_results(tally), tally.moves, tally.explorations)
