import datetime as dt
import json
import re
import runpy
import time
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, fields, replace
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ttt_core as ttt
from tests.core.files.bad_files import BAD, put
from tests.core.files.sample_files import (
    AGENTS,
    ALL,
    BOXES_FILE,
    LESSON,
    MEMORY_FILE,
    OPENING,
    REPLY,
    TABLE_FILE,
    agent_or_refusal,
    assert_same,
    assert_sentence,
    assert_sound,
    reward,
    spoil,
    spoilt_files,
)
from ttt_core.files import file_name
from ttt_core.learning.agent import InPlay
from ttt_core.learning.config import SETTINGS
from ttt_core.learning.origin import HERE, SAME_RESULTS, Origin
from ttt_core.learning.rules import RULES
from ttt_core.learning.training import learn_from_game
from ttt_core.sentences import Sentence

PLAIN = ttt.TrainingConfig(games=30, seed=1)
MEMORY = ttt.TrainingConfig(games=30, seed=2, rule="reward-memory", exploration="experience")
NETWORK = ttt.TrainingConfig(games=30, seed=5, rule="network", hidden_units=8)
BOXES = ttt.TrainingConfig(games=30, seed=4, rule="matchboxes", beads="simulation")
FIRST_FILE = (Path(__file__).parent / "first_agent.json").read_text(encoding="utf-8")
"""Written by the program of 21 November 2026. Files of this version are read for ever."""
ADDED_LATER = {*SETTINGS} - {*json.loads(FIRST_FILE)["training"][0]}
ELSEWHERE = '{"q": [["---------", [0,0,0,0,1,0,0,0,0]]]}'
OTHERS = {
    **{rule.kind: ttt.untrained(kind=rule.kind) for rule in RULES.values()},
    "network stopped at once": ttt.TrainingRun(NETWORK).agent(),
    "negative zero": ttt.train(replace(PLAIN, initial_value=-0.0)),
    "stopped at once": ttt.TrainingRun(replace(PLAIN, initial_value=7)).agent(),
    "two runs": ttt.train(
        replace(PLAIN, games=9, initial_value=2, symmetry=False), ttt.train(PLAIN)
    ),
    "learned from a person": learn_from_game(ttt.train(PLAIN), LESSON),
    "memory trained twice": ttt.train(replace(MEMORY, games=10, symmetry=False), ttt.train(MEMORY)),
    "memory with its own weights": ttt.train(
        replace(MEMORY, weight_win=7.0, weight_draw=-3.0, weight_loss=-20.0)
    ),
    "boxes trained twice": ttt.train(replace(BOXES, beads="michie"), ttt.train(BOXES)),
    "boxes that learned from a person": learn_from_game(ttt.train(BOXES), LESSON),
    "exact time": replace(ttt.untrained(), created=dt.datetime(2026, 2, 3, 4, 5, 6, 7, dt.UTC)),
}


@pytest.mark.parametrize("agent", [*AGENTS, *OTHERS.values()])
def test_an_agent_is_read_back_identically(agent: ttt.Agent) -> None:
    text = ttt.dump_agent(agent)
    loaded = ttt.read_any(text)
    assert_same(loaded.agent, agent)
    assert_sound(loaded.agent)
    assert loaded.notes == ()
    assert ttt.dump_agent(loaded.agent) == text
    assert_each_position_has_its_own_line(text)


def assert_each_position_has_its_own_line(text: str) -> None:
    lines, content = text.splitlines(), json.loads(text)
    about_positions = [line for line in lines if re.match(r'"[XO-]{3}\|[XO-]{3}\|[XO-]{3}":', line)]
    by_position = [content[name] for name in ("table", "memory", "visits") if content.get(name)]
    assert len(about_positions) == sum(map(len, by_position))
    in_lines = [content["training"], *by_position] if content["training"] else by_position
    assert len(lines) == 2 + len(content) + sum(1 + len(entries) for entries in in_lines)


def test_a_file_is_text_or_bytes_with_or_without_a_byte_order_mark() -> None:
    text = json.dumps(TABLE_FILE)
    for form in (text.encode(), "\ufeff" + text, text.encode("utf-8-sig")):
        assert_same(ttt.load_agent(form), ttt.load_agent(text))


