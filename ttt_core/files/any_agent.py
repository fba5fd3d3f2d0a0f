"""Any agent: our own files, those of known systems, and any table of another program."""

import gc
import logging
import re
import traceback
from dataclasses import dataclass, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_core.evaluation.match import ReportCard, evaluate
from ttt_core.evaluation.policy import Policy, Sides
from ttt_core.files.agent_file import read_parsed
from ttt_core.files.bounded_json import check_is_no_name, parse_object
from ttt_core.files.elsewhere.containers import tree_of
from ttt_core.files.elsewhere.networks.files import network_in
from ttt_core.files.elsewhere.networks.reading import NetworkReading, readings_of_network
from ttt_core.files.elsewhere.reading import (
    RankedReadings,
    TableReading,
    looks_reversed,
    readings_of_tree,
)
from ttt_core.files.elsewhere.values import MOVED, OF_O, OF_X, REVERSED
from ttt_core.files.sentences import AgentFileError, SeveralAgentsError, file_refusal
from ttt_core.game.board import SIDES
from ttt_core.game.graph import DRAWN, N_OPEN, frozen, graph, legal
from ttt_core.game.solution import winning_moves
from ttt_core.learning.afterstates import ends_game
from ttt_core.learning.agent import UNNAMED, Agent
from ttt_core.learning.config import TrainingConfig
from ttt_core.learning.matchboxes import cells_alike, has_box
from ttt_core.learning.network import network_values, units_of
from ttt_core.learning.presets import PRESETS
from ttt_core.learning.rules import RULES
from ttt_core.learning.soundness import MAX_NAME, MAX_VALUE
from ttt_core.pictures import section_html, table_html
from ttt_core.sentences import Sentence, sentence

_LOG = logging.getLogger(__name__)
ELSEWHERE = "Agent from elsewhere"
_PARTS = 1_000_000
"""Beads in a box that stands for probabilities."""


@dataclass(frozen=True, eq=False, repr=False)
class Reading:
    """An agent, wherever it comes from, and how it was read. A player: it has `policy` and `sides`.

    Attributes
    ----------
    agent : Agent
        What can be played, trained and saved here.
    how : str
        How it was read, in one sentence.
    notes : tuple of str
        What was filled in or ignored, and what the verdict depends on, a sentence each.
    alternatives : tuple of Reading
        Other readings that fit, and other answers to what a file cannot tell, if they change the
        verdict.
    question : str
        What to ask the author if nothing in the file decides between this reading and the first of
        the alternatives, which has another verdict; with both verdicts. It is among the notes, too.
    """

    agent: Agent
    how: str
    notes: tuple[str, ...] = ()
    alternatives: tuple["Reading", ...] = ()
    question: str = ""
    _table: TableReading | None = None

    def __repr__(self) -> str:
        """Return a line with the name, the positions and the verdict."""
        return f"<Reading of {self.name!r}: {self.known:,} positions, {self.card.verdict}>"

    def _repr_html_(self) -> str:
        return section_html(
            f"{self.name}: {self.card.verdict}",
            table_html(("how it was read",), [(note,) for note in (self.how, *self.notes)]),
        )

    @property
    def name(self) -> str:
        """The agent's name."""
        return self.agent.name

    @property
    def undecided(self) -> bool:
        """Whether nothing in the file decides between this reading and the first alternative."""
        return bool(self.question)

    def policy(self) -> Policy:
        """Return its policy: of equal values, and in unknown positions, all moves are as likely."""
        return self.agent.policy() if self._table is None else self._table.policy()

    @property
    def sides(self) -> Sides:
        """The sides it has learned."""
        sides = self.agent.sides if self._table is None else self._table.sides
        return sides or "XO"  # type: ignore[return-value]

    @property
    def known(self) -> int:
        """How many positions it has values for."""
        return int(self.known_positions.sum())

    @property
    def known_positions(self) -> NDArray[np.bool_]:
        """Boolean array (4520,): the positions it has values for."""
        return self.agent.known if self._table is None else self._table.known

    def forfeiting(self) -> "Reading":
        """Return the reading as it plays if choosing a taken cell loses the game."""
        if self._table is None:
            return self
        return replace(self, _table=replace(self._table, illegal="as a forfeit"))

    @property
    def explained(self) -> float | None:
        """The share of the file's entries that this reading explains; None if it is no table."""
        if self._table is None or isinstance(self._table, NetworkReading):
            return None
        return self._table.explained

    @property
    def _forfeits(self) -> bool:
        return self._table is not None and self._table.illegal != "never"

    @cached_property
    def card(self) -> ReportCard:
        """The exact verdict."""
        return evaluate(self)


