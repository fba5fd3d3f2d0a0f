"""A machine made of matchboxes: MENACE plays, and its beads come and go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game import boards, graph, position_of, walk
from ttt_core.learning import beads_in_boxes, has_box, number_of_boxes
from ttt_core.sentences import tr_noop
from ttt_ui.drawing import curve_chart
from ttt_ui.drawing.board_component import CellNote, board
from ttt_ui.drawing.colours import NEUTRAL, PLAYER_COLOURS, SIDE_COLOURS, Tone
from ttt_ui.drawing.lasting_chart import lasting_chart
from ttt_ui.frame.field import one_of
from ttt_ui.language import localised, tr
from ttt_ui.visit.session import per_visitor
from ttt_ui.wording import counted, percent

PARTNERS: Mapping[str, str] = MappingProxyType(
    {"random_share": tr_noop("Random player"), "minimax_share": tr_noop("Perfect player")}
)
"""The opponents: the setting that gives one all games, and its name."""

MOST_GAMES = 10_000
LONG = 100_000
MACHINES = 5
"""How many machines play `LONG` games, with the seeds from 0."""
MEASURED_AT = (0, 220, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, LONG)
"""The numbers of games when they are measured. Michie played 220."""


@dataclass(frozen=True)
class Box:
    """A box opened in a game."""

    board: str
    # The beads before the game, by cell. Equivalent cells share theirs and appear once: as the cell
    # played, or else as the first.
    beads: Mapping[int, int]
    cell: int | None  # the move of the drawn bead; None if no bead was drawn
    after: int  # how many beads of that colour are in the box after the game

    @property
    def beads_before(self) -> int:
        return sum(self.beads.values())

    @property
    def beads_after(self) -> int:
        return self.beads_before - (0 if self.cell is None else self.beads[self.cell] - self.after)


@dataclass(frozen=True)
class Machine:
    """What the chapter shows of a machine."""

    games: int
    boxes: tuple[Box, ...]  # the boxes opened in its last game; before it, the first box
    end: str  # the board at the end of that game
    result: str
    known: int  # how many of its boxes it has learned from
    first_box: int  # the beads in the box of the empty board
    worst_case_losses: float  # how often it loses to its worst-case opponent


def menace(partner: str, seed: int, games: int) -> ttt.TrainingConfig:
    """Return the settings of Michie's machine against one of `PARTNERS`."""
    return ttt.TrainingConfig(
        rule="matchboxes",
        learns="X",
        games=games,
        seed=seed,
        random_share=float(partner == "random_share"),
        minimax_share=float(partner == "minimax_share"),
    )


@st.cache_resource(max_entries=512, show_spinner=False)
def machine(partner: str, seed: int, games: int) -> Machine:
    run = ttt.TrainingRun(menace(partner, seed, max(games, 1)))
    run.play(max(games - 1, 0))
    before = run.agent()
    run.play(min(games, 1))
    after, cells = run.agent(), run.last_game()
    end = boards()[walk(cells)[-1]]
    return Machine(
        games=games,
        boxes=_boxes(before.q, after.q, cells),
        end=end,
        result=_result(end),
        known=number_of_boxes("X", after.known),
        first_box=int(beads_in_boxes(after.q)[0]),
        worst_case_losses=ttt.evaluate(after).worst_case_as_x.loss,
    )


def _boxes(
    before: NDArray[np.float64], after: NDArray[np.float64], cells: list[int]
) -> tuple[Box, ...]:
    moves = zip(walk(cells), [*cells, None], strict=True)
    return tuple(
        _opened_box(before, after, position, cell)
        for ply, (position, cell) in enumerate(moves)
        if ply % 2 == 0 and position < len(has_box()) and has_box()[position]
    )


def _opened_box(
    before: NDArray[np.float64], after: NDArray[np.float64], position: int, cell: int | None
) -> Box:
    board = boards()[position]
    colours: dict[int, int] = {}
    for place in rules.legal_moves(board):
        colours.setdefault(int(graph().class_slot[position, place]), place)
    if cell is not None:
        colours[int(graph().class_slot[position, cell])] = cell
    return Box(
        board=board,
        beads={place: int(before[position, place]) for place in sorted(colours.values())},
        cell=cell,
        after=0 if cell is None else int(after[position, cell]),
    )


def _result(end: str) -> str:
    winner = rules.outcome(end)
    if winner is None:
        return "resigned"
    return {"X": "won", "O": "lost"}.get(winner, "drew")


@st.cache_resource(show_spinner=False)
def trained_for_long() -> list[ttt.LearningCurve]:
    """Measure `MACHINES` machines over `LONG` games against a random player."""
    return ttt.learning_curves(menace("random_share", 0, LONG), range(MACHINES), MEASURED_AT)


PARTNER = one_of("matchboxes_partner", PARTNERS, label=tr_noop("Opponent"))
BATCHES = (1, 10, 100, 1_000)
MOST_POINTS = 120

BEADS = tuple(zip("KLMNPRSTU", (*PLAYER_COLOURS, NEUTRAL), strict=True))
"""Letter and colour of the beads for each cell of a box; columns have the letters a to c."""