def test_the_file_is_plain_json_for_any_program() -> None:
    agent = ttt.train(PLAIN)
    content = json.loads(ttt.dump_agent(agent))
    assert (content["format"], content["version"], content["kind"]) == ("ttt-agent", 1, "q-table")
    assert (content["stats"]["games"], content["training"][0]["seed"]) == (30, 1)
    assert content["origin"] == {"program": HERE.program, "version": HERE.version}
    assert content["created"].endswith("Z")
    assert len(content["table"]) == agent.positions_known
    for pattern, entry in content["table"].items():
        free = [mark == "-" for mark in pattern.replace("|", "")]
        assert [value is not None for value in entry["q"]] == free
        assert np.array_equal(np.array(entry["q"], float), agent.q_values(pattern), equal_nan=True)
        assert entry["visits"] == agent.visit_counts(pattern).tolist()


def test_a_run_against_a_given_partner_names_the_partner() -> None:
    alone = ttt.train(PLAIN)
    taught = ttt.train(PLAIN, alone, partner=replace(alone, name="Ada"))
    both = ttt.train(PLAIN, taught, partner=ttt.minimax())
    assert alone.partners == ()
    assert taught.partners == (None, "Ada")
    assert both.partners == (None, "Ada", "a given policy")
    assert ttt.train(PLAIN, both).partners == both.partners
    mixture = ttt.Mixture([ttt.minimax(), ttt.uniform()])
    assert ttt.train(PLAIN, partner=mixture).partners == ("one of 2 players",)
    assert "partners" not in json.loads(ttt.dump_agent(alone))
    assert json.loads(ttt.dump_agent(taught))["partners"] == [None, "Ada"]


def test_boxes_are_written_with_whole_beads_under_every_equivalent_position() -> None:
    config = ttt.TrainingConfig(games=1, rule="matchboxes", learns="X")
    agent = replace(ttt.untrained("Ada", "matchboxes"), training=(config,))
    boxes = json.loads(ttt.dump_agent(learn_from_game(agent, LESSON)))["boxes"]
    assert boxes[OPENING] == {
        "beads": [7, 4, 7, 4, 4, 4, 7, 4, 7],
        "visits": [1, 0, 1, 0, 0, 0, 1, 0, 1],
    }
    equivalents = {pattern for pattern in boxes if pattern.count("X") == pattern.count("O") == 1}
    assert equivalents == {
        *("XO-|---|---", "-OX|---|---", "---|---|XO-", "---|---|-OX"),
        *("X--|O--|---", "--X|--O|---", "---|O--|X--", "---|--O|--X"),
    }
    assert boxes["XO-|---|---"]["beads"] == [None, None, 3, 3, 6, 3, 3, 3, 3]


def test_a_position_not_in_the_file_has_the_first_initial_value() -> None:
    for training, value in (([TABLE_FILE["training"][0] | {"initial_value": 0.75}], 0.75), ([], 0)):
        agent = ttt.load_agent(json.dumps(TABLE_FILE | {"training": training}))
        assert agent.q_values("X--|---|---").tolist()[1:] == [value] * 8
        assert agent.q_values(OPENING)[8] == 0.25


@pytest.mark.parametrize("spelling", ["X--|-O-|---|", "X---O----", " x--|-o-|--- "])
def test_a_position_may_be_spelled_as_everywhere(spelling: str) -> None:
    table = {spelling: TABLE_FILE["table"][REPLY]}
    assert ttt.load_agent(json.dumps(TABLE_FILE | {"table": table})).q_values(REPLY)[8] == -1.5


def test_unknown_fields_at_the_top_are_ignored() -> None:
    text = json.dumps(TABLE_FILE | {"comment": {"by": [1, 2]}, "q": [], "patterns": 3})
    assert_same(ttt.load_agent(text), ttt.load_agent(json.dumps(TABLE_FILE)))


