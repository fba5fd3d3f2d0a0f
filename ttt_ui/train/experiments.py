"""Guided experiments, each declared once: guess what a setting does, then train it and see.

The right answer and the sentence that gives the reason are worked out from exact results of the
training that was run, so that no guess is wrong by accident of the seed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import ttt_core as ttt
from ttt_core.game.graph import N_OPEN, legal
from ttt_ui.shared.wording import counted, percent
from ttt_ui.train.course import Course

_CERTAIN = 1 - 1e-12
_N_MOVES = int(legal().sum())


@dataclass(frozen=True)
class Outcome:
    """What a training came to, exactly.

    Attributes
    ----------
    config : TrainingConfig
    card : ReportCard
    safe_from : int or None
        Games after which no opponent could win any more at any look, to the end.
    known : int
        Positions that it has learned from.
    untried : int
        Moves that it has never tried, of the 16,167 there are.
    takes_wins, blocks : float
        How surely it takes a win and blocks one: the third and the fourth of the five questions.
    """

    config: ttt.TrainingConfig
    card: ttt.ReportCard
    safe_from: int | None
    known: int
    untried: int
    takes_wins: float
    blocks: float

    @property
    def weak_sides(self) -> int:
        """From how many sides it can be beaten."""
        return self.card.beatable_as_x + self.card.beatable_as_o

    @property
    def wins_vs_random(self) -> float:
        """Chance to win against a random player, from either side as often."""
        return (self.card.vs_random_as_x.win + self.card.vs_random_as_o.win) / 2


def outcome_of(course: Course) -> Outcome:
    """Work out what a course that has come to its end has come to."""
    agent = course.agent
    answers = ttt.five_questions(agent)
    return Outcome(
        config=course.config,
        card=ttt.evaluate(agent),
        safe_from=course.standing.since,
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
        What is trained, and what it is held against; they differ in what the experiment is about.
    names : tuple of str
        What the two are called.
    right : callable
        Tells from both outcomes which of the answers is right.
    reason : callable
        Says why in a sentence, with the numbers of both outcomes.
    """

    title: str
    question: str
    answers: tuple[str, ...]
    config: ttt.TrainingConfig
    counterpart: ttt.TrainingConfig
    names: tuple[str, str]
    right: Callable[[Outcome, Outcome], int]
    reason: Callable[[Outcome, Outcome], str]


_OPENING = replace(ttt.PRESETS["Default"], seed=2)
_Q_LEARNING = ttt.TrainingConfig(
    rule="q-learning", games=20_000, seed=2, alpha=0.2, epsilon_floor=0.1
)
_AGAINST_RANDOM = replace(_Q_LEARNING, random_share=1.0)
_SIDES = ("Nobody", "Who plays one of the sides, but not the other", "Who plays either side")


def _is_certain(chance: float) -> bool:
    return chance > _CERTAIN


def _never_explores(never: Outcome, explores: Outcome) -> str:
    return (
        f"It never leaves what went well at first: it knows {never.known:,} of the {N_OPEN:,} "
        f"positions, and with exploring {explores.known:,}. Led to where it has never been, it "
        f"loses up to {percent(never.card.worst_case_as_x.loss)} of its games as X and "
        f"{percent(never.card.worst_case_as_o.loss)} as O."
    )


def _sees_one_move(blind: Outcome, sighted: Outcome) -> str:
    return (
        "A threat is a loss in two moves, and at γ 0 all that comes after the next move is worth "
        f"nothing. So it takes {percent(blind.takes_wins)} of the wins that it is offered, but "
        f"makes only {percent(blind.blocks)} of the blocks; at γ {sighted.config.gamma:g} "
        f"it makes {percent(sighted.blocks)} of them."
    )


def _how_often_beaten(agent: Outcome, _: Outcome) -> int:
    worst = agent.card.worst_case_as_o.loss
    return 2 if _is_certain(worst) else int(worst > 0)


