"""`TrainingConfig`: one dataclass that says everything about a training, each setting once."""

import inspect
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_type_hints

import numpy as np
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from ttt_core.evaluation.policy import Ties
from ttt_core.learning.matchboxes import Beads
from ttt_core.learning.rules import RULES, Learns

MAX_GAMES = 10_000_000
"""Of one training."""
MAX_TOTAL_GAMES = 100_000_000
"""Of all trainings of an agent together."""
MAX_RUNS = 10_000
"""Trainings of an agent."""
MAX_REPLAY = 1_000
MAX_REPLAY_SIZE = 100_000
MAX_BEADS_WON = 10
"""By one move in one game."""

if TYPE_CHECKING:
    RuleName = str
else:
    RuleName = Literal[tuple(RULES)]
Exploration = Literal["epsilon", "experience", "least-visited"]
StepSize = Literal["constant", "sample-average"]
BeadsWon = Annotated[int, Field(ge=-MAX_BEADS_WON, le=MAX_BEADS_WON)]
Share = Annotated[float, Field(ge=0, le=1)]
Factor = Annotated[float, Field(gt=0, le=1)]
BoundedNumber = Annotated[float, Field(ge=-1_000, le=1_000)]


class ConfigError(ValueError):
    """A configuration is refused. The message is a sentence.

    Attributes
    ----------
    fields : tuple of str
        The fields at fault: one that is out of its range, or all that contradict each other.
    """

    def __init__(self, message: str, *fields: str) -> None:
        super().__init__(message)
        self.fields = fields

    @property
    def field(self) -> str:
        """The field that the message is about in the first place."""
        return self.fields[0]


