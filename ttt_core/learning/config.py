"""`TrainingConfig`: all settings of a training run, each declared once."""

import inspect
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, TypeVar, get_type_hints

import numpy as np
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from ttt_core.evaluation.policy import Ties
from ttt_core.learning.matchboxes import Beads
from ttt_core.learning.rules import RULES, Learns, RuleName
from ttt_core.pictures import settings_html, settings_repr
from ttt_core.sentences import Sentence, sentence, tr_noop

MAX_GAMES = 10_000_000
"""In one run."""
MAX_TOTAL_GAMES = 100_000_000
"""In all runs of an agent together."""
MAX_RUNS = 10_000
"""Training runs of an agent."""
MAX_REPLAY = 1_000
MAX_REPLAY_SIZE = 100_000
MAX_LESSONS = 100_000
MIN_HIDDEN_UNITS, MAX_HIDDEN_UNITS = 1, 128
MAX_BEADS_WON = 10
"""Most beads that one move gains or loses in one game."""

Exploration = Literal["epsilon", "experience", "least-visited"]
Course = Literal["by-factor", "linear", "harmonic"]
StepSize = Literal["constant", "sample-average"]
RewardsFor = Literal["mover", "X"]
Score = Literal["relative", "absolute"]
BeadsWon = Annotated[int, Field(ge=-MAX_BEADS_WON, le=MAX_BEADS_WON)]
Share = Annotated[float, Field(ge=0, le=1)]
Factor = Annotated[float, Field(gt=0, le=1)]
BoundedNumber = Annotated[float, Field(ge=-1_000, le=1_000)]


if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_Value = TypeVar("_Value")


class ConfigError(ValueError):
    """Raised if a configuration is invalid. The message says why.

    Attributes
    ----------
    fields : tuple of str
        The fields at fault: the one that is out of range, or all that contradict each other.
    """

    def __init__(self, message: str, *fields: str) -> None:
        super().__init__(message)
        self.fields = fields

    @property
    def field(self) -> str:
        """The field that the message is mainly about."""
        return self.fields[0]


def config_refusal(template: str, /, *fields: str, **values: Any) -> ConfigError:
    """Return a `ConfigError` that says a sentence; marks the template for translation."""
    return ConfigError(Sentence(template, **values), *fields)


def setting(default: _Value, label: str, sentence: str) -> _Value:
    """Declare a setting; label and sentence are marked for translation."""
    return field(default=default, metadata={"label": label, "sentence": sentence})


