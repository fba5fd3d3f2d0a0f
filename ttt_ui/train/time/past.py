"""Play, inspect or compare an agent from an earlier point of its training.

To be played or inspected, it replaces the visitor's agent, and the page then offers to go back to
that one. So link, file and curve belong to the earlier agent too.
"""

import re
from dataclasses import replace

import streamlit as st

import ttt_core as ttt
from ttt_core.learning import MAX_NAME
from ttt_core.sentences import tr_noop
from ttt_ui.drawing.map_component import opened_board
from ttt_ui.inspect.state import POSITION, VIEW, trail
from ttt_ui.language import tr
from ttt_ui.play import actions as playing
from ttt_ui.train.state import known_training
from ttt_ui.visit.roster import take_in
from ttt_ui.visit.session import session
from ttt_ui.wording import agent_name, counted

_NAME = tr_noop("{name} after {games}")


def agent_after(games: int, present: ttt.Agent) -> ttt.Agent | None:
    """Return the agent as it was after so many games in total, which its name says.

    None if the training is no longer that of the visitor's agent.
    """
    training = known_training(session())
    if training is None:
        return None
    name = name_after(agent_name(present), games)
    return replace(training.agent_after(games), name=name, level="Intermediate")


def name_after(name: str, games: int) -> str:
    """Name an agent after so many games, instead of those that its name may already say."""
    pattern = re.escape(tr(_NAME, name="@", games="%"))
    match = re.fullmatch(pattern.replace("@", "(.*)").replace("%", r"[\d,\s]+\w+"), name)
    after = counted(games, "game", "games")
    most = MAX_NAME - len(tr(_NAME, name="", games=after))
    return tr(_NAME, name=(match[1] if match else name)[:most].strip(), games=after)


def play_against(games: int) -> None:
    """Start a game against the agent from this point."""
    present = session().agent
    then = agent_after(games, present)
    if then is not None:
        playing.play_against(present if games == present.stats.games else then)


def open_on_map(games: int, key: str) -> None:
    """Show the position of the map that was clicked in Inspect, with the agent from this point."""
    board = opened_board(key)
    if board is not None:
        look_into(games, board)


def look_into(games: int, board: str | None = None) -> None:
    """Show the agent from this point in Inspect, in a position if one is given."""
    visitor, boards = session(), trail()
    then = agent_after(games, visitor.agent)
    if then is None:
        return
    with visitor.lock:
        if games != visitor.agent.stats.games:
            playing.put_in_place(then)
        if board is not None:
            boards.visit(board)
    VIEW.set(POSITION)
    st.switch_page("pages/inspect.py")


def compare(games: int) -> None:
    """Add the agent from this point to Compare, next to the visitor's."""
    then = agent_after(games, session().agent)
    if then is None:
        return
    take_in(then)
    st.switch_page("pages/compare.py")
