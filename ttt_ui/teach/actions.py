"""What the doors of the first visit do, and the buttons beside a newborn."""

from dataclasses import replace

import streamlit as st

import ttt_core as ttt
from ttt_ui.play import actions as playing
from ttt_ui.play import state
from ttt_ui.play.state import MODES, play_state
from ttt_ui.play.story import Story
from ttt_ui.shared.cores import cores
from ttt_ui.shared.session import session

LOOKS = 20
"""In how many steps a practice goes by."""


def show_doors() -> None:
    """Say again what the place is, and where to begin."""
    play_state().at_the_door = True


def hide_doors() -> None:
    """Take it that the visitor knows."""
    play_state().at_the_door = False


def begin() -> None:
    """Put a newborn in the agent's place, for the visitor to teach."""
    visitor, play, chosen = session(), play_state(), playing.setup()
    with visitor.lock:
        if play.present_story(visitor) and not visitor.agent.stats.games:
            play.at_the_door = False  # it is there already: a browser may report a click twice
            return
        number = play.story.number + 1 if play.story else 1
        playing.begin_against(play, visitor, chosen._replace(mode=MODES[0]), ttt.newborn())
        play.story = Story(number, visitor.replacements)
    state.MODE.set(MODES[0])
    state.LEARNS.set(True)


def play_the_trap_setter() -> None:
    """Let the visitor play the agent that never loses and punishes every slip."""
    visitor, play, chosen, best = session(), play_state(), playing.setup(), trap_setter()
    with visitor.lock:
        strength = replace(chosen.strength, level=best.level)
        chosen = chosen._replace(mode=MODES[0], strength=strength)
        playing.begin_against(play, visitor, chosen, best)
    state.MODE.set(MODES[0])


def go_back() -> None:
    """Take up again what was there before the doors; the agent of now is had by undo."""
    visitor, play, chosen = session(), play_state(), playing.setup()
    with visitor.lock:
        earlier = play.way_back(visitor)
        if earlier is not None:
            playing.restore(play, visitor, earlier)
            playing.new_game_with(play, visitor, chosen)


def practise(games: int) -> None:
    """Let the newborn begin to practise by itself."""
    visitor, play = session(), play_state()
    with visitor.lock:
        story = play.present_story(visitor)
        if story is not None:
            story.practise(games, visitor)


def practise_on(story: Story) -> None:
    """Play the next games of a practice; where the agent was changed meanwhile, end it.

    It also ends when nobody can beat the newborn for the first time: of 150 newborns nine unlearned
    something in what was left of their thousand games, just after that had been celebrated.
    """
    visitor = session()
    with cores().turn(), visitor.lock:
        practice = story.practice
        if practice is None:
            return
        practice.run.play(min(practice.left, -(-practice.games // LOOKS)))
        still_its_own = visitor.learn(practice.run.agent(), practice.claim)
        arrived = still_its_own and story.arrive(visitor.agent)
        if arrived or not still_its_own or not practice.left:
            story.practice = None


@st.cache_resource(show_spinner=False)
def trap_setter() -> ttt.Agent:
    """Train the agent that punishes every slip. Agents never change, so it is shared.

    Its last training game is one in which it no longer explores: nor does it against people.
    """
    preset = ttt.PRESETS["Trap setter"]
    last = replace(preset, games=1, exploration="epsilon", epsilon=0.0, epsilon_floor=0.0)
    return replace(ttt.train(last, start=ttt.train(preset)), name="Champion")
