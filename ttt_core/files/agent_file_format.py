"""The agent file described by pydantic models, from which its JSON Schema comes."""

from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    Field,
    PlainValidator,
    TypeAdapter,
    WithJsonSchema,
)

from ttt_core.files.box_entries import BoxEntry
from ttt_core.files.field_types import STRICT, Count, Value
from ttt_core.files.memory_entries import MoveEntries
from ttt_core.files.sentences import described, quoted
from ttt_core.game.graph import N_GAMES, N_POSITIONS
from ttt_core.learning.agent import Level
from ttt_core.learning.config import MAX_RUNS, Factor, Share, TrainingConfig
from ttt_core.learning.in_play import InPlay
from ttt_core.learning.origin import MAX_LETTERS, Origin
from ttt_core.learning.rules import RULES_IN_PLAY
from ttt_core.learning.soundness import MAX_NAME, SEEN_BYTES

FORMAT = "ttt-agent"
VERSION = 1
ROSTER_FORMAT = "ttt-roster"
ROSTER_VERSION = 1
MAX_AGENTS = 8
MAX_SEEN_TEXT = 60_000


if TYPE_CHECKING:
    InPlayRule = str
else:
    InPlayRule = Literal[tuple(RULES_IN_PLAY)]

_ADDED_LATER = frozenset(
    {
        *("experience_games", "weight_win", "weight_draw", "weight_loss", "reward_base"),
        *("beads", "beads_win", "beads_draw", "beads_loss"),
    }
)
"""Settings that the first files of this version do not have: they count as left at the default."""

_NAMES = [field.name for field in fields(TrainingConfig)]
_NEEDED = [name for name in _NAMES if name not in _ADDED_LATER]


def _training_run(value: object) -> TrainingConfig:
    if not isinstance(value, dict):
        raise ValueError(f"A run is an object, not {described(value)}.")
    for name in _NEEDED:
        if name not in value:
            raise ValueError(f"The field {quoted(name)} is missing.")
    for name in value:
        if name not in _NAMES:
            raise ValueError(f"There is no field {quoted(name)} in a training.")
        if not isinstance(value[name], bool | int | float | str) or len(str(value[name])) > 40:
            raise ValueError(f"{name} cannot be {described(value[name])}.")
    return TrainingConfig(**value)


_RUN_SCHEMA = TypeAdapter(TrainingConfig).json_schema() | {
    "required": _NEEDED,
    "additionalProperties": False,
}
TrainingEntry = Annotated[
    TrainingConfig, PlainValidator(_training_run), WithJsonSchema(_RUN_SCHEMA)
]


class TableEntry(BaseModel):
    """What a Q-table holds for one position, cell by cell in the order of the rows."""

    model_config = STRICT

    q: list[Value | None] = Field(
        min_length=9, max_length=9, description="Q-values; null where the move is not legal."
    )
    visits: list[Count] = Field(
        min_length=9, max_length=9, description="How often each move was learned from."
    )


class StatsEntry(BaseModel):
    """Counts over all training games; the results add up to the games."""

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

    rule: InPlayRule = Field(description="By which it learns from the game.")
    alpha: Factor = Field(description="Learning rate of that rule.")
    gamma: Share = Field(description="Discount of that rule.")
    epsilon: Share = Field(description="The chance that it explores while a person plays.")

    def settings(self) -> InPlay:
        """Return them as an agent has them."""
        return InPlay(**self.model_dump())


class OriginEntry(BaseModel):
    """A program and its version."""

    model_config = STRICT

    program: str = Field(description=f"1 to {MAX_LETTERS} printable characters.")
    version: str = Field(description=f"1 to {MAX_LETTERS} printable characters.")


def _origin(value: object) -> object:
    """Return None for what is no origin: files from before there was one may hold anything."""
    try:
        Origin(**OriginEntry.model_validate(value).model_dump())
    except ValueError:
        return None
    return value


class AgentFile(BaseModel):
    """What every agent file holds. Fields that are not named here are ignored."""

    model_config = STRICT

    format: Literal["ttt-agent"]
    version: Literal[1]
    name: str = Field(description=f"1 to {MAX_NAME} printable characters.")
    created: str = Field(description="ISO 8601, in UTC.", json_schema_extra={"format": "date-time"})
    training: list[TrainingEntry] = Field(
        max_length=MAX_RUNS, description="The runs, oldest first, each with everything it was set."
    )
    partners: list[str | None] = Field(
        default=[],
        max_length=MAX_RUNS,
        description="By run: who was given to it as a partner, null where nobody was. Such a run "
        "cannot be played again from its configuration.",
    )
    trained_elsewhere: TrainingEntry | None = Field(
        default=None,
        alias="trainedElsewhere",
        description="Of an agent that another program has trained: what is known of its settings "
        "there, by which it learns on. Seed and games say nothing.",
    )
    in_play: InPlayEntry | None = Field(
        default=None,
        alias="inPlay",
        description="How it plays people and learns from them; absent where that is as in its "
        "training.",
    )
    origin: Annotated[OriginEntry | None, BeforeValidator(_origin)] = Field(
        default=None,
        description="The program in which it came to be what it is, and its version. What is "
        "neither counts as absent.",
    )
    level: Level
    stats: StatsEntry
    games_seen: str | None = Field(
        default=None,
        alias="gamesSeen",
        max_length=MAX_SEEN_TEXT,
        description=f"Which of the {N_GAMES:,} games it has seen: base64 of {SEEN_BYTES:,} bytes "
        "compressed with zlib, one bit a game, the lowest bit first.",
    )


class QTableFile(AgentFile):
    """An agent file of a Q-table."""

    kind: Literal["q-table"]
    table: dict[str, TableEntry] = Field(
        max_length=N_POSITIONS,
        description="By pattern. A position that is not here has the first run's initial value.",
    )


class RewardMemoryFile(AgentFile):
    """An agent file of a reward memory."""

    kind: Literal["reward-memory"]
    memory: dict[str, MoveEntries] = Field(
        max_length=N_POSITIONS, description="By pattern: the moves tried there."
    )


class MatchboxesFile(AgentFile):
    """An agent file of matchboxes."""

    kind: Literal["matchboxes"]
    boxes: dict[str, BoxEntry] = Field(
        max_length=N_POSITIONS,
        description="By pattern, each box under all twins of its position. A box that is not here "
        "is as the first run filled it.",
    )


AnyAgentFile = QTableFile | RewardMemoryFile | MatchboxesFile
_EitherFile = Annotated[AnyAgentFile, Field(discriminator="kind")]


class RosterFile(BaseModel):
    """A file of several agents. Fields that are not named here are ignored."""

    model_config = STRICT

    format: Literal["ttt-roster"]
    version: Literal[1]
    agents: list[_EitherFile] = Field(
        min_length=1, max_length=MAX_AGENTS, description="Each as in a file of its own."
    )


def agent_file_schema() -> dict[str, Any]:
    """Return the JSON Schema of the agent file."""
    return _schema(f"{FORMAT} version {VERSION}", TypeAdapter[Any](_EitherFile))


def roster_file_schema() -> dict[str, Any]:
    """Return the JSON Schema of the roster file."""
    return _schema(f"{ROSTER_FORMAT} version {ROSTER_VERSION}", TypeAdapter[Any](RosterFile))


def _schema(title: str, described: TypeAdapter[Any]) -> dict[str, Any]:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **described.json_schema(),
        "title": title,
    }
