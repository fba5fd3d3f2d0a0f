"""Guided experiments, each declared once: guess what a setting does, then train it and see.

One training can end in any way, so each experiment is trained with many seeds. The right answer is
the one that holds for most of them, and its reason gives the medians of their exact results.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from statistics import median
from types import MappingProxyType
from typing import Any, NamedTuple

import ttt_core as ttt
from ttt_core.game import N_OPEN, legal
from ttt_core.learning import RunOutcome, outcome_of
from ttt_core.sentences import sentence, tr_noop
from ttt_ui.language import localised, tr
from ttt_ui.runs import Runs, with_seeds
from ttt_ui.wording import percent

SEEDS = range(20)
"""The agent that a visitor can keep is trained with the first of them."""

_CERTAIN = 1 - 1e-12
_N_MOVES = int(legal().sum())


class ExperimentMeasure(NamedTuple):
    """A number that describes a training, with its label in the picture."""

    label: str
    of: Callable[[RunOutcome], float]
    is_share: bool = True  # whether it is a share from 0 to 1; otherwise it is a number of games

    def written(self, value: float) -> str:
        return percent(value) if self.is_share else localised(f"{value:,.0f}")

    def median(self, outcomes: Sequence[RunOutcome]) -> str:
        """Write the median of some trainings."""
        return self.written(median(map(self.of, outcomes)))


Trainings = tuple[Sequence[RunOutcome], Sequence[RunOutcome]]
"""The outcomes of an experiment and of its counterpart, seed by seed."""

MEASURES = {
    "wins": ExperimentMeasure(
        tr_noop("Wins against a random player"), attrgetter("wins_vs_random")
    ),
    "losses_as_o": ExperimentMeasure(
        tr_noop("Losses as O against a random player"), attrgetter("card.vs_random_as_o.loss")
    ),
    "worst_as_x": ExperimentMeasure(
        tr_noop("Worst-case losses as X"), attrgetter("card.worst_case_as_x.loss")
    ),
    "worst_as_o": ExperimentMeasure(
        tr_noop("Worst-case losses as O"), attrgetter("card.worst_case_as_o.loss")
    ),
    "wins_taken": ExperimentMeasure(tr_noop("Wins taken"), attrgetter("takes_wins")),
    "blocks": ExperimentMeasure(tr_noop("Blocks made"), attrgetter("blocks")),
    "unbeatable_from": ExperimentMeasure(
        tr_noop("Games until first unbeatable"), attrgetter("unbeatable_from"), is_share=False
    ),
    "known": ExperimentMeasure(tr_noop("Positions seen"), attrgetter("known"), is_share=False),
    "untried": ExperimentMeasure(
        tr_noop("Moves never tried"), attrgetter("untried"), is_share=False
    ),
    "passed_over": ExperimentMeasure(
        tr_noop("Better averages passed over"), attrgetter("passed_over")
    ),
    "tried_more": ExperimentMeasure(
        tr_noop("For a move tried more often"), attrgetter("tried_more")
    ),
}
"""By their names in reasons."""


_WHO = (
    tr_noop("Nobody"),
    tr_noop("An opponent on one side only"),
    tr_noop("An opponent on either side"),
)


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """A question to guess, the trainings that answer it, and the reason."""

    title: str
    question: str
    answers: tuple[str, ...] = _WHO  # two or three; unless told, who can beat it
    # The run and the one it is compared with; they differ in what the experiment is about. Their
    # seed is the first of `SEEDS`.
    config: ttt.TrainingConfig
    counterpart: ttt.TrainingConfig
    names: tuple[str, str]  # names of the two
    shown: str  # which of `MEASURES` is drawn
    # Returns the index of the right answer from the outcomes of both with one seed.
    right: Callable[[RunOutcome, RunOutcome], int] = lambda agent, _: agent.weak_sides
    # A template. It names the medians of the run, as in ``{blocks}``, those of its counterpart, as
    # in ``{other_blocks}``, settings of the counterpart, and the numbers of positions and moves.
    reason: str

    def runs(self) -> Runs[RunOutcome]:
        """Return the training runs of both."""
        return Runs(with_seeds((self.config, self.counterpart), SEEDS), SEEDS, outcome_of)

    def agreement(self, trainings: Trainings) -> tuple[int, int]:
        """Return the index of the answer that is right for most seeds, and for how many it is."""
        (most,) = Counter(map(self.right, *trainings)).most_common(1)
        return most

    def explained(self, trainings: Trainings) -> str:
        """Say why the answer is right."""
        numbers: dict[str, Any] = {"positions": N_OPEN, "moves": _N_MOVES}
        for name, measure in MEASURES.items():
            numbers[name], numbers[f"other_{name}"] = map(measure.median, trainings)
        return tr(self.reason, **numbers, **vars(self.counterpart))


@dataclass
class Trial:
    """A guess in an experiment."""

    guess: int  # index of the answer the visitor chose
    runs: Runs[RunOutcome]  # with every seed


_DEFAULT = ttt.PRESETS["Default"]
_Q_LEARNING = ttt.TrainingConfig(rule="q-learning", games=20_000, alpha=0.2, epsilon_floor=0.1)
_AGAINST_RANDOM = replace(_Q_LEARNING, random_share=1.0)
_ALPHA_1 = replace(_DEFAULT, alpha=1.0)
_Q_LEARNING_ALPHA_04 = replace(_Q_LEARNING, alpha=0.4)
_Q_LEARNING_ALPHA_06 = replace(_Q_LEARNING, alpha=0.6)
_MEMORY = replace(ttt.PRESETS["Reward memory (Kutschera 2018)"], symmetry=True)
_LEAST_TRIED = ttt.TrainingConfig(games=2_000, epsilon_decay=1.0, exploration="least-visited")

_BY_THE_TEXT = ttt.PRESETS["Sutton and Barto, as the text has it"]
_BY_THE_PROGRAM = ttt.PRESETS["Sutton and Barto (2018)"]
_CARELESS = ttt.TrainingConfig(
    games=50_000, rule="q-learning", alpha=0.1, epsilon=0.7, epsilon_decay=1.0
)
_SMALL_STEPS = replace(_CARELESS, alpha=0.01, epsilon=0.4)
_GRADIENT = replace(ttt.PRESETS["Policy gradient"], games=100_000)

_HOW_OFTEN = (tr_noop("Never"), tr_noop("In some games"), tr_noop("In every game"))

EXPERIMENTS: Mapping[str, Experiment] = MappingProxyType(
    {
        "epsilon-0": Experiment(
            title=tr_noop("Never explore"),
            question=tr_noop(
                "A Q-learning agent plays 20,000 games of self-play and never explores: "
                "ε = 0. Who can beat it?"
            ),
            config=replace(_Q_LEARNING, epsilon=0.0, epsilon_floor=0.0),
            counterpart=_Q_LEARNING,
            names=("ε = 0", tr_noop("ε from 1 to 0.1")),
            shown="worst_as_x",
            reason=tr_noop(
                "It keeps repeating the moves that worked at first: it knows {known} of the "
                "{positions:,} positions (with exploration, {other_known}). Its worst-case "
                "opponent leads it into others, and beats it in {worst_as_x} of its games as X and "
                "{worst_as_o} as O."
            ),
        ),
        "gamma-0": Experiment(
            title=tr_noop("Look one move ahead"),
            question=tr_noop(
                "With γ = 0 only the reward of the next move counts. What will the agent "
                "still do after 20,000 games?"
            ),
            answers=(
                tr_noop("Take every win and make every block"),
                tr_noop("Take every win, but miss some blocks"),
                tr_noop("Miss some wins too"),
            ),
            config=replace(_DEFAULT, gamma=0.0),
            counterpart=_DEFAULT,
            names=("γ = 0", sentence("γ = {gamma}", gamma=_DEFAULT.gamma)),
            shown="blocks",
            right=lambda agent, _: (
                2 if agent.takes_wins <= _CERTAIN else int(agent.blocks <= _CERTAIN)
            ),
            reason=tr_noop(
                "An unblocked threat loses the game one move later, and with γ = 0 nothing after "
                "the next move counts. So it takes {wins_taken} of the wins it is offered but "
                "makes only {blocks} of the blocks it needs. With γ = {gamma} it makes "
                "{other_blocks} of them."
            ),
        ),
        "random-partner": Experiment(
            title=tr_noop("Random partners only"),
            question=tr_noop(
                "The agent trains only against a random player and rarely loses to it. When "
                "it plays O, how often does its worst-case opponent beat it?"
            ),
            answers=_HOW_OFTEN,
            config=replace(_Q_LEARNING_ALPHA_06, random_share=1.0),
            counterpart=_Q_LEARNING_ALPHA_06,
            names=(tr_noop("Random player"), tr_noop("Self-play")),
            shown="worst_as_o",
            right=lambda agent, _: bisect_left((0, _CERTAIN), agent.card.worst_case_as_o.loss),
            reason=tr_noop(
                "A random player overlooks most threats, so risks pay off on average. As O the "
                "agent loses only {losses_as_o} of its games to a random player, but {worst_as_o} "
                "to its worst-case opponent. After self-play, where risks are punished, it loses "
                "{other_worst_as_o}."
            ),
        ),
        "too-few-games": Experiment(
            title=tr_noop("Too few games"),
            question=tr_noop(
                "After 200 games the agent has seen most positions. When it plays O, how "
                "often does a random player beat it?"
            ),
            answers=(
                tr_noop("In less than 5% of games"),
                tr_noop("In 5% to 25%"),
                tr_noop("In more than 25%"),
            ),
            config=replace(_DEFAULT, games=200),
            counterpart=_DEFAULT,
            names=(tr_noop("200 games"), sentence("{games:,} games", games=_DEFAULT.games)),
            shown="losses_as_o",
            right=lambda agent, _: bisect_right((0.05, 0.25), agent.card.vs_random_as_o.loss),
            reason=tr_noop(
                "It has seen {known} of the {positions:,} positions, but has never tried {untried} "
                "of the {moves:,} moves. A result travels back only one move per game. As O it "
                "loses {losses_as_o} of its games to a random player; after {games:,} games it "
                "loses {other_losses_as_o}."
            ),
        ),
        "no-symmetry": Experiment(
            title=tr_noop("No symmetry"),
            question=tr_noop(
                "Each position has up to eight rotations and mirror images. If the agent "
                "learns each separately, how many times as many games does it need to be "
                "unbeatable for the first time?"
            ),
            answers=(
                tr_noop("Less than twice as many"),
                tr_noop("Two to five times as many"),
                tr_noop("More than five times as many"),
            ),
            config=replace(_DEFAULT, symmetry=False, games=200_000),
            counterpart=_DEFAULT,
            names=(tr_noop("Without symmetry"), tr_noop("With symmetry")),
            shown="unbeatable_from",
            right=lambda agent, other: bisect_right(
                (2 * other.unbeatable_from, 5 * other.unbeatable_from), agent.unbeatable_from
            ),
            reason=tr_noop(
                "With symmetry, one move teaches up to eight equivalent positions. The agent is "
                "first unbeatable after {other_unbeatable_from} games; without symmetry, after "
                "{unbeatable_from}."
            ),
        ),
        "alpha-1": Experiment(
            title=tr_noop("Trust only the last game"),
            question=sentence(
                "The partner moves at random, and with α = 1 each result replaces all "
                "earlier ones. Does the agent win more often against a random player than with "
                "α = {alpha}?",
                alpha=_AGAINST_RANDOM.alpha,
            ),
            answers=(
                tr_noop("More often: it learns fastest"),
                tr_noop("Equally often"),
                tr_noop("Less often"),
            ),
            config=replace(_AGAINST_RANDOM, alpha=1.0),
            counterpart=_AGAINST_RANDOM,
            names=("α = 1", sentence("α = {alpha}", alpha=_AGAINST_RANDOM.alpha)),
            shown="wins",
            right=lambda agent, other: bisect_right(
                (-0.005, 0.005), other.wins_vs_random - agent.wins_vs_random
            ),
            reason=tr_noop(
                "The partner moves at random, so the same move can win one game and lose the next. "
                "With α = 1 a value is only the latest result, not an average. It wins {wins} of "
                "its games against a random player, compared with {other_wins} when α = {alpha}."
            ),
        ),
        "draw-like-win": Experiment(
            title=tr_noop("A draw as good as a win"),
            question=tr_noop("A draw earns 1, the same as a win. What happens?"),
            answers=(
                tr_noop("It is unbeatable, but wins far less often against a random player"),
                tr_noop("It is unbeatable and wins about as often"),
                tr_noop("It is beatable"),
            ),
            config=replace(_Q_LEARNING_ALPHA_04, reward_draw=1.0),
            counterpart=_Q_LEARNING_ALPHA_04,
            names=(tr_noop("Draw = 1"), tr_noop("Draw = 0")),
            shown="wins",
            right=lambda agent, other: (
                2 if agent.weak_sides else int(agent.wins_vs_random > other.wins_vs_random - 0.1)
            ),
            reason=tr_noop(
                "Timing decides: with γ = {gamma}, a win now is worth more than a later draw, and "
                "a loss is still worst. It wins {wins} of its games against a random player, "
                "compared with {other_wins} when a draw is worth 0."
            ),
        ),
        "gamma-1": Experiment(
            title=tr_noop("Any win counts the same"),
            question=tr_noop(
                "With γ = 1 a win is worth 1, however late. What does the agent do when it "
                "can win at once?"
            ),
            answers=(
                tr_noop("It wins at once"),
                tr_noop("It sometimes plays on, but never loses"),
                tr_noop("It sometimes plays on and then loses"),
            ),
            config=replace(_ALPHA_1, gamma=1.0),
            counterpart=_ALPHA_1,
            names=("γ = 1", sentence("γ = {gamma}", gamma=_ALPHA_1.gamma)),
            shown="wins_taken",
            right=lambda agent, _: 2 if agent.weak_sides else int(agent.takes_wins <= _CERTAIN),
            reason=tr_noop(
                "A win now and a certain win later have the same value, so it chooses between them "
                "at random: it takes {wins_taken} of the wins it is offered. With γ = {gamma} a "
                "later win is worth less, and it takes {other_wins_taken}. Kutschera (2018) solved "
                "this by rewarding short games."
            ),
        ),
        "rewards-for-x": Experiment(
            title=tr_noop("One reward for both"),
            question=tr_noop(
                "The reward is 1 if X wins and −1 if O wins, whichever side moved. When the "
                "agent plays O, how often does a random player beat it?"
            ),
            answers=(
                tr_noop("In less than 10% of games"),
                tr_noop("In 10% to 70%"),
                tr_noop("In more than 70%"),
            ),
            config=replace(_Q_LEARNING, rewards_for="X"),
            counterpart=_Q_LEARNING,
            names=(tr_noop("X's reward"), tr_noop("Own reward")),
            shown="losses_as_o",
            right=lambda agent, _: bisect_right((0.1, 0.7), agent.card.vs_random_as_o.loss),
            reason=tr_noop(
                "O looks for the highest value too, and that is now a win for X. As O it loses "
                "{losses_as_o} of its games to a random player; if each side gets its own rewards, "
                "it loses {other_losses_as_o}. A value must be seen from the side to move."
            ),
        ),
        "best-ever": Experiment(
            title=tr_noop("Remember the best"),
            question=tr_noop(
                "The agent remembers the best result each move has ever had, not the average. "
                "Who can beat it?"
            ),
            config=replace(_Q_LEARNING, best_ever=True),
            counterpart=_Q_LEARNING,
            names=(tr_noop("Best result"), tr_noop("Average")),
            shown="blocks",
            reason=tr_noop(
                "Almost every move has won some game, and one win hides all losses. So it hopes "
                "instead of blocking: it makes {blocks} of the blocks it needs, and its worst-case "
                "opponent beats it in {worst_as_x} of its games as X and {worst_as_o} as O. With "
                "averages it makes {other_blocks}."
            ),
        ),
        "total-score": Experiment(
            title=tr_noop("Totals instead of averages"),
            question=tr_noop(
                "A reward memory chooses the move with the highest total of rewards, not with the "
                "highest average. When it plays X, how often does its worst-case opponent beat it?"
            ),
            answers=_HOW_OFTEN,
            config=replace(_MEMORY, score="absolute"),
            counterpart=_MEMORY,
            names=(tr_noop("Total"), tr_noop("Average")),
            shown="worst_as_x",
            right=lambda agent, _: bisect_left((0, _CERTAIN), agent.card.worst_case_as_x.loss),
            reason=tr_noop(
                "A total grows with every game. In {passed_over} of the positions with two moves "
                "tried or more, the agent passes over the move with the best average, and in "
                "{tried_more} of these it has tried the chosen one more often. With averages its "
                "worst-case opponent wins {other_worst_as_x} of its games as X, which is why "
                "Kutschera (2018) chose them."
            ),
        ),
        "replay": Experiment(
            title=tr_noop("Replay past moves"),
            question=tr_noop(
                "Two agents each play 2,000 games and always make the move they have tried "
                "least. One of them also replays 200 past moves after every game. Which of them "
                "ends up unbeatable?"
            ),
            answers=(tr_noop("Neither"), tr_noop("One of them"), tr_noop("Both")),
            config=replace(_LEAST_TRIED, replay=200),
            counterpart=_LEAST_TRIED,
            names=(tr_noop("200 moves replayed"), tr_noop("No replay")),
            shown="worst_as_o",
            right=lambda agent, other: (not agent.weak_sides) + (not other.weak_sides),
            reason=tr_noop(
                "After every game it learns from 200 past moves again, so a result reaches the "
                "opening without being played again. After the same {games:,} games, its "
                "worst-case opponent wins {worst_as_o} of its games as O with replay, and "
                "{other_worst_as_o} without."
            ),
        ),
        "mind-losing": Experiment(
            title=tr_noop("Does it mind losing?"),
            question=tr_noop(
                "In the first chapter of Sutton and Barto's book, a win is worth 1, and a draw as "
                "much as a loss: 0. After 60,000 games of self-play, who can beat this player?"
            ),
            config=_BY_THE_TEXT,
            counterpart=_BY_THE_PROGRAM,
            names=(tr_noop("Draw = 0"), tr_noop("Draw = 0.5")),
            shown="losses_as_o",
            reason=tr_noop(
                "X can play for a win and is safe while it does. O can hardly ever force one, and "
                "a draw is no better to it than a loss, so it does not defend. As O it loses "
                "{losses_as_o} of its games to a random player; if a draw is worth {reward_draw}, "
                "it loses {other_losses_as_o}."
            ),
        ),
        "own-mistakes": Experiment(
            title=tr_noop("Learning from one's own mistakes"),
            question=tr_noop(
                "SARSA learns from the move it really makes next, also if that is an exploratory "
                "one. It explores in seven of ten moves to the end of its training. Who can beat "
                "it afterwards, when it no longer explores?"
            ),
            config=replace(_CARELESS, rule="sarsa"),
            counterpart=_CARELESS,
            names=("SARSA", "Q-learning"),
            shown="worst_as_o",
            reason=tr_noop(
                "Its values are those of a player that errs in most of its moves, and it plays to "
                "suit that player. Its worst-case opponent beats it in {worst_as_o} of its games "
                "as O. Q-learning explores just as much, but expects its own best move: it loses "
                "{other_worst_as_o}."
            ),
        ),
        "trace-decay": Experiment(
            title=tr_noop("How far to look"),
            question=tr_noop(
                "With a trace decay λ of 0.7, most of each target is what came later in the game. "
                "Until Q-learning with small steps is first unbeatable, how many games does it "
                "need, compared with λ = 0?"
            ),
            answers=(
                tr_noop("Less than half as many"),
                tr_noop("About as many"),
                tr_noop("More than twice as many"),
            ),
            config=replace(_SMALL_STEPS, trace_decay=0.7),
            counterpart=_SMALL_STEPS,
            names=("λ = 0.7", "λ = 0"),
            shown="unbeatable_from",
            right=lambda agent, other: bisect_right(
                (other.unbeatable_from / 2, 2 * other.unbeatable_from), agent.unbeatable_from
            ),
            reason=tr_noop(
                "One game then teaches its opening something about its end. With λ = 0 a result "
                "travels back one turn per game, and each step moves a value by only 1%. It is "
                "first unbeatable after {unbeatable_from} games, with λ = 0 after "
                "{other_unbeatable_from}."
            ),
        ),
        "never-sure": Experiment(
            title=tr_noop("Never quite sure"),
            question=tr_noop(
                "A policy gradient makes good moves likelier and bad ones less likely. After ten "
                "times as many games, how often does the worst-case opponent beat it as X?"
            ),
            answers=(tr_noop("Never"), tr_noop("Less often, but not never"), tr_noop("As often")),
            config=_GRADIENT,
            counterpart=replace(_GRADIENT, games=10_000),
            names=(tr_noop("100,000 games"), tr_noop("10,000 games")),
            shown="worst_as_x",
            right=lambda agent, other: (
                0
                if not agent.weak_sides
                else 1 + (agent.card.worst_case_as_x.loss > other.card.worst_case_as_x.loss / 2)
            ),
            reason=tr_noop(
                "Its preferences grow, but a probability never becomes exactly 0: this agent is "
                "never unbeatable, only less and less likely to err. It loses {worst_as_x} of its "
                "games as X to the worst-case opponent, after a tenth of the games "
                "{other_worst_as_x}."
            ),
        ),
    }
)
"""By their keys in links, in the order shown."""
