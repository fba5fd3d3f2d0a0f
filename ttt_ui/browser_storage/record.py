"""`Record`: a saved visit, without the tables of agents that their settings do not reproduce.

It is strict: text that does not match this form exactly is not a record.
"""

import json
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ttt_core.learning import MAX_NAME, Level
from ttt_ui.browser_storage.packing import UnreadableError, packed, unpacked
from ttt_ui.play.pupil.story import Challenge, Story
from ttt_ui.play.review.state import MOST_EXERCISES
from ttt_ui.play.state import Score, SideChoice
from ttt_ui.visit.adaptive import FIRST_SHARE
from ttt_ui.visit.kept import Cell, Count, Moves, Share
from ttt_ui.visit.limits import MAX_AGENTS
from ttt_ui.visit.limits import MAX_TEXT as MAX_TEXT_OF_FILE
from ttt_ui.visit.session import MAX_EARLIER

MAX_TEXT = 60_000
_MAX_BYTES = 200_000
_COMPRESSION = 6
MAX_HOW = 1_000
MAX_NOTES = 4

Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME + 10)]
Words = Annotated[str, Field(max_length=100)]
Part = Annotated[str, Field(pattern="^[0-9a-f]{16}$")]
Settings = Annotated[dict[Words, Words], Field(max_length=40)]
"""A configuration as query parameters."""


class _Strict(BaseModel):
    model_config = ConfigDict(
        strict=True, extra="forbid", allow_inf_nan=False, frozen=True, from_attributes=True
    )


class HowReadRecord(_Strict):
    """How the file of an agent from elsewhere was read, in English sentences."""

    file: Annotated[str, Field(max_length=MAX_TEXT_OF_FILE)] = ""
    how: Annotated[str, Field(max_length=MAX_HOW)]
    notes: Annotated[
        tuple[Annotated[str, Field(max_length=MAX_HOW)], ...], Field(max_length=MAX_NOTES)
    ] = ()
    question: Annotated[str, Field(max_length=MAX_HOW)] = ""
    others: Count = 0


class AgentRecord(_Strict):
    """An agent: its settings if they reproduce it, otherwise the name of its part.

    For an agent on Compare, `listed_as` is its name there, if that differs from `name`; `slot` is
    its slot there, if that differs from its place in the list. `read` says how its file was read,
    if that is from elsewhere.
    """

    name: Name
    listed_as: Name | None = None
    slot: Annotated[int, Field(ge=0, lt=MAX_AGENTS)] | None = None
    level: Level
    created: Words
    settings: Settings | None = None
    part: Part | None = None
    read: HowReadRecord | None = None


class GameRecord(_Strict):
    """The game on the board; `dice` are the plies at which the opponent moved at random."""

    number: Count = 0
    person: Literal["X", "O"] | None = "X"
    moves: Moves = ()
    resigned: bool = False
    start: Cell = 0
    dice: Annotated[tuple[Cell, ...], Field(max_length=9)] = ()


def _adding_up(score: Score) -> Score:
    if score.games != score.agent_wins + score.other_wins + score.draws:
        raise ValueError(score)
    return score


SoundScore = Annotated[Score, AfterValidator(_adding_up)]


class AttachedRecord(_Strict):
    """What belongs to an agent."""

    story: Story | None = None
    challenge: Challenge | None = None
    frozen: bool = False


class EarlierRecord(AttachedRecord):
    """An agent before the present one, with what belongs to it."""

    agent: AgentRecord
    named: bool = False
    undone: bool = False
    score: SoundScore | None = None
    game: GameRecord | None = None


class TallyRecord(_Strict):
    """The statistics of watching the agent play: results by the side it played."""

    agent_side: Literal["X", "O"]
    results: Annotated[
        tuple[tuple[Literal["X", "O"], Literal["X", "O", "draw"], Count], ...], Field(max_length=6)
    ]
    moves: Count
    explorations: Count


UnderWay = Literal["from nothing", "from the agent"]
"""What a training run started from."""


class TrainRecord(_Strict):
    """The settings of Train, and those of the run that the present one is compared with.

    `under_way` is set if a training run with them had begun but not ended.
    """

    settings: Settings
    previous_run: Settings | None = None
    pinned: bool = False
    under_way: UnderWay | None = None


class LearnRecord(_Strict):
    """The open chapter of Learn, and the answers given in each."""

    chapter: Words
    answers: Annotated[dict[Words, Cell], Field(max_length=20)] = Field(default_factory=dict)


class Record(AttachedRecord):
    """Everything that is saved; if saving is off, nothing but that."""

    off: bool = False
    agent: AgentRecord | None = None
    named: bool = False
    earlier: Annotated[tuple[EarlierRecord, ...], Field(max_length=MAX_EARLIER)] = ()
    read: HowReadRecord | None = None
    roster: Annotated[tuple[AgentRecord, ...], Field(max_length=MAX_AGENTS)] = ()
    game: GameRecord = GameRecord()
    score: SoundScore = Score()
    side: SideChoice = "X"
    random_share: Share = FIRST_SHARE
    at_the_door: bool = True  # `PlayState.shows_welcome`
    mistakes: Annotated[tuple[Words, ...], Field(max_length=MOST_EXERCISES)] = ()
    tally: TallyRecord | None = None
    train: TrainRecord | None = None
    learn: LearnRecord | None = None
    # The visitor's guesses in the experiments on Train.
    guesses: Annotated[dict[Words, Cell], Field(max_length=20)] = Field(default_factory=dict)
    sweep: Part | None = None
    controls: Annotated[
        dict[Words, bool | float | Words | Annotated[tuple[Words, ...], Field(max_length=20)]],
        Field(max_length=40),
    ] = Field(default_factory=dict)

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts it needs."""
        agents = (self.agent, *self.roster, *(earlier.agent for earlier in self.earlier))
        parts = (*(agent.part for agent in agents if agent), self.sweep)
        return tuple(dict.fromkeys(filter(None, parts)))


def written(record: Record) -> str:
    """Return a record as text that fits a cookie, if it is short enough."""
    return packed(record.model_dump_json(exclude_defaults=True).encode(), _COMPRESSION)


def read(text: str) -> Record:
    """Return the record of a text; raises `NewerError` or `UnreadableError`."""
    if len(text) > MAX_TEXT:
        raise UnreadableError
    content = unpacked(text, _MAX_BYTES)
    try:
        return Record.model_validate_json(
            _of_version_1(content) if text.startswith("1.") else content
        )
    except (ValueError, RecursionError):  # ValidationError among them
        raise UnreadableError from None


def _of_version_1(content: bytes) -> bytes:
    """Return the record of a former version, whose earlier agents were a chain from door to door.

    The agent that was reset was next to the chain.
    """
    record = json.loads(content)
    if not isinstance(record, dict):
        return content
    door = record.pop("door", None)
    chain = [record.pop("reset", None)]
    while isinstance(door, dict):
        chain.append(door)
        door = door.pop("door", None)
    for earlier in chain:
        if isinstance(earlier, dict):
            earlier.pop("door", None)
    if kept := [earlier for earlier in chain if earlier is not None]:
        record["earlier"] = kept[::-1]
    return json.dumps(record).encode()