def _hopes_for_mistakes(hopeful: Outcome, wary: Outcome) -> str:
    return (
        "A random partner overlooks most threats, so that a risk pays on average: it loses only "
        f"{percent(hopeful.card.vs_random_as_o.loss)} of its games as O to a random player, and "
        f"{percent(hopeful.card.worst_case_as_o.loss)} to the one that beats it most often. Who "
        "has trained against itself has met somebody who takes what is offered, and loses "
        f"{percent(wary.card.worst_case_as_o.loss)} of those."
    )


def _how_much_is_lost(short: Outcome, _: Outcome) -> int:
    loss = short.card.vs_random_as_o.loss
    return 0 if loss < 0.05 else 1 if loss < 0.25 else 2


def _knows_little(short: Outcome, long: Outcome) -> str:
    return (
        f"It has seen {short.known:,} of the {N_OPEN:,} positions, but of the {_N_MOVES:,} moves "
        f"there it has never tried {short.untried:,}, and a result goes back by one move a game. "
        f"As O it loses {percent(short.card.vs_random_as_o.loss)} of its games to a random player; "
        f"after {counted(long.config.games, 'game')} {percent(long.card.vs_random_as_o.loss)}."
    )


def _times_as_many(alone: Outcome, together: Outcome) -> int:
    if alone.safe_from is None or together.safe_from is None:
        return 2
    times = alone.safe_from / max(1, together.safe_from)
    return 0 if times < 2 else 1 if times < 5 else 2


def _one_game_teaches_eight(alone: Outcome, together: Outcome) -> str:
    return (
        "With symmetry a move counts for up to eight boards at once. It cannot be beaten from "
        f"{_games(together.safe_from)} on; where every board is learned by itself, "
        f"{_games(alone.safe_from)}{_ratio(alone.safe_from, together.safe_from)}."
    )


def _games(number: int | None) -> str:
    return "not to the end" if number is None else f"game {number:,}"


def _ratio(more: int | None, fewer: int | None) -> str:
    return "" if more is None or not fewer else f", {more / fewer:.1f} times as many"


def _compare_wins(one: Outcome, other: Outcome) -> int:
    difference = one.wins_vs_random - other.wins_vs_random
    return 0 if difference > 0.005 else 1 if difference >= -0.005 else 2


def _believes_the_last_game(last: Outcome, mean: Outcome) -> str:
    return (
        "The same move wins today and loses tomorrow, as the partner moves at random; with α 1 "
        "a value is what the last game brought, and no mean. It wins "
        f"{percent(last.wins_vs_random)} of its games against a random player, and "
        f"{percent(mean.wins_vs_random)} at α {mean.config.alpha:g}."
    )


def _wins_still(content: Outcome, keen: Outcome) -> int:
    if content.weak_sides:
        return 2
    return int(content.wins_vs_random > keen.wins_vs_random - 0.1)


def _content_with_drawing(content: Outcome, keen: Outcome) -> str:
    return (
        f"What counts is when: γ is {content.config.gamma:g}, so a win now is worth more than a "
        "draw some moves later, and a loss is still the worst. It wins "
        f"{percent(content.wins_vs_random)} of its games against a random player, and "
        f"{percent(keen.wins_vs_random)} where a draw is worth 0; the opponent that beats it most "
        f"often wins {percent(content.card.worst_case_as_o.loss)} of them."
    )


def _who_is_safe(one: Outcome, other: Outcome) -> int:
    return int(not one.weak_sides) + int(not other.weak_sides)


def _learned_again(again: Outcome, once: Outcome) -> str:
    return (
        f"Every game is learned from again and again, {again.config.replay:,} moves after each, so "
        "that a result reaches the opening without being played again. After the same "
        f"{counted(again.config.games, 'game')} the opponent that hurts most wins "
        f"{percent(again.card.worst_case_as_o.loss)} of its games as X with replay, and "
        f"{percent(once.card.worst_case_as_o.loss)} without."
    )


