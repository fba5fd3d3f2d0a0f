"""Sentences of Compare about the cross table and a pairing's games."""

from collections.abc import Sequence

from ttt_core.evaluation import LikelyGame
from ttt_core.game import other
from ttt_core.sentences import tr_noop
from ttt_ui.language import tr
from ttt_ui.wording import cell_code, coloured, percent

CELLS_IN_FULL = tr_noop("How often X **wins**, draws and loses (%). Click a cell for its games.")
CELLS_OF_POINTS = tr_noop(
    "X's points per 100 games (1 for a win, ½ for a draw). Click a cell for its games."
)

NOT_JUDGED = tr_noop(
    "A dash: a player has not learned this side. It would move at random there, which says nothing "
    "about it."
)


def of_game(game: LikelyGame) -> str:
    """Describe a game in Markdown: its probability, its result and its moves."""
    probability = percent(game.probability)
    cells = " ".join(map(cell_code, game.cells)) or tr("no move")
    if game.result == "draw":
        return tr("{probability} · draw · {cells}", probability=probability, cells=cells)
    winner = coloured(game.result)
    if game.resigned:
        return tr(
            "{probability} · {winner} wins · {cells}, then {loser} resigns",
            probability=probability,
            winner=winner,
            cells=cells,
            loser=other(game.result),
        )
    return tr(
        "{probability} · {winner} wins · {cells}",
        probability=probability,
        winner=winner,
        cells=cells,
    )


def share_of_all(games: Sequence[LikelyGame]) -> str:
    """Say how large a share of two players' games these are."""
    together = percent(sum(game.probability for game in games))
    return tr(
        "These {number} games make up {share} of all their games.",
        number=len(games),
        share=together,
    )