def test_what_is_filled_in_is_noted() -> None:
    loaded = ttt.read_any(spoil(MEMORY_FILE, lambda file: file.pop("gamesSeen")))
    assert "does not say which games were seen" in " ".join(loaded.notes)
    assert loaded.agent.stats.distinct_games == 0
    loaded = ttt.read_any(spoil(MEMORY_FILE, lambda file: file["memory"][OPENING][0].pop("visits")))
    assert "gives no visit counts" in " ".join(loaded.notes)
    assert_same(loaded.agent, ttt.load_agent(json.dumps(MEMORY_FILE)))


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_refused_with_a_sentence(name: str) -> None:
    text, part = BAD[name]
    begun = time.process_time()  # of this process only, so a busy machine does not matter
    with pytest.raises(ttt.AgentFileError) as caught:
        ttt.load_agent(text)
    assert time.process_time() - begun < 5
    assert part in str(caught.value)
    assert_sentence(str(caught.value))
    assert isinstance(caught.value.args[0], Sentence)  # for other languages


FILES = {"table": TABLE_FILE, "memory": MEMORY_FILE, "boxes": BOXES_FILE}
OPTIONAL = {"gamesSeen", "origin", *ADDED_LATER}


def fields_of(content: Any, *above: str | int) -> Iterator[tuple[str | int, ...]]:
    """Yield the paths of all fields of a file, in each list and table those of the first entry."""
    named = isinstance(content, dict) and "|" not in next(iter(content), "")
    steps = list(content.items() if isinstance(content, dict) else enumerate(content))
    for step, inner in steps if named else steps[:1]:
        if step in OPTIONAL or (step == "visits" and "xWinRewards" in content):
            continue
        if named:
            yield (*above, step)
        if isinstance(inner, dict | list):
            yield from fields_of(inner, *above, step)


@pytest.mark.parametrize(
    ("file", "path"),
    [(file, path) for file in FILES.values() for path in fields_of(file)],
    ids=lambda value: ".".join(map(str, value)),
)
def test_every_field_is_required_and_has_its_type(file: Any, path: tuple[str | int, ...]) -> None:
    *above, field = path

    def remove(content: Any) -> None:
        reduce(getitem, above, content).pop(field)

    with pytest.raises(ttt.AgentFileError, match=f"“{field}” is missing"):
        ttt.load_agent(spoil(file, remove))
    for wrong in (None, [[]], {"?": 1}, 2**70, True):
        if wrong is True and isinstance(reduce(getitem, path, file), bool):
            continue
        with pytest.raises(ttt.AgentFileError) as caught:
            ttt.load_agent(spoil(file, put(*path, wrong)))
        assert_sentence(str(caught.value))


