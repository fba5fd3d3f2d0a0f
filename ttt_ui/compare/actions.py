"""What the controls of Compare do to the added agents, the chosen players and the pairing."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import ttt_core as ttt
from ttt_core.learning import PRESET_LABELS, updates_of
from ttt_core.study import repair
from ttt_ui.compare.homework.work import FileAgent, agents_of_file
from ttt_ui.compare.side_by_side.state import side_by_side
from ttt_ui.compare.state import ABSENT, PRESET, pairing, player_choice
from ttt_ui.frame.agent_upload import read_within_bounds
from ttt_ui.jobs import cores
from ttt_ui.language import reason, tr
from ttt_ui.play import actions as playing
from ttt_ui.play import state as play_room
from ttt_ui.play.exhibition import state as show_state
from ttt_ui.train import actions as training
from ttt_ui.visit import messages
from ttt_ui.visit.attached import HowRead, how_read
from ttt_ui.visit.limits import (
    MAX_AGENTS,
    MAX_FILES,
    MAX_REASONS,
    MAX_UPDATES_AT_ONCE,
    LimitError,
    check_runs,
    shortened,
    typed_name,
)
from ttt_ui.visit.roster import add, is_the_same, roster, taken_names
from ttt_ui.visit.session import Message, session
from ttt_ui.wording import counted, listed, plain

UPLOAD = "upload"


def choose_players(chosen: object) -> None:
    choice = player_choice()
    if not isinstance(chosen, list | tuple):
        return
    if not all(isinstance(name, str) and name in choice.names for name in chosen):
        return
    ABSENT.set(tuple(name for name in choice.names if name not in chosen))
    choice.chosen = tuple(name for name in choice.names if name in chosen)
    choice.key.renew("table")


def take_files(files: Any) -> None:
    """Add the agents of the uploaded files; for each invalid file, say why."""
    others, results, left_out = roster(), list[Message](), list[str]()
    player_choice().key.renew(UPLOAD)
    files = list(files or [])
    if len(files) > MAX_FILES:
        few = tr(
            "You chose {n:,} files; only the first {most} were read.",
            n=len(files),
            most=MAX_FILES,
        )
        results.append(Message("warning", few))
    for file in files[:MAX_FILES]:
        name = shortened(getattr(file, "name", tr("A file")))
        if others.full:
            left_out.append(plain(name))
            continue
        try:
            agents = agents_in(file)
        except (ttt.AgentFileError, LimitError) as error:
            why = tr(
                "{file} was not loaded. {reason}", file=plain(name), reason=plain(reason(error))
            )
            results.append(Message("error", why))
            continue
        room = MAX_AGENTS - len(others)
        added = [
            plain(add(each.reading.agent, how_read(name, (each.reading,), each.others)))
            for each in agents[:room]
        ]
        if added:
            results.append(Message("success", tr("Added {agents}.", agents=listed(added))))
        left_out += [plain(each.reading.agent.name) for each in agents[room:]]
    if left_out:
        results.append(Message("error", _no_room(left_out)))
    messages.answer(UPLOAD, *results)


def _no_room(left_out: Sequence[str]) -> str:
    names = ", ".join(left_out[:MAX_REASONS])
    if len(left_out) > MAX_REASONS:
        names = tr("{names} and {n:,} more", names=names, n=len(left_out) - MAX_REASONS)
    return tr(
        "You can have up to {most} agents here. Left out: {names}. Remove one first, or rank many "
        "files with **Judge many files**, at the end of this page.",
        most=MAX_AGENTS,
        names=names,
    )


def agents_in(file: Any) -> Sequence[FileAgent]:
    """Return the agents of an uploaded file: several of ours, or one of any program.

    Raises
    ------
    AgentFileError, LimitError
        If it contains none, or one that is too much for this server.
    """
    agents = read_within_bounds(agents_of_file, file)
    for each in agents:
        check_runs(each.reading.agent)
    return agents


def remove(name: str) -> None:
    others, absent = roster(), ABSENT.value
    if name not in others:
        return  # a browser may report a click twice
    del others[name]
    ABSENT.set(tuple(player for player in absent if player != name))


def rename(name: str, typed: object) -> None:
    """Rename an added agent as typed; a name that is taken is refused."""
    visitor, others, choice, pair = session(), roster(), player_choice(), pairing()
    two, absent = side_by_side(), ABSENT.value
    controls = (play_room.CUSTOM_PLAYER, show_state.OPPONENT)
    opponents = [control for control in controls if control.value == name]
    if name not in others:
        return
    field = name_field(others.slotted()[name].slot)
    choice.key.renew(field)
    messages.answer(field)
    new = typed_name(typed) if isinstance(typed, str) else ""
    if new in taken_names() and new != name:
        taken = tr("The name {name} is already taken. Choose another.", name=plain(new))
        messages.answer(field, Message("error", taken))
        new = ""
    if new in ("", name):
        return
    # These come first because they have no effect until an agent has the new name.
    ABSENT.set((*absent, new) if name in absent else absent)
    for opponent in opponents:
        opponent.set(new)
    with visitor.lock:
        others.rename(name, new)
        pair.x, pair.o = (new if side == name else side for side in (pair.x, pair.o))
        two.rename(name, new)


def name_field(slot: int) -> str:
    return f"name_{slot}"


def make_your_agent(name: str) -> None:
    """Make an added agent the visitor's own; undo brings the former one back."""
    visitor, agent = session(), roster().get(name)
    if agent is None or is_the_same(agent, visitor.agent):
        return
    with visitor.lock:
        playing.put_in_place(agent, roster().slotted()[name].how, tells="")
        field = name_field(roster().slotted()[name].slot)
        messages.answer(field, visitor.replacement())