# The words

TITLE = tr_noop("A machine made of matchboxes")
MINUTES = 3
WORDS = ("Value-based",)
AIM = tr_noop(
    "MENACE (Donald Michie, 1961) learns without a computer. It has a matchbox for each position "
    "in which X has a choice, and beads for the moves."
)
_FIRST_BOX = tr_noop(
    "**The first box.** A bead drawn at random decides the move. Equivalent moves share a colour "
    "and a letter."
)
_LAST_GAME = {
    "won": tr_noop(
        "**Game {game:,}: it won.** Each drawn bead goes back with 3 more of its colour."
    ),
    "drew": tr_noop(
        "**Game {game:,}: a draw.** Each drawn bead goes back with 1 more of its colour."
    ),
    "lost": tr_noop("**Game {game:,}: it lost.** Each drawn bead is taken away."),
    "resigned": tr_noop(
        "**Game {game:,}: its box is empty, so it resigns.** Each drawn bead is taken away."
    ),
    "finished": tr_noop(
        "**Game {game:,}: its first box is empty.** From now on it resigns every game."
    ),
}
_RESULTS = {
    "won": tr_noop("Result: X won"),
    "drew": tr_noop("Result: a draw"),
    "lost": tr_noop("Result: O won"),
}
QUESTION = tr_noop(
    "After 100,000 games against a random player, how often does its worst-case opponent win?"
)
ANSWERS = (
    tr_noop("Never"),
    tr_noop("In up to 10% of games"),
    tr_noop("In more than 10% of games"),
)
_WORST_CASE = tr_noop("Worst-case losses")
_WORST_CASE_HELP = tr_noop(
    "How often the machine loses to its worst-case opponent, which knows all its beads. Exact."
)


def last_game(machine: Machine) -> str:
    """Say in Markdown how the last game ended, and what that does to the beads."""
    if not machine.games:
        return tr(_FIRST_BOX)
    is_finished = not (machine.first_box or machine.boxes[0].beads_before)
    end = "finished" if is_finished else machine.result
    return tr(_LAST_GAME[end], game=machine.games)


def drawn(box: Box) -> str:
    """Say which bead was drawn from a box, if one was, and how many there are now."""
    if box.cell is None:
        return counted(box.beads_before, "bead", "beads") if box.beads_before else tr("Empty")
    letter, _ = _bead(box, box.cell)
    return tr(
        "{letter}: {before:,} → {after:,}. Box: {beads}",
        letter=letter,
        before=box.beads[box.cell],
        after=box.after,
        beads=counted(box.beads_after, "bead", "beads"),
    )


def _spoken(before: int, now: int, *, is_drawn: bool) -> str:
    beads = counted(now, "bead", "beads")
    return (
        tr("drawn: {now} now, {before:,} before", now=beads, before=before) if is_drawn else beads
    )


def _curve_in_words(machine: Machine) -> str:
    return tr(
        "Worst-case losses by games played: {losses} after {games}",
        losses=percent(machine.worst_case_losses),
        games=counted(machine.games, "game", "games"),
    )


def reason() -> str:
    losses = worst_case_losses_after(LONG)
    return tr(
        "In {least} to {most} of games, over {machines} machines. A mistake that beats careless "
        "opponents gathers many beads.",
        least=percent(losses.min()),
        most=percent(losses.max()),
        machines=MACHINES,
    )


def never_learned(losses_as_o: float) -> str:
    """Say in Markdown what the machines never learn."""
    return tr(
        "- **To be unbeatable.** No machine reaches 0.\n"
        "- **To play O.** Only X's boxes learn: worst-case losses as O stay at {losses}.",
        losses=percent(losses_as_o),
    )


# The visitor's machine


@dataclass
class MachineState:
    """The recipe of a machine, and its curve: worst-case losses by the games when measured."""

    partner: str = next(iter(PARTNERS))
    seed: int = 0
    games: int = field(init=False)
    curve: dict[int, float] = field(init=False)

    def __post_init__(self) -> None:
        self.begin(self.partner, self.seed)

    @property
    def machine(self) -> Machine:
        return machine(self.partner, self.seed, self.games)

    @property
    def token(self) -> str:
        """Name of the boards on show."""
        return f"{self.partner}/{self.seed}/{self.games}"

    def play(self, games: int) -> None:
        """Let it play more games, up to `MOST_GAMES` in all."""
        self.games = min(self.games + games, MOST_GAMES)
        curve = self.curve | {self.games: self.machine.worst_case_losses}
        while len(curve) > MOST_POINTS:  # every other point draws the same curve
            first, *others = curve.items()
            curve = dict([first, *others[1::2]])
        self.curve = curve

    def begin(self, partner: str, seed: int) -> None:
        self.partner, self.seed, self.games = partner, seed, 0
        self.curve = {0: self.machine.worst_case_losses}

    def choose(self, partner: str) -> None:
        self.begin(partner, self.seed)


# The figure


