"""The sentences of Train that have variants, each written whole."""

from collections.abc import Sequence

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.learning import Kind, Standing, Stats
from ttt_core.sentences import tr_noop
from ttt_ui.language import tr, tr_plural
from ttt_ui.train.controls import LIVE_GAMES
from ttt_ui.wording import counted, listed, never_quite_sure, plain

NOT_TRAINED_YET = tr_noop("Your agent has not been trained with these settings yet.")
TRAIN_OR_START_OVER = tr_noop(
    "**Train** continues with your agent; **Start over** trains from scratch."
)

_EXAMPLES_SHOWN = 3


def too_many_for_live(games: int) -> str:
    """Say why so many games are not trained live."""
    stops = tr(
        "Live training stops at {most:,} games; for {games:,} games, press a button.",
        most=LIVE_GAMES,
        games=games,
    )
    return f"{stops} {tr(TRAIN_OR_START_OVER)}"


def train_button(agent: ttt.Agent, games: int) -> str:
    """Say how many games the button trains, and whether the agent has learned before."""
    if agent.is_blank:
        return tr_plural("Train {n:,} game", "Train {n:,} games", games)
    return tr_plural("Train {n:,} more game", "Train {n:,} more games", games)


def heading(card: ttt.ReportCard, standing: Standing | None) -> str:
    """Return the verdict on an agent and, if it is known and says something, since when."""
    if card.unbeatable and standing is not None and standing.since:
        return tr("Unbeatable since game {game:,}", game=standing.since)
    return tr(card.verdict)


def below_heading(
    kind: Kind, card: ttt.ReportCard, standing: Standing | None, *, mistakes: bool
) -> str:
    """Say what came before the verdict or, if nothing did, what unbeatable means.

    `mistakes` is whether the agent makes any, which need not lose a game.
    """
    text = history(standing) if standing is not None else ""
    if not card.unbeatable:
        return never_quite_sure(card) if kind == "policy" else text
    text = text or tr("No opponent can win a single game against it.")
    return f"{text} {tr('Its mistakes never lose.')}" if mistakes else text


def history(standing: Standing) -> str:
    """Say what the verdict alone does not: when it was another one during the training."""
    if standing.first is None:
        return tr("It has never been unbeatable.")
    first = counted(standing.first, "game", "games")
    match standing.since, standing.lost:
        case None, 1:
            return tr("It became unbeatable after {first}, then beatable again.", first=first)
        case None, times:
            return tr(
                "It was unbeatable {times:,} times, first after {first}, then beatable again.",
                times=times,
                first=first,
            )
        case 0, 0:
            return tr("It was unbeatable from the start.")
        case _, 0:
            return ""
        case _, 1:
            return tr("First at game {game:,}, then beatable again once.", game=standing.first)
        case _, times:
            return tr(
                "First at game {game:,}, then beatable again {times:,} times.",
                game=standing.first,
                times=times,
            )


def compared_with(name: str, *, pinned: bool) -> str:
    """Say in Markdown which run the figures are compared with."""
    if pinned:
        return tr("Compared with **{name}** (pinned)", name=plain(name))
    return tr("Compared with **{name}** (before the last change)", name=plain(name))


def no_curve(agent: ttt.Agent) -> str:
    """Say in Markdown why an agent has no learning curve."""
    if agent.is_blank:
        return tr("This agent is **untrained**. Train it to start its learning curve.")
    if agent.trained_elsewhere:
        return tr(
            "This agent was **trained in another program**: its file says what it has learned, "
            "but not how. Train it here to start a learning curve."
        )
    return tr(
        "The training of this agent **cannot be replayed**, for example because it has learned "
        "from games with people. Train it here to start a learning curve."
    )


def ends_before_games(agent: ttt.Agent, trained: Stats) -> str:
    """Say that the curve ends with the training, and that the agent has learned since."""
    return tr_plural(
        "The curve ends before the game your agent learned from on Play.",
        "The curve ends before the {n:,} games your agent learned from on Play.",
        agent.stats.games - trained.games,
    )


def whose_settings(agent: ttt.Agent) -> str:
    """Introduce the rule with the values of an agent's settings."""
    if agent.training:
        return tr("With the settings of this agent's last training run:")
    if agent.trained_elsewhere:
        return tr("With the settings this agent uses to continue learning:")
    return tr("With this agent's settings:")


def link_explained(*, reproduces: bool) -> str:
    if reproduces:
        return tr("Send this link to a friend: anyone who opens it gets exactly your agent.")
    return tr(
        "Anyone who opens this link gets an agent trained with these settings. They do not "
        "describe all that your agent has learned: to share it, download it as a file."
    )


def moves_otherwise(failing: Sequence[str]) -> str:
    """Say in which positions the agent can make another move than a question asks for."""
    number = counted(len(failing), "position", "positions")
    boards = [f"`{rules.pattern(cells)}`" for cells in failing[:_EXAMPLES_SHOWN]]
    if len(boards) == len(failing):
        return tr(
            "It can move otherwise in {number}: {boards}.", number=number, boards=listed(boards)
        )
    return tr(
        "It can move otherwise in {number}, for example {boards}.",
        number=number,
        boards=listed(boards),
    )
