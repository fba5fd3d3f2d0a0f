"""Learners of other games that come with the package, so that nobody waits for their training.

Run with ``python -m ttt_core.other_games.ready_made`` to train them again, after a change of the
rules or of a learner: it takes about a minute. They are exactly what training gives, as a test
proves.
"""

from collections.abc import Iterator, Mapping
from dataclasses import astuple, replace
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.match import Result
from ttt_core.other_games.connect_four import connect_four
from ttt_core.other_games.evaluation import GameCard, Policy, evaluate, greedy
from ttt_core.other_games.game import BoardGame, GameGraph, compiled
from ttt_core.other_games.learning import ALL_ALIKE, PUBLISHED, GameConfig, GameRun
from ttt_core.other_games.morris import MORRIS

_FOLDER = Path(__file__).with_name("ready_made")
_POINTS = (
    *(1_000, 3_000, 5_000, 10_000, 20_000, 30_000, 50_000, 100_000, 200_000, 300_000),
    *(500_000, 1_000_000, 2_000_000, 3_000_000),
)
"""The numbers of games when a learner is evaluated, up to its last."""

GAMES: Mapping[str, BoardGame] = MappingProxyType(
    {"morris": MORRIS, "connect-four": connect_four()}
)


def _learners(games: int, *, symmetry: bool, changed: GameConfig) -> Mapping[str, GameConfig]:
    """Return minimax-Q, the reward memory as published, and the one with changed settings."""
    configs = {"minimax-q": GameConfig(), "reward-memory": PUBLISHED, "changed-memory": changed}
    return MappingProxyType(
        {
            name: replace(config, games=games, seed=1, symmetry=symmetry)
            for name, config in configs.items()
        }
    )


LEARNERS: Mapping[str, Mapping[str, GameConfig]] = MappingProxyType(
    {
        "morris": _learners(300_000, symmetry=False, changed=ALL_ALIKE),
        "connect-four": _learners(
            3_000_000,
            symmetry=True,
            changed=replace(ALL_ALIKE, experience_games=100_000, weight_loss=-100.0),
        ),
    }
)
"""By game and name. Most seeds end up alike; ``docs/other-games.md`` has the exceptions."""


class Learned(NamedTuple):
    """A learner at the end of its training, and how it got there.

    Attributes
    ----------
    graph : GameGraph
    q : float32 array (n_open, most moves)
        Its values, in the order of `GameGraph.child`; nan after the last move.
    points : tuple of int
        The numbers of games after which it was evaluated.
    cards : tuple of GameCard
        At each of them.
    """

    graph: GameGraph
    q: NDArray[np.float32]
    points: tuple[int, ...]
    cards: tuple[GameCard, ...]

    def __repr__(self) -> str:
        """Return a line with the game and the figures at the end."""
        return f"<Learned: {self.graph.game.name}, {self.points[-1]:,} games; {self.card!r}>"

    def _repr_html_(self) -> str:
        return self.card._repr_html_()

    @property
    def policy(self) -> Policy:
        """How it plays."""
        return greedy(self.graph, self.q)

    @property
    def card(self) -> GameCard:
        """Its figures at the end."""
        return self.cards[-1]


def ready_made(game: str, name: str) -> Learned:
    """Return one of `LEARNERS`."""
    config = LEARNERS[game][name]
    graph = compiled(GAMES[game], symmetry=config.symmetry)
    with np.load(_FOLDER / f"{game} {name}.npz") as kept:
        q = np.full(graph.child.shape, np.nan, np.float32)
        q[graph.is_move] = kept["q"]
        cards = tuple(map(_card_of, kept["cards"].tolist()))
    return Learned(graph, q, _points(config), cards)


def train_one(game: str, name: str) -> Learned:
    """Train one of `LEARNERS`, and evaluate it on the way."""
    config = LEARNERS[game][name]
    run, cards = GameRun(GAMES[game], config), []
    for games in _points(config):
        run.play(games - run.games_played)
        q = run.q.astype(np.float32)
        cards.append(evaluate(run.graph, greedy(run.graph, q)))
    return Learned(run.graph, q, _points(config), tuple(cards))


def _points(config: GameConfig) -> tuple[int, ...]:
    return tuple(games for games in _POINTS if games <= config.games)


def _card_of(figures: list[float]) -> GameCard:
    worst_as_x, worst_as_o, least_as_x, least_as_o = figures[6:10]
    forces_win_as_x, never_loses_as_x, never_loses_as_o = map(bool, figures[10:])
    return GameCard(
        vs_random_as_x=Result(*figures[:3]),
        vs_random_as_o=Result(*figures[3:6]),
        worst_case_loss_as_x=worst_as_x,
        worst_case_loss_as_o=worst_as_o,
        least_wins_as_x=least_as_x,
        least_wins_as_o=least_as_o,
        forces_win_as_x=forces_win_as_x,
        never_loses_as_x=never_loses_as_x,
        never_loses_as_o=never_loses_as_o,
    )


def _figures_of(card: GameCard) -> Iterator[float]:
    for figure in astuple(card):
        yield from figure if isinstance(figure, tuple) else (float(figure),)


def write() -> None:
    """Train all of them, and write the files."""
    _FOLDER.mkdir(exist_ok=True)
    for game, learners in LEARNERS.items():
        for name in learners:
            learned = train_one(game, name)
            np.savez_compressed(
                _FOLDER / f"{game} {name}.npz",
                q=learned.q[learned.graph.is_move],
                cards=np.array([list(_figures_of(card)) for card in learned.cards]),
            )


if __name__ == "__main__":
    write()
