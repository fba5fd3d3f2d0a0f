"""The list of judged files: pupils from links are judged by a job, and little is kept."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import ttt_core as ttt
from tests.ui.support import choose, click, kept_in, new_app, run, turn_to, until
from ttt_core.learning import PackedAgent, new_pupil
from ttt_ui.compare import agent_list, judging
from ttt_ui.compare.agent_list import picture_of_table
from ttt_ui.compare.judging import MAX_JUDGED, Judging
from ttt_ui.compare.state import JUDGE_FILES, VIEW
from ttt_ui.compare.work import AgentLine, judge_pupil, line_of_file
from ttt_ui.play.work import taught
from ttt_ui.visit.roster import Roster, roster
from ttt_ui.visit.session import Message

LESSONS = "03142.p1000-600"
SVG = "http://www.w3.org/2000/svg"


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


@pytest.mark.parametrize(("files", "said"), [(7, "1 more was"), (8, "2 more were")])
def test_of_many_refusals_the_rest_is_counted(
    files: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = list[str]()
    monkeypatch.setattr(
        agent_list.messages, "answer", lambda _, *answers: told.extend(a.text for a in answers)
    )
    agent_list.answer("menu", [Message("error", f"{n} was not loaded.") for n in range(files)])
    assert told == [*(f"{n} was not loaded." for n in range(6)), f"{said} not loaded."]


def test_the_picture_for_the_wall_is_valid_and_says_every_cell() -> None:
    picture = picture_of_table(
        "The <class>", ["Name", "Verdict"], [["A&B", "x" * 80], ["Ben", "–"]]
    )
    texts = [element.text for element in ElementTree.fromstring(picture).iter(f"{{{SVG}}}text")]
    assert texts[:7] == ["The <class>", None, "Name", "Verdict", "1", "A&B", "x" * 29 + "…"]
    assert texts[7:] == ["2", "Ben", "–"]


def test_links_are_judged_next_to_the_page_and_one_is_taken_to_the_table() -> None:
    app = turn_to(new_app(), "compare")
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
