"""What links to Compare do, and its controls: to added agents, chosen players and the pairing.

In links, two players and a board side by side are ``a=present-agent&b=minimax&board=X--|-O-|---``.
"""

from dataclasses import replace
from typing import Any

import ttt_core as ttt
from ttt_core.learning import PRESET_LABELS, updates_of
from ttt_core.sentences import tr_noop
from ttt_core.study import repair
from ttt_ui.compare.agent_list import agents_in, answer
from ttt_ui.compare.judging import CHOSEN, judging
from ttt_ui.compare.measuring import actions as measuring
from ttt_ui.compare.state import (
    ABSENT,
    LEARNING_CURVES,
    PARTS,
    PRESET,
    SIDE_BY_SIDE,
    SWEEP,
    VIEW,
    offered,
    pairing,
    renamed,
    side_by_side,
)
from ttt_ui.frame import address
from ttt_ui.frame.links import BOARD, Link, choice, slug
from ttt_ui.language import tr
from ttt_ui.play import actions as playing
from ttt_ui.play import exhibition, state
from ttt_ui.train import actions as train_actions
from ttt_ui.visit import messages
from ttt_ui.visit.attached import HowRead
from ttt_ui.visit.limits import MAX_AGENTS, MAX_FILES, MAX_REASONS, MAX_UPDATES_AT_ONCE, typed_name
from ttt_ui.visit.players import YOUR_AGENT
from ttt_ui.visit.roster import FIXED_PLAYERS, add, is_the_same, roster, taken_names
from ttt_ui.visit.session import Message, fresh_keys, session
from ttt_ui.wording import counted, listed, plain

UPLOAD, PRESENT = "compare_upload", "compare_present"


def choose_players(chosen: object) -> None:
    if isinstance(chosen, list) and all(name in offered() for name in chosen):
        ABSENT.set(tuple(name for name in offered() if name not in chosen))


def add_files(files: Any) -> None:
    """Add the agents of the uploaded files; for each invalid file, say why."""
    fresh_keys().renew(UPLOAD)
    said, added, left_out = list[Message](), list[str](), list[str]()
    for agent, _, how in agents_in(files, MAX_FILES, said):
        if roster().full:
            left_out.append(plain(agent.name))
        else:
            added.append(plain(add(agent, how)))
    if left_out:
        names = ", ".join(left_out[:MAX_REASONS])
        if len(left_out) > MAX_REASONS:
            names = tr("{names} and {n:,} more", names=names, n=len(left_out) - MAX_REASONS)
        no_room = tr(
            "You can have up to {most} agents here. Left out: {names}. Remove one first, or rank "
            "many files in **Judge files**.",
            most=MAX_AGENTS,
            names=names,
        )
        said.insert(0, Message("error", no_room))
    if added:
        said.insert(0, Message("success", tr("Added {agents}.", agents=listed(added))))
    answer(UPLOAD, said)


def remove(name: str) -> None:
    roster().pop(name, None)
    ABSENT.set(tuple(player for player in ABSENT.value if player != name))


def rename(name: str, typed: str) -> None:
    """Rename an added agent as typed; a name that is taken is refused."""
    visitor, others, pair = session(), roster(), pairing()
    two, absent = side_by_side(), ABSENT.value
    controls = (state.CUSTOM_PLAYER, exhibition.OPPONENT)
    opponents = [control for control in controls if control.value == name]
    if name not in others:
        return
    field = name_field(others.slotted()[name].slot)
    messages.answer(field)
    new = typed_name(typed)
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
        pair.chosen = renamed(pair.chosen, name, new)
        two.names = renamed(two.names, name, new)


def name_field(slot: int) -> str:
    return f"compare_name_{slot}"


def make_your_agent(name: str) -> None:
    """Make an added agent the visitor's own; undo brings the former one back."""
    visitor, agent = session(), roster().get(name)
    if agent is None or is_the_same(agent, visitor.agent):
        return
    with visitor.lock:
        playing.put_in_place(agent, roster().slotted()[name].how, message_if="never")
        field = name_field(roster().slotted()[name].slot)
        messages.answer(field, visitor.replacement())