@dataclass(frozen=True, kw_only=True, repr=False)
class TrainingConfig:
    """All settings of a training run.

    Together with the starting table they fully determine the result.

    Raises
    ------
    ConfigError
        If a field is out of range or fields contradict each other; a `ValueError` that names them.
        NumPy's numbers are accepted, and for the seed a `numpy.random.Generator`, which draws it.
    """

    games: Annotated[int, Field(ge=1, le=MAX_GAMES)] = setting(
        100_000,
        "Games",
        "The number of training games. 100,000 usually takes less than a second and is enough "
        "for most settings. With too few, the agent knows little beyond the openings it happened "
        "to try.",
    )

    seed: Annotated[int, Field(ge=0, le=2**63 - 1)] = setting(
        0,
        "Seed",
        "Fixes the random numbers. The same settings and seed always give exactly the same "
        "agent; another seed shows how much of a result was luck.",
    )

    rule: RuleName = setting(
        "minimax-q",
        "Rule",
        "How the agent updates its values. "
        + " ".join(f"{rule.label}: {rule.sentence}" for rule in RULES.values()),
    )

    alpha: Factor = setting(
        0.5,
        "Learning rate α",
        "How far each update moves a value towards what the agent has just observed. 0.1 to 0.5 "
        "suits most runs. At 1 the old value is forgotten, which works with Minimax-Q but not "
        "where chance decides what is observed; below 0.05 learning is usually too slow.",
    )

    # Averages: Sutton and Barto 2018, eq. 2.3.
    step_size: StepSize = setting(
        "constant",
        "Step size",
        "How large each update is. Constant α moves a value by the same fraction every time; "
        "Sample average keeps it at the mean of everything observed. Averages settle even "
        "against a random partner, but are slow to forget early mistakes.",
    )

    best_ever: bool = setting(
        False,
        "Keep the best result",
        "A value is the best ever observed, not an average, and never falls, not even below the "
        "initial value. One lucky win then hides any number of losses, so the agent hopes for "
        "mistakes. If values begin at the reward for a win, it learns nothing.",
    )

    gamma: Share = setting(
        0.9,
        "Discount factor γ",
        "How much of a later value counts one step earlier. 0.85 to 0.99 makes the agent prefer "
        "quick wins; at 1 a slow win is as good as a quick one. Below 0.5, anything a few moves "
        "ahead hardly counts, and at 0 the agent sees only its next move.",
    )

    epsilon: Share = setting(
        1.0,
        "Exploration rate ε",
        "The probability, in the first game, of an exploratory move instead of the best one "
        "known. From 0.5 to 1 the agent sees the whole game; below 0.1 it tends to repeat the "
        "first moves that worked. Minimax-Q learns even faster at 0 if untried moves are worth 0 "
        "and ties are broken at random.",
    )

    epsilon_decay: Factor = setting(
        0.9999,
        "ε decay per game",
        "After every game, ε is multiplied by this number, unless the course of ε is linear or "
        "harmonic. 1 keeps ε constant; 0.9999 cuts it to about a third in 10,000 games, 0.99 in "
        "100. With faster decay, exploration stops before the agent has seen much.",
    )

    epsilon_floor: Share = setting(
        0.0,
        "Minimum ε",
        "ε never falls below this. 0.01 to 0.5 lets the agent keep finding what it has missed. "
        "At 0 a decaying ε ends all exploration, and any mistake left by then remains.",
    )

    # Harmonic: greedy in the limit with infinite exploration (Singh and others 2000).
    epsilon_course: Course = setting(
        "by-factor",
        "Course of ε",
        "By a factor multiplies ε by the decay after every game. With d = 1 − the decay, Linear "
        "subtracts d times the initial ε, and Harmonic divides the initial ε by 1 + d × games. "
        "All begin equally fast; Linear reaches the minimum first, and Harmonic never quite "
        "stops exploring.",
    )

    # Less with experience: Kutschera 2018.
    exploration: Exploration = setting(
        "epsilon",
        "Exploration method",
        "When the agent explores, and with which move. With probability ε, At random picks any "
        "free cell, Least tried the move tried least often. Less with experience picks any free "
        "cell; its probability falls from 1 to 1/10 as the agent sees more distinct games.",
    )

    experience_games: Annotated[int, Field(ge=1, le=50_000)] = setting(
        500,
        "Distinct games per step",
        "After this many distinct games, the probability of exploring falls from 1 to 1/2. After "
        "two, four and six times as many, it falls to 1/3, 1/5 and 1/10. The published value is "
        "500; with few the agent settles too early, with thousands it explores throughout.",
    )

    # Optimism: Sutton and Barto 2018, ch. 2.6.
    initial_value: BoundedNumber = setting(
        0.0,
        "Initial value",
        "The value of a move before it is tried, set when training starts from scratch. 0 is "
        "neutral; optimistic values (0.5 to 1) make the agent try every move in the positions it "
        "reaches. Values far above the reward for a win take very long to correct.",
    )

    ties: Ties = setting(
        "random",
        "Ties",
        "How the agent chooses between moves of equal value, in training and in play. It matters "
        "when many moves are equal, for example when untried moves and draws are both worth 0. "
        "Choosing at random then shows the agent more of the game; always taking the first free "
        "cell leaves whole regions unseen.",
    )

    symmetry: bool = setting(
        True,
        "Use symmetry",
        "Rotations and mirror images of a position share its values, so one move teaches up to "
        "eight positions. Without symmetry the agent needs about eight times as many games.",
    )

    # Against a partner the agent changes sides after every game and learns from its own moves.
    random_share: Share = setting(
        0.0,
        "Share vs random",
        "The share of training games against a random player instead of self-play. 0 to 0.5 "
        "teaches the agent to punish mistakes. At 1, Minimax-Q takes longer; other rules learn "
        "to hope for mistakes, unless losses cost far more than wins earn.",
    )

    minimax_share: Share = setting(
        0.0,
        "Share vs perfect play",
        "The share of training games against a perfect player instead of self-play. Up to 0.3 "
        "teaches the agent not to lose. At 1 it never sees a win, so it cannot learn to take one.",
    )

    # The start that the saved file of Kutschera 2018 shows: `lessons`.
    lessons: Annotated[int, Field(ge=0, le=MAX_LESSONS)] = setting(
        0,
        "Lessons at the start",
        "The number of games at the start in which a scripted player teaches the agent. That "
        "player wins if it can, otherwise blocks, otherwise takes the centre or any other cell. "
        "The two change sides every 100 games; only the agent explores, and it learns from the "
        "moves of both.",
    )

    learns: Learns = setting(
        "both",
        "Learns for",
        "The side or sides the agent learns to play. A side it does not learn for stays as it "
        "was: untrained, in training from scratch.",
    )

    reward_win: BoundedNumber = setting(
        1.0,
        "Win",
        "The reward for a win, usually 1; only its size compared with the other rewards matters. "
        "If it is no higher than for a draw, the agent stops trying to win. In Minimax-Q a loss "
        "is always minus this, and a draw is 0.",
    )

    reward_draw: BoundedNumber = setting(
        0.0,
        "Draw",
        "The reward for a draw, usually 0, halfway between loss and win. Close to a win, the "
        "agent settles for draws; close to a loss, it risks losing in order to win.",
    )

    reward_loss: BoundedNumber = setting(
        -1.0,
        "Loss",
        "The reward for a loss, usually −1. Close to a draw, it makes the agent careless; far "
        "below, the agent takes no risks at all.",
    )

    rewards_for: RewardsFor = setting(
        "mover",
        "Rewards for",
        "Whose result the rewards describe. With the side that moved, each side plays for "
        "itself. With X, a win is always X's, and O helps X to win.",
    )

    move_cost: Share = setting(
        0.0,
        "Cost of a move",
        "Subtracted for every move, so that the agent prefers quick wins. 0 to 0.05 is plenty. "
        "Above 0.5, losing quickly can look better than holding out for a draw.",
    )

    # Sutton and Barto 2018, ch. 12; the naive form, which also looks back over exploratory moves.
    trace_decay: Share = setting(
        0.0,
        "Trace decay λ",
        "How much a move's target takes from the target of the next move, instead of from what the "
        "rule looks ahead to. At 0 the rule looks one turn ahead; at 1 it waits for the result, as "
        "Monte Carlo does. 0.3 to 0.9 carries results back faster, but also the effects of "
        "exploratory moves.",
    )

    # Sutton and Barto 2018, sec. 1.5: exploratory moves teach nothing.
    explore_learns: bool = setting(
        False,
        "Exploratory moves teach",
        "Lets the value before an exploratory move change, too. The agent then expects to explore "
        "in later games, so its values fit careless play. Without it, only greedy moves teach.",
    )

    backward: bool = setting(
        False,
        "Learn backwards",
        "Learns from each game starting with the last move, so the result reaches the opening at "
        "once. In playing order the result travels back only one move per game, which matters "
        "when there are few games and no replay.",
    )

    # Lin 1992, "Self-improving reactive agents based on reinforcement learning".
    replay: Annotated[int, Field(ge=0, le=MAX_REPLAY)] = setting(
        0,
        "Replayed moves per game",
        "How many past moves the agent learns from again after every game. 5 to 50 gets more out "
        "of few games. Each one costs time: 1,000 makes training 50 to 100 times slower.",
    )

    replay_size: Annotated[int, Field(ge=1, le=MAX_REPLAY_SIZE)] = setting(
        10_000,
        "Replay buffer size",
        "How many past moves are kept for replay; the oldest are dropped. A few thousand is "
        "enough. With very few, the agent keeps relearning its last games.",
    )

    # The reward memory's own numbers: Kutschera 2018.
    weight_win: BoundedNumber = setting(
        100.0,
        "Weight of a win",
        "How much rewards from won games count in a move's score, the average of the three "
        "weights over its rewards. The published value is 100. It matters only in comparison "
        "with the other weights and with 0, the score of an untried move.",
    )

    weight_draw: BoundedNumber = setting(
        10.0,
        "Weight of a draw",
        "How much rewards from drawn games count in a move's score; the published value is 10. "
        "Close to the weight of a win, the memory settles for draws. Below 0, an untried move "
        "looks better than a drawing one.",
    )

    weight_loss: BoundedNumber = setting(
        -1.0,
        "Weight of a loss",
        "How much rewards from lost games count in a move's score. The published −1 hardly "
        "separates a loss from an untried move. At −100 the memory avoids losing moves as "
        "strongly as it seeks winning ones.",
    )

    score: Score = setting(
        "relative",
        "Score",
        "How a move's rewards make its score: relative is their average, absolute their total. "
        "A total grows with every game: a move tried often beats a better one tried rarely. The "
        "article gave totals up for this reason.",
    )

    # At most 2: the rewards of 100 million games must fit into 32 bits.
    reward_base: Annotated[float, Field(ge=1, le=2)] = setting(
        2.0,
        "Short-game bonus",
        "Each move fewer than nine multiplies a game's reward by this number. A nine-move game "
        "earns 1; with the published 2, a five-move game earns 16. At 1 all games count equally; "
        "rewards are rounded to whole numbers.",
    )

    # Michie 1963; the simulation at mscroggs.co.uk.
    beads: Beads = setting(
        "michie",
        "Beads in a new box",
        "How many beads of each colour a new box contains, at a player's first, second, third "
        "and fourth move. Michie used 4, 3, 2 and 1; the simulation at mscroggs.co.uk uses 8, 4, "
        "2 and 1. With few, a losing streak soon empties a box and the machine resigns; with "
        "many, it learns slowly.",
    )

    beads_win: BeadsWon = setting(
        3,
        "Beads after a win",
        "How many beads are added for each move of a won game, on top of the one drawn. Michie "
        "used 3. With more, the machine settles sooner on whatever won first.",
    )

    beads_draw: BeadsWon = setting(
        1,
        "Beads after a draw",
        "How many beads are added for each move of a drawn game. With 1, the machine settles for "
        "draws against opponents it cannot beat. With 0 it learns nothing from draws; below 0 it "
        "avoids them like losses.",
    )

    beads_loss: BeadsWon = setting(
        -1,
        "Beads after a loss",
        "How many beads are added for each move of a lost game. At −1 the bead that was drawn is "
        "taken away. Lower values empty boxes early; at 0 or above, mistakes are never unlearned.",
    )

    hidden_units: Annotated[int, Field(ge=MIN_HIDDEN_UNITS, le=MAX_HIDDEN_UNITS)] = setting(
        64,
        "Hidden units",
        "The size of the network: each unit has 28 weights. 64 to 128 are often unbeatable after "
        "some 10,000 games; 32 need more. With 12 or fewer, boards that look alike share too "
        "much of what is learned, and some mistakes remain.",
    )

    # Adam: Kingma and Ba 2015.
    network_step: Annotated[float, Field(gt=0, le=0.1)] = setting(
        0.005,
        "Network step size",
        "How far the first steps move the weights. 0.002 to 0.01 suits most runs. With more, the "
        "network keeps forgetting; far below, it learns slowly.",
    )

    halved_after: Annotated[int, Field(ge=1_000, le=100_000_000)] = setting(
        20_000,
        "Steps until half the step size",
        "After this many steps their size has halved, after twice as many it is a third, and so "
        "on. There is one step for every move of a game. Smaller steps keep what was learned; if "
        "they shrink too soon, the network stops learning.",
    )

    batch: Annotated[int, Field(ge=1, le=256)] = setting(
        32,
        "Moves per step",
        "How many past moves the network learns from again after every move. 16 to 64 suits most "
        "runs. With few, each step mostly follows chance; with many, games take longer.",
    )

    # A copy for the targets: Mnih and others 2015.
    copy_every: Annotated[int, Field(ge=1, le=10_000)] = setting(
        200,
        "Steps between copies",
        "The network learns towards the values of a copy of itself, renewed after this many "
        "steps. 100 to 1,000 suits most runs. At 1 it chases its own changes; with thousands, "
        "results travel back slowly.",
    )

    if not TYPE_CHECKING:  # a type checker reads the fields

        def __new__(cls, *given: object, **settings: object) -> Self:
            """Refuse, in a sentence, what the fields cannot take."""
            if given:
                raise ConfigError(
                    "Settings are given by name, as in TrainingConfig(games=1_000).", "config"
                )
            for name in settings.keys() - SETTINGS.keys():
                raise ConfigError(unknown_setting(name), name)
            return super().__new__(cls)

    def __post_init__(self) -> None:
        if isinstance(self.seed, np.random.Generator):
            object.__setattr__(self, "seed", int(self.seed.integers(2**63 - 1)))
        for name, setting in SETTINGS.items():
            object.__setattr__(self, name, setting.read(getattr(self, name)))
        check_contradictions(self)

    def __repr__(self) -> str:
        """Return the call that makes an equal configuration."""
        return settings_repr(self)

    def _repr_html_(self) -> str:
        return settings_html(self)

    def changed(self) -> dict[str, Any]:
        """Return the games, the seed, the rule, and what differs from the defaults, by name."""
        always = ("games", "seed", "rule")
        return {
            declared.name: getattr(self, declared.name)
            for declared in fields(self)
            if declared.name in always or getattr(self, declared.name) != declared.default
        }