def _figure(
    games: Sequence[int], machines: Sequence[Sequence[float]], *, log: bool = False
) -> dict[str, Any]:
    """Draw the worst-case losses of some machines by games played."""
    layout = curve_chart.layout(log, tr(_WORST_CASE))
    if not log:
        layout["xaxis"] |= {"range": [0, max(10, 1.03 * games[-1])]}
    layout |= {"height": 200, "showlegend": False, "hovermode": "closest"}
    colours = (SIDE_COLOURS["X"], *PLAYER_COLOURS)
    return {
        "data": [
            {
                "x": list(games),
                "y": list(losses),
                "mode": "lines+markers",
                "line": {"color": colour, "width": 2},
                "marker": {"size": 6},
                "name": tr("Machine {number}", number=number),
                "meta": f"machine_{number}",
                "hovertemplate": tr("%{x:,} games: %{y:.1%}"),
            }
            for number, (losses, colour) in enumerate(zip(machines, colours, strict=False), start=1)
        ],
        "layout": layout,
    }


# The page


@st.fragment
def show() -> None:
    state = per_visitor(MachineState)
    machine = state.machine
    _controls(state)
    st.markdown(last_game(machine))
    with st.grid(5, min_column_width=130, gap="small"):
        for number, box in enumerate(machine.boxes, start=1):
            _box(box, number, state)
        if machine.games and machine.result != "resigned":
            _end(machine, state)
    figures, chart = st.columns([2, 3], gap="medium")
    with figures, st.grid(2, min_column_width=120, gap="small"):
        st.metric(tr("Games"), localised(f"{machine.games:,}"))
        boxes = tr("{part} of {all}", part=machine.known, all=number_of_boxes("X"))
        st.metric(tr("Boxes known"), boxes)
        st.metric(tr("Beads in the first box"), localised(f"{machine.first_box:,}"))
        st.metric(tr(_WORST_CASE), percent(machine.worst_case_losses), help=tr(_WORST_CASE_HELP))
    with chart, st.container(gap=None):
        lasting_chart(
            _figure(list(state.curve), [list(state.curve.values())]),
            key="matchboxes_curve",
            title=tr("Worst-case losses by games played"),
            label=_curve_in_words(machine),
        )


def _controls(state: MachineState) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        PARTNER.ask(state.partner, state.choose)
        with st.container(horizontal=True, width="content", gap="xsmall"):
            for games in BATCHES:
                st.button(
                    tr("Play {games:,}", games=games),
                    key=f"matchboxes_play_{games}",
                    on_click=state.play,
                    args=(games,),
                    disabled=state.games >= MOST_GAMES,
                )
        st.button(
            tr("New machine"),
            key="matchboxes_new",
            icon=":material/restart_alt:",
            on_click=state.begin,
            args=(state.partner, state.seed + 1),
        )


def _box(box: Box, number: int, state: MachineState) -> None:
    with st.container(gap="xsmall"):
        board(
            box.board,
            key=f"matchboxes_box_{number}",
            token=state.token,
            notes=notes(box),
            size="small",
        )
        st.caption(drawn(box))


def notes(box: Box) -> dict[int, CellNote]:
    """Return the beads of each move, the drawn one outlined."""
    most = max(1, *box.beads.values(), box.after)
    cell_notes = {}
    for cell, before in box.beads.items():
        is_drawn = cell == box.cell
        now = box.after if is_drawn else before
        letter, colour = _bead(box, cell)
        cell_notes[cell] = CellNote(
            f"{letter} {now}",
            Tone(colour, 0.12 + 0.38 * now / most),
            None,
            _spoken(before, now, is_drawn=is_drawn),
            choice="own" if is_drawn else None,
        )
    return cell_notes


def _bead(box: Box, cell: int) -> tuple[str, str]:
    """Return letter and colour of the beads for a move; rotated boards share them."""
    return BEADS[graph().class_slot[position_of(box.board), cell] % len(BEADS)]


def _end(machine: Machine, state: MachineState) -> None:
    with st.container(gap="xsmall"):
        board(
            machine.end,
            key="matchboxes_end",
            token=state.token,
            size="small",
        )
        st.caption(tr(_RESULTS[machine.result]))


def worst_case_losses_after(games: int) -> NDArray[np.float64]:
    """Return how often each machine, as X, loses to its worst-case opponent."""
    return np.array(
        [curve.worst_case_as_x[curve.games == games, 2].item() for curve in trained_for_long()]
    )


def right() -> int:
    least = worst_case_losses_after(LONG).min()
    return int(least > 0) + int(least > 0.1)


def reveal() -> None:
    st.subheader(tr("What it never learns"), anchor=False)
    curves = trained_for_long()
    losses = [curve.worst_case_as_x[1:, 2].tolist() for curve in curves]
    lasting_chart(
        _figure(MEASURED_AT[1:], losses, log=True),
        key="matchboxes_long",
        title=tr("Worst-case losses over {games:,} games", games=LONG),
        label=tr(
            "Worst-case losses of {machines} machines trained against a random player, from "
            "{first} to {games:,} games. They end lower for every machine, but never at 0.",
            machines=MACHINES,
            first=MEASURED_AT[1],
            games=LONG,
        ),
    )
    st.markdown(never_learned(curves[0].worst_case_as_o[-1, 2]))
