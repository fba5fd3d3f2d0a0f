"""Small pictures of boards, for tables."""

from functools import cache

from ttt_ui.drawing.colours import NEUTRAL, SIDE_COLOURS

_X, _O, _LINES = (
    colour.replace("#", "%23") for colour in (SIDE_COLOURS["X"], SIDE_COLOURS["O"], NEUTRAL)
)


@cache
def board_image(board: str, lit: int | None = None) -> str:
    """Return a drawing of a board as a data URL of about 300 characters.

    The cell `lit` is shaded.
    """
    shade = "" if lit is None else f"M{1 + 9 * (lit % 3)} {1 + 9 * (lit // 3)}h9v9h-9z"
    crosses = "".join(f"M{x} {y}l5 5m0-5l-5 5" for x, y in _corners(board, "X"))
    rings = "".join(
        f"M{x} {y + 2.5}a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0" for x, y in _corners(board, "O")
    )
    return (
        "data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64' "
        "viewBox='0 0 29 29' fill='none' stroke-width='1.7' stroke-linecap='round'>"
        f"<path fill='{_LINES}' fill-opacity='.3' d='{shade}'/>"
        f"<path stroke='{_LINES}' stroke-width='.6' d='M10 1v27M19 1v27M1 10h27M1 19h27'/>"
        f"<path stroke='{_X}' d='{crosses}'/><path stroke='{_O}' d='{rings}'/></svg>"
    )


def _corners(board: str, mark: str) -> list[tuple[int, int]]:
    return [(3 + 9 * (c % 3), 3 + 9 * (c // 3)) for c in range(9) if board[c] == mark]
