"""The ranking of many files: pupils from links are judged by a job, and little is kept."""

import numpy as np
import pytest

import ttt_core as ttt
from tests.ui.support import kept_in, new_app, run, turn_to, until
from ttt_core.learning import PackedAgent
from ttt_ui.compare.homework import actions
from ttt_ui.compare.homework.actions import Homework, Judged
from ttt_ui.compare.homework.work import RankingLine, judge_pupils, line_of
from ttt_ui.play.pupil.taught import read_pupil
from ttt_ui.visit.roster import Roster, roster

LESSONS = "03142.p1000-600"


def test_a_pupil_is_judged_as_the_agent_that_its_lessons_make() -> None:
    pupil, refusal = judge_pupils([("Ada", LESSONS), ("Ben", "nonsense")])
    assert isinstance(pupil, RankingLine)
    assert isinstance(refusal, ValueError)
    assert pupil.card == ttt.evaluate(read_pupil(LESSONS))
    assert pupil.row["name"] == "Ada"


def test_links_are_judged_next_to_the_page_and_one_is_taken_to_the_table() -> None:
    app = turn_to(new_app(), "compare")
    run(app)
    (links,) = [one for one in app.main.text_area if one.label.startswith("Links")]
    links.set_value(
        f"https://x.example/play?pupil={LESSONS}&name=Ada\nhttps://x.example/play?name=Ben"
    )
    run(app)
    kept = kept_in(app, Homework)
    until(lambda: not kept.job.running)
    run(app)
    assert list(kept.judged) == ["Ada"]
    assert kept.judged["Ada"].source == LESSONS
    assert "Ben was not loaded" in app.main.error[0].value
    (choice,) = [one for one in app.main.selectbox if one.label.startswith("Take one")]
    choice.set_value("Ada")
    run(app)
    (added,) = kept_in(app, Roster).values()
    assert added.fingerprint == read_pupil(LESSONS).fingerprint


@pytest.mark.usefixtures("session_state")
def test_the_lines_are_kept_but_no_more_agents_than_there_is_room_for() -> None:
    random, kept = np.random.default_rng(1), actions.homework()
    boards = ttt.boards()[: ttt.positions().n_open]
    for number in range(12):
        table = {board: list(random.random(9)) for board in boards}
        agent = ttt.read_any(table, f"Agent {number}").agent
        actions._rank(kept, line_of(agent, agent.name), PackedAgent(agent))
    judged: list[Judged] = list(kept.judged.values())
    assert len(judged) == 12
    assert sum(one.size for one in judged) <= actions.MOST_KEPT
    assert judged[0].source is not None
    assert judged[-1].source is None
    actions.to_the_cross_table("Agent 11")
    assert not roster()
