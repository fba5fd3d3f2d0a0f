"""How a tree thinks: minimax and alpha-beta on a small position, and how far it must look."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

import plotly.graph_objects as go
import streamlit as st

import ttt_core as ttt
from ttt_core.evaluation import SearchTree, reachable_positions, search
from ttt_core.game import EMPTY_BOARD
from ttt_core.game import board as rules
from ttt_core.sentences import tr_noop
from ttt_ui.drawing.board_tables import board_image
from ttt_ui.drawing.colours import BARE, NEUTRAL, signed_tone
from ttt_ui.drawing.download import picture_button
from ttt_ui.frame.field import Field, one_of, switch
from ttt_ui.inspect.state import trail
from ttt_ui.language import localised, tr
from ttt_ui.streamlit_fixes.looks import THEME_TEXT
from ttt_ui.wording import cell_name, coloured, counted, listed, number, percent, table

BOARDS: Mapping[str, str] = MappingProxyType(
    {
        tr_noop("Three free cells"): "--XXOO-XO",
        tr_noop("Four free cells"): "--O-X-XOX",
        tr_noop("Six free cells"): "-----XOX-",
    }
)
_ON_INSPECT = tr_noop("The board on Inspect")
_MOST_FREE = 6
_MOST_ROWS = 30
"""Of the drawing; a larger tree is drawn only to the level that fits."""


@dataclass(frozen=True)
class Node:
    """A position in the drawing of a tree."""

    board: str
    cell: int | None  # where the last move was; None at the root
    search: SearchTree | None  # what the search found here; None if it was cut off
    # Where it is drawn; rows count from 0, downwards.
    depth: int
    row: float
    children: tuple["Node", ...]
    place: int  # how many scores of the drawing are found before its own


def drawing(board: str, *, alpha_beta: bool) -> list[Node]:
    """Return the nodes to draw in the order in which their scores are found; the root is last."""
    full, nodes = search(board), list[Node]()
    levels = next(
        n for n in range(board.count(rules.EMPTY), -1, -1) if _rows(full, n) <= _MOST_ROWS
    )
    _place(full, search(board, alpha_beta=alpha_beta), None, 0, levels, nodes)
    return nodes


def _rows(tree: SearchTree, levels: int) -> int:
    if levels == 0 or not tree.branches:
        return 1
    return sum(_rows(branch, levels - 1) for branch in tree.branches)


def _place(
    tree: SearchTree,
    search: SearchTree | None,
    cell: int | None,
    depth: int,
    levels: int,
    nodes: list[Node],
) -> Node:
    searched = {} if search is None else {branch.board: branch for branch in search.branches}
    children = tuple(
        _place(branch, searched.get(branch.board), move, depth + 1, levels, nodes)
        for move, branch in zip(rules.legal_moves(tree.board), tree.branches, strict=True)
        if depth < levels
    )
    ends = sum(not node.children for node in nodes)
    row = (children[0].row + children[-1].row) / 2 if children else float(ends)
    place = sum(node.search is not None for node in nodes)
    nodes.append(Node(tree.board, cell, search, depth, row, children, place))
    return nodes[-1]


def chosen(node: Node) -> Node | None:
    """Return the child whose score a node takes over; None at the ends of the drawing."""
    if node.search is None:
        return None
    return next(
        (
            child
            for child in node.children
            if child.search is not None and child.search.score == node.search.score
        ),
        None,
    )


def first_unbeatable() -> int:
    """Return how many moves minimax must look ahead to be unbeatable."""
    return next(depth for depth, card in enumerate(cards()) if card.unbeatable)


@cache
def cards() -> tuple[ttt.ReportCard, ...]:
    """Return the report cards of minimax that looks 0 to 9 moves ahead."""
    return tuple(ttt.evaluate(ttt.minimax(depth=depth)) for depth in range(10))


# The words

TITLE = tr_noop("How a tree thinks")
MINUTES = 3
WORDS = ()
AIM = tr_noop(
    "Minimax plays every game to its end, in its head. The side to move is **MAX**: it picks the "
    "highest score. Its opponent is **MIN** and picks the lowest. Press **Next score**, and watch "
    "the scores move from the ends of the games to the left."
)
_ALPHA_BETA_HELP = tr_noop(
    "Skips moves that cannot change the result: they are faded. A score with ≤ or ≥ is only a "
    "bound; it is enough to know that this branch is not better."
)
QUESTION = tr_noop("How many moves ahead must minimax look to be unbeatable?")
_ANSWERS = {
    2: tr_noop("2: its move and the reply"),
    4: "4",
    6: "6",
    9: tr_noop("All 9"),
}
ANSWERS = tuple(_ANSWERS.values())
_COUNTS = {
    tr_noop("Minimax"): tr_noop("Every position, each time it arises."),
    tr_noop("Alpha-beta"): tr_noop(
        "Without moves that cannot change the result. It takes moves in the order of their cells."
    ),
    tr_noop("Table"): tr_noop("Each position is searched once and then remembered."),
}
"""What the counts are, and what they mean."""


def level(depth: int, board: str) -> str:
    """Name a level of the tree, with the side to move there in the tree of a board."""
    side = rules.side_to_move(board)
    if depth % 2 == 0:
        return tr("MAX ({side})", side=side)
    return tr("MIN ({side})", side=rules.other(side))


def score_of(node: Node) -> str:
    """Write a node's score; with ≥ or ≤ if it is a bound, and empty if it was cut off."""
    if node.search is None:
        return ""
    score, least, most = node.search.score, node.search.least, node.search.most
    return f"{'' if least == most else '≥' if score == least else '≤'}{number(score)}"