def read_any(data: Any, name: str = "") -> Reading:
    """Read an agent of any program: a policy, the sides it has learned, and how it was read.

    Parameters
    ----------
    data
        The bytes or text of a file: ours, JSON, CSV or TSV, a pickle (of which nothing is run), a
        NumPy file, or what Python prints. Or a Python object: a dictionary, a list, an array or a
        DataFrame. Or the path of a file. ``docs/any-agent.md`` has the notations.
    name
        The name of the agent, if its file has none.

    Returns
    -------
    Reading
        A player, which also says how it was read.

    Raises
    ------
    AgentFileError
        If it is not an agent for tic-tac-toe; the message says why. Nothing else is raised,
        whatever is in the file.

    Examples
    --------
    >>> import ttt_core as ttt
    >>> table = {"---------": [0, 0, 0, 0, 1, 0, 0, 0, 0], "X--------": [0, 0, 0, 0, 1, 0, 0, 0, 0]}
    >>> ttt.read_any(table, "Mine")
    <Reading of 'Mine': 2 positions, Beatable as X and O>
    """
    if isinstance(data, PathLike):
        return read_any(Path(data).read_bytes(), name or Path(data).stem)
    collects = gc.isenabled()
    gc.disable()  # a large file becomes a million containers, none of them in a cycle
    try:
        return _read(data, name)
    except AgentFileError:
        raise
    except Exception as error:  # noqa: BLE001 - a stranger's file can fail in any way
        where = traceback.extract_tb(error.__traceback__)[-1]
        _LOG.warning("A file could not be read: %.200r in %s", error, where.name)
        raise file_refusal(
            "The file could not be read: its contents are not arranged as a table of boards."
        ) from None
    finally:
        if collects:
            gc.enable()


def _read(data: Any, name: str) -> Reading:
    own_error: AgentFileError | None = None
    if _claims_to_be_ours(data):
        try:
            return _own(parse_object(data), name)
        except SeveralAgentsError:
            raise
        except AgentFileError as error:
            own_error = error
    try:
        tree = tree_of(data)
        return _of_known_program(data, tree, name) or _named(_choice(tree), name)
    except AgentFileError:
        check_is_no_name(data)
        if own_error is not None:
            raise own_error from None
        raise


def _claims_to_be_ours(data: Any) -> bool:
    if isinstance(data, str):
        data = data.encode("utf-8", "replace")
    return (
        isinstance(data, bytes | bytearray)
        and data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
        and (b'"ttt-' in data or b"xWinRewards" in data)
    )


def _of_known_program(data: Any, tree: Any, name: str) -> Reading | None:
    """Return the agent of JSON that is arranged as a known program's; None if it is not."""
    head = data[:20] if isinstance(data, bytes | bytearray | str) else b""
    head = head if isinstance(head, str) else head.decode("utf-8", "replace")
    if not re.match(r'\ufeff?\s*\{\s*"', head) or not isinstance(tree, dict):
        return None
    try:
        return _own(tree, name)
    except AgentFileError:
        return None


def _choice(tree: Any) -> RankedReadings:
    network = network_in(tree)
    return readings_of_tree(tree) if network is None else readings_of_network(network)


class AgentReading(NamedTuple):
    """An agent, how its file was read, and notes: a `Reading` for another process.

    Attributes
    ----------
    question : str
        As of a `Reading`.
    forfeiting : ReportCard or None
        The verdict if choosing a taken cell is a loss, where that changes it.
    rival : str
        The verdict on the first alternative, if nothing in the file decides against it.
    """

    agent: Agent
    how: str
    notes: tuple[str, ...] = ()
    question: str = ""
    forfeiting: ReportCard | None = None
    rival: str = ""


