"""Published figures next to ours: ``python -m ttt_core.tools.reproduce``.

Figures about players are exact, with ties split evenly; figures about training are counts over its
games. Both vary with the seed, so the tables give the mean and the range over the seeds.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from ttt_core.evaluation.games import play_games
from ttt_core.evaluation.match import Result, evaluate
from ttt_core.evaluation.policy import greedy, minimax
from ttt_core.evaluation.questions import five_questions
from ttt_core.game.board import SIDES, Side
from ttt_core.game.graph import (
    N_GAMES,
    N_OPEN,
    N_POSITIONS,
    boards,
    graph,
    position_of,
    symmetry_class,
)
from ttt_core.learning.agent import Agent
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.matchboxes import FIRST_BEADS, number_of_boxes
from ttt_core.learning.measures import measure_run
from ttt_core.learning.presets import PRESETS
from ttt_core.learning.training import TrainingRun, learn_from_games, train
from ttt_core.tools.arguments import command_over_seeds, over_seeds

ADAPTIVE = PRESETS["Adaptive (freeCodeCamp 2025)"]
TWO_TABLES = PRESETS["Two tables (2026)"]
REWARD_MEMORY = PRESETS["Reward memory (Kutschera 2018)"]
TAUGHT_MEMORY = PRESETS["Taught memory (Kutschera 2018)"]

SUTTON_AND_BARTO = PRESETS["Sutton and Barto (2018)"]
PROGRAM_OF_BOOK = replace(SUTTON_AND_BARTO, games=100_000, epsilon=0.01, backward=True)
"""As the book's well-known Python program trains its player; ours has one table for both sides."""
_CONSTANT = TrainingConfig(
    rule="q-learning", games=60_000, epsilon=0.1, epsilon_decay=1.0, symmetry=False
)
TEXTBOOKS = {
    "afterstates, a draw worth 0.5": (SUTTON_AND_BARTO, (9, 9, 8)),
    "afterstates, a draw worth 0": (replace(SUTTON_AND_BARTO, reward_draw=0.0), (10, 0, 0)),
    "afterstates, exploratory moves teach too": (
        replace(SUTTON_AND_BARTO, explore_learns=True),
        (8, 9, 7),
    ),
    "Q-learning": (_CONSTANT, (9, 1, 1)),
    "SARSA": (replace(_CONSTANT, rule="sarsa"), (9, 2, 2)),
    "Expected SARSA": (replace(_CONSTANT, rule="expected-sarsa"), (9, 9, 8)),
}
"""Settings, and how many of 10 seeds an independent program found unbeatable: as X, O and both."""
GRADIENT = TrainingConfig(rule="reinforce", games=20_000, symmetry=False)

PRESSES = 100
GAMES_WITH_PEOPLE = 300
LAST_GAMES = 49_973

SYMMETRY_TRAININGS = {
    "Minimax-Q": TrainingConfig(games=300_000),
    "Quick study": replace(PRESETS["Quick study"], games=20_000),
}

CENTRE, CORNERS, EDGES = 4, [0, 2, 6, 8], [1, 3, 5, 7]

EXAMPLES = {"OX--X-O--": 7, "XO--O---X": 7}
"""The article's examples of a win to take and of a threat to block, and the right cells."""


class Figure(NamedTuple):
    """A figure measured with one seed.

    Attributes
    ----------
    value : float
    published : str
        The value published or measured with the original program.
    digits : int
        Decimals of our value.
    percent : bool
        Whether our value is a share from 0 to 1, shown as a percentage.
    """

    value: float
    published: str
    digits: int = 1
    percent: bool = False


Figures = dict[str, Figure]
"""By label, in the order of the table."""


class Reproduction(NamedTuple):
    """The origin of some figures, the heading over them, and the function that measures ours."""

    source: str
    theirs: str
    measure: Callable[[int], Figures]


def measure_adaptive(seed: int) -> Figures:
    """Measure system A after one press of its training button, and after 100.

    Each press starts again with the full ε and continues from what was learned.
    """
    agent = train(replace(ADAPTIVE, seed=PRESSES * seed))
    early = evaluate(greedy(agent.q))
    for press in range(1, PRESSES):
        agent = train(replace(ADAPTIVE, seed=PRESSES * seed + press), start=agent)
    late = evaluate(greedy(agent.q))
    o_loses, x_loses, later = early.vs_random_as_o, early.vs_random_as_x, late.vs_random_as_o
    always = _always_lost(early.worst_case_as_o)
    always_later = _always_lost(late.worst_case_as_o)
    return {
        "O loses to random after 1,000 games": _share(o_loses.loss, "41% (31 to 51)"),
        "X loses to random after 1,000 games": _share(x_loses.loss, "2.5%"),
        "runs in which the worst-case opponent always beats O": _share(always, "all", 0),
        "O loses to random after 100 × 1,000 games": _share(later.loss, "15% (12 to 18)"),
        "runs in which the worst-case opponent then always beats O": _share(always_later, "all", 0),
    }