def explained(node: Node, root: str) -> str:
    """Say in Markdown where the score of a searched node comes from."""
    search, score = node.search, score_of(node)
    assert search is not None
    outcome = rules.outcome(node.board)
    if outcome == "draw":
        return tr("The game is a draw: **0**.")
    where = level(node.depth, root)
    if outcome is not None:
        won = outcome == rules.side_to_move(root)
        text = tr(
            "{side} has won after {moves}: {sum} = **{score}**.",
            side=outcome,
            moves=counted(node.depth, "move", "moves"),
            sum=f"10 − {node.depth}" if won else f"{node.depth} − 10",
            score=score,
        )
    elif not node.children:
        text = tr("{level}: the games from here give **{score}**.", level=where, score=score)
    elif skipped := len(rules.legal_moves(node.board)) - len(search.branches):
        text = tr(
            "{level} has found {score}. The level to the left already has a choice at least as "
            "good, so the search skips {moves}.",
            level=where,
            score=number(search.score),
            moves=counted(skipped, "other move", "other moves"),
        )
    else:
        template = _HIGHEST if node.depth % 2 == 0 else _LOWEST
        scores = listed([score_of(child) for child in node.children if child.search is not None])
        text = tr(template, level=where, scores=scores, score=score)
    return coloured(text)


_HIGHEST = tr_noop("{level} takes the highest of {scores}: **{score}**.")
_LOWEST = tr_noop("{level} takes the lowest of {scores}: **{score}**.")


@cache
def counts(board: str) -> tuple[int, int, int]:
    """Return the positions visited from a board: by minimax, with alpha-beta, with a table."""
    return (
        search(board).visited,
        search(board, alpha_beta=True).visited,
        reachable_positions(board),
    )


def from_the_empty_board() -> str:
    """Say in Markdown how many positions are visited from the empty board."""
    full, cut, known = counts(EMPTY_BOARD)
    return tr(
        "Positions visited. From the empty board: {full:,}, {cut:,} with alpha-beta and {known:,} "
        "with a table.",
        full=full,
        cut=cut,
        known=known,
    )