@dataclass(frozen=True, kw_only=True)
class TrainingConfig:
    """Everything that decides what a training learns.

    Together with a starting table it fixes the result bit for bit.

    Raises
    ------
    ConfigError
        If a field is out of its range or fields contradict each other; a `ValueError` that names
        them. NumPy's numbers count as numbers.
    """

    games: Annotated[
        int,
        Field(
            ge=1,
            le=MAX_GAMES,
            title="Games",
            description="How many games the agent plays to learn. 100,000 take a moment and are "
            "enough for most settings. With too few it knows little beyond the openings it "
            "happened to try; more do no harm, they only take longer.",
        ),
    ] = 100_000

    seed: Annotated[
        int,
        Field(
            ge=0,
            le=2**63 - 1,
            title="Seed",
            description="Starts the random numbers. The same settings with the same seed give the "
            "same agent, bit for bit; another seed shows how much of a result was luck.",
        ),
    ] = 0

    rule: Annotated[
        RuleName,
        Field(
            title="Rule",
            description="How the agent changes its mind. "
            + " ".join(f"{rule.label}: {rule.sentence}" for rule in RULES.values()),
        ),
    ] = "minimax-q"

    alpha: Annotated[
        Factor,
        Field(
            title="Learning rate α",
            description="How far a value moves towards what the agent has just seen. 0.1 to 0.5 "
            "suits most trainings; 1 forgets the old value altogether, which is right only where "
            "nothing is left to chance. Below 0.05 it learns too slowly for the games it gets.",
        ),
    ] = 0.5

    # Averages: Sutton and Barto 2018, eq. 2.3.
    step_size: Annotated[
        StepSize,
        Field(
            title="Step size",
            description="Constant: every update moves the value by the share α. Average: by one "
            "over the number of visits, so that the value becomes the mean of all it has seen. "
            "Averages settle where opponents move at random, but are slow to forget early "
            "nonsense.",
        ),
    ] = "constant"

    gamma: Annotated[
        Share,
        Field(
            title="Discount factor γ",
            description="How much a reward is worth one step earlier. 0.85 to 0.99 makes quick "
            "wins better than slow ones. At 1 a slow win is as good as a quick one; below 0.5 what "
            "lies some moves ahead hardly counts, and at 0 the agent sees no further than the next "
            "move.",
        ),
    ] = 0.9

    epsilon: Annotated[
        Share,
        Field(
            title="ε in the first game",
            description="The chance of a move made to explore instead of the best one known. From "
            "0.5 to 1 the agent sees all of the game; below 0.1 it repeats the first games that "
            "went well, and at 0 it explores nothing. Minimax-Q can do without where an untried "
            "move is worth 0, like a draw, and equal moves are chosen at random: then chance "
            "explores what is in doubt, and it gets there sooner.",
        ),
    ] = 1.0

    epsilon_decay: Annotated[
        Factor,
        Field(
            title="ε decays by",
            description="ε is multiplied by it after every game. 1 keeps ε as it is. At 0.9999 it "
            "has fallen to a third after 10,000 games, at 0.99 after 100: quicker than that, and "
            "exploring is over before the agent has seen much.",
        ),
    ] = 0.9999

    epsilon_floor: Annotated[
        Share,
        Field(
            title="ε at least",
            description="ε never falls below it. 0.01 to 0.5 keeps the agent looking for what it "
            "has missed; at 0 a decaying ε ends all exploring, and an error made until then stays.",
        ),
    ] = 0.0

    # By experience: Kutschera 2018.
    exploration: Annotated[
        Exploration,
        Field(
            title="Explores",
            description="By chance: with probability ε any free cell. By experience: likewise, but "
            "the chance falls from 1 to 1/10 with the number of distinct games seen. Least tried: "
            "with probability ε the move that was tried least often, which misses nothing.",
        ),
    ] = "epsilon"

    experience_games: Annotated[
        int,
        Field(
            ge=1,
            le=50_000,
            title="Experience of a step",
            description="After so many distinct games the chance to explore falls from 1 to 1/2, "
            "after twice as many to 1/3, after four times to 1/5 and after six times to 1/10. 500 "
            "is as published. With few the agent settles before it has seen much; with thousands "
            "it goes on exploring through most of a training.",
        ),
    ] = 500

    # Optimism: Sutton and Barto 2018, ch. 2.6.
    initial_value: Annotated[
        BoundedNumber,
        Field(
            title="Value of an untried move",
            description="What the table holds before a move is tried. 0 is neutral. Optimistic "
            "values, 0.5 to 1, make the agent try every move of the positions that it comes to, "
            "until it knows better. Far above the reward of a win it takes very long to be "
            "disappointed everywhere. Used when a table is begun, not when a training goes on.",
        ),
    ] = 0.0

    ties: Annotated[
        Ties,
        Field(
            title="Equal moves",
            description="How the agent chooses among moves of equal value, in training and in "
            "play. It matters where many are equal, as with 0 for an untried move and a draw: "
            "there, at random, it sees more of the game, and the first free cell leaves whole "
            "regions unseen. Where their values tell moves apart it makes hardly a difference.",
        ),
    ] = "random"

    symmetry: Annotated[
        bool,
        Field(
            title="Use symmetry",
            description="Boards that a turn or a mirror carries into each other share their "
            "values, so that one game teaches up to eight. Without it the agent needs about ten "
            "times the games.",
        ),
    ] = True

    # Against a partner the agent changes sides after every game and learns from its own moves.
    random_share: Annotated[
        Share,
        Field(
            title="Games against random moves",
            description="The share of games against a partner that moves at random; the rest is "
            "against itself. 0 to 0.5 shows the agent how to punish mistakes. At 1 minimax-Q "
            "takes longer, and the other rules learn to hope for mistakes, unless a loss costs far "
            "more than a win brings.",
        ),
    ] = 0.0

    minimax_share: Annotated[
        Share,
        Field(
            title="Games against perfect play",
            description="The share of games against a partner that plays perfectly. A little, up "
            "to 0.3, shows how not to lose. At 1 the agent never sees a win, so it cannot learn to "
            "take one.",
        ),
    ] = 0.0

    learns: Annotated[
        Learns,
        Field(
            title="Learns the moves of",
            description="For which side the agent learns. A side it does not learn for stays as it "
            "was: beginners' play, if it never learned.",
        ),
    ] = "both"

    reward_win: Annotated[
        BoundedNumber,
        Field(
            title="Win",
            description="The reward for winning; 1 is usual. Only its size beside the other "
            "rewards matters: at or below that of a draw, the agent no longer cares to win. "
            "Minimax-Q counts a loss as much the other way, and a draw as nothing.",
        ),
    ] = 1.0

    reward_draw: Annotated[
        BoundedNumber,
        Field(
            title="Draw",
            description="The reward for a draw, in the middle between loss and win: 0 is usual. "
            "Near that of a win the agent is content with drawing, near that of a loss it risks "
            "losing for a win.",
        ),
    ] = 0.0

    reward_loss: Annotated[
        BoundedNumber,
        Field(
            title="Loss",
            description="The reward for losing; −1 is usual. Close to that of a draw it makes the "
            "agent careless. Far below, the agent takes no risk, however much there is to win.",
        ),
    ] = -1.0

    move_cost: Annotated[
        Share,
        Field(
            title="Cost of a move",
            description="Taken from the reward of every move, so that quick wins are better. 0 to "
            "0.05 is plenty. Above 0.5 losing quickly can look better than holding out for a draw.",
        ),
    ] = 0.0

    backward: Annotated[
        bool,
        Field(
            title="Learn backwards",
            description="Learns from a game from its last move to its first, so that the result "
            "reaches the opening at once. In the order of play it moves forward by one step per "
            "game, which shows where games are few and no moves are replayed.",
        ),
    ] = False

    # Lin 1992, "Self-improving reactive agents based on reinforcement learning".
    replay: Annotated[
        int,
        Field(
            ge=0,
            le=MAX_REPLAY,
            title="Moves replayed after each game",
            description="How many past moves are learned from once more after every game. 5 to 50 "
            "gets more out of few games. Every one costs time: 1,000 make training over a hundred "
            "times slower.",
        ),
    ] = 0

    replay_size: Annotated[
        int,
        Field(
            ge=1,
            le=MAX_REPLAY_SIZE,
            title="Past moves kept",
            description="How many past moves are kept for replaying; the oldest are forgotten. A "
            "few thousand do. With very few the agent keeps chewing over its last games.",
        ),
    ] = 10_000

    # The reward memory's own numbers: Kutschera 2018.
    weight_win: Annotated[
        BoundedNumber,
        Field(
            title="Weight of a win",
            description="What rewards from games won count in the score of a move: it is the mean "
            "of the three weights, each as often as there were rewards for it. 100 is as "
            "published. Only its size beside the other weights matters, and beside 0, the score of "
            "a move never tried.",
        ),
    ] = 100.0

    weight_draw: Annotated[
        BoundedNumber,
        Field(
            title="Weight of a draw",
            description="What rewards from games drawn count in the score of a move; 10 is as "
            "published. Near the weight of a win the memory is content with drawing. Below 0, a "
            "move never tried looks better than one that draws.",
        ),
    ] = 10.0

    weight_loss: Annotated[
        BoundedNumber,
        Field(
            title="Weight of a loss",
            description="What rewards from games lost count in the score of a move; −1 is as "
            "published, which hardly tells a loss from a move never tried. At −100 the memory "
            "shuns a move that lost as much as it likes one that won.",
        ),
    ] = -1.0

    # At most 2: the rewards of 100 million games must fit into 32 bits.
    reward_base: Annotated[
        float,
        Field(
            ge=1,
            le=2,
            title="Reward for shortness",
            description="Each move by which a game is shorter multiplies its reward by this "
            "number; a game of nine moves brings 1. 2 is as published: 16 for a game of five. At 1 "
            "all games count alike. In between the rewards are rounded to whole numbers.",
        ),
    ] = 2.0

    # Michie 1963; the simulation at mscroggs.co.uk.
    beads: Annotated[
        Beads,
        Field(
            title="Beads in a new box",
            description="How many beads of each colour. Michie's: 4 at a player's first move, 3 at "
            "the second, then 2 and 1. The simulation at mscroggs.co.uk: 8, 4, 2, 1. With few, a "
            "streak of losses soon empties a box, and the machine resigns; with many it learns "
            "slowly. Used when a table is begun, not when a training goes on.",
        ),
    ] = "michie"

    beads_win: Annotated[
        BeadsWon,
        Field(
            title="Beads after a win",
            description="How many beads of its colour each move of a game won gets, beside the one "
            "that was drawn. 3 was Michie's choice; with more the machine settles sooner, on what "
            "happened to win first.",
        ),
    ] = 3

    beads_draw: Annotated[
        BeadsWon,
        Field(
            title="Beads after a draw",
            description="How many beads of its colour each move of a game drawn gets. 1 makes the "
            "machine content with drawing against whom it cannot beat. At 0 it learns nothing from "
            "draws, below 0 it shuns them like losses.",
        ),
    ] = 1

    beads_loss: Annotated[
        BeadsWon,
        Field(
            title="Beads after a loss",
            description="How many beads each move of a game lost gets. At −1 the bead that was "
            "drawn is taken away. Further below, boxes run empty early; at 0 and above, mistakes "
            "are never unlearned.",
        ),
    ] = -1

    def __post_init__(self) -> None:
        for name, setting in SETTINGS.items():
            object.__setattr__(self, name, setting.read(getattr(self, name)))
        check_contradictions(self)