@dataclass(frozen=True)
class Setting:
    """The declaration of a field of `TrainingConfig`.

    Attributes
    ----------
    name : str
    label : str
        Its name on the screen.
    sentence : str
        What it is, which values are sensible and what goes wrong outside them. The first sentence
        can stand alone.
    schema : dict
        JSON Schema of its values: their type, range and choices.
    """

    name: str
    label: str
    sentence: str
    schema: dict[str, Any]
    _adapter: TypeAdapter[Any]

    def read(self, value: object) -> Any:
        """Return a value as a plain Python value.

        Raises
        ------
        ConfigError
            If the setting cannot have it.
        """
        plain = value.item() if isinstance(value, np.generic) else value
        try:
            return self._adapter.validate_python(plain)
        except ValidationError as error:
            out_of_range = error.errors()[0]["type"] in _OUT_OF_RANGE
            refusal = self._out_of_range(value) if out_of_range else self._of_another_kind(value)
            raise ConfigError(refusal, self.name) from None

    def _of_another_kind(self, value: object) -> str:
        if "enum" in self.schema:
            options = ", ".join(self.schema["enum"])
            return sentence(
                "{name} must be one of {options}, not {value!r}.",
                name=self.name,
                options=options,
                value=value,
            )
        template = {
            "boolean": tr_noop("{name} must be True or False, not {value!r}."),
            "integer": tr_noop("{name} must be a whole number, not {value!r}."),
            "number": tr_noop("{name} must be a number, not {value!r}."),
        }[self.schema["type"]]
        return sentence(template, name=self.name, value=value)

    def _out_of_range(self, value: object) -> str:
        low, high = self.schema.get("minimum"), self.schema["maximum"]
        template = tr_noop("{name} must be between {low:,} and {high:,}, not {value}.")
        if low is None:
            low = self.schema["exclusiveMinimum"]
            template = tr_noop("{name} must be above {low} and at most {high}, not {value}.")
        return sentence(template, name=self.name, low=low, high=high, value=_plain(value))


