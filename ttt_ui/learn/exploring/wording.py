"""The words of the chapter."""

from ttt_core.game.graph import N_OPEN
from ttt_ui.learn.boards import shown
from ttt_ui.learn.exploring.lessons import EPSILONS, FORK, N_MOVES, config, threats_after
from ttt_ui.learn.trained import GAMES, Trained
from ttt_ui.shared.wording import cell_name, coloured, counted, listed, percent, verdict

AIM = (
    "To *exploit* is to play the best move you know. To *explore* is to try another. It is usually "
    "worse, but how else would you find a better one?"
)

_FIND_IT = (
    "**Find it yourself.** You are X. One move is a *fork*: it makes two threats at once, and O "
    "can block only one."
)
_FOUND = "The fork! Two threats, and O can block only one."
_ONE_THREAT = "That makes one threat, and O blocks it. Try another cell."
_NO_THREAT = "That makes no threat. Try another cell."

THREE_AGENTS = (
    f"Three agents look for it too, in {GAMES[-1]:,} games of self-play each. They differ only in "
    "the exploration rate **ε**, the probability of a random move instead of the best one known: "
    f"{listed([f'**{epsilon:g}**' for epsilon in EPSILONS])}. Then they are tested without "
    "exploring."
)

QUESTION = "After training, which of the three is unbeatable?"
_ANSWERS = (
    "ε = {:g}: always the best move it knows",
    "ε = {:g}: sometimes a random move",
    "ε = {:g}: always a random move",
)
ANSWERS = tuple(answer.format(epsilon) for answer, epsilon in zip(_ANSWERS, EPSILONS, strict=True))

WATCH = "**Watch all three train:** drag the slider. Outlines mark the moves they would play."

_SETTINGS = config(EPSILONS[0])
RULE = (
    f"The rule, Q-learning with α = {_SETTINGS.alpha:g} and γ = {_SETTINGS.gamma:g}, looks ahead "
    "to the agent's own next turn. With the minus sign, which uses the opponent's best move, ε = 1 "
    f"does no harm. Untried moves start at {shown(_SETTINGS.initial_value)}, a little worse than a "
    "draw."
)


def search(cell: int | None) -> str:
    """Say in Markdown what the visitor is to find, or has found."""
    return coloured(_FIND_IT if cell is None else f"**{_found(cell)}**")


def announcement(cell: int | None) -> str:
    """Say what the visitor's move does, for a screen reader."""
    return "" if cell is None else f"{cell_name(cell)}: {_found(cell)}"


def _found(cell: int) -> str:
    if cell == FORK:
        return _FOUND
    return _ONE_THREAT if threats_after(cell) else _NO_THREAT


def reason(never: Trained, sometimes: Trained, always: Trained) -> str:
    """Say what each of the three agents learns."""
    return coloured(
        f"With ε = 0 it repeats whatever worked at first: it knows only {never.known:,} of "
        f"{N_OPEN:,} positions and never finds the fork. With ε = 1 it tries all "
        f"{always.moves_tried:,} moves, but against random replies, so it learns to hope for "
        "mistakes. Its worst-case opponent beats it in "
        f"{percent(always.card.worst_case_as_o.loss)} of its games as O. With ε = 0.3 it tries "
        f"{sometimes.moves_tried:,} moves, mostly against good replies."
    )


def name(epsilon: float) -> str:
    """Name an agent in Markdown."""
    return f"**ε = {epsilon:g}**"


def progress(agent: Trained) -> str:
    """Say in Markdown whether an agent plays the fork, and how much it knows."""
    fork = "It **plays the fork**." if _plays_fork(agent) else "It **does not play the fork**."
    return (
        f"{fork}  \n{agent.known:,} of {counted(N_OPEN, 'position')} known  \n"
        f"{agent.moves_tried:,} of {counted(N_MOVES, 'move')} tried"
    )


def progress_announced(epsilon: float, games: int, agent: Trained) -> str:
    """Say whether an agent plays the fork, for a screen reader."""
    fork = "It plays the fork." if _plays_fork(agent) else "It does not play the fork."
    return f"ε = {epsilon:g}, {counted(games, 'game')}: {fork} {verdict(agent.card)}"


def _plays_fork(agent: Trained) -> bool:
    return (agent.chances > 0).nonzero()[0].tolist() == [FORK]
