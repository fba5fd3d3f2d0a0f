"""What the exhibition says about the game and the agent's exploring."""

from collections.abc import Mapping

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.learning import Exploration
from ttt_core.sentences import tr_noop
from ttt_ui.language import tr
from ttt_ui.play.exhibition.state import Exhibition
from ttt_ui.play.exhibition.work import Stage
from ttt_ui.replay.wording import status
from ttt_ui.visit.players import YOUR_AGENT, player_label
from ttt_ui.wording import agent_name, percent, plain

_EXPLORATORY_MOVE: Mapping[Exploration, str] = {
    "epsilon": tr_noop("An exploratory move takes a random free cell."),
    "least-visited": tr_noop("An exploratory move is one that the agent has tried least often."),
    "experience": tr_noop(
        "An exploratory move takes a random free cell. The more games the agent has seen, the less "
        "it explores."
    ),
}


def headline(exhibition: Exhibition) -> str:
    """Say whose turn it is or how the game ended, and whether the last move was exploratory."""
    game = exhibition.game
    if game.moves and exhibition.stage.explored and not game.over:
        return tr("{side} to move · {other} explored", side=game.side, other=rules.other(game.side))
    return status(game)


def sides(stage: Stage, agent: ttt.Agent, opponent: str) -> str:
    """Say who plays X and who plays O, in Markdown."""
    names = {stage.agent_side: plain(agent_name(agent))}
    names[rules.other(stage.agent_side)] = (
        names[stage.agent_side] if opponent == YOUR_AGENT else plain(player_label(opponent))
    )
    return tr(":blue[**X**]: {x} · :orange[**O**]: {o}", x=names["X"], o=names["O"])


def exploring(agent: ttt.Agent, epsilon: float, *, self_play: bool) -> str:
    """Say who explores, how often and how; empty if nobody does."""
    if epsilon == 0:
        return ""
    share = percent(epsilon)
    sentence = (
        tr("Both sides explore in {share} of their moves.", share=share)
        if self_play
        else tr("The agent explores in {share} of its moves; its opponent never does.", share=share)
    )
    return f"{sentence} {tr(_EXPLORATORY_MOVE[agent.config.exploration])}"