def agent_readings(data: bytes, name: str = "") -> tuple[AgentReading, ...]:
    """Return the agent of a file and, if other readings fit, theirs; the chosen one first.

    Raises
    ------
    AgentFileError
        As `read_any`.
    """
    return without_tables(read_any(data, name))


def without_tables(first: Reading) -> tuple[AgentReading, ...]:
    """Return a reading and its alternatives as agents."""
    forfeits = [other for other in first.alternatives if other._forfeits]
    first_agent, *others = (
        AgentReading(
            reading.agent,
            "" if reading._table is None else reading.how,
            reading.notes,
            reading.question,
            rival=reading.alternatives[0].card.verdict if reading.undecided else "",
        )
        for reading in (first, *first.alternatives)
        if not reading._forfeits
    )
    return (first_agent._replace(forfeiting=forfeits[0].card if forfeits else None), *others)


def _own(content: dict[str, Any], name: str) -> Reading:
    agent, notes = read_parsed(content)
    called = _printable(name)
    if agent.name == UNNAMED and called:
        agent = replace(agent, name=called)
    return Reading(agent, sentence("An agent file of a known program."), notes)


def _named(choice: RankedReadings, name: str) -> Reading:
    first, *others = (_reading(table, _printable(name) or ELSEWHERE) for table in choice.readings)
    rivals = [other for other in others[: choice.rivals] if _figures(other) != _figures(first)]
    rest = [other for other in others if other not in rivals]
    question = _question(first, rivals[0]) if rivals else ""
    variants = _variants(first)
    reverse = _reverse(first)
    notes = [sentence("How it was read: {how}", how=first.how), *choice.readings[0].notes]
    notes += _rows_of_zeros(choice.readings[0])
    notes += [question] if question else []
    notes += [_looks_reversed(first, reverse)] if reverse else []
    notes += [
        sentence("The verdict would be different if {change}.", change=change)
        for change, _ in variants
    ]
    return replace(
        first,
        notes=tuple(notes),
        question=question,
        alternatives=(
            *rivals,
            *((reverse,) if reverse else ()),
            *rest,
            *(variant for _, variant in variants),
        ),
    )


def _rows_of_zeros(table: TableReading) -> list[str]:
    zeros = int((table.has_value.any(axis=1) & ~table.known).sum())
    return (
        [
            sentence(
                "In {n:,} positions, all values of free cells are 0. The file does not say whether "
                "it has learned that or nothing, so they count as never seen.",
                n=zeros,
            )
        ]
        if zeros
        else []
    )


def _printable(name: str) -> str:
    return "".join(letter for letter in name if letter.isprintable()).strip()[:MAX_NAME].strip()


def _question(first: Reading, rival: Reading) -> Sentence:
    """Return what to ask the author where a file fits two readings with different verdicts."""
    assert first._table is not None
    assert rival._table is not None
    mine, other = first._table.how.values, rival._table.how.values
    if isinstance(first._table, NetworkReading):
        differ = [name for name in ("encoding", "values", "layers") if mine[name] != other[name]]
        asked = (*differ, "encoding")[0]
        return sentence(
            "The file does not say how its network is asked. If {usual}, it loses {x:.1%} of its "
            "games as X and {o:.1%} as O to random moves; if {rival}, {rival_x:.1%} and "
            "{rival_o:.1%}.",
            usual=mine[asked],
            x=first.card.vs_random_as_x.loss,
            o=first.card.vs_random_as_o.loss,
            rival=other[asked],
            rival_x=rival.card.vs_random_as_x.loss,
            rival_o=rival.card.vs_random_as_o.loss,
        )
    if mine["marks"] != other["marks"]:
        question = sentence(
            "Which side does {mark} stand for?", mark=mine["marks"].values.get("mark", "X")
        )
    elif first._table.meaning != rival._table.meaning:
        question = sentence("Are the values of O’s moves for O, or for X?")
    elif mine["values"] != other["values"]:
        question = sentence("How does your program number the cells, or whose values are these?")
    else:
        question = sentence("How does your program write its boards?")
    return sentence(
        "Nothing in the file decides between two readings. {question} Read as here, it is "
        "{verdict}. Read otherwise, it is {other}: {how}",
        question=question,
        verdict=_figures(first),
        other=_figures(rival),
        how=rival.how,
    )