def table_by_depth() -> str:
    """Return a Markdown table of minimax by how far it looks."""
    losses = [
        (percent(card.worst_case_as_x.loss), percent(card.worst_case_as_o.loss)) for card in cards()
    ]
    return table(
        (tr("Moves ahead"), tr("Worst-case losses as X"), tr("as O"), tr("Verdict")),
        ((f"{n}", *losses[n], tr(card.verdict)) for n, card in enumerate(cards())),
        aligned="rrrl",
    )


def reason() -> str:
    first = first_unbeatable()
    short = cards()[first - 1]
    return tr(
        "From {first} moves ahead, it plays exactly as with 9. With {fewer}, its worst-case "
        "opponent still beats it in {share} of its games as O.",
        first=first,
        fewer=first - 1,
        share=percent(short.worst_case_as_o.loss),
    )


_BEYOND = tr_noop(
    "Where minimax does not see the end, it expects a draw. Play against any depth on **Play** "
    "(level Custom), or compare them on **Compare**."
)


# The page


def boards() -> dict[str, str]:
    """Return the boards to choose from, by name: also the visitor's on Inspect, if it is small."""
    own = trail().board
    small = rules.outcome(own) is None and own.count(rules.EMPTY) <= _MOST_FREE
    return {**BOARDS, **({_ON_INSPECT: own} if small else {})}


POSITION = one_of(
    "search_tree_position",
    boards,
    next(iter(BOARDS)),
    widget=st.selectbox,
    label=tr_noop("Position"),
    look={"filter_mode": None, "width": 190},
)
ALPHA_BETA = switch(
    "search_tree_alpha_beta", on=False, label=tr_noop("Alpha-beta"), help=_ALPHA_BETA_HELP
)
DONE = Field(
    "search_tree_done",
    0,
    lambda done: type(done) is int and done >= 0,
    widget=st.slider,
    label=tr_noop("Scores found"),
    look={"label_visibility": "collapsed"},
)


def show_from_the_start(changed: Field[Any], value: Any) -> None:
    """Change the position or the way of searching; no score is found yet."""
    changed.set(value)
    DONE.set(0)


@st.fragment
def show() -> None:
    board = boards()[POSITION.value]
    nodes = drawing(board, alpha_beta=ALPHA_BETA.value)
    order = [node for node in nodes if node.search is not None]
    done = min(DONE.value, len(order))
    words, picture = st.columns([2, 3], gap="medium")
    with words:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            POSITION.ask(
                POSITION.value,
                show_from_the_start,
                POSITION,
                help=tr(
                    "Your board on Inspect is listed too, if it has at most {most} free cells.",
                    most=_MOST_FREE,
                ),
            )
            ALPHA_BETA.ask(ALPHA_BETA.value, show_from_the_start, ALPHA_BETA)
        with st.container(horizontal=True, vertical_alignment="center", wrap=False):
            st.button(
                tr("Next score"),
                key="search_tree_next",
                on_click=DONE.set,
                args=(done + 1,),
                disabled=done == len(order),
            )
            DONE.ask(done, DONE.set, min_value=0, max_value=len(order))
        beginning = tr("{level} is to move, and no score is known.", level=level(0, board))
        st.markdown(explained(order[done - 1], board) if done else coloured(beginning))
        with st.grid(3, min_column_width=90, gap="xsmall"):
            for (label, meaning), visited in zip(_COUNTS.items(), counts(board), strict=True):
                st.metric(tr(label), localised(f"{visited:,}"), help=tr(meaning))
    with picture:
        st.plotly_chart(
            figure(nodes, done),
            key="search_tree_figure",
            config=picture_button(tr("Search tree")),
            alt=_described(order, done, board),
        )
    st.caption(from_the_empty_board())


def _described(order: Sequence[Node], done: int, board: str) -> str:
    root, pattern = order[-1], rules.pattern(board)
    moves = [
        tr("{name}: {value}", name=cell_name(node.cell), value=score_of(node))
        for node in root.children
        if node.cell is not None and node.search is not None and node.place < done
    ]
    if not moves:
        return tr("Search tree of {board}. Scores of the first moves: none yet", board=pattern)
    return tr(
        "Search tree of {board}. Scores of the first moves: {moves}",
        board=pattern,
        moves=listed(moves),
    )