def repair_player(name: str) -> None:
    added = roster().slotted().get(name)
    if added is not None:
        _repair(added.packed.agent, added.how, name_field(added.slot))


def repair_judged(name: str) -> None:
    judged = judging().judged.get(name)
    agent = None if judged is None else judged.agent
    if judged is not None and agent is not None:
        _repair(agent, judged.how, CHOSEN)


def _repair(agent: ttt.Agent, how: HowRead | None, menu: str) -> None:
    """Make an agent the visitor's own, and train it until it is unbeatable."""
    found = repair(agent)
    if found is None:
        stays = tr("It stays beatable after 100,000 more games here. Try other settings on Train.")
        messages.answer(menu, Message("info", stays))
        return
    visitor = session()
    with visitor.lock:
        playing.put_in_place(agent, how, message_if="never")
        told = visitor.replacement()
    if found.effect == "unbeatable":
        games = counted(found.config.games, "game", "games")
        sentence = tr("Another {games} make it unbeatable. It is now your agent.", games=games)
        told = Message("success", sentence)
    train_actions.continue_with(found.config)  # if that takes longer, it leads to Train
    messages.answer(menu, told)


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
    agent = ttt.train(config)
    with visitor.lock:
        if not others.full:
            added = add(replace(agent, name=label))
            messages.answer(
                PRESET.key, Message("success", tr("Added {agents}.", agents=plain(added)))
            )


def keep_your_agent() -> None:
    if not roster().full:
        add(session().agent, session().attached.get(HowRead))


def point_at(event: object) -> None:
    """Show the pairing of the clicked cell."""
    pair = pairing()
    match event:
        case {"selection": {"points": [{"customdata": [int(row), int(column)]}]}}:
            places, names = range(len(pair.names)), pair.names
            if row in places and column in places and bool not in (type(row), type(column)):
                pair.chosen = {"X": names[row], "O": names[column]}
                pair.pointed += 1


IN_LINKS = {slug(name): name for name in (YOUR_AGENT, *FIXED_PLAYERS)}
"""The players that links can name: added agents have no name there."""

ROLES = tuple(
    choice(role, IN_LINKS, tr_noop("links cannot name this player.")) for role in ("a", "b")
)


def apply_pair_link(link: Link) -> None:
    """Show side by side the players and the board that a link names."""
    pair = side_by_side()
    for role in ROLES:
        player = link.read(role)
        if player is not None:
            pair.choose(role.name, player)
    board = link.read(BOARD)
    if board is not None:
        pair.trail.visit(board)


def pair_to_query() -> dict[str, str]:
    """Return the query parameters of the board and of those players that links can name."""
    pair = side_by_side()
    a, b = (role.to_query(pair.names[role.name]) for role in ROLES)
    return a | b | BOARD.to_query(pair.trail.board)


_PARTS = {
    SIDE_BY_SIDE: (apply_pair_link, pair_to_query),
    LEARNING_CURVES: (measuring.apply_curves_link, measuring.curves_to_query),
    SWEEP: (measuring.apply_sweep_link, measuring.sweep_to_query),
}
"""What reads a link to a view, and what writes it."""


def follow_address() -> None:
    """Open the view that a link names, and keep the address up to date."""
    link = address.asked()
    asks = bool(link.rest)
    PARTS.apply_link(link)
    if asks:
        VIEW.apply_link(link)
        if VIEW.value in _PARTS:
            _PARTS[VIEW.value][0](link)
    for name, text in link.rest.items():
        link.drop(name, text, tr("this is for another view."))
    link.say_what_was_dropped()
    query = VIEW.to_query() | PARTS.query()
    if VIEW.value in _PARTS:
        query |= _PARTS[VIEW.value][1]()
    address.show(query, as_step=False)