def measure_adaptive_in_play(seed: int) -> Figures:
    """Measure system A when it learns from games against a perfect X player.

    It learns with its rule in play and, from the same games, with its training rule. It does not
    explore, and it takes the first of equal moves.
    """
    agent = train(replace(ADAPTIVE, seed=seed))
    rng = np.random.default_rng(seed)
    games = play_games(minimax(), agent.policy(), GAMES_WITH_PEOPLE, rng)
    as_trained = learn_from_games(agent, games, in_play=False)
    before, after, otherwise = (
        evaluate(player).vs_random_as_o.loss
        for player in (agent, learn_from_games(agent, games), as_trained)
    )
    return {
        "O loses to random after 1,000 games": _share(before, "43.4%"),
        "after 300 more games against perfect play": _share(after, "42.1%"),
        "the same, if it learned from them as in training": _share(otherwise, "58.1%"),
    }


def _share(value: float, published: str, digits: int = 1) -> Figure:
    return Figure(value, published, digits, percent=True)


def _always_lost(result: Result) -> float:
    return float(result.loss > 1 - 1e-12)


def measure_two_tables(seed: int) -> Figures:
    """Measure system B: its training games and the trained player."""
    agent = train(replace(TWO_TABLES, seed=seed))
    card = evaluate(greedy(agent.q))
    return {
        "X wins in training": _share(agent.stats.x_wins / agent.stats.games, "5.22%", 2),
        "O wins in training": _share(agent.stats.o_wins / agent.stats.games, "2.91%", 2),
        "draws in training": _share(agent.stats.draws / agent.stats.games, "91.9%", 2),
        "X wins against random": _share(card.vs_random_as_x.win, "96.7%", 2),
        "X loses to random": _share(card.vs_random_as_x.loss, "0%", 2),
        "O wins against random": _share(card.vs_random_as_o.win, "77.7%", 2),
        "O loses to random": _share(card.vs_random_as_o.loss, "0%", 2),
        "unbeatable runs": _share(float(card.unbeatable), "not given", 0),
    }


def measure_textbooks(seed: int) -> Figures:
    """Measure the learners of Sutton and Barto's book: 60,000 games of self-play, ε 0.1."""
    figures: Figures = {}
    for name, (config, found) in TEXTBOOKS.items():
        card = evaluate(train(replace(config, seed=seed)))
        verdicts = not card.beatable_as_x, not card.beatable_as_o, card.unbeatable
        for sides, is_safe, of_ten in zip(_SIDES, verdicts, found, strict=True):
            label = f"{name}: runs unbeatable {sides}"
            figures[label] = _share(float(is_safe), f"{of_ten} of 10", 0)
    card = evaluate(train(replace(GRADIENT, seed=seed)))
    own = evaluate(train(replace(PROGRAM_OF_BOOK, seed=seed)))
    return figures | {
        "policy gradient, 20,000 games: X loses to random": _share(card.vs_random_as_x.loss, "21%"),
        "policy gradient, 20,000 games: O loses to random": _share(card.vs_random_as_o.loss, "15%"),
        "the program's settings: runs unbeatable as O": _share(
            float(not own.beatable_as_o), "asked, not answered", 0
        ),
    }


_SIDES = ("as X", "as O", "on both sides")


def measure_taught_memory(seed: int) -> Figures:
    """Measure system D, taught by a scripted player first, as its saved file shows."""
    return _measure_memory(replace(TAUGHT_MEMORY, seed=seed))


def measure_reward_memory(seed: int) -> Figures:
    """Measure system D, trained by self-play alone."""
    return _measure_memory(replace(REWARD_MEMORY, seed=seed))


