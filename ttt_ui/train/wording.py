"""The sentences of Train that have variants, each written whole."""

from collections.abc import Sequence

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.game import equivalents
from ttt_core.learning import RULES, Standing, WorkedUpdate
from ttt_ui.train.one_more_game import MOST_GAMES, OneGame, changes
from ttt_ui.train.settings import LIVE_GAMES
from ttt_ui.wording import cell_name, coloured, counted, listed, number, percent, plain, verdict

TRAIN_OR_START_OVER = "**Train** continues with your agent; **Start over** trains from scratch."

_EXAMPLES_SHOWN = 3


def too_many_for_live(games: int) -> str:
    """Say why so many games are not trained live."""
    return (
        f"Live training stops at {LIVE_GAMES:,} games; for {games:,} games, press a button. "
        f"{TRAIN_OR_START_OVER}"
    )


def train_button(agent: ttt.Agent, games: int) -> str:
    """Say how many games the button trains, and whether the agent has learned before."""
    if agent.is_blank:
        return f"Train {counted(games, 'game', 'games')}"
    return f"Train {counted(games, 'more game', 'more games')}"


def heading(card: ttt.ReportCard, standing: Standing | None) -> str:
    """Return the verdict on an agent and, if it is known and says something, since when."""
    if card.unbeatable and standing is not None and standing.since:
        return f"Unbeatable since game {standing.since:,}"
    return verdict(card)


def below_heading(card: ttt.ReportCard, standing: Standing | None) -> str:
    """Say what the verdict means in games, and what came before it."""
    if card.unbeatable:
        meaning = "No opponent can win a single game against it."
    else:
        meaning = (
            f"A random player beats it in {percent(card.vs_random_as_x.loss)} of its games as X "
            f"and {percent(card.vs_random_as_o.loss)} as O."
        )
    return f"{meaning} {history(standing)}" if standing is not None else meaning


def history(standing: Standing) -> str:
    """Say what the verdict alone does not: when it was another one during the training."""
    if standing.first is None:
        return "It has never been unbeatable."
    first = counted(standing.first, "game", "games")
    match standing.since, standing.lost:
        case None, 1:
            return f"It became unbeatable after {first}, then beatable again."
        case None, times:
            return (
                f"It became unbeatable {times:,} times, first after {first}, but each time became "
                "beatable again."
            )
        case 0, 0:
            return "It was unbeatable from the start."
        case _, 0:
            return ""
        case _, 1:
            return f"It first became unbeatable after {first}, then became beatable again once."
        case _, times:
            return (
                f"It first became unbeatable after {first}, then became beatable again "
                f"{times:,} times."
            )


def compared_with(name: str, *, pinned: bool) -> str:
    """Say in Markdown which run the figures are compared with."""
    if pinned:
        return f"Compared with **{plain(name)}** (pinned)"
    return f"Compared with **{plain(name)}** (before the last change)"


def no_curve(agent: ttt.Agent) -> str:
    """Say in Markdown why an agent has no learning curve."""
    if agent.is_blank:
        return "This agent is **untrained**. Train it to start its learning curve."
    if agent.trained_elsewhere:
        return (
            "This agent was **trained in another program**: its file says what it has learned, "
            "but not how. Train it here to start a learning curve."
        )
    return (
        "The training of this agent **cannot be replayed**, for example because it has learned "
        "from games with people. Train it here to start a learning curve."
    )


def whose_settings(agent: ttt.Agent) -> str:
    """Introduce the rule with the values of an agent's settings."""
    if agent.training:
        return "With the settings of this agent's last training run:"
    if agent.trained_elsewhere:
        return "With the settings this agent uses to continue learning:"
    return "With this agent's settings:"


def link_explained(*, tells_all: bool) -> str:
    if tells_all:
        return "Send this link to a friend: anyone who opens it gets exactly your agent."
    return (
        "Anyone who opens this link gets an agent trained with these settings. They do not "
        "describe all that your agent has learned: to share it, download it as a file."
    )


def go_wrong(failing: Sequence[str]) -> str:
    """Say in which positions the agent can answer a question wrongly."""
    number = counted(len(failing), "position", "positions")
    boards = [f"`{rules.pattern(cells)}`" for cells in failing[:_EXAMPLES_SHOWN]]
    if len(boards) == len(failing):
        return f"It can go wrong in {number}: {listed(boards)}."
    return f"It can go wrong in {number}, for example {listed(boards)}."


def about_game(game: OneGame, games_before: int) -> str:
    """Say which game slow motion shows, how it ended, and what came before it."""
    result = "a draw" if game.won is None else f"{game.won} won"
    updates = counted(len(game.updates), "update", "updates")
    said = f"Game {games_before + game.number:,}: {result}, {updates}."
    if not game.updates:
        return f"{said} The agent resigned at once, so there was nothing to learn."
    if game.skipped == MOST_GAMES - 1:
        return (
            f"{said} Nothing changed in {MOST_GAMES} games: for these games, every value is "
            "already where the rule takes it."
        )
    if game.skipped == 1:
        return f"{said} The game before it changed nothing."
    if game.skipped:
        return f"{said} The {game.skipped} games before it changed nothing."
    return said


def about_update(update: WorkedUpdate, config: ttt.TrainingConfig) -> str:
    """Say in Markdown which move an update is about, and why its value changes as it does."""
    said = [
        f"{coloured(update.side)} moved to **{cell_name(update.cell)}**.",
        _reason(update, config),
    ]
    others = len(equivalents(update.board)) - 1
    if config.symmetry and RULES[config.rule].kind != "matchboxes" and others:
        said.append(
            "The same change applies to its one rotation or mirror image."
            if others == 1
            else f"The same change applies to its {others} rotations and mirror images."
        )
    if not changes(update):
        said.append("The value does not change.")
    return " ".join(said)


def _reason(update: WorkedUpdate, config: ttt.TrainingConfig) -> str:
    rule = RULES[config.rule]
    if update.rewards_after is not None and update.rewards_before is not None:
        gained = sum(update.rewards_after) - sum(update.rewards_before)
        return f"The game added {gained} to its rewards, which gives this score."
    if rule.kind == "matchboxes":
        return _beads(int(update.reward))
    if not rule.plies_ahead:
        return f"The game ended with a reward of ${number(update.reward)}$."
    if update.next_board is None and rule.plies_ahead == 2:
        return f"The game ended before its next turn, with a reward of ${number(update.reward)}$."
    if update.next_board is None:
        return f"That move ended the game, with a reward of ${number(update.reward)}$."
    value = number(update.next_value or 0.0)
    if rule.plies_ahead == 2:
        return f"The best move at its own next turn had the value ${value}$."
    return f"The best move at the opponent's next turn had the value ${value}$."


def _beads(change: int) -> str:
    if change < -1:
        return f"The bead drawn there is taken away, and up to {-change - 1} more of its colour."
    if change == -1:
        return "The bead drawn there is taken away."
    if change == 0:
        return "The bead drawn there goes back."
    return f"The bead drawn there goes back, with {change} more of its colour."
