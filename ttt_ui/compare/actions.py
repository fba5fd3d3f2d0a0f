"""What clicks do on the compare page: to the roster, to who takes part, and to a pairing."""

from dataclasses import replace

import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation.review import decisive_move, review
from ttt_core.learning.check import updates_of
from ttt_ui.compare.players import everybody
from ttt_ui.compare.state import ABSENT, PRESET, pairing, taking_part
from ttt_ui.exhibition import state as show_state
from ttt_ui.play import actions as playing
from ttt_ui.play import state as play_room
from ttt_ui.play.state import MODE, MODES, play_state
from ttt_ui.shared.board_component import read_command
from ttt_ui.shared.cores import cores
from ttt_ui.shared.limits import (
    MAX_AGENTS,
    MAX_FILES,
    LimitError,
    check_agent,
    shortened,
    typed_name,
)
from ttt_ui.shared.retraining_check import MAX_UPDATES_AT_ONCE
from ttt_ui.shared.roster import Roster, roster
from ttt_ui.shared.session import session
from ttt_ui.shared.widgets import GENERATIONS, held
from ttt_ui.shared.wording import plain
from ttt_ui.side_by_side.state import side_by_side

BOARD_KEY = "pair_board"
SHORTCUTS = {"arrowleft": "back", "arrowright": "forward"}


def choose_present(key: str) -> None:
    """Follow the choice of who takes part."""
    choice, chosen = taking_part(), held(key)
    if key != choice.key or not isinstance(chosen, list | tuple):
        return
    if not all(isinstance(name, str) and name in choice.names for name in chosen):
        return
    ABSENT.set([name for name in choice.names if name not in chosen])
    choice.present = tuple(name for name in choice.names if name in chosen)
    choice.tables += 1


def take_files(key: str) -> None:
    """Read the uploaded files; each that cannot be read is named, with the reason."""
    visitor, others, uploads = session(), roster(), held(key)
    if key != others.uploader_key:  # what a former uploader still sends
        return
    others.uploads += 1
    uploads = list(uploads or [])
    if len(uploads) > MAX_FILES:
        visitor.say(
            f"{len(uploads):,} files at once are too many: the first {MAX_FILES} were looked at.",
            "warning",
        )
    for upload in uploads[:MAX_FILES]:
        try:
            agents = ttt.load_roster(upload.getvalue())
            for agent in agents:
                check_agent(agent)
        except (ttt.AgentFileError, LimitError) as error:
            visitor.say(
                f"{plain(shortened(upload.name))} was not loaded. {plain(str(error))}", "error"
            )
            continue
        room = MAX_AGENTS - len(others.agents)
        names = ", ".join(plain(_add(others, agent)) for agent in agents[:room])
        if names:
            verb = "takes" if len(agents[:room]) == 1 else "take"
            visitor.say(f"{names} {verb} part now.", "success")
        if len(agents) > room:
            visitor.say(f"{MAX_AGENTS} agents at a time: remove one first.", "error")
            return


def remove(name: str) -> None:
    """Take an agent out."""
    others, absent = roster(), ABSENT.value
    if name not in others.agents:
        return  # a browser may report a click twice
    del others.agents[name]
    ABSENT.set([one for one in absent if one != name])


def rename(name: str, key: str) -> None:
    """Give an agent of the roster the name typed in, which nobody else has."""
    visitor, others, choice, looked_at = session(), roster(), taking_part(), pairing()
    beside = side_by_side()
    typed, absent = held(key), ABSENT.value
    brains = [one for one in (play_room.CUSTOM_PLAYER, show_state.OPPONENT) if one.value == name]
    if name not in others.agents or key != choice.name_key(others.agents.slotted()[name].slot):
        return
    new = typed_name(typed) if isinstance(typed, str) else ""
    if new in everybody(others.agents) and new != name:
        visitor.say(f"{plain(new)} is somebody else's name: choose another one.", "error")
        new = ""
    if new in ("", name):
        choice.renamings += 1  # the field shows the name of before
        return
    # First what changes nothing as long as nobody has that name.
    ABSENT.set([*absent, new] if name in absent else absent)
    for brain in brains:
        brain.set(new)
    with visitor.lock:
        others.agents.rename(name, new)
        looked_at.x, looked_at.o = (
            new if one == name else one for one in (looked_at.x, looked_at.o)
        )
        beside.rename(name, new)
        choice.renamings += 1


def make_present(name: str) -> None:
    """Make an agent of the roster the visitor's; undo brings the one of before back."""
    visitor, play, others = session(), play_state(), roster()
    agent = others.agents.get(name)
    if agent is None or _is_the_same(agent, visitor.agent):
        return
    with visitor.lock:
        before = plain(visitor.agent.name)
        playing.put_in_place(play, visitor, agent)
        visitor.say(
            f"{plain(agent.name)} is your agent now. **Undo**, on Train, brings {before} back.",
            "success",
        )


