"""The words of the chapter."""

from ttt_ui.learn.any_good.players import GAMBLER, Judged
from ttt_ui.learn.any_good.state import Sample
from ttt_ui.wording import counted, percent

AIM = (
    f"This agent has trained on {GAMBLER.games:,} games against a random player. Let it play one "
    "again."
)

QUESTION = "An opponent that knows this agent plays O. How often can it win?"
ANSWERS = (
    "In at most 1% of games",
    "In about half of the games",
    "In every game",
)

THE_GAME = "**The game that beats it**"
THE_OTHER = "**Another agent with the same win rate**"

_NO_GAMES = "It plays X. How many games out of 100 will it win?"


def sample_so_far(sample: Sample) -> str:
    """Say in Markdown how many games the agent has won and lost."""
    games = len(sample.winners)
    if not games:
        return _NO_GAMES
    won, lost = sample.winners.count("X"), sample.winners.count("O")
    return f"**It has won {won:,} of {games:,} games** and lost {lost:,}. Would you bet on it?"


def curve(sample: Sample) -> str:
    """Describe the curve for a screen reader."""
    share, games = percent(sample.share("X")), counted(len(sample.winners), "game")
    return f"Share of games won so far: {share} of {games}"


def reason(judged: Judged) -> str:
    """Say how often a worst-case opponent beats the agent, and why a random player hardly does."""
    card = judged.card
    return (
        f"As X it wins {percent(card.vs_random_as_x.win)} of its games against a random player, "
        f"but loses {percent(card.worst_case_as_x.loss)} to its worst-case opponent. Both figures "
        f"are exact. It loses {judged.lost} of its {judged.games} possible games: a random player "
        f"finds it in one game out of {round(1 / card.vs_random_as_x.loss)}, an opponent that "
        "knows the agent in every game."
    )


def table(first: Judged, second: Judged) -> str:
    """Return a Markdown table of two agents as X."""
    facts = {
        "Wins vs random": [percent(one.card.vs_random_as_x.win) for one in (first, second)],
        "Losses vs random": [percent(one.card.vs_random_as_x.loss) for one in (first, second)],
        "Games it can lose": [f"{one.lost} of {one.games}" for one in (first, second)],
        "Worst-case losses": [percent(one.card.worst_case_as_x.loss) for one in (first, second)],
    }
    rows = [f"| {fact} | {' | '.join(values)} |" for fact, values in facts.items()]
    return "\n".join(["| As X | This agent | The other agent |", "| --- | ---: | ---: |", *rows])


def meaning(unbeatable: Judged) -> str:
    """Say in Markdown what it means that an agent is unbeatable."""
    return (
        "**Unbeatable** means that the agent loses no possible game. The other agent can play "
        f"{unbeatable.games} games as X; the verdict checks them all, and those as O. No number of "
        "trial games can do that."
    )
