"""An uploaded agent: the sentence about its settings, and what that means for links."""

import json
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

import ttt_core as ttt
from tests.ui.support import address, new_app, run, turn_to, visitor
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
def test_an_upload_is_linked_by_its_settings_if_they_reproduce_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = turn_to(new_app(), "inspect")
    upload(app, ttt.untrained("Ada"))
    assert app.success[0].value == (
        "Ada is now your agent. The previous one is under **Earlier agents**, in **File**."
    )
    upload(app, AGENT)
    assert "is now your agent." in app.success[0].value
    assert "Checked: retraining with its settings gives exactly the same agent." in (
        app.success[0].value
    )
    assert reproducing_config(visitor(app).agent) == CONFIG
    assert config_to_query(CONFIG).items() <= address(app).items()
    visitor(app).relabel(name="Zoë", level="Expert")
    assert reproducing_config(visitor(app).agent) == CONFIG

    upload(app, ttt.learn_from_game(AGENT, (0, 3, 1, 4, 2)))
    assert "It cannot be checked. It has also learned outside its" in app.success[0].value
    assert reproducing_config(visitor(app).agent) is None

    upload(app, AGENT, origin={"program": "Else *where*", "version": "9"})
    assert r"Else \*where\*, version 9" in app.sidebar.markdown[0].help

    with monkeypatch.context() as patch:
        patch.setattr(agent_upload, "MAX_UPDATES_AT_ONCE", 1)
        upload(app, AGENT)
    assert "Replaying its 300 games would take too long." in app.success[0].value
    assert reproducing_config(visitor(app).agent) is None

    q = AGENT.q.copy()
    q[0, 4] += 0.25
    upload(app, replace(AGENT, q=q), reproducible=True, checked=True)  # which is not believed
    assert app.warning[0].value.endswith("gives **a different agent**.")
    assert reproducing_config(visitor(app).agent) is None
    assert set(address(app)) == {"board"}
    turn_to(app, "train")
    assert "games" not in address(app)
    assert "download it as a file" in "\n".join(words.value for words in app.markdown)