def play_against(name: str) -> None:
    """Begin a game against an agent of the roster, as against one of the time machine."""
    visitor, play, chosen, others = session(), play_state(), playing.setup(), roster()
    agent = others.agents.get(name)
    if agent is None:
        return
    with visitor.lock:
        strength = replace(chosen.strength, level="Intermediate")
        chosen = chosen._replace(mode=MODES[0], strength=strength)
        if _is_the_same(agent, visitor.agent):
            play.at_the_door = False
            playing.new_game_with(play, visitor, chosen)
        else:
            playing.begin_against(play, visitor, chosen, replace(agent, level="Intermediate"))
    MODE.set(MODES[0])
    st.switch_page("pages/play.py")


def _is_the_same(one: ttt.Agent, other: ttt.Agent) -> bool:
    return one.name == other.name and one.fingerprint == other.fingerprint


def train_preset() -> None:
    """Train the preset that is chosen, and let it take part."""
    name: object = PRESET.value
    visitor, others = session(), roster()
    config = ttt.PRESETS.get(name) if isinstance(name, str) else None
    if not isinstance(name, str) or config is None or others.full:
        return
    if updates_of((config,)) > MAX_UPDATES_AT_ONCE:
        visitor.say(
            f"{name} takes more than a moment: train it on Train, then keep a copy of it here.",
            "warning",
        )
        return
    with cores().turn():
        agent = ttt.train(config)
    with visitor.lock:
        if not others.full:
            added = _add(others, replace(agent, name=name))
            visitor.say(f"{plain(added)} takes part now.", "success")


def keep_your_agent() -> None:
    """Keep a copy of the present agent, to compare later ones with."""
    others = roster()
    if not others.full:
        _add(others, session().agent)


def take_in(agent: ttt.Agent) -> None:
    """Let an agent take part where there is room; one that does already is not taken twice."""
    others = roster()
    there = others.agents.get(agent.name)
    if there is not None and _is_the_same(there, agent):
        return
    if not others.full:
        _add(others, agent)


def _add(others: Roster, agent: ttt.Agent) -> str:
    """Add an agent under its own name, with a number where that is taken; return the name."""
    taken = everybody(others.agents)
    name, number = agent.name, 2
    while name in taken:
        name, number = f"{agent.name} ({number})", number + 1
    others.agents[name] = agent
    return name


def point_at(key: str) -> None:
    """Look at the pairing of the cell that was clicked on in the cross table."""
    choice, looked_at, event = taking_part(), pairing(), held(key)
    if key != table_key():
        return
    match event:
        case {"selection": {"points": [{"customdata": [int(row), int(column)]}]}}:
            places, names = range(len(choice.present)), choice.present
            if row in places and column in places and bool not in (type(row), type(column)):
                looked_at.choose(names[row], names[column])


def table_key() -> str:
    """Return the key of the cross table: another one where other players take part."""
    return f"cross_table_{taking_part().tables % GENERATIONS}"


def choose_player(side: str, key: str) -> None:
    """Let the player that was chosen sit on a side of the pairing."""
    choice, looked_at, name = taking_part(), pairing(), held(key)
    if key != looked_at.key(side) or not isinstance(name, str) or name not in choice.present:
        return
    if side == "X":
        looked_at.choose(name, looked_at.o)
    else:
        looked_at.choose(looked_at.x, name)


def choose_game(key: str) -> None:
    """Put a game of the pairing on the board."""
    looked_at, place = pairing(), held(key)
    if key == looked_at.key("game") and type(place) is int and 0 <= place < len(looked_at.games):
        looked_at.place = place


def take_command() -> None:
    """Carry out a shortcut key."""
    match read_command(BOARD_KEY, SHORTCUTS.values()):
        case "back":
            step(-1)
        case "forward":
            step(1)


def step(by: int) -> None:
    """Put so many moves more, or fewer, of the game on the board."""
    looked_at = pairing()
    if looked_at.game is not None:
        looked_at.replay.go_to(looked_at.game, looked_at.replay.step + by)


def see_decisive_move() -> None:
    """Step to the move that decided the game."""
    looked_at = pairing()
    if looked_at.game is not None:
        moves = review(looked_at.game.moves)
        decisive = decisive_move(moves)
        if decisive is not None:
            looked_at.replay.go_to(looked_at.game, moves.index(decisive) + 1)


def slide(key: str) -> None:
    """Follow the slider."""
    looked_at, asked = pairing(), held(key)
    if looked_at.game is not None:
        looked_at.replay.slide(looked_at.game, key, asked)