def _figures(reading: Reading) -> Sentence:
    """Return a verdict in half a sentence, with its losses to the random player."""
    losses = [reading.card.against_random(side).loss for side in reading.sides]
    verdict = Sentence(str(reading.card.verdict))
    if len(losses) == 2:
        return sentence(
            "“{verdict}” (it loses {x:.1%} of its games as X and {o:.1%} as O to random moves)",
            verdict=verdict,
            x=losses[0],
            o=losses[1],
        )
    return sentence(
        "“{verdict}” (it loses {share:.1%} of its games to random moves)",
        verdict=verdict,
        share=losses[0],
    )


def _reverse(first: Reading) -> Reading | None:
    """Return the reading that plays the smallest values where they look reversed, if they do."""
    if first.explained is None or first._table is None:
        return None
    sides = looks_reversed(first._table)
    if not sides:
        return None
    meaning = REVERSED["XO" if sides == first.sides else sides]
    return _reading(replace(first._table, meaning=meaning), first.name)


def _looks_reversed(first: Reading, reverse: Reading) -> Sentence:
    assert reverse._table is not None
    verdicts = {"verdict": _figures(first), "other": _figures(reverse)}
    for side in SIDES:
        if reverse._table.meaning is REVERSED[side]:
            return sentence(
                "Your values of {side}’s moves look reversed: as they stand, the largest is "
                "played, and it is {verdict}. If {side} played the smallest, it would be {other}. "
                "Check for which side each update counts the reward.",
                side=side,
                **verdicts,
            )
    return sentence(
        "Your values look reversed: as they stand, the largest is played, and it is {verdict}. If "
        "the smallest were played, it would be {other}. Check the sign of the reward, and of the "
        "opponent’s value in the update.",
        **verdicts,
    )


def _reading(table: TableReading, name: str) -> Reading:
    return Reading(_agent_of(table, name), _how(table), _table=table)


def _how(table: TableReading) -> Sentence:
    if isinstance(table, NetworkReading):
        return table.how
    x_known, o_known = (int(table.known[graph().side[:N_OPEN] == side].sum()) for side in (0, 1))
    x_all, o_all = (int((graph().side[:N_OPEN] == side).sum()) for side in (0, 1))
    return sentence(
        "{table}; {meaning}; this explains {share:.1%} of the entries; it knows {x_known:,} of "
        "{x_all:,} positions with X to move and {o_known:,} of {o_all:,} with O to move.",
        table=table.how,
        meaning=Sentence(table.meaning.sentence),
        share=table.explained,
        x_known=x_known,
        x_all=x_all,
        o_known=o_known,
        o_all=o_all,
    )


def _variants(first: Reading) -> list[tuple[Sentence, Reading]]:
    """Return other answers to what the file cannot tell, if they change the verdict."""
    table = first._table
    if table is None or table.meaning.proportional:
        return []
    answers = (
        (sentence("of equal moves the first were played"), replace(table, ties="first")),
        (
            sentence("moves without a value were never played"),
            replace(table, without_value="never"),
        ),
        (sentence("a winning move were always played"), replace(table, wins="always")),
        (
            sentence("choosing a taken cell were a loss"),
            replace(table, illegal="as a forfeit"),
        ),
    )
    return [
        (change, replace(_reading(variant, first.name), how=sentence(
            "{how} Here, {change}.", how=first.how, change=change)))
        for change, variant in answers
        if (variant.wins == "as in the table" or not table.has_value[winning_moves()].any())
        and evaluate(variant).beatable_as != first.card.beatable_as
    ]  # fmt: skip


