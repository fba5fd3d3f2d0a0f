"""What Play says about a game, a position and an opponent."""

from collections.abc import Mapping

import ttt_core as ttt
from ttt_core.game import board as rules
from ttt_core.learning import RULES_IN_PLAY, Level
from ttt_core.sentences import tr_noop
from ttt_ui.language import tr, tr_plural
from ttt_ui.play.state import LearnedMove, Score
from ttt_ui.play.story import Challenge, Story
from ttt_ui.replay.game import Game
from ttt_ui.replay.views import status
from ttt_ui.visit.players import (
    BEGINNER_RANDOM_SHARE,
    DEPTHS,
    FIRST_SHARE,
    LARGEST_SHARE,
    MINIMAX,
    MINIMAX_FIRST,
    YOUR_AGENT,
    NamedPlayer,
)
from ttt_ui.visit.session import Session
from ttt_ui.wording import (
    agent_name,
    cell_name,
    coloured,
    counted,
    knowledge,
    number,
    percent,
    plain,
)

LEVEL_NAMES: Mapping[Level, str] = {
    "Beginner": tr_noop("Beginner"),
    "Intermediate": tr_noop("Intermediate"),
    "Expert": tr_noop("Expert"),
    "Adaptive": tr_noop("Adaptive"),
    "Custom": tr_noop("Custom"),
}

YOUR_CHANCES_HELP = tr_noop(
    "Shows your exact chances from here if you take no avoidable risk of losing, and then win as "
    "often as you can. The opponent's random moves are included. After the game: who "
    "was ahead after each move under perfect play, and how near the end was."
)
TWO_PLAYERS_CHANCES_HELP = tr_noop(
    "Shows how the game ends from here if both play perfectly. After the game: who was ahead after "
    "each move, and how near the end was."
)


def values_help(*, two_players: bool) -> str:
    """Say what the values on the board are, and their colours."""
    what = (
        tr("Shows the value the agent gives to each move.")
        if two_players
        else tr(
            "Shows on a second, smaller board what the agent saw before its move: its values, the "
            "cell it took (outlined), and a die on a random move."
        )
    )
    colours = tr(
        "Green is good for the side to move, purple is bad, grey is a draw; more beads are deeper. "
        "Hatched moves are untried; framed moves are proven."
    )
    return f"{what} {colours}"


def level_name(level: Level, visitor: Session) -> str:
    """Name a level; the one at which a pupil or a challenge is itself, after it."""
    of_its_own = visitor.attached.get(Story) or visitor.attached.get(Challenge)
    if level == "Intermediate" and of_its_own:
        return plain(agent_name(visitor.agent))
    return tr(LEVEL_NAMES[level])


def minimax_name(player: str) -> str:
    """Name a minimax player by how it differs from the others."""
    if player in DEPTHS:
        return tr("Depth {depth}", depth=DEPTHS[player])
    if player == MINIMAX_FIRST:
        return tr("First of equal moves")
    return tr("Any best move")


FIGURES_HELP = tr_noop(
    "Your games with this agent: how many it won, you won and were a draw. Then the positions (or "
    "boxes) it has learned from, and its exploration rate."
)


def figures(score: Score, known: int, epsilon: float) -> str:
    """Write the score and what the agent knows in one line of Markdown."""
    return tr(
        ":small[Games **{games:,}** · Agent **{agent:,}** · You **{you:,}** · Draws **{draws:,}** "
        "· Positions **{known:,}** · ε **{epsilon}**]",
        games=score.games,
        agent=score.agent_wins,
        you=score.other_wins,
        draws=score.draws,
        known=known,
        epsilon=number(epsilon),
    )