EXPERIMENTS: Mapping[str, Experiment] = MappingProxyType(
    {
        "epsilon-0": Experiment(
            title="Never explore",
            question="Q-learning plays 20,000 games against itself and never makes a move to "
            "explore: ε is 0. Who can beat it then?",
            answers=_SIDES,
            config=replace(_Q_LEARNING, epsilon=0.0, epsilon_floor=0.0),
            counterpart=_Q_LEARNING,
            names=("ε 0", "ε 1 to 0.1"),
            right=lambda never, _: never.weak_sides,
            reason=_never_explores,
        ),
        "gamma-0": Experiment(
            title="Look no further",
            question="With γ 0 nothing counts but what the very next move brings. What will it "
            "still do after 20,000 games?",
            answers=(
                "Take a win, and block the opponent's",
                "Take a win, but not always block",
                "Not even always take a win",
            ),
            config=replace(_OPENING, gamma=0.0),
            counterpart=_OPENING,
            names=("γ 0", f"γ {_OPENING.gamma:g}"),
            right=lambda blind, _: (
                2 if not _is_certain(blind.takes_wins) else int(not _is_certain(blind.blocks))
            ),
            reason=_sees_one_move,
        ),
        "random-partner": Experiment(
            title="Only random partners",
            question="It meets nobody but a player who moves at random, and hardly ever loses to "
            "that one. How often does the opponent that hurts most beat it, when it plays O?",
            answers=("Never", "In some of the games", "In every game"),
            config=_AGAINST_RANDOM,
            counterpart=_Q_LEARNING,
            names=("Random partner", "Itself"),
            right=_how_often_beaten,
            reason=_hopes_for_mistakes,
        ),
        "too-few-games": Experiment(
            title="Too few games",
            question="After 200 games it has met most of the positions. How often does a random "
            "player, who does not think at all, beat it when it plays O?",
            answers=(
                "In less than 1 game of 20",
                "In 1 of 20 up to 1 of 4",
                "In more than 1 game of 4",
            ),
            config=replace(_OPENING, games=200),
            counterpart=_OPENING,
            names=("200 games", f"{_OPENING.games:,} games"),
            right=_how_much_is_lost,
            reason=_knows_little,
        ),
        "no-symmetry": Experiment(
            title="No symmetry",
            question="Each board has up to eight that are the same when turned or mirrored. If it "
            "has to learn each of them by itself, how many times as many games does it take until "
            "nobody can beat it?",
            answers=("Less than twice", "Two to five times", "More than five times"),
            config=replace(_OPENING, symmetry=False, games=200_000),
            counterpart=_OPENING,
            names=("Each by itself", "With symmetry"),
            right=_times_as_many,
            reason=_one_game_teaches_eight,
        ),
        "alpha-1": Experiment(
            title="Believe the last game",
            question="Its partner moves at random, and with α 1 the newest result takes the place "
            f"of all before. Does it win more often against a random player than with α "
            f"{_AGAINST_RANDOM.alpha:g}?",
            answers=("More often: it learns fastest", "As often", "Less often"),
            config=replace(_AGAINST_RANDOM, alpha=1.0),
            counterpart=_AGAINST_RANDOM,
            names=("α 1", f"α {_AGAINST_RANDOM.alpha:g}"),
            right=_compare_wins,
            reason=_believes_the_last_game,
        ),
        "draw-like-win": Experiment(
            title="A draw worth a win",
            question="A draw brings 1, just as much as a win. What becomes of it?",
            answers=(
                "It cannot be beaten, but wins far less against a random player",
                "It cannot be beaten, and wins about as often",
                "It can be beaten",
            ),
            config=replace(_Q_LEARNING, reward_draw=1.0),
            counterpart=_Q_LEARNING,
            names=("A draw is 1", "A draw is 0"),
            right=_wins_still,
            reason=_content_with_drawing,
        ),
        "replay": Experiment(
            title="Learn it again",
            question="Two agents play the same 2,000 games' worth of practice; one of them learns "
            "200 past moves again after every game. Who cannot be beaten then?",
            answers=("Neither of them", "One of the two", "Both of them"),
            config=replace(_OPENING, games=2_000, replay=200),
            counterpart=replace(_OPENING, games=2_000),
            names=("200 moves again", "No replay"),
            right=_who_is_safe,
            reason=_learned_again,
        ),
    }
)
"""By the name that a link calls it by, in the order in which they are offered."""
