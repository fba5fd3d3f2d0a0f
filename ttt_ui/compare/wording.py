"""Sentences of Compare about the cross table and a pairing's games."""

from collections.abc import Sequence

from ttt_core.evaluation import LikelyGame
from ttt_core.game import other
from ttt_ui.wording import coloured, percent

CELLS_IN_FULL = "How often X **wins**, draws and loses (%). Click a cell for its games."
CELLS_OF_POINTS = (
    "X's points per 100 games (1 for a win, ½ for a draw). Click a cell for its games."
)


def of_game(game: LikelyGame) -> str:
    """Describe a game in Markdown: its probability, its result and its moves."""
    probability = percent(game.probability)
    cells = " ".join(str(cell + 1) for cell in game.cells) or "no move"
    if game.result == "draw":
        return f"{probability} · draw · {cells}"
    winner = coloured(game.result)
    if game.resigned:
        return f"{probability} · {winner} wins · {cells}, then {other(game.result)} resigns"
    return f"{probability} · {winner} wins · {cells}"


def share_of_all(games: Sequence[LikelyGame]) -> str:
    """Say how large a share of two players' games these are."""
    together = percent(sum(game.probability for game in games))
    return f"These {len(games)} games make up {together} of all their games."
