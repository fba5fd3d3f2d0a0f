"""Who learns another game: ``python -m docs.programs.other_games`` prints the page's tables."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from ttt_core.other_games import (
    ALL_ALIKE,
    MORRIS,
    PUBLISHED,
    BoardGame,
    GameCard,
    GameConfig,
    connect_four,
    evaluate,
    train,
)
from ttt_core.tools.arguments import command_over_seeds, over_seeds

MORRIS_LEARNERS: Mapping[str, GameConfig] = MappingProxyType(
    {
        "Minimax-Q, 30,000 games": GameConfig(),
        "Q-learning, 30,000 games": GameConfig(rule="q-learning"),
        "Reward memory as published, 100,000 games": PUBLISHED,
        "the same with 300,000 games": replace(PUBLISHED, games=300_000),
        "… and 40 times the exploration": replace(ALL_ALIKE, reward_base=2.0),
        "… or no doubling": replace(ALL_ALIKE, experience_games=500),
        "**both: no doubling and 40 times the exploration**": ALL_ALIKE,
        "both, and a lost game counts −100": replace(ALL_ALIKE, weight_loss=-100.0),
        "both, with 100,000 games": replace(ALL_ALIKE, games=100_000),
    }
)
_LONG = replace(ALL_ALIKE, games=3_000_000, symmetry=True)
FOUR_LEARNERS: Mapping[str, GameConfig] = MappingProxyType(
    {
        "Minimax-Q": GameConfig(games=3_000_000, symmetry=True),
        "Q-learning": GameConfig(games=3_000_000, symmetry=True, rule="q-learning"),
        "Reward memory as published": replace(PUBLISHED, games=3_000_000, symmetry=True),
        "no doubling and 200 times the exploration": replace(_LONG, experience_games=100_000),
        "**and a lost game counts −100**": replace(
            _LONG, experience_games=100_000, weight_loss=-100.0
        ),
    }
)
"""Name → settings."""
FOUR_SEEDS = 4
"""Three million games each; more seeds take minutes."""

_COLUMNS: Mapping[str, Callable[[list[GameCard]], str]] = MappingProxyType(
    {
        "forces the win as X": lambda cards: str(sum(card.forces_win_as_x for card in cards)),
        "never loses as X": lambda cards: str(sum(card.never_loses_as_x for card in cards)),
        "never loses as O": lambda cards: str(sum(card.never_loses_as_o for card in cards)),
        "worst-case losses as X": lambda cards: _mean(c.worst_case_loss_as_x for c in cards),
        "worst-case losses as O": lambda cards: _mean(c.worst_case_loss_as_o for c in cards),
        "wins against the random player as X": lambda cards: _mean(
            (card.vs_random_as_x.win for card in cards), 4
        ),
        "as O": lambda cards: _mean((card.vs_random_as_o.win for card in cards), 4),
    }
)
_OF_MORRIS = tuple(
    name for name in _COLUMNS if name not in ("never loses as O", "worst-case losses as O")
)
_OF_FOUR = tuple(name for name in _COLUMNS if name != "forces the win as X")


def _mean(figures: Iterator[float], digits: int = 3) -> str:
    return f"{np.mean(list(figures)):.{digits}f}"


def lines(
    game: BoardGame, seeds: int, learners: Mapping[str, GameConfig], columns: tuple[str, ...]
) -> Iterator[str]:
    """Yield the lines of a game's table, in Markdown."""
    yield f"| of {seeds} seeds | {' | '.join(columns)} | distinct games |"
    yield f"| --- |{' ---: |' * (len(columns) + 1)}"
    for name, config in learners.items():

        def learned(seed: int, config: GameConfig = config) -> tuple[GameCard, int]:
            run = train(game, replace(config, seed=seed))
            return evaluate(run.graph, run.policy()), run.distinct_games

        cards, distinct = zip(*over_seeds(learned, seeds), strict=True)
        figures = [_COLUMNS[column](list(cards)) for column in columns]
        yield f"| {name} | {' | '.join(figures)} | {np.mean(distinct):,.0f} |"


def morris_table(seeds: int, learners: Mapping[str, GameConfig] = MORRIS_LEARNERS) -> Iterator[str]:
    """Yield the lines of the table of Three Men's Morris."""
    return lines(MORRIS, seeds, learners, _OF_MORRIS)


def four_table(seeds: int, learners: Mapping[str, GameConfig] = FOUR_LEARNERS) -> Iterator[str]:
    """Yield the lines of the table of Connect Four on 4 by 4."""
    return lines(connect_four(), seeds, learners, _OF_FOUR)


def tables(seeds: int) -> Iterator[str]:
    """Yield the lines of both tables."""
    yield from morris_table(seeds)
    yield ""
    yield from four_table(min(seeds, FOUR_SEEDS))


main = command_over_seeds(
    tables,
    program="docs.programs.other_games",
    description="Print the tables of docs/other-games.md: who learns other games.",
    seeds=20,
)

if __name__ == "__main__":
    main()
