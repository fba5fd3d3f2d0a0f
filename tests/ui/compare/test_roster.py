"""Several agents in one file, on Compare and where a single agent is expected."""

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import kept_in, new_app, run, turn_to, visitor
from ttt_core.files import dump_roster
from ttt_ui.visit.roster import Roster
from ttt_ui.wording import plain

pytestmark = pytest.mark.slow

AGENTS = [ttt.train(ttt.TrainingConfig(games=60, seed=seed)) for seed in range(3)]


@pytest.fixture
def app() -> AppTest:
    app = new_app()
    return turn_to(app, "compare")


def file(text: str, name: str = "roster.json") -> tuple[str, bytes, str]:
    return name, text.encode(), "application/json"


def add(app: AppTest, *texts: str) -> AppTest:
    app.main.file_uploader[0].set_value([file(text) for text in texts])
    return run(app)


def downloads(app: AppTest) -> list[str]:
    return [one.proto.label for one in app.get("download_button")]


def test_a_file_of_several_agents_adds_them_all(app: AppTest) -> None:
    assert "Download all" not in downloads(app)
    add(app, dump_roster(AGENTS), ttt.dump_agent(AGENTS[0]))
    here = kept_in(app, Roster)
    name = AGENTS[0].name
    assert list(here) == [name, f"{name} (2)", f"{name} (3)", "roster"]
    for agent, same in zip(here.values(), [*AGENTS, AGENTS[0]], strict=True):
        assert agent.q.tobytes() == same.q.tobytes()
    assert here["roster"].name == "roster"  # its file names nobody, and so it is called after it
    shown = [plain(name) for name in here]
    assert [one.value for one in app.success] == [
        f"Added {shown[0]}, {shown[1]}, {shown[2]} and {shown[3]}.",
    ]
    assert "Download all" in downloads(app)


def test_the_sidebar_points_to_compare_and_keeps_the_agent(app: AppTest) -> None:
    before = visitor(app).agent
    app.sidebar.file_uploader[0].set_value(file(dump_roster(AGENTS)))
    run(app)
    said = app.error[0].value
    assert "your agent is unchanged. This file contains several agents\\." in said
    assert said.endswith("To open it, use **Add** on Compare.")
    assert visitor(app).agent is before
    assert not kept_in(app, Roster)
