"""Guided experiments, each declared once: guess what a setting does, then train it and see.

The right answer and its reason are computed from the exact results of the training, so that no
guess is wrong because of the seed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import ttt_core as ttt
from ttt_core.game import N_OPEN, legal
from ttt_ui.train.course import Course
from ttt_ui.wording import counted, percent

_CERTAIN = 1 - 1e-12
_N_MOVES = int(legal().sum())


@dataclass(frozen=True)
class ExperimentOutcome:
    """The exact results of a training run.

    Attributes
    ----------
    config : TrainingConfig
    card : ReportCard
    unbeatable_since : int or None
        Games after which no opponent could win, from then to the end.
    known : int
        Positions it has learned from.
    untried : int
        Moves it has never tried, out of all 16,167.
    takes_wins, blocks : float
        Shares of correct moves in the third and the fourth of the five questions.
    """

    config: ttt.TrainingConfig
    card: ttt.ReportCard
    unbeatable_since: int | None
    known: int
    untried: int
    takes_wins: float
    blocks: float

    @property
    def weak_sides(self) -> int:
        return self.card.beatable_as_x + self.card.beatable_as_o

    @property
    def wins_vs_random(self) -> float:
        """Share of games it wins against a random player, half of them as X."""
        return (self.card.vs_random_as_x.win + self.card.vs_random_as_o.win) / 2


def outcome_of(course: Course) -> ExperimentOutcome:
    agent = course.agent
    answers = ttt.five_questions(agent)
    return ExperimentOutcome(
        config=course.config,
        card=ttt.evaluate(agent),
        unbeatable_since=course.standing.since,
        known=agent.positions_known,
        untried=int((legal() & (agent.visits == 0)).sum()),
        takes_wins=answers[2].share,
        blocks=answers[3].share,
    )


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """A question to guess, the training that answers it, and the reason.

    Attributes
    ----------
    title, question : str
    answers : tuple of str
        Two or three to choose from.
    config, counterpart : TrainingConfig
        The run and the one it is compared with; they differ in what the experiment is about.
    names : tuple of str
        Names of the two.
    right : callable
        Returns the index of the right answer from both outcomes.
    reason : callable
        Explains the answer with the numbers of both outcomes.
    """

    title: str
    question: str
    answers: tuple[str, ...]
    config: ttt.TrainingConfig
    counterpart: ttt.TrainingConfig
    names: tuple[str, str]
    right: Callable[[ExperimentOutcome, ExperimentOutcome], int]
    reason: Callable[[ExperimentOutcome, ExperimentOutcome], str]


_DEFAULT = replace(ttt.PRESETS["Default"], seed=2)
_Q_LEARNING = ttt.TrainingConfig(
    rule="q-learning", games=20_000, seed=2, alpha=0.2, epsilon_floor=0.1
)
_AGAINST_RANDOM = replace(_Q_LEARNING, random_share=1.0)


def _is_certain(chance: float) -> bool:
    return chance > _CERTAIN


def _never_explores(never: ExperimentOutcome, explores: ExperimentOutcome) -> str:
    return (
        f"It keeps repeating the moves that worked at first: it knows {never.known:,} of the "
        f"{N_OPEN:,} positions (with exploration, {explores.known:,}). Its worst-case opponent "
        "leads it into positions it has never seen and beats it in "
        f"{percent(never.card.worst_case_as_x.loss)} of its games as X and "
        f"{percent(never.card.worst_case_as_o.loss)} as O."
    )


def _sees_one_move(blind: ExperimentOutcome, sighted: ExperimentOutcome) -> str:
    return (
        "An unblocked threat loses the game one move later, and with γ = 0 nothing after the next "
        f"move counts. So it takes {percent(blind.takes_wins)} of the wins it is offered but makes "
        f"only {percent(blind.blocks)} of the blocks it needs. With γ = {sighted.config.gamma:g} "
        f"it makes {percent(sighted.blocks)} of them."
    )


def _how_often_beaten(agent: ExperimentOutcome, _: ExperimentOutcome) -> int:
    worst = agent.card.worst_case_as_o.loss
    return 2 if _is_certain(worst) else int(worst > 0)


def _hopes_for_mistakes(hopeful: ExperimentOutcome, wary: ExperimentOutcome) -> str:
    return (
        "A random player overlooks most threats, so risks pay off on average. As O the agent loses "
        f"only {percent(hopeful.card.vs_random_as_o.loss)} of its games to a random player, but "
        f"{percent(hopeful.card.worst_case_as_o.loss)} to its worst-case opponent. After "
        "self-play, where risks are punished, it loses "
        f"{percent(wary.card.worst_case_as_o.loss)}."
    )


def _how_much_is_lost(short: ExperimentOutcome, _: ExperimentOutcome) -> int:
    loss = short.card.vs_random_as_o.loss
    return 0 if loss < 0.05 else 1 if loss < 0.25 else 2


def _knows_little(short: ExperimentOutcome, long: ExperimentOutcome) -> str:
    return (
        f"It has seen {short.known:,} of the {N_OPEN:,} positions, but it has never tried "
        f"{short.untried:,} of the {_N_MOVES:,} possible moves, and a result travels back only one "
        f"move per game. As O it loses {percent(short.card.vs_random_as_o.loss)} of its games to a "
        f"random player; after {counted(long.config.games, 'game')} it loses "
        f"{percent(long.card.vs_random_as_o.loss)}."
    )


def _times_as_many(alone: ExperimentOutcome, together: ExperimentOutcome) -> int:
    if alone.unbeatable_since is None or together.unbeatable_since is None:
        return 2
    times = alone.unbeatable_since / max(1, together.unbeatable_since)
    return 0 if times < 2 else 1 if times < 5 else 2


def _one_game_teaches_eight(alone: ExperimentOutcome, together: ExperimentOutcome) -> str:
    why = "With symmetry, one move teaches up to eight equivalent positions."
    match together.unbeatable_since, alone.unbeatable_since:
        case None, None:
            return f"{why} But neither agent is unbeatable at the end."
        case int(since), None:
            return (
                f"{why} The agent has been unbeatable since game {since:,}; without symmetry, it "
                "is still beatable at the end."
            )
        case None, int(since):
            return (
                f"{why} But the agent is beatable at the end; without symmetry, it has been "
                f"unbeatable since game {since:,}."
            )
        case int(fewer), int(more) if fewer:
            return (
                f"{why} The agent has been unbeatable since game {fewer:,}; without symmetry, "
                f"since game {more:,}, after {more / fewer:.1f} times as many games."
            )
    return f"{why} The agent was unbeatable from the start."


def _compare_wins(one: ExperimentOutcome, other: ExperimentOutcome) -> int:
    difference = one.wins_vs_random - other.wins_vs_random
    return 0 if difference > 0.005 else 1 if difference >= -0.005 else 2


def _trusts_the_last_game(last: ExperimentOutcome, mean: ExperimentOutcome) -> str:
    return (
        "The partner moves at random, so the same move can win one game and lose the next. With "
        "α = 1 a value is only the latest result, not an average. It wins "
        f"{percent(last.wins_vs_random)} of its games against a random player, compared with "
        f"{percent(mean.wins_vs_random)} when α = {mean.config.alpha:g}."
    )


def _wins_still(content: ExperimentOutcome, keen: ExperimentOutcome) -> int:
    if content.weak_sides:
        return 2
    return int(content.wins_vs_random > keen.wins_vs_random - 0.1)


def _content_with_drawing(content: ExperimentOutcome, keen: ExperimentOutcome) -> str:
    return (
        f"Timing decides: with γ = {content.config.gamma:g}, a win now is worth more than a draw "
        "some moves later, and a loss is still worst. It wins "
        f"{percent(content.wins_vs_random)} of its games against a random player, compared with "
        f"{percent(keen.wins_vs_random)} when a draw is worth 0. As O it loses "
        f"{percent(content.card.worst_case_as_o.loss)} to its worst-case opponent."
    )


def _how_many_unbeatable(one: ExperimentOutcome, other: ExperimentOutcome) -> int:
    return int(not one.weak_sides) + int(not other.weak_sides)


def _replays(again: ExperimentOutcome, once: ExperimentOutcome) -> str:
    return (
        f"After every game it learns from {again.config.replay:,} past moves again, so a result "
        "reaches the opening without being played again. After the same "
        f"{counted(again.config.games, 'game')}, its worst-case opponent wins "
        f"{percent(again.card.worst_case_as_o.loss)} of its games as X with replay, and "
        f"{percent(once.card.worst_case_as_o.loss)} without."
    )


EXPERIMENTS: Mapping[str, Experiment] = MappingProxyType(
    {
        "epsilon-0": Experiment(
            title="Never explore",
            question="A Q-learning agent plays 20,000 games of self-play and never explores: "
            "ε = 0. Who can beat it?",
            answers=("Nobody", "An opponent on one side only", "An opponent on either side"),
            config=replace(_Q_LEARNING, epsilon=0.0, epsilon_floor=0.0),
            counterpart=_Q_LEARNING,
            names=("ε = 0", "ε from 1 to 0.1"),
            right=lambda never, _: never.weak_sides,
            reason=_never_explores,
        ),
        "gamma-0": Experiment(
            title="Look one move ahead",
            question="With γ = 0 only the reward of the next move counts. What will the agent "
            "still do after 20,000 games?",
            answers=(
                "Take every win and make every block",
                "Take every win, but miss some blocks",
                "Miss some wins too",
            ),
            config=replace(_DEFAULT, gamma=0.0),
            counterpart=_DEFAULT,
            names=("γ = 0", f"γ = {_DEFAULT.gamma:g}"),
            right=lambda blind, _: (
                2 if not _is_certain(blind.takes_wins) else int(not _is_certain(blind.blocks))
            ),
            reason=_sees_one_move,
        ),
        "random-partner": Experiment(
            title="Random partners only",
            question="The agent trains only against a random player and hardly ever loses to it. "
            "When it plays O, how often does its worst-case opponent beat it?",
            answers=("Never", "In some games", "In every game"),
            config=_AGAINST_RANDOM,
            counterpart=_Q_LEARNING,
            names=("Random player", "Self-play"),
            right=_how_often_beaten,
            reason=_hopes_for_mistakes,
        ),
        "too-few-games": Experiment(
            title="Too few games",
            question="After 200 games the agent has seen most positions. When it plays O, how "
            "often does a random player beat it?",
            answers=("In less than 5% of games", "In 5% to 25%", "In more than 25%"),
            config=replace(_DEFAULT, games=200),
            counterpart=_DEFAULT,
            names=("200 games", f"{_DEFAULT.games:,} games"),
            right=_how_much_is_lost,
            reason=_knows_little,
        ),
        "no-symmetry": Experiment(
            title="No symmetry",
            question="Each position has up to eight rotations and mirror images. If the agent "
            "learns each of them separately, how many times as many games does it need to become "
            "unbeatable?",
            answers=(
                "Less than twice as many",
                "Two to five times as many",
                "More than five times as many",
            ),
            config=replace(_DEFAULT, symmetry=False, games=200_000),
            counterpart=_DEFAULT,
            names=("Without symmetry", "With symmetry"),
            right=_times_as_many,
            reason=_one_game_teaches_eight,
        ),
        "alpha-1": Experiment(
            title="Trust only the last game",
            question="The partner moves at random, and with α = 1 each result replaces all earlier "
            "ones. Does the agent win more often against a random player than with α = "
            f"{_AGAINST_RANDOM.alpha:g}?",
            answers=("More often: it learns fastest", "Equally often", "Less often"),
            config=replace(_AGAINST_RANDOM, alpha=1.0),
            counterpart=_AGAINST_RANDOM,
            names=("α = 1", f"α = {_AGAINST_RANDOM.alpha:g}"),
            right=_compare_wins,
            reason=_trusts_the_last_game,
        ),
        "draw-like-win": Experiment(
            title="A draw as good as a win",
            question="A draw earns 1, the same as a win. What happens?",
            answers=(
                "It is unbeatable, but wins far less often against a random player",
                "It is unbeatable and wins about as often",
                "It is beatable",
            ),
            config=replace(_Q_LEARNING, reward_draw=1.0),
            counterpart=_Q_LEARNING,
            names=("Draw = 1", "Draw = 0"),
            right=_wins_still,
            reason=_content_with_drawing,
        ),
        "replay": Experiment(
            title="Replay past moves",
            question="Two agents each play 2,000 games. One of them also replays 200 past moves "
            "after every game. Which of them ends up unbeatable?",
            answers=("Neither", "One of them", "Both"),
            config=replace(_DEFAULT, games=2_000, replay=200),
            counterpart=replace(_DEFAULT, games=2_000),
            names=("200 moves replayed", "No replay"),
            right=_how_many_unbeatable,
            reason=_replays,
        ),
    }
)
"""By their keys in links, in the order shown."""
