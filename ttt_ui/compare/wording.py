"""Sentences of Compare about the cross table and a pairing's games."""

from collections.abc import Sequence

from ttt_core.evaluation import LikelyGame
from ttt_core.game import other
from ttt_ui.wording import coloured, percent

CELLS_IN_FULL = (
    "Rows play X and columns play O. Each cell shows how often X **wins**, draws and loses (%). "
    "Hover for exact figures; click to see the games below."
)
CELLS_OF_POINTS = (
    "Rows play X and columns play O. Each cell shows X's points per 100 games (1 for a win, ½ for "
    "a draw). Hover for exact figures; click to see the games below."
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