@dataclass(frozen=True)
class Setting:
    """What is declared of a field of `TrainingConfig`.

    Attributes
    ----------
    name : str
    label, sentence : str
        What it is called; what it does, which values are sensible, and what goes wrong outside.
    schema : dict
        The JSON Schema of its values: their type, range and choices.
    """

    name: str
    label: str
    sentence: str
    schema: dict[str, Any]
    _adapter: TypeAdapter[Any]

    def read(self, value: object) -> Any:
        """Return a value as it is kept: as a plain Python value.

        Raises
        ------
        ConfigError
            If it is none for this setting.
        """
        plain = value.item() if isinstance(value, np.generic) else value
        try:
            return self._adapter.validate_python(plain)
        except ValidationError as error:
            in_kind = error.errors()[0]["type"] in _OUT_OF_RANGE
            needed = self._range(value) if in_kind else f"be {self._kind()}, not {value!r}"
            raise ConfigError(f"{self.name} must {needed}.", self.name) from None

    def _kind(self) -> str:
        if "enum" in self.schema:
            return f"one of {', '.join(self.schema['enum'])}"
        kinds = {"boolean": "True or False", "integer": "a whole number", "number": "a number"}
        return kinds[self.schema["type"]]

    def _range(self, value: object) -> str:
        high = self.schema["maximum"]
        if "exclusiveMinimum" in self.schema:
            return f"be above {self.schema['exclusiveMinimum']} and at most {high}, not {value}"
        return f"lie between {self.schema['minimum']:,} and {high:,}, not at {value}"