def who_plays(level: Level, agent: ttt.Agent, epsilon: float, *, expert: str = MINIMAX) -> str:
    """Say who plays at a level, in Markdown.

    `epsilon` is the agent's exploration rate there, and `expert` the minimax player of Expert.
    """
    name = plain(agent_name(agent))
    if level == "Beginner":
        return tr("{name}, with {share:.0%} random moves.", name=name, share=BEGINNER_RANDOM_SHARE)
    if level == "Expert" and expert in DEPTHS:
        return tr_plural(
            "Minimax, which looks {n} move ahead.",
            "Minimax, which looks {n} moves ahead.",
            DEPTHS[expert],
        )
    if level == "Expert":
        return tr("Minimax, which looks ahead to the end of the game.")
    if level == "Custom":
        return tr("Your own mix.")
    if epsilon:
        return tr("{name}, with {share} exploratory moves.", name=name, share=percent(epsilon))
    return tr("{name}, without random moves.", name=name)


def adapting(visitors: float, rivals: float) -> str:
    """Say how Adaptive plays, given the visitor's and its own share of random moves."""
    if visitors == FIRST_SHARE:
        return tr("It makes {its:.0%} random moves at first, and then adapts to you.", its=rivals)
    if rivals == 0:
        return tr("You score like a player who makes no mistakes, so it plays perfectly.")
    if rivals == LARGEST_SHARE:
        return tr(
            "You score like a player with {yours:.0%} random moves. It makes {its:.0%}, its most.",
            yours=visitors,
            its=rivals,
        )
    return tr(
        "You score like a player with {yours:.0%} random moves. It makes {its:.0%}, to be your "
        "equal.",
        yours=visitors,
        its=rivals,
    )


def exploring_help(level: Level, epsilon: float) -> str:
    share = percent(epsilon)
    if level == "Beginner":
        return tr(
            "Makes an exploratory move in {share} of the turns that are not random anyway, to "
            "learn about moves it does not know. When off, it makes none.",
            share=share,
        )
    return tr(
        "Makes an exploratory move in {share} of its turns, to learn about moves it does not "
        "know. When off, it always plays the move it values most.",
        share=share,
    )


def resetting(agent: ttt.Agent) -> str:
    known, games = knowledge(agent).number, counted(agent.stats.games, "game", "games")
    if agent.kind == "matchboxes":
        return tr(
            "Fills your agent's boxes again. It forgets **{boxes}** from {games} and keeps its "
            "name, rule and settings. Your score is reset too.",
            boxes=counted(known, "box", "boxes"),
            games=games,
        )
    return tr(
        "Your agent forgets **{positions}** from {games} and keeps its name, rule and settings. "
        "Your score is reset too.",
        positions=counted(known, "position", "positions"),
        games=games,
    )


def headline(game: Game) -> str:
    """Say whose turn it is or how the game ended, in Markdown; an ending stands out."""
    sentence, result = status(game), game.result
    if result is None:
        return coloured(sentence)
    if result == "draw":
        return f":material/handshake: {sentence}"
    return f":{'blue' if result == rules.X else 'orange'}[:material/flag: {sentence}]"


def beaten_although_unbeatable(game: Game, *, unbeatable: bool) -> str:
    """Say how a person could beat an unbeatable agent; empty if they did not."""
    if not unbeatable or game.person is None or game.result != game.person:
        return ""
    random_moves = sum(
        decision.at_random and decision.given.player == YOUR_AGENT
        for decision in game.decisions.values()
    )
    if not random_moves:
        return ""
    return tr(
        "The agent is unbeatable only when it makes no random moves. In this game it made {moves}.",
        moves=counted(random_moves, "random move", "random moves"),
    )


def learning_help(agent: ttt.Agent, *, people: bool) -> str:
    if people and agent.in_play is not None:
        help_text = tr(
            "It has its own rule for games with people, with α = {alpha:g} and γ = {gamma:g}.",
            alpha=agent.in_play.alpha,
            gamma=agent.in_play.gamma,
        )
        return f"{help_text} {tr(RULES_IN_PLAY[agent.in_play.rule].sentence)}"
    learns = _learns_from(agent, people=people)
    if learns == "both":
        return tr("After each game, the agent learns from both sides' moves.")
    return tr("After each game, the agent learns from {side}'s moves.", side=learns)