def _measure_memory(config: TrainingConfig) -> Figures:
    run = TrainingRun(config)
    run.play(config.games - LAST_GAMES)
    earlier = run.agent()
    before = earlier.stats
    run.play(LAST_GAMES)
    agent = run.agent()
    opening, replies = agent.q_values("---------"), agent.q_values("----X----")
    positions, untried = _count_positions(agent)
    stats, failing = agent.stats, len(five_questions(agent)[4].failing)
    return {
        f"distinct games of {N_GAMES:,}": Figure(stats.distinct_games, "4,330", 0),
        "X wins in the last 49,973 games": Figure(stats.x_wins - before.x_wins, "11,132", 0),
        "O wins in the last 49,973 games": Figure(stats.o_wins - before.o_wins, "2,701", 0),
        "draws in the last 49,973 games": Figure(stats.draws - before.draws, "36,140", 0),
        "score of the centre opening": Figure(opening[CENTRE], "72.0"),
        "mean score of the corner openings": Figure(opening[CORNERS].mean(), "33.9 to 38.3"),
        "mean score of the edge openings": Figure(opening[EDGES].mean(), "28.7 to 30.4"),
        "mean score of a corner in reply to the centre": Figure(
            replies[CORNERS].mean(), "10.6 to 11.5"
        ),
        "mean score of an edge in reply to the centre": Figure(replies[EDGES].mean(), "4.8 to 5.4"),
        "corner and edge openings answered badly, of 8": Figure(failing, "1 in its saved file"),
        "of the five questions, yes after 50,027 games": Figure(_yes(earlier), "not all"),
        "of the five questions, yes after 100,000 games": Figure(_yes(agent), "5"),
        "positions in memory": Figure(positions, "3,961", 0),
        "positions with untried moves": Figure(untried, "2,927", 0),
    }


def _yes(agent: Agent) -> int:
    """Return how many of the five questions it answers with yes, asked as in the article.

    The article asks about wins and blocks by one example each.
    """
    opens, answers_centre, _, _, answers_others = five_questions(agent)
    policy = agent.policy()
    by_example = (policy[position_of(board), cell] == 1 for board, cell in EXAMPLES.items())
    return sum((opens.yes, answers_centre.yes, *by_example, answers_others.yes))


def measure_symmetry(seed: int) -> Figures:
    """Measure how much symmetry saves: games until first unbeatable, checked after every game."""
    figures: Figures = {
        "positions": Figure(N_POSITIONS, "5,500", 0),
        "positions up to symmetry": Figure(np.unique(symmetry_class()).size, "700", 0),
    }
    for name, config in SYMMETRY_TRAININGS.items():
        seeded = replace(config, seed=seed)
        without, used = (
            _first_unbeatable(replace(seeded, symmetry=False)),
            _first_unbeatable(seeded),
        )
        figures |= {
            f"{name}: games without symmetry": Figure(without, "not given", 0),
            f"{name}: games with symmetry": Figure(used, "not given", 0),
            f"{name}: times as many": Figure(without / used, "8"),
        }
    return figures


def _first_unbeatable(config: TrainingConfig) -> float:
    (games,) = measure_run(config, ["first_unbeatable"])
    return np.inf if np.isnan(games) else games


def _count_positions(agent: Agent) -> tuple[int, int]:
    """Count the positions in a memory, and those with untried moves.

    System D also stores finished boards and counts their free cells as untried moves.
    """
    children = np.unique(graph().child[agent.visits > 0])
    ended = [boards()[child] for child in children[children >= N_OPEN]]
    untried = int(agent.untried.sum()) + sum("-" in board for board in ended)
    return agent.positions_known + len(ended), untried


REPRODUCTIONS = (
    Reproduction(
        "A. “How to Build an Adaptive Tic-Tac-Toe AI with Reinforcement Learning in JavaScript” "
        "(freeCodeCamp 2025). It prints no figures; these were measured with its program",
        "Its program",
        measure_adaptive,
    ),
    Reproduction(
        "A's claim about symmetry: 5,500 positions become 700, and it learns 8 times as fast. "
        "Ours: games until first unbeatable, with the default settings and with Quick study",
        "Claimed",
        measure_symmetry,
    ),
    Reproduction(
        "A when it plays people: it learns after each of O's moves, with a different rule",
        "An independent check, one agent",
        measure_adaptive_in_play,
    ),
    Reproduction(
        "B. “Replicating Q learning algorithm in tic tac toe” (2026)",
        "Published",
        measure_two_tables,
    ),
    Reproduction(
        "Sutton and Barto, Reinforcement Learning (2018), sections 1.5, 6.4, 6.6 and 13.3. The "
        "book gives no figures, and its program only asks whether its player is safe as O; these "
        "were measured with an independent program over 10 seeds",
        "Independent program",
        measure_textbooks,
    ),
    Reproduction(
        "D. “Using Reinforcement Learning To Learn To Play Tic-Tac-Toe” (Kutschera 2018), "
        "its rule alone",
        "Published",
        measure_reward_memory,
    ),
    Reproduction(
        "D again, taught first by a scripted player, as its saved file shows",
        "Published",
        measure_taught_memory,
    ),
)


def tables(seeds: int) -> Iterator[str]:
    """Yield the lines of a table for each source, in Markdown.

    Parameters
    ----------
    seeds
        The number of seeds, starting at 0; at least 1.
    """
    for reproduction in REPRODUCTIONS:
        measured = over_seeds(reproduction.measure, seeds)
        yield from (reproduction.source, "")
        yield f"| Figure | {reproduction.theirs} | Ours: mean (range) over {seeds} seeds |"
        yield "| --- | ---: | ---: |"
        for label, figure in measured[0].items():
            ours = _ours([figures[label] for figures in measured])
            yield f"| {label} | {figure.published} | {ours} |"
        yield ""