def _agent_of(table: TableReading, name: str) -> Agent:
    """Return an agent that plays by the table."""
    learns = table.sides if len(table.sides) == 1 else "both"
    weights = table.weights
    if table.meaning.proportional:
        q = _beads(table.policy())
        config = TrainingConfig(rule="matchboxes", learns=learns)  # type: ignore[arg-type]
    elif weights is not None:
        q = network_values(weights)
        config = TrainingConfig(rule="network", hidden_units=units_of(weights), ties=table.ties)
    else:
        q = _bounded(table.preference)
        config = _settings_of_afterstates(table) or TrainingConfig(symmetry=False, ties=table.ties)
    return Agent(
        name=name,
        kind=RULES[config.rule].kind,
        q=q,
        weights=weights,
        visits=frozen((table.has_value & table.known[:, None]).astype(np.int32)),
        trained_elsewhere=config,
        origin=None,
    )


def _settings_of_afterstates(table: TableReading) -> TrainingConfig | None:
    """Return the settings of the program that learned one value for each board; None if unknown.

    Two families of programs, in hundreds of copies, do so with values from 0 to 1, which finished
    games tell apart. Sutton and Barto's player gives these games their rewards from the start (its
    file is often called ``policy_first.bin``). The other (``policy_p1``, ``policy_p2``) learns them
    too: nine tenths of the reward at most, which for a draw is 0.1 to X and 0.5 to O.
    """
    learns = _LEARNED_BY.get(str(table.how.values.get("values")))
    if learns is None:
        return None
    if learns == "both" and len(table.sides) == 1:
        learns = table.sides  # type: ignore[assignment]
    side = graph().side[:N_OPEN, None]
    own = table.has_value & ((side == SIDES.index(learns)) if learns != "both" else True)
    results = graph().result[np.clip(graph().child - N_OPEN, 0, None)]
    won, drawn, others = (
        table.preference[own & moves]
        for moves in (
            ends_game() & (results != DRAWN),
            ends_game() & (results == DRAWN),
            ~ends_game(),
        )
    )
    every = np.concatenate([won, drawn, others])
    if not (won.size and others.size) or every.min() < 0 or every.max() > 1:
        return None
    learner = replace(
        PRESETS["Sutton and Barto (2018)"], learns=learns, epsilon=0.01, backward=True
    )
    draws = np.unique(drawn)
    if np.ptp(won) == 0 and draws.size <= 1:
        values, counts = np.unique(others, return_counts=True)
        return replace(
            learner,
            initial_value=float(values[counts.argmax()]),
            reward_win=float(won[0]),
            reward_draw=float(draws[0]) if draws.size else learner.reward_draw,
        )
    reward_draw = 0.1 if learns == "X" else 0.5
    if won.max() <= _LEARNED_SHARE and drawn.max(initial=0) <= _LEARNED_SHARE * reward_draw:
        return replace(learner, alpha=0.2, epsilon=0.3, initial_value=0.0, reward_draw=reward_draw)
    return None


_LEARNED_SHARE = 0.9 + 1e-9
_LEARNED_BY: dict[str, Literal["both", "X", "O"]] = {
    MOVED.sentence: "both",
    OF_X.sentence: "X",
    OF_O.sentence: "O",
}


def _bounded(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return values in the range of an agent's; infinite ones lie beyond all others."""
    finite = np.abs(values[np.isfinite(values) & (np.abs(values) < 1e299)])
    largest = float(finite.max()) if finite.size else 1.0
    scaled = values * min(1.0, MAX_VALUE / 2 / largest if largest > MAX_VALUE / 2 else 1.0)
    return frozen(np.where(legal(), np.clip(scaled, -MAX_VALUE, MAX_VALUE), np.nan))


def _beads(policy: Policy) -> NDArray[np.float64]:
    """Return beads that are drawn with these probabilities; a move on equivalent cells has each."""
    beads = np.round(policy * _PARTS) * cells_alike()
    return frozen(np.where(legal(), np.where(has_box()[:, None], beads, 0.0), np.nan))
