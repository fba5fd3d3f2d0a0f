"""Files and links of agents on Compare: judged, ranked, and told how each file was read."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from io import StringIO
from types import SimpleNamespace
from xml.etree import ElementTree

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.core.files.notations import Written, entries_of, nine_values
from tests.ui.support import choose, click, kept_in, new_app, run, turn_to, until, visitor
from ttt_core.files import dump_roster
from ttt_core.learning import PackedAgent, new_pupil
from ttt_ui.compare import actions, agent_list, judging
from ttt_ui.compare.agent_list import COLUMNS, as_csv, picture_of_table, said
from ttt_ui.compare.judging import MAX_JUDGED, Judging
from ttt_ui.compare.state import JUDGE_FILES, PLAYERS, VIEW
from ttt_ui.compare.work import AgentLine, agents_of_file, judge_pupil, line_of_file
from ttt_ui.drawing.download import as_spreadsheets_expect
from ttt_ui.drawing.verdict_badge import badge
from ttt_ui.language import speaking, tr
from ttt_ui.play.work import taught
from ttt_ui.visit.attached import HowRead, how_read
from ttt_ui.visit.roster import Roster, roster
from ttt_ui.wording import plain

LESSONS = "03142.p1000-600"
SVG = "http://www.w3.org/2000/svg"
AGENT = ttt.train(ttt.TrainingConfig(games=2_000, seed=1, symmetry=False))
PLAIN = json.dumps(nine_values(entries_of(AGENT, "X"), Written("012", "plain")))
# Both players' moves, all valued for X: nothing in the file says whose values O's are.
FOR_X = json.dumps(
    {
        board: {
            str(cell): (-1 if board.count("X") > board.count("O") else 1) * value
            for cell, value in enumerate(AGENT.q[number].tolist())
            if value == value
        }
        for number, (board, known) in enumerate(zip(ttt.boards(), AGENT.known, strict=False))
        if known and number % 3
    }
)


@cache
def reading(text: str) -> ttt.Reading:
    return ttt.read_any(text)


@cache
def read(text: str) -> tuple[ttt.Agent, AgentLine, HowRead]:
    """Return the agent of a file called `both`, its line, and how it was read."""
    ((first, others, line),) = agents_of_file(text.encode(), "both")
    how = how_read("both.json", (first,), others)
    assert how is not None
    return first.agent, line, how


def test_agents_come_back_from_their_process_with_their_readings_and_their_rows() -> None:
    _, line, how = read(PLAIN)
    assert line.row.items() >= ttt.judge(PLAIN.encode(), "both").row().items()
    assert "Keys are nine characters" in str(how.how)
    assert line.named("Ada").row["name"] == "Ada"
    two = [ttt.train(ttt.TrainingConfig(games=60, seed=seed)) for seed in (1, 2)]
    found = agents_of_file(dump_roster(two).encode(), "both")
    assert [(ours.agent, ours.how) for ours, _, _ in found] == [(agent, "") for agent in two]


def test_the_first_alternative_of_an_open_question_is_the_rival() -> None:
    first = reading(FOR_X)
    assert first.undecided
    rival = first.alternatives[0].card
    assert f"{rival.vs_random_as_o.loss:.1%} as O" in first.question.partition("otherwise")[2]
    assert rival.vs_random_as_o != first.card.vs_random_as_o
    assert read(FOR_X)[2].open_question == first.question


@pytest.mark.usefixtures("session_state")
def test_how_an_added_agent_was_read_becomes_the_visitors_with_it() -> None:
    agent, _, how = read(PLAIN)
    name = actions.add(agent, how)
    roster().rename(name, "Ada")
    actions.make_your_agent("Ada")
    assert actions.session().attached.get(HowRead) is how
    del roster()["Ada"]
    actions.keep_your_agent()
    assert [added.how for added in roster().slotted().values()] == [how]


@pytest.mark.usefixtures("session_state")
def test_an_agent_is_trained_until_it_is_unbeatable_in_one_click() -> None:
    agent, line, how = read(FOR_X)
    name = actions.add(agent)
    assert not ttt.evaluate(agent).unbeatable
    actions.repair_player(name)
    assert ttt.evaluate(actions.session().agent).unbeatable
    assert roster()[name].fingerprint == agent.fingerprint
    judging._rank(judging.judging(), line.named("Ada"), PackedAgent(agent), how)
    actions.repair_judged("Ada")
    assert ttt.evaluate(actions.session().agent).unbeatable
    assert actions.session().agent.name == "Ada"


@pytest.mark.parametrize(
    ("language", "form", "name", "how"),
    [
        ("en", {}, "Name", "Keys are nine characters"),
        ("fr", {"sep": ";", "decimal": ","}, "Nom", "Une clé est une suite de neuf caractères"),
    ],
)
@pytest.mark.usefixtures("session_state")
def test_the_downloaded_rows_are_in_the_visitors_language_and_say_how_files_were_read(
    language: str, form: dict[str, str], name: str, how: str
) -> None:
    _, line, how_it_is = read(FOR_X)
    with speaking(language):
        rows = [said(line.row, how_it_is), said(line_of_file(AGENT, "Ada").row, None)]
        text = as_spreadsheets_expect(as_csv(rows))
        of_file, ours = pd.read_csv(StringIO(text.lstrip("\ufeff")), **form).to_dict("records")
        label = {column: tr(COLUMNS[column].label) for column in COLUMNS}
        verdict = tr("Beatable as X and O")
    assert of_file[name] == "both"
    assert of_file[label["how"]].startswith(how)
    assert of_file[label["notes"]]
    assert of_file[label["explained"]] == 1.0
    assert of_file[label["verdict"]].count(verdict) == 2
    assert ours[label["games alone"]] == 2_000
    assert ours[label["wins vs random as X"]] == ttt.evaluate(AGENT).vs_random_as_x.win
    assert "None" not in text


@pytest.mark.usefixtures("session_state")
def test_when_is_in_the_visitors_time(monkeypatch: pytest.MonkeyPatch) -> None:
    row = line_of_file(AGENT, "Ada").row | {"when": datetime(2026, 11, 28, 23, 30, tzinfo=UTC)}
    times = {
        "Europe/Paris": "2026-11-29 00:30",
        "America/New_York": "2026-11-28 18:30",
        **dict.fromkeys(("nowhere", "../../etc", "", None), "2026-11-28 23:30"),
    }
    for zone, written in times.items():
        monkeypatch.setattr(agent_list.st, "context", SimpleNamespace(timezone=zone))
        assert said(row, None)["when"] == written


def test_both_verdicts_stand_until_the_question_is_answered() -> None:
    how, first = read(FOR_X)[2], reading(FOR_X)
    assert how.rival == first.alternatives[0].card.verdict
    assert badge(first.card, how) == (
        ":gray-badge[:material/help: Beatable as X and O, or: Beatable as X and O]"
    )
    assert badge(first.card, replace(how, chosen=1)) == badge(first.card)


def test_a_pupil_is_judged_as_the_agent_that_its_lessons_make() -> None:
    pupil, refusal = judge_pupil("Ada", LESSONS), judge_pupil("Ben", "nonsense")
    assert isinstance(pupil, AgentLine)
    assert isinstance(refusal, ValueError)
    taught_again = {"games with a person": 1, "games alone": 600}
    assert pupil.row.items() >= (ttt.judge(taught(LESSONS), "Ada").row() | taught_again).items()


def test_a_file_says_when_and_by_how_many_games_its_agent_was_taught() -> None:
    lesson = ttt.learn_from_game(ttt.train(ttt.TrainingConfig(games=40, seed=1)), (0, 3, 1, 4, 2))
    row = line_of_file(lesson, "Ada").row
    assert (row["games with a person"], row["games alone"]) == (1, 40)
    assert row["when"] == lesson.created
    foreign = replace(lesson, trained_elsewhere=lesson.config)
    assert "games alone" not in line_of_file(foreign, "Ben").row


def rank(name: str, lessons: str) -> bool:
    """Rank a pupil of a link."""
    line = judge_pupil(name, lessons)
    assert isinstance(line, AgentLine)
    return judging._rank(judging.judging(), line, lessons)


def rank_file(name: str, agent: ttt.Agent) -> bool:
    return judging._rank(judging.judging(), line_of_file(agent, name), PackedAgent(agent))


@pytest.mark.usefixtures("session_state")
def test_agents_of_one_name_all_stay_and_one_replaces_only_itself() -> None:
    taken = list[str]()
    for _ in range(3):
        taken.append(judging._free_name("Ada", LESSONS, taken))
    assert taken == ["Ada", "Ada (2)", "Ada (3)"]
    kept = judging.judging()
    for lessons in (LESSONS, "03142", LESSONS):
        assert rank(judging._free_name("Ada", lessons, ()), lessons)
    sources = {label: judged.source for label, judged in kept.judged.items()}
    assert sources == {"Ada": LESSONS, "Ada (2)": "03142"}
    kept.pupils = {"Ada (3)": ("0314", "")}  # of a job under way
    assert judging._free_name("Ada", new_pupil().fingerprint, ()) == "Ada (4)"
    line = kept.judged["Ada"].line
    for number in range(2, MAX_JUDGED):
        assert judging._rank(kept, line.named(f"Pupil {number}"), LESSONS)
    assert not judging._rank(kept, line.named("Eve"), LESSONS)
    assert judging._rank(kept, line, LESSONS)  # a line takes the place of its former one


@pytest.mark.usefixtures("session_state")
def test_copies_of_a_file_share_a_line_and_the_same_lessons_are_marked() -> None:
    kept = judging.judging()
    agent, other = (ttt.train(ttt.TrainingConfig(games=40, seed=seed)) for seed in (1, 2))
    line = line_of_file(agent, "")
    for name in [f"Pupil {n}" for n in range(1, MAX_JUDGED + 2)] + ["Pupil 3"]:
        assert judging._rank(kept, line.named(name), PackedAgent(agent))
    assert rank_file("Ben", other)
    for name in ("Fox", "Owl"):
        assert rank(name, LESSONS)
    assert rank_file("Fox (2)", taught(LESSONS))
    first, *others = (judged.row["name"] for judged in kept.judged.values())
    assert first.startswith("Pupil 1, Pupil 2, Pupil 3, Pupil 4, ")
    assert others == ["Ben", "Fox", "Owl (same lessons as Fox)"]


def test_the_picture_for_the_wall_is_valid_and_says_every_cell() -> None:
    picture = picture_of_table(
        "The <class>", ["Name", "Verdict"], [["A&B", "x" * 80], ["Ben", "–"]]
    )
    texts = [element.text for element in ElementTree.fromstring(picture).iter(f"{{{SVG}}}text")]
    assert texts[:7] == ["The <class>", None, "Name", "Verdict", "1", "A&B", "x" * 29 + "…"]
    assert texts[7:] == ["2", "Ben", "–"]


@pytest.mark.parametrize(
    ("line", "pupils"),
    [
        ("Look: http://x:8501/play?pupil=03142.p100-60&name=Ada.", [("Ada", "03142.p100-60")]),
        ("<https://lab.example/ttt/play?pupil=03142>", [("", "03142")]),
        (
            "(http://x/play?pupil=03142&name=A%20B), http://x/?pupil=0314&name=C",
            [("A B", "03142"), ("C", "0314")],
        ),
        ("pupil=03142&name=Ben", [("Ben", "03142")]),
        ("0684251.p1000-300", [("", "0684251.p1000-300")]),
        ("http://[::1?pupil=1", [("", "1")]),
        *((text, []) for text in ("Call me at 555-1234 on 2026-11-28.", "2026-11-28", "")),
    ],
)
def test_pupils_are_found_in_a_mail(line: str, pupils: list[tuple[str, str]]) -> None:
    assert judging.pupils_in(line) == pupils


@pytest.mark.usefixtures("session_state")
def test_the_lines_are_kept_but_no_more_agents_than_there_is_room_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    agents = [ttt.train(ttt.TrainingConfig(games=40, seed=seed)) for seed in range(3)]
    sizes = [PackedAgent(agent).size for agent in agents]
    monkeypatch.setattr(judging, "MOST_KEPT", sum(sizes) - 1)
    for number, agent in enumerate(agents):
        assert rank_file(f"Agent {number}", agent)
    judged = judging.judging().judged.values()
    assert [one.source is not None for one in judged] == [True, True, False]
    judging.add_to_players("Agent 2")
    assert not roster()


# The page


@pytest.fixture
def app() -> AppTest:
    return turn_to(new_app(), "compare")


def upload(app: AppTest, label: str, **files: str) -> AppTest:
    (uploader,) = [one for one in app.main.file_uploader if one.label.startswith(label)]
    uploader.set_value(
        [(f"{name}.json", text.encode(), "application/json") for name, text in files.items()]
    )
    return run(app)


@pytest.mark.slow
def test_the_ranking_its_file_and_the_list_of_agents_say_how_files_were_read(app: AppTest) -> None:
    app.session_state[VIEW.key] = JUDGE_FILES
    run(app)
    upload(app, "Files of a class", both=FOR_X, ours=ttt.dump_agent(AGENT))
    (ranking,) = [one.value for one in app.main.dataframe if "how" in one.value]
    by_name = ranking.set_index("name")
    assert by_name.at["both", "how"].startswith("Keys are nine characters")
    (question,) = [one.value for one in app.main.warning]
    assert "Are the values of O’s moves for O, or for X?" in question.replace("\\", "")
    choose(app, "Do more with one of them", "both")
    click(app, "Train it until it is unbeatable")
    (told,) = app.main.success
    assert "make it unbeatable. It is now your agent." in told.value
    app.session_state[VIEW.key] = PLAYERS
    run(app)
    upload(app, "Agent files", both=FOR_X)
    (added,) = kept_in(app, Roster).slotted().values()
    assert added.how.open_question
    assert added.how.file == "both.json"
    assert len(app.main.warning) == 1
    standings = app.main.dataframe[0].value.set_index("name")
    assert standings.at["both", "verdict"] == "Beatable as X and O, or: Beatable as X and O"


def test_links_are_judged_next_to_the_page_and_one_is_taken_to_the_table(app: AppTest) -> None:
    app.session_state[VIEW.key] = JUDGE_FILES
    run(app)
    (links,) = [one for one in app.main.text_area if one.label.startswith("Links")]
    links.set_value(
        f"https://x.example/play?pupil={LESSONS}&name=Ada\n"
        "https://x.example/play?name=Ben\n"
        "https://x.example/play?pupil=p9-10&name=Cleo"
    )
    run(app)
    kept = kept_in(app, Judging)
    until(lambda: not kept.job.running)
    run(app)
    assert list(kept.judged) == ["Ada"]
    assert kept.judged["Ada"].source == LESSONS
    assert re.search(r"Line 2, “https.+name=Ben”, was not loaded", app.main.error[0].value)
    assert "Its lessons are not valid" in app.main.error[1].value
    choose(app, "Do more with one of them", "Ada")
    click(app, "Add to the players")
    ((name, added),) = kept_in(app, Roster).items()
    assert name == "Ada"
    assert added.fingerprint == taught(LESSONS).fingerprint


@pytest.mark.slow
def test_a_file_of_several_agents_adds_them_all(app: AppTest) -> None:
    def offers_all() -> bool:
        return "Download all" in [one.proto.label for one in app.get("download_button")]

    agents = [ttt.train(ttt.TrainingConfig(games=60, seed=seed)) for seed in range(2)]
    assert not offers_all()
    upload(app, "Agent files", several=dump_roster(agents), one=ttt.dump_agent(agents[0]))
    here, name = kept_in(app, Roster), agents[0].name
    assert list(here) == [name, f"{name} (2)", "one"]
    for agent, same in zip(here.values(), [*agents, agents[0]], strict=True):
        assert agent.fingerprint == same.fingerprint
    assert here["one"].name == "one"  # its file names nobody, and so it is called after it
    first, second, third = map(plain, here)
    assert [one.value for one in app.success] == [f"Added {first}, {second} and {third}."]
    assert offers_all()
    before = visitor(app).agent
    app.sidebar.file_uploader[0].set_value([("both.json", dump_roster(agents).encode(), "")])
    (error,) = run(app).error
    assert "your agent is unchanged. This file contains several agents\\." in error.value
    assert error.value.endswith("To open it, use **Add** on Compare.")
    assert visitor(app).agent is before
    assert len(here) == 3