def watching(agent: ttt.Agent, *, learning: bool) -> str:
    """Say what the agent learns while two people play."""
    if not learning:
        return tr("The agent watches, but it does not learn.")
    learns = _learns_from(agent, people=True)
    if learns == "both":
        return tr("The agent watches and learns from both of you.")
    return tr("The agent watches and learns from {side}'s moves.", side=learns)


def _learns_from(agent: ttt.Agent, *, people: bool) -> str:
    if people and agent.in_play is not None:
        return RULES_IN_PLAY[agent.in_play.rule].learns
    return agent.config.learns if agent.kind == "matchboxes" else "both"


def learned_sentence(newly_met: tuple[int, int], changed: int, agent: ttt.Agent) -> str:
    """Say how many positions the agent learned from the last game, and whether values changed."""
    (in_the_game, going_over), sentences = newly_met, []
    positions = counted(in_the_game, "new position", "new positions")
    if in_the_game and agent.config.symmetry:
        sentences.append(
            tr(
                "It learned {positions} from this game, counting rotations and mirror images.",
                positions=positions,
            )
        )
    elif in_the_game:
        sentences.append(tr("It learned {positions} from this game.", positions=positions))
    if going_over and sentences:
        sentences.append(tr("It met {n:,} more while going over the game.", n=going_over))
    elif going_over:
        positions = counted(going_over, "new position", "new positions")
        sentences.append(tr("It met {positions} while going over the game.", positions=positions))
    if changed and agent.kind == "matchboxes":
        sentences.append(tr("The moves whose beads changed, before and after:"))
    elif changed:
        sentences.append(
            tr("The moves whose values changed, before and after (1 wins, 0 draws, −1 loses):")
        )
    elif sentences:
        sentences.append(tr("Its values for the moves of this game did not change."))
    else:
        sentences.append(tr("It learned nothing new from this game."))
    return " ".join(sentences)


def learned_move(move: LearnedMove, before: str | None, after: str) -> str:
    """Say how the value of a move changed; `before` is None if the move was untried."""
    where = {
        "board": rules.pattern(move.board),
        "side": rules.side_to_move(move.board),
        "cell": cell_name(move.cell),
    }
    if before is None:
        return tr(
            "Position {board}, {side} plays {cell}: untried before the game, {after} now",
            after=after,
            **where,
        )
    return tr(
        "Position {board}, {side} plays {cell}: value {before} before the game, {after} now",
        before=before,
        after=after,
        **where,
    )


def how_it_plays(level: Level, rival: NamedPlayer, agent: ttt.Agent, now: ttt.ReportCard) -> str:
    """Say how often a random player beats an opponent, and why its verdict is not the agent's.

    The sidebar shows the agent's verdict; `now` is the report card of the opponent as it plays.
    """
    chance = chance_of_random(now)
    if ttt.evaluate(agent).unbeatable == now.unbeatable:
        return chance
    if level == "Expert":
        why = tr("Your agent is beatable; minimax, which plays here, is not.")
    elif level == "Adaptive":
        why = tr("Minimax with random moves plays here, not your agent.")
    elif level == "Custom":
        why = tr("Your mix plays differently from the agent alone.")
    else:
        why = tr(
            "The agent is unbeatable when it does not explore, but {share} of its moves at this "
            "level are random.",
            share=percent(rival.random_share),
        )
    return f"{why} {chance}"


def chance_of_random(card: ttt.ReportCard) -> str:
    as_x, as_o = card.vs_random_as_o.loss, card.vs_random_as_x.loss
    if as_x == as_o == 0:
        return tr("A random player never beats it.")
    return tr(
        "A random player beats it in exactly {share} of games: {as_x} as X and {as_o} as O.",
        share=percent((as_x + as_o) / 2),
        as_x=percent(as_x),
        as_o=percent(as_o),
    )
