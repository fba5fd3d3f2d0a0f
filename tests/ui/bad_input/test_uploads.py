"""Every invalid upload gives a message, and changes nothing else."""

from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.bad_input.support import seen
from tests.ui.support import come_by_link
from ttt_core.files import dump_roster
from ttt_ui.compare import actions
from ttt_ui.compare.actions import add_files
from ttt_ui.frame import sidebar
from ttt_ui.visit import limits
from ttt_ui.visit import roster as roster_of_visit
from ttt_ui.visit.roster import roster
from ttt_ui.visit.session import Session, key_of, session

AGENT = ttt.train(ttt.TrainingConfig(games=300, seed=1))
FILE = ttt.dump_agent(AGENT).encode()


class Upload(NamedTuple):
    """Stands in for Streamlit's class."""

    name: str
    content: bytes

    def getvalue(self) -> bytes:
        return self.content


@pytest.fixture
def state(session_state: dict[str, Any]) -> dict[str, Any]:
    session_state[key_of(Session)] = Session(AGENT)
    roster()["Ada"] = AGENT
    return session_state


def upload_an_agent(content: bytes) -> None:
    sidebar._take_upload("sidebar_upload", "menu", Upload("agent.json", content))


def told() -> list[str]:
    """Return the sentences next to the uploader, without the escapes for Markdown."""
    return [message.text.replace("\\", "") for message in session().answers[1]]


def test_an_invalid_file(state: dict[str, Any]) -> None:
    """What is wrong with files is tested where they are read."""
    content, before = '{"name": "Zoë"}'.encode("latin-1"), seen(state)
    upload_an_agent(content)
    (yours,) = told()
    assert yours.startswith("The file was not loaded, and your agent is unchanged.")
    assert "not UTF-8" in yours
    add_files([Upload("mine.json", content)])
    (on_compare,) = told()
    assert on_compare.startswith("mine.json was not loaded.")
    assert "not UTF-8" in on_compare
    assert [message.kind for message in session().answers[1]] == ["error"]
    assert seen(state) == before


def uploader(app: AppTest, page: str) -> Any:
    """Return the sidebar's on Play, whose welcome has one too, and Compare's on Compare."""
    return (app.sidebar if page == "play" else app.main).file_uploader[0]


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("play", "The file was not loaded, and your agent is unchanged. "),
        ("compare", "A file was not loaded. "),
    ],
)
def test_a_file_that_the_server_does_not_have(page: str, said: str) -> None:
    """It may have been too large, or its process may have ended. The next file is loaded."""
    app = come_by_link(page)
    states = app._tree.get_widget_states()
    lost = WidgetState(id=uploader(app, page).id)
    lost.file_uploader_state_value.uploaded_file_info.add(file_id="lost", name="agent.json", size=1)
    states.widgets.append(lost)
    app._run(states)
    assert not app.exception
    (error,) = app.error
    assert error.value.replace("\\", "") == (
        f"{said}The file did not reach the server. Upload it again. "
        "If that fails too, give it a shorter name."
    )
    uploader(app, page).upload("agent.json", FILE).run()
    assert not app.exception
    assert "agent" in app.success[0].value  # as its file is called


@pytest.mark.usefixtures("state")
@pytest.mark.parametrize(
    "name",
    [
        *("", "x" * 1_000_000, "../../etc/passwd", "<script>alert(1)</script>.json"),
        *("[x](javascript:alert(1)).json", "a\u202enosj.json", "a\nb.json"),
    ],
)
def test_the_name_of_an_invalid_file(name: str) -> None:
    add_files([Upload(name, b"{")])
    (message,) = session().answers[1]
    assert "was not loaded" in message.text
    assert "[x](" not in message.text
    assert len(message.text) < 1_000


@pytest.mark.usefixtures("state")
def test_more_files_than_are_read() -> None:
    add_files([Upload(str(number), b"") for number in range(limits.MAX_FILES + 5)])
    first, *others = told()
    assert first == "You chose 25 files; only the first 20 were read."
    assert len(others) == limits.MAX_REASONS
    assert others[-1] == "15 more were not loaded."
    assert list(roster()) == ["Ada"]


@pytest.mark.usefixtures("state")
def test_more_agents_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (actions, roster_of_visit):
        monkeypatch.setattr(module, "MAX_AGENTS", 3)
    monkeypatch.setattr(actions, "MAX_REASONS", 1)
    names = ("Ann", "Bob", "Cid", "Dan")
    several = dump_roster([replace(AGENT, name=name) for name in names]).encode()
    add_files([Upload("bad.json", b"["), Upload("several.json", several)])
    assert list(roster()) == ["Ada", "Ann", "Bob"]
    assert [message.kind for message in session().answers[1]] == ["success", "error", "error"]
    _, left_out, refused = told()
    assert left_out == (
        "You can have up to 3 agents here. Left out: Cid and 1 more. Remove one first, or rank "
        "many files in **Judge files**."
    )
    assert refused.startswith("bad.json was not loaded.")


def test_an_agent_with_too_many_training_runs(state: dict[str, Any]) -> None:
    run = replace(AGENT.training[0], games=1)
    old = replace(AGENT, training=(run,) * (limits.MAX_TRAININGS + 1))
    before = seen(state)
    upload_an_agent(ttt.dump_agent(old).encode())
    assert "has been trained 1,001 times" in told()[0]
    assert seen(state) == before