def repair_agent(name: str) -> None:
    """Make an added agent from elsewhere the visitor's own, and train it until it is unbeatable."""
    agent = roster().get(name)
    if agent is None:
        return
    with cores().turn():
        found = repair(agent)
    field = name_field(roster().slotted()[name].slot)
    if found is None:
        stays = tr("It stays beatable after 100,000 more games here. Try other settings on Train.")
        messages.answer(field, Message("info", stays))
        return
    make_your_agent(name)
    if found.effect == "unbeatable":
        games = counted(found.config.games, "game", "games")
        sentence = tr("{games} more make it unbeatable. It is now your agent.", games=games)
        messages.answer(field, Message("success", sentence))
    training.continue_with(found.config)


def play_against(name: str) -> None:
    """Make an added agent the visitor's own and start a game on Play."""
    agent = roster().get(name)
    if agent is not None:
        how = roster().slotted()[name].how
        playing.play_against(replace(agent, level="Intermediate"), how)


def train_preset() -> None:
    """Train the chosen preset and add the agent."""
    visitor, others = session(), roster()
    config, label = ttt.PRESETS[PRESET.value], PRESET_LABELS[PRESET.value]
    if others.full:
        return
    if updates_of((config,)) > MAX_UPDATES_AT_ONCE:
        long = tr(
            "{preset} takes too long to train here. Train it on Train, then keep a copy here.",
            preset=plain(tr(label)),
        )
        messages.answer(PRESET.key, Message("warning", long))
        return
    with cores().turn():
        agent = ttt.train(config)
    with visitor.lock:
        if not others.full:
            added = add(replace(agent, name=label))
            messages.answer(
                PRESET.key, Message("success", tr("Added {agents}.", agents=plain(added)))
            )


def keep_your_agent() -> None:
    """Add a copy of the visitor's agent."""
    if not roster().full:
        add(session().agent, session().attached.get(HowRead))


def point_at(event: object) -> None:
    """Show the pairing of the clicked cell."""
    pair = pairing()
    match event:
        case {"selection": {"points": [{"customdata": [int(row), int(column)]}]}}:
            places, names = range(len(pair.names)), pair.names
            if row in places and column in places and bool not in (type(row), type(column)):
                pair.choose(names[row], names[column])
                pair.pointed += 1


def choose_player(side: str, name: object) -> None:
    pair = pairing()
    if not isinstance(name, str) or name not in pair.names:
        return
    if side == "X":
        pair.choose(name, pair.o)
    else:
        pair.choose(pair.x, name)


def choose_game(place: object) -> None:
    pair = pairing()
    if type(place) is int and 0 <= place < len(pair.games):
        pair.place = place