def _plain(number: object) -> Sentence:
    return Sentence("{n:,}" if isinstance(number, int) else "{n:,.12g}", n=number)


_OUT_OF_RANGE = ("greater_than", "greater_than_equal", "less_than_equal")


def settings_of(config: "type[DataclassInstance]") -> Mapping[str, Setting]:
    """Return the declared settings of a class, by field."""
    hints = get_type_hints(config, include_extras=True)
    settings = {}
    for declared in fields(config):
        label = declared.metadata.get("label", declared.name)
        sentence = declared.metadata.get("sentence", "")
        kind: Any = Annotated[hints[declared.name], Field(title=label, description=sentence)]
        adapter = TypeAdapter[Any](kind, config=ConfigDict(strict=True, allow_inf_nan=False))
        settings[declared.name] = Setting(
            declared.name, label, sentence, adapter.json_schema(), adapter
        )
    return MappingProxyType(settings)


def _wrapped(text: str) -> str:
    return textwrap.fill(text, 88, initial_indent="    ", subsequent_indent="    ")


SETTINGS = settings_of(TrainingConfig)
"""By field of `TrainingConfig`."""

TrainingConfig.__doc__ = "\n".join(
    [
        *(inspect.cleandoc(str(TrainingConfig.__doc__)), "", "Attributes", "----------"),
        *(f"{setting.name}\n{_wrapped(setting.sentence)}" for setting in SETTINGS.values()),
    ]
)


