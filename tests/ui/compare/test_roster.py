"""Several agents in one file, on the compare page and where one agent is asked for."""

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import kept_in, new_app, run, visitor
from ttt_ui.shared.roster import MAX_AGENTS, Roster

pytestmark = pytest.mark.slow

AGENTS = [ttt.train(ttt.TrainingConfig(games=60, seed=seed)) for seed in range(3)]


@pytest.fixture
def app() -> AppTest:
    app = new_app()
    app.switch_page("pages/compare.py")
    return run(app)


def file(text: str, name: str = "roster.json") -> tuple[str, bytes, str]:
    return name, text.encode(), "application/json"


def add(app: AppTest, *texts: str) -> AppTest:
    app.main.file_uploader[0].set_value([file(text) for text in texts])
    return run(app)


def downloads(app: AppTest) -> list[str]:
    return [one.proto.label for one in app.get("download_button")]


def test_a_roster_file_brings_all_its_agents(app: AppTest) -> None:
    assert "Download all" not in downloads(app)
    add(app, ttt.dump_roster(AGENTS), ttt.dump_agent(AGENTS[0]))
    here = kept_in(app, Roster).agents
    assert list(here) == ["Newborn", *(f"Newborn ({number})" for number in (2, 3, 4))]
    for agent, same in zip(here.values(), [*AGENTS, AGENTS[0]], strict=True):
        assert agent.q.tobytes() == same.q.tobytes()
    assert [one.value for one in app.success] == [
        "Newborn, Newborn \\(2\\), Newborn \\(3\\) take part now.",
        "Newborn \\(4\\) takes part now.",
    ]
    assert "Download all" in downloads(app)


def test_what_finds_no_room_is_said(app: AppTest) -> None:
    add(app, ttt.dump_roster(AGENTS * 2), ttt.dump_roster(AGENTS))
    assert len(kept_in(app, Roster).agents) == MAX_AGENTS
    assert "8 agents at a time" in app.error[0].value


def test_a_spoilt_roster_changes_nothing_and_the_next_file_counts(app: AppTest) -> None:
    add(
        app, ttt.dump_roster(AGENTS).replace('"q-table"', '"c-table"', 1), ttt.dump_agent(AGENTS[1])
    )
    assert "The kind is" in app.error[0].value
    assert len(kept_in(app, Roster).agents) == 1


def test_the_sidebar_says_where_a_roster_belongs_and_loses_nothing(app: AppTest) -> None:
    before = visitor(app).agent
    app.sidebar.file_uploader[0].set_value(file(ttt.dump_roster(AGENTS)))
    run(app)
    said = app.error[0].value
    assert "your agent is unchanged. This is a roster, a file of several agents\\." in said
    assert said.endswith("To open it, use **Add agents** on Compare.")
    assert visitor(app).agent is before
    assert not kept_in(app, Roster).agents
