"""Every invalid upload gives a message, and changes nothing else."""

from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.core.files.bad_files import BAD as BAD_FILES
from tests.ui.bad_input.support import seen
from tests.ui.support import come_by_link
from ttt_core.files import dump_roster
from ttt_ui.compare.actions import add_files
from ttt_ui.frame import sidebar
from ttt_ui.visit import limits
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


BAD = ("empty", "open brackets", "not UTF-8", "other format", "position a number")
"""A file for each way in which reading ends; the others are tested where files are read."""


def as_bytes(content: str | bytes) -> bytes:
    return content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")


@pytest.fixture
def state(session_state: dict[str, Any]) -> dict[str, Any]:
    session_state[key_of(Session)] = Session(AGENT)
    roster()["Ada"] = AGENT
    return session_state


def upload_an_agent(state: dict[str, Any], content: bytes) -> str:
    file = Upload("agent.json", content)
    sidebar._take_upload("sidebar_upload", "menu", file)
    return said_once()


def upload_rivals(state: dict[str, Any], *uploads: Upload) -> None:
    add_files(list(uploads))


def said_once() -> str:
    (message,) = session().answers[1]
    assert message.kind == "error"
    return message.text.replace("\\", "")


@pytest.mark.parametrize("name", BAD)
def test_an_invalid_file_for_your_agent(state: dict[str, Any], name: str) -> None:
    content, sentence = BAD_FILES[name]
    before = seen(state)
    said = upload_an_agent(state, as_bytes(content))
    assert said.startswith("The file was not loaded, and your agent is unchanged.")
    assert sentence in said or not isinstance(content, bytes)
    assert len(said) < 2_000
    assert seen(state) == before


@pytest.mark.parametrize("name", BAD)
def test_an_invalid_file_on_compare(state: dict[str, Any], name: str) -> None:
    before = seen(state)
    upload_rivals(state, Upload(f"{name}.json", as_bytes(BAD_FILES[name][0])))
    assert said_once().startswith(f"{name}.json was not loaded.")
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


NAMES = {
    "no name": "",
    "without end": "x" * 1_000_000,
    "a path": "../../etc/passwd",
    "HTML": "<script>alert(1)</script>.json",
    "Markdown": "[x](javascript:alert(1)).json",
    "turned round": "a\u202enosj.json",
    "two lines": "a\nb.json",
}


@pytest.mark.parametrize("name", NAMES)
def test_the_name_of_an_invalid_file(state: dict[str, Any], name: str) -> None:
    upload_rivals(state, Upload(NAMES[name], b"{"))
    said = session().answers[1][0].text
    assert "was not loaded" in said
    assert "[x](" not in said
    assert len(said) < 1_000


def test_a_valid_file_after_invalid_ones(state: dict[str, Any]) -> None:
    upload_rivals(state, Upload("bad", b"{"), Upload("good", FILE), Upload("bad", b"["))
    assert [message.kind for message in session().answers[1]] == [
        "success",
        "error",
        "error",
    ]
    assert len(roster()) == 2


def test_more_files_than_are_read(state: dict[str, Any]) -> None:
    upload_rivals(state, *[Upload(str(number), b"") for number in range(limits.MAX_FILES + 5)])
    first, *others = [message.text for message in session().answers[1]]
    assert first == "You chose 25 files; only the first 20 were read."
    assert len(others) == limits.MAX_REASONS
    assert others[-1] == "15 more were not loaded."
    assert list(roster()) == ["Ada"]


def test_more_agents_than_there_is_room_for(state: dict[str, Any]) -> None:
    two = dump_roster([replace(AGENT, name=name) for name in ("Ann", "Bob")]).encode()
    files = [Upload(str(number), FILE) for number in range(limits.MAX_AGENTS - 2)]
    upload_rivals(state, *files, Upload("two.json", two), Upload("c.json", b"["))
    assert list(roster())[-1] == "Ann"
    _, left_out, refused = (message.text for message in session().answers[1])
    assert left_out == (
        "You can have up to 8 agents here. Left out: Bob. Remove one first, or rank many files in "
        "**Judge files**."
    )
    assert refused.startswith("c\\.json was not loaded.")
    upload_rivals(state, *[Upload(f"{number}", FILE) for number in range(limits.MAX_REASONS + 3)])
    assert "Left out: 0, 1, 2, 3, 4, 5 and 3 more." in session().answers[1][-1].text


def test_an_agent_with_too_many_training_runs(state: dict[str, Any]) -> None:
    run = replace(AGENT.training[0], games=1)
    old = replace(AGENT, training=(run,) * (limits.MAX_TRAININGS + 1))
    before = seen(state)
    assert "has been trained 1,001 times" in upload_an_agent(state, ttt.dump_agent(old).encode())
    assert seen(state) == before
