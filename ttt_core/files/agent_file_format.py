"""Pydantic models of the agent file, which also give its JSON Schema."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    TypeAdapter,
    WithJsonSchema,
)
from pydantic.alias_generators import to_camel

from ttt_core.files.sentences import described, quoted
from ttt_core.game.graph import N_GAMES, N_POSITIONS
from ttt_core.learning.agent import Level
from ttt_core.learning.config import (
    MAX_HIDDEN_UNITS,
    MAX_RUNS,
    MIN_HIDDEN_UNITS,
    SETTINGS,
    Factor,
    Share,
    TrainingConfig,
)
from ttt_core.learning.network import MAX_WEIGHT, n_weights
from ttt_core.learning.origin import MAX_LETTERS, Origin
from ttt_core.learning.rules import RULES_IN_PLAY
from ttt_core.learning.soundness import MAX_COUNT, MAX_NAME, MAX_VALUE, SEEN_BYTES
from ttt_core.sentences import refusal

FORMAT = "ttt-agent"
VERSION = 1
ROSTER_FORMAT = "ttt-roster"
ROSTER_VERSION = 1
MAX_AGENTS = 8
MAX_SEEN_TEXT = 60_000

STRICT = ConfigDict(strict=True, extra="ignore", allow_inf_nan=False, frozen=True)
Value = Annotated[float, Field(ge=-MAX_VALUE, le=MAX_VALUE)]
Count = Annotated[int, Field(ge=0, le=MAX_COUNT)]
_Index = Annotated[int, Field(ge=0, le=2)]

if TYPE_CHECKING:
    InPlayRule = str
else:
    InPlayRule = Literal[tuple(RULES_IN_PLAY)]

_IN_EVERY_FILE = (
    *("games", "seed", "rule", "alpha", "step_size", "gamma", "epsilon", "epsilon_decay"),
    *("epsilon_floor", "exploration", "initial_value", "ties", "symmetry", "random_share"),
    *("minimax_share", "learns", "reward_win", "reward_draw", "reward_loss", "move_cost"),
    *("backward", "replay", "replay_size"),
)
"""The settings of the first files of this version. Others may be missing; they have defaults."""


def _training_run(value: object) -> TrainingConfig:
    if not isinstance(value, dict):
        raise refusal("A training run must be an object, not {given}.", given=described(value))
    for name in _IN_EVERY_FILE:
        if name not in value:
            raise refusal("The field {field} is missing.", field=quoted(name))
    for name in value:
        if name not in SETTINGS:
            raise refusal("A training run has no field {name}.", name=quoted(name))
        if not isinstance(value[name], bool | int | float | str) or len(str(value[name])) > 40:
            raise refusal("{name} must not be {given}.", name=name, given=described(value[name]))
    return TrainingConfig(**value)


_RUN_SCHEMA = TypeAdapter(TrainingConfig).json_schema()
_RUN_SCHEMA |= {
    "properties": {
        name: schema | SETTINGS[name].schema for name, schema in _RUN_SCHEMA["properties"].items()
    },
    "required": list(_IN_EVERY_FILE),
    "additionalProperties": False,
}
TrainingEntry = Annotated[
    TrainingConfig, PlainValidator(_training_run), WithJsonSchema(_RUN_SCHEMA)
]


_Nine = Field(min_length=9, max_length=9)
_Visits = Annotated[
    list[Count], _Nine, Field(description="How often the agent has learned from each move.")
]


class TableEntry(BaseModel):
    """The values of one position in a Q-table, cell by cell, row by row."""

    model_config = STRICT

    q: Annotated[list[Value | None], _Nine] = Field(description="Q-values; null for illegal moves.")
    visits: _Visits


class BoxEntry(BaseModel):
    """The box of one position, cell by cell, row by row."""

    model_config = STRICT

    beads: Annotated[list[Count | None], _Nine] = Field(
        description="The beads of the move to each cell, null if it is illegal. Equivalent cells "
        "share their beads.",
    )
    visits: _Visits


class MoveEntry(BaseModel):
    """One move of a reward memory: row and column from 0, and the rewards by result."""

    model_config = STRICT | ConfigDict(alias_generator=to_camel)

    i: _Index
    j: _Index
    x_win_rewards: Count
    o_win_rewards: Count
    draw_rewards: Count
    visits: Count | None = Field(
        default=None, description="How often the agent has learned from the move, if known."
    )


MoveEntries = Annotated[list[MoveEntry], Field(max_length=9)]


class StatsEntry(BaseModel):
    """Counts of all games; the results add up to the games."""

    model_config = STRICT

    games: Count
    x_wins: Count
    o_wins: Count
    draws: Count
    explorations: Count
    distinct_games: Count


class InPlayEntry(BaseModel):
    """How an agent plays people and learns from them."""

    model_config = STRICT

    rule: InPlayRule = Field(description="The rule it uses to learn from the game.")
    alpha: Factor = Field(description="The rule's learning rate.")
    gamma: Share = Field(description="The rule's discount factor.")
    epsilon: Share = Field(description="Exploration rate when it plays people.")


class OriginEntry(BaseModel):
    """A program and its version."""

    model_config = STRICT

    program: str = Field(description=f"1 to {MAX_LETTERS} printable characters.")
    version: str = Field(description=f"1 to {MAX_LETTERS} printable characters.")


def _origin(value: object) -> object:
    """Return None for an invalid origin: older files may contain anything there."""
    try:
        Origin(**OriginEntry.model_validate(value).model_dump())
    except ValueError:
        return None
    return value


class AgentFile(BaseModel):
    """The fields of every agent file. Other fields are ignored."""

    model_config = STRICT

    format: Literal["ttt-agent"]
    version: Literal[1]
    name: str = Field(description=f"1 to {MAX_NAME} printable characters.")
    created: str = Field(description="ISO 8601, in UTC.", json_schema_extra={"format": "date-time"})
    training: list[TrainingEntry] = Field(
        max_length=MAX_RUNS,
        description="The training runs, oldest first, with all their settings.",
    )
    partners: list[str | None] = Field(
        default=[],
        max_length=MAX_RUNS,
        description="For each run, the name of the training partner, or null. A run with a partner "
        "cannot be replayed from its configuration.",
    )
    trained_elsewhere: TrainingEntry | None = Field(
        default=None,
        alias="trainedElsewhere",
        description="For an agent trained by another program: its known settings, used to continue "
        "learning. Seed and games have no meaning.",
    )
    settings: TrainingEntry | None = Field(
        default=None,
        description="For an agent made untrained with these settings: it learns with them until "
        "its first run. Seed and games have no meaning.",
    )
    in_play: InPlayEntry | None = Field(
        default=None,
        alias="inPlay",
        description="How it plays people and learns from them, if different from training.",
    )
    origin: Annotated[OriginEntry | None, BeforeValidator(_origin)] = Field(
        default=None,
        description="The program and version that trained it. Anything else counts as absent.",
    )
    level: Level
    stats: StatsEntry
    games_seen: str | None = Field(
        default=None,
        alias="gamesSeen",
        max_length=MAX_SEEN_TEXT,
        description=f"Which of the {N_GAMES:,} games it has seen: {SEEN_BYTES:,} bytes, "
        "zlib-compressed, in base64; one bit per game, lowest bit first.",
    )


class QTableFile(AgentFile):
    """An agent file of a Q-table."""

    kind: Literal["q-table"]
    table: dict[str, TableEntry] = Field(
        max_length=N_POSITIONS,
        description="By position. Positions not listed have the first run's initial value.",
    )


class RewardMemoryFile(AgentFile):
    """An agent file of a reward memory."""

    kind: Literal["reward-memory"]
    memory: dict[str, MoveEntries] = Field(
        max_length=N_POSITIONS, description="By position: the moves tried there."
    )


class NetworkFile(AgentFile):
    """An agent file of a network."""

    kind: Literal["network"]
    weights: list[Annotated[float, Field(ge=-MAX_WEIGHT, le=MAX_WEIGHT)]] = Field(
        min_length=n_weights(MIN_HIDDEN_UNITS),
        max_length=n_weights(MAX_HIDDEN_UNITS),
        description="The weights of a network with H hidden units, 28 H + 9 numbers: from the 18 "
        "inputs to the units, row by row (18 × H); the units' biases (H); from the units to the "
        "outputs, row by row (9 × H); the outputs' biases (9). The first nine inputs are the cells "
        "with a mark of the player to move, the others those of the opponent; the outputs are the "
        "values of the nine cells. The units are rectified.",
    )
    visits: dict[str, Annotated[list[Count], _Nine]] = Field(
        max_length=N_POSITIONS,
        description="By position: how often the agent has learned from each move in its games. "
        "Positions not listed have none.",
    )


class MatchboxesFile(AgentFile):
    """An agent file of matchboxes."""

    kind: Literal["matchboxes"]
    boxes: dict[str, BoxEntry] = Field(
        max_length=N_POSITIONS,
        description="By position; each box is listed under all equivalent positions. Boxes not "
        "listed are as the first run filled them.",
    )


class PreferencesEntry(BaseModel):
    """The preferences of one position, cell by cell, row by row."""

    model_config = STRICT

    h: Annotated[list[Value | None], _Nine] = Field(
        description="Preferences; null for illegal moves. A move is as likely as e to the power of "
        "its preference, in proportion."
    )
    visits: _Visits


class PolicyFile(AgentFile):
    """An agent file of a policy, as a policy gradient learns it."""

    kind: Literal["policy"]
    preferences: dict[str, PreferencesEntry] = Field(
        max_length=N_POSITIONS,
        description="By position. In positions not listed, all preferences are 0.",
    )


AnyAgentFile = QTableFile | RewardMemoryFile | MatchboxesFile | NetworkFile | PolicyFile
_EitherFile = Annotated[AnyAgentFile, Field(discriminator="kind")]


def agent_file_schema() -> dict[str, Any]:
    """Return the JSON Schema of the agent file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **TypeAdapter[Any](_EitherFile).json_schema(),
        "title": f"{FORMAT} version {VERSION}",
    }