def figure(nodes: Sequence[Node], done: int) -> go.Figure:
    """Draw a tree from left to right, with the first `done` scores."""
    root, rows = nodes[-1], sum(not node.children for node in nodes)
    levels = max(node.depth for node in nodes)
    line = _deciding_line(root) if root.place < done else []
    tall = 54 if rows <= 8 else 26
    known = [(node, node.search.score) for node in nodes if node.search and node.place < done]
    return go.Figure(
        data=[
            _edges(nodes, [n for n in nodes if n.search is None], NEUTRAL, 1, "dot", 0.4),
            _edges(nodes, [n for n in nodes if n.search is not None], NEUTRAL, 1, "solid", 0.7),
            _edges(nodes, line, THEME_TEXT, 3, "solid", 1),
            go.Scatter(
                x=[node.depth + 0.36 for node, _ in known],
                y=[node.row for node, _ in known],
                mode="markers+text",
                text=[_emphasised(node, line) for node, _ in known],
                textfont={"size": 12, "color": THEME_TEXT},
                marker={
                    "symbol": "square",
                    "size": 22,
                    "opacity": 1,
                    "color": [str(signed_tone(score / 10)) for _, score in known],
                    "line": {
                        "color": THEME_TEXT,
                        "width": [2 if node.place == done - 1 else 0 for node, _ in known],
                    },
                },
                hoverinfo="skip",
            ),
        ],
        layout={
            **BARE,
            "height": 34 + tall * rows,
            "margin": {"l": 0, "r": 0, "t": 30, "b": 4},
            "xaxis": {
                "range": [-0.3, levels + 0.6],
                "side": "top",
                "tickvals": [depth + 0.15 for depth in range(levels + 1)],
                "ticktext": [level(depth, root.board) for depth in range(levels + 1)],
                "tickfont": {"color": THEME_TEXT},
                "showgrid": False,
                "zeroline": False,
                "fixedrange": True,
            },
            "yaxis": {"range": [rows - 0.5, -0.5], "visible": False, "fixedrange": True},
            "images": [
                {
                    "source": board_image(node.board, node.cell),
                    "xref": "x",
                    "yref": "y",
                    "x": node.depth,
                    "y": node.row,
                    "sizex": 0.5,
                    "sizey": 0.88,
                    "xanchor": "center",
                    "yanchor": "middle",
                    "opacity": 0.25 if node.search is None else 1,
                }
                for node in nodes
            ],
        },
    )


def _deciding_line(root: Node) -> list[Node]:
    line, after = [], chosen(root)
    while after is not None:
        line.append(after)
        after = chosen(after)
    return line


def _edges(
    nodes: Sequence[Node],
    to: Sequence[Node],
    colour: str,
    width: int,
    dash: str,
    opacity: float,
) -> go.Scatter:
    """Draw the lines that lead to some nodes."""
    ends = {id(node) for node in to}
    pairs = [(node, child) for node in nodes for child in node.children if id(child) in ends]
    return go.Scatter(
        x=[x for node, child in pairs for x in (node.depth + 0.5, child.depth - 0.22, None)],
        y=[y for node, child in pairs for y in (node.row, child.row, None)],
        mode="lines",
        line={"color": colour, "width": width, "dash": dash},
        opacity=opacity,
        hoverinfo="skip",
    )


def _emphasised(node: Node, line: Sequence[Node]) -> str:
    return f"<b>{score_of(node)}</b>" if node in line or node.cell is None else score_of(node)


def reveal() -> None:
    st.markdown(table_by_depth())
    st.markdown(tr(_BEYOND))


def right() -> int:
    return list(_ANSWERS).index(first_unbeatable())