_ALSO_CALLED = {
    "lr": ["alpha"],
    "eps": ["epsilon"],
    "episodes": ["games"],
    "n games": ["games"],
    "random state": ["seed"],
    "algorithm": ["rule"],
    "lambda": ["trace_decay"],
    "units": ["hidden_units"],
}
"""What other libraries call a setting."""


def unknown_setting(name: object) -> str:
    """Say that a setting does not exist, and which one may be meant, or which there are."""
    words = str(name).lower().replace("_", " ")
    known_as = [key for key, setting in SETTINGS.items() if words in setting.label.lower()]
    near = _ALSO_CALLED.get(words, known_as[:1]) or get_close_matches(str(name), SETTINGS, 1)
    if near:
        return f"The setting {name} does not exist. The nearest name is {near[0]}."
    return f"The setting {name} does not exist. The settings are {', '.join(SETTINGS)}."


def check_config(config: object) -> None:
    """Check that something is a configuration and not, for example, the name of a preset.

    Raises
    ------
    ConfigError
        If it is not.
    """
    if not isinstance(config, TrainingConfig):
        raise ConfigError(
            "The settings must be a TrainingConfig, such as TrainingConfig(games=1_000) or "
            f"PRESETS['Default'], not {config!r}.",
            "config",
        )


def matters(name: str, config: TrainingConfig) -> bool:
    """Return whether a field affects what a training run with this configuration learns."""
    if name in RULES[config.rule].unused:
        return False
    match name:
        case "alpha":
            return config.step_size == "constant" and not config.best_ever
        case "replay":
            return config.step_size == "constant" and not config.trace_decay
        case "trace_decay":
            return not config.replay
        case "step_size":
            return not config.best_ever
        case "epsilon" | "epsilon_decay" | "epsilon_floor" | "epsilon_course":
            return config.exploration != "experience"
        case "experience_games":
            return config.exploration == "experience"
        case "replay_size":
            return config.replay > 0 or RULES[config.rule].kind == "network"
        case "weight_win" | "weight_draw" | "weight_loss" | "score" | "reward_base":
            return RULES[config.rule].method == "reward-memory"
    return True