_OUT_OF_RANGE = ("greater_than", "greater_than_equal", "less_than_equal")


def _declared() -> Mapping[str, Setting]:
    settings = {}
    for name, hint in get_type_hints(TrainingConfig, include_extras=True).items():
        adapter = TypeAdapter[Any](hint, config=ConfigDict(strict=True, allow_inf_nan=False))
        schema = adapter.json_schema()
        settings[name] = Setting(name, schema["title"], schema["description"], schema, adapter)
    return MappingProxyType(settings)


def _wrapped(text: str) -> str:
    return textwrap.fill(text, 88, initial_indent="    ", subsequent_indent="    ")


SETTINGS = _declared()
"""By field of `TrainingConfig`."""

TrainingConfig.__doc__ = "\n".join(
    [
        *(inspect.cleandoc(str(TrainingConfig.__doc__)), "", "Attributes", "----------"),
        *(f"{setting.name}\n{_wrapped(setting.sentence)}" for setting in SETTINGS.values()),
    ]
)


def matters(name: str, config: TrainingConfig) -> bool:
    """Say whether a field has any influence on what a training with this configuration learns."""
    if name in RULES[config.rule].unused:
        return False
    match name:
        case "alpha" | "replay":
            return config.step_size == "constant"
        case "epsilon" | "epsilon_decay" | "epsilon_floor":
            return config.exploration != "experience"
        case "experience_games":
            return config.exploration == "experience"
        case "replay_size":
            return config.replay > 0
        case "weight_win" | "weight_draw" | "weight_loss" | "reward_base":
            return RULES[config.rule].method == "reward-memory"
    return True


def changed_by(config: TrainingConfig, changes: Mapping[str, Any]) -> TrainingConfig | None:
    """Return a configuration with some fields changed; None where that contradicts the others.

    Under another rule, fields that it does not know fall back to their defaults; so do rewards that
    it cannot have.
    """
    values = {field.name: getattr(config, field.name) for field in fields(config)} | dict(changes)
    rule = RULES[values["rule"]]
    if values["rule"] != config.rule:
        for field in fields(config):
            of_rewards = rule.zero_sum and field.name in (
                "reward_win",
                "reward_draw",
                "reward_loss",
            )
            if field.name in rule.unused or of_rewards:
                values[field.name] = field.default
    try:
        return TrainingConfig(**values)
    except ConfigError:
        return None


def check_contradictions(config: TrainingConfig) -> None:
    """Check the fields, each of which is in its range, against each other.

    Raises
    ------
    ConfigError
        If some contradict each other.
    """
    rule = RULES[config.rule]
    for field in fields(config):
        if field.name in rule.fixed and getattr(config, field.name) != field.default:
            raise ConfigError(
                f"{field.name} must be {field.default!r} with {rule.name}: it knows nothing else.",
                *(field.name, "rule"),
            )
    if rule.zero_sum and config.reward_loss != -config.reward_win:
        raise ConfigError(
            f"reward_loss must be minus reward_win with {rule.name}: what one side wins the other "
            "loses.",
            *("reward_loss", "reward_win", "rule"),
        )
    if rule.zero_sum and config.reward_draw != 0:
        raise ConfigError(
            f"reward_draw must be 0 with {rule.name}: what one side wins the other loses.",
            *("reward_draw", "rule"),
        )
    if config.random_share + config.minimax_share > 1 + 1e-9:
        raise ConfigError(
            "random_share and minimax_share are parts of the same games: together at most 1.",
            *("random_share", "minimax_share"),
        )
    if config.replay and config.step_size == "sample-average":
        raise ConfigError(
            "replay needs a constant step_size: learning again is not a new sample.",
            *("replay", "step_size"),
        )
    if config.exploration == "least-visited" and config.epsilon == config.epsilon_floor == 0:
        raise ConfigError(
            "epsilon must be above 0 for least-visited exploration to happen.",
            *("epsilon", "epsilon_floor", "exploration"),
        )
