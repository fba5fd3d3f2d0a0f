"""The words of the chapter."""

from ttt_core.game import N_OPEN
from ttt_ui.learn.boards import shown
from ttt_ui.learn.exploring.lessons import EPSILONS, FORK, N_MOVES, config, threats_after
from ttt_ui.learn.trained import GAMES, Trained
from ttt_ui.wording import cell_name, coloured, counted, listed, percent, verdict

AIM = (
    "To *exploit* is to play the best move you know. To *explore* is to try another: how else "
    "would you find a better one?"
)

_FIND_IT = (
    "**Find the fork.** You are X. One move makes two threats at once, and O can block only one."
)
_FOUND = "The fork! Two threats, and O can block only one."
_ONE_THREAT = "That makes one threat, and O blocks it. Try another cell."
_NO_THREAT = "That makes no threat. Try another cell."

THREE_AGENTS = (
    f"Three agents look for it too, in {GAMES[-1]:,} games of self-play each. Only the exploration "
    "rate **ε** differs, the probability of a random move instead of the best one known: "
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

WATCH = "**Watch all three train:** drag the slider. Outlines mark their moves."

_SETTINGS = config(EPSILONS[0])
RULE = (
    f"The rule is Q-learning with α = {_SETTINGS.alpha:g} and γ = {_SETTINGS.gamma:g}. With the "
    "minus sign, which uses the opponent's best move, ε = 1 does no harm. Untried moves start at "
    f"{shown(_SETTINGS.initial_value)}, a little below a draw."
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
        f"The agent with ε = 0 repeats what worked at first: it knows {never.known:,} of "
        f"{N_OPEN:,} positions and never finds the fork. With ε = 1 it tries all "
        f"{always.moves_tried:,} moves, but against random replies, so it hopes for mistakes: its "
        f"worst-case opponent beats it in {percent(always.card.worst_case_as_o.loss)} of its games "
        f"as O. With ε = 0.3 it tries {sometimes.moves_tried:,}, mostly against good replies."
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