def changed_by(config: TrainingConfig, changes: Mapping[str, Any]) -> TrainingConfig | None:
    """Return a configuration with some fields changed, or None if the result is contradictory.

    If the rule changes, fields the new rule does not use go back to their defaults, and so do
    rewards it cannot have.
    """
    values = vars(config) | dict(changes)
    rule = RULES[values["rule"]]
    if values["rule"] != config.rule:
        of_rewards = ("reward_win", "reward_draw", "reward_loss") if rule.zero_sum else ()
        for declared in fields(config):
            if declared.name in rule.unused or declared.name in of_rewards:
                values[declared.name] = declared.default
    try:
        return TrainingConfig(**values)
    except ConfigError:
        return None


def check_contradictions(config: TrainingConfig) -> None:
    """Check that fields, each within its range, do not contradict each other.

    Raises
    ------
    ConfigError
        If some do.
    """
    rule = RULES[config.rule]
    for declared in fields(config):
        if declared.name in rule.fixed and getattr(config, declared.name) != declared.default:
            raise config_refusal(
                "{name} must be {default!r} with {rule}, which has no other option.",
                declared.name,
                "rule",
                name=declared.name,
                default=declared.default,
                rule=rule.name,
            )
    if rule.zero_sum and config.reward_loss != -config.reward_win:
        raise config_refusal(
            "With {rule}, reward_loss must be minus reward_win, because one side's "
            "win is the other's loss.",
            "reward_loss",
            "reward_win",
            "rule",
            rule=rule.name,
        )
    if rule.zero_sum and config.reward_draw != 0:
        raise config_refusal(
            "With {rule}, reward_draw must be 0, because one side's gain is the other's loss.",
            "reward_draw",
            "rule",
            rule=rule.name,
        )
    if config.random_share + config.minimax_share > 1 + 1e-9:
        raise config_refusal(
            "random_share and minimax_share must not add up to more than 1.",
            "random_share",
            "minimax_share",
        )
    if config.replay and config.step_size == "sample-average":
        raise config_refusal(
            "replay needs a constant step_size, because a replayed move is not a new sample.",
            "replay",
            "step_size",
        )
    if config.replay and config.trace_decay:
        raise config_refusal(
            "replay needs a trace_decay of 0, because a stored move has lost its game.",
            "replay",
            "trace_decay",
        )
    if config.exploration == "least-visited" and config.epsilon == config.epsilon_floor == 0:
        raise config_refusal(
            "epsilon must be above 0 with least-visited exploration.",
            "epsilon",
            "epsilon_floor",
            "exploration",
        )
