"""An uploaded agent: the sentence about its settings, and what that means for links."""

import json
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import address, new_app, run, turn_to, visitor, words
from ttt_core.learning.agent import reproducing_config
from ttt_ui.frame import agent_upload
from ttt_ui.frame.links import config_to_query

CONFIG = ttt.TrainingConfig(games=300, seed=5, gamma=0.8)
AGENT = ttt.train(CONFIG)


def upload(app: AppTest, agent: ttt.Agent, **claims: object) -> AppTest:
    text = json.dumps(json.loads(ttt.dump_agent(agent)) | claims)
    app.sidebar.file_uploader[0].set_value(("agent.json", text.encode(), "application/json"))
    return run(app)


@pytest.mark.slow
def test_an_upload_is_linked_by_its_settings_if_they_reproduce_it() -> None:
    app = turn_to(new_app(), "inspect")
    upload(app, ttt.untrained("Ada"))
    assert app.success[0].value == (
        "Ada is now your agent. The previous one is under **Earlier agents**, in **File**."
    )
    upload(app, AGENT, origin={"program": "Else *where*", "version": "9"})
    assert "is now your agent." in app.success[0].value
    assert "Checked: retraining with its settings gives exactly the same" in app.success[0].value
    assert r"Else \*where\*, version 9" in app.sidebar.markdown[0].help
    visitor(app).relabel(name="Zoë", level="Expert")
    assert reproducing_config(visitor(app).agent) == CONFIG
    assert config_to_query(CONFIG).items() <= address(app).items()

    q = AGENT.q.copy()
    q[0, 4] += 0.25
    upload(app, replace(AGENT, q=q), reproducible=True, checked=True)  # which is not believed
    assert app.warning[0].value.endswith("gives **a different agent**.")
    assert reproducing_config(visitor(app).agent) is None
    assert set(address(app)) == {"board"}
    turn_to(app, "train")
    assert "games" not in address(app)
    assert "download it as a file" in words(app)


@pytest.mark.parametrize(
    ("agent", "most_updates", "why"),
    [
        (ttt.learn_from_game(AGENT, (0, 3, 1, 4, 2)), 10**6, "It has also learned outside its"),
        (ttt.train(CONFIG, partner=AGENT), 10**6, "It was trained against an agent"),
        (replace(AGENT, trained_elsewhere=CONFIG), 10**6, "It was trained in another program"),
        (AGENT, 1, "Replaying its 300 games would take too long."),
    ],
)
def test_what_cannot_be_checked_is_linked_by_no_settings(
    monkeypatch: pytest.MonkeyPatch, agent: ttt.Agent, most_updates: int, why: str
) -> None:
    monkeypatch.setattr(agent_upload, "MAX_UPDATES_AT_ONCE", most_updates)
    known, message = agent_upload.checked(replace(agent, reproducible=False))
    assert f"It cannot be checked. {why}" in message.text
    assert reproducing_config(known) is None


def test_a_file_need_not_say_which_program_trained_it() -> None:
    assert "does not say which program" in agent_upload.where_from(replace(AGENT, origin=None))
    assert agent_upload.where_from(AGENT) == ""