@pytest.mark.slow
@given(st.sampled_from(ALL).flatmap(spoilt_files))
@settings(max_examples=settings().max_examples * 3 // 2)
def test_any_damaged_file_is_an_agent_or_refused(text: str) -> None:
    agent_or_refusal(text)


@given(st.sampled_from(ALL), st.data())
def test_any_garbled_file_is_an_agent_or_refused(file: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps(file).encode()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    agent_or_refusal(text[:start] + data.draw(st.binary(max_size=10)) + text[end:])


def test_the_schema_is_published() -> None:
    schema = json.loads(json.dumps(ttt.agent_file_schema()))
    assert schema["title"] == "ttt-agent version 1"
    definitions = schema["$defs"]
    common = {"format", "version", "kind", "name", "created", "training", "level", "stats"}
    for file, learned in (
        ("QTableFile", {"table"}),
        ("RewardMemoryFile", {"memory"}),
        ("MatchboxesFile", {"boxes"}),
        ("NetworkFile", {"weights", "visits"}),
    ):
        assert set(definitions[file]["required"]) == common | learned
    assert set(definitions["MoveEntry"]["properties"]) == {*reward(0, 0), "visits"}
    assert set(definitions["InPlayEntry"]["required"]) == {field.name for field in fields(InPlay)}
    run = definitions["QTableFile"]["properties"]["training"]["items"]
    assert set(run["required"]) == {*SETTINGS} - ADDED_LATER
    for name, setting in SETTINGS.items():
        assert setting.schema.items() <= run["properties"][name].items()


def test_the_file_name_is_safe_and_contains_name_and_time() -> None:
    at = dt.datetime(2026, 1, 2, 3, 4, 5, tzinfo=dt.timezone(dt.timedelta(hours=1)))
    names = {
        "Pupil": "pupil",
        "Zoë's 2nd": "zoe-s-2nd",
        "../../etc/passwd": "etc-passwd",
        "☃": "agent",
        "a" * 60: "a" * 60,
        "\ufb03" * 60: "ffi" * 20,
    }
    for name, slug in names.items():
        agent = replace(ttt.untrained(name), created=at)
        assert file_name(agent) == f"ttt-agent-{slug}-20260102-020405.json"


def test_the_first_file_of_this_version_is_read() -> None:
    agent = ttt.load_agent(FIRST_FILE)
    config = ttt.TrainingConfig(games=2, seed=1, rule="q-learning", symmetry=False)
    assert agent.config == config
    assert agent.q.tobytes() == ttt.train(config).q.tobytes()


def test_settings_in_play_and_of_another_program_are_read_back() -> None:
    known = replace(PLAIN, alpha=0.25)
    plain = ttt.train(PLAIN)
    agent = replace(plain, training=(), trained_elsewhere=known, in_play=InPlay(gamma=0.3))
    content = json.loads(ttt.dump_agent(agent))
    in_play = {"rule": "adaptive-play", "alpha": 0.1, "gamma": 0.3, "epsilon": 0.1}
    assert content["inPlay"] == in_play
    assert content["trainedElsewhere"] == asdict(known)
    loaded = ttt.load_agent(json.dumps(content))
    assert_same(loaded, agent)
    assert loaded.config == known
    assert not {"inPlay", "trainedElsewhere"} & json.loads(ttt.dump_agent(plain)).keys()


# The program that trained the agent


WORDS = st.text(min_size=1, max_size=60).filter(str.isprintable)


def with_origin(origin: Any) -> str:
    return json.dumps(TABLE_FILE | {"origin": origin})


def test_program_and_version_are_those_of_the_package_and_of_the_change_log() -> None:
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    source = runpy.run_path(project["tool"]["hatch"]["version"]["path"])
    assert Origin(project["project"]["name"], source["VERSION"]) == HERE
    assert HERE.version.startswith(SAME_RESULTS)
    newest = re.search(r"^## \[(.+?)\]", Path("CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert newest is not None
    assert newest[1] == HERE.version


@settings(max_examples=20)
@given(WORDS, WORDS)
def test_any_origin_is_read_back(program: str, version: str) -> None:
    agent = ttt.load_agent(with_origin({"program": program, "version": version}))
    assert agent.origin == Origin(program, version)
    assert_same(ttt.load_agent(ttt.dump_agent(agent)), agent)


def test_a_file_without_an_origin_stays_unchanged() -> None:
    loaded = ttt.read_any(json.dumps(TABLE_FILE))
    assert (loaded.agent.origin, loaded.notes) == (None, ())
    assert "origin" not in json.loads(ttt.dump_agent(loaded.agent))


@pytest.mark.parametrize(
    "origin",
    [
        *("here", 7, True, [], {}, {"program": "x"}, {"program": 1, "version": "2"}),
        *({"program": program, "version": "1"} for program in ("", "x" * 61, "a\nb")),
    ],
)
def test_an_invalid_origin_is_ignored_with_a_note(origin: Any) -> None:
    loaded = ttt.read_any(with_origin(origin))
    assert loaded.agent.origin is None
    assert loaded.notes == ("“origin” does not name a program and version, so it was ignored.",)


def test_an_agent_that_continues_learning_here_names_this_program() -> None:
    strange = ttt.load_agent(with_origin({"program": "Elsewhere", "version": "9"}))
    assert ttt.train(PLAIN, strange).origin == HERE
    assert learn_from_game(strange, LESSON).origin == HERE
    assert ttt.load_agent(ELSEWHERE).origin is None


def test_no_file_can_claim_to_be_reproducible() -> None:
    file = json.loads(ttt.dump_agent(ttt.train(PLAIN)))
    for name in ("reproducible", "_reproducible", "Reproducible"):
        assert not ttt.load_agent(spoil(file, put(name, True))).reproducible