def _ours(figures: list[Figure]) -> str:
    """Return the mean and the range over the seeds."""
    values, (_, _, digits, percent) = np.array([figure.value for figure in figures]), figures[0]
    unit = "%" if percent else ""
    mean, low, high = (
        f"{(100 if percent else 1) * value:,.{digits}f}"
        for value in (values.mean(), values.min(), values.max())
    )
    return f"{mean}{unit}" if low == high else f"{mean}{unit} ({low} to {high})"


# MENACE, over many seeds

MENACE_SEEDS = 100
MENACE_GAMES = (220, 10_000)
"""As many games as Michie played, and enough to show where training leads."""

MENACE_PARTNERS: dict[str, dict[str, Any]] = {
    "a random player": {"random_share": 1.0, "learns": "X"},
    "a perfect player": {"minimax_share": 1.0, "learns": "X"},
    "itself": {},
}
_FIRST_TO_MOVE = {"X": ("---------",), "O": ("X--------", "-X-------", "----X----")}

MENACE_HEADING = (
    "| Plays | Beads | Trained against | Games | Worst-case losses | Wins vs random "
    "| Losses vs random | Machines that always resign | Boxes known |",
    "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
)


@dataclass(frozen=True)
class MachineStrength:
    """The strength of one machine on one side."""

    worst_case_losses: float  # to the worst-case opponent
    wins: float  # against a random player, as are the losses
    losses: float
    resigns: bool  # whether its first box is empty; as O, all three of them
    boxes: int  # how many of its boxes it has learned from


def measured(agent: Agent, side: Side) -> MachineStrength:
    """Measure a machine exactly on one side."""
    card = evaluate(agent)
    against_random = card.against_random(side)
    return MachineStrength(
        worst_case_losses=card.worst_case(side).loss,
        wins=against_random.win,
        losses=against_random.loss,
        resigns=all(agent.resigns(board) for board in _FIRST_TO_MOVE[side]),
        boxes=number_of_boxes(side, agent.known),
    )


def _measured_with(config: TrainingConfig, seed: int) -> dict[tuple[int, Side], MachineStrength]:
    """Train a machine; after each number of `MENACE_GAMES`, measure the sides it learns for."""
    run = TrainingRun(replace(config, seed=seed))
    machines = {}
    for games in MENACE_GAMES:
        run.play(games - run.games_played)
        agent = run.agent()
        for side in SIDES:
            if config.learns in ("both", side):
                machines[games, side] = measured(agent, side)
    return machines


def menace_table(seeds: int) -> Iterator[str]:
    """Yield the lines of the table, in Markdown: medians and ranges over seeds from 0."""
    yield from (f"MENACE, exactly: median (range) over {seeds} seeds", "", *MENACE_HEADING)
    for beads, numbers in FIRST_BEADS.items():
        for partner, settings in MENACE_PARTNERS.items():
            config = TrainingConfig(
                rule="matchboxes", games=max(MENACE_GAMES), beads=beads, **settings
            )
            machines_by_seed = over_seeds(partial(_measured_with, config), seeds)
            for games, side in sorted(machines_by_seed[0], key=lambda key: (key[1] == "O", key[0])):
                label = f"| {side} | {', '.join(map(str, numbers))} | {partner} | {games:,} |"
                yield label + _row([machines[games, side] for machines in machines_by_seed])
    yield ""


def _row(machines: list[MachineStrength]) -> str:
    shares = (_spread([getattr(m, name) for m in machines], 100) for name in _SHARES)
    resign = f"{np.mean([machine.resigns for machine in machines]):.0%}"
    boxes = _spread([machine.boxes for machine in machines], 1, digits=0)
    return "".join(f" {text} |" for text in (*shares, resign, boxes))


_SHARES = ("worst_case_losses", "wins", "losses")


def _spread(values: list[float], scale: int, digits: int = 1) -> str:
    median, low, high = (
        f"{scale * value:.{digits}f}" for value in (np.median(values), min(values), max(values))
    )
    unit = "%" if scale == 100 else ""
    return f"{median}{unit} ({low} to {high})"


main = command_over_seeds(
    lambda seeds: chain(tables(seeds), menace_table(max(seeds, MENACE_SEEDS))),
    program="ttt_core.tools.reproduce",
    description="Print, as Markdown, the figures of five published systems: four programs "
    f"next to ours, and MENACE over at least {MENACE_SEEDS} seeds.",
    seeds=20,
)

if __name__ == "__main__":
    main()
